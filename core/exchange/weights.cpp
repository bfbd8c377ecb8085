// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/weights.h"

#include "core/arrays/array_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace batchscope {

namespace {

constexpr std::size_t kMostListed = 10; // names and shapes in one message

/// The arrays of a file that are weights, by the parameter's name.
using FoundWeights = std::map<std::string, std::size_t, std::less<>>;

FoundWeights weightsIn(const std::vector<NamedArray>& arrays) {
    const std::string_view prefix = kParameterPrefix;
    const bool hasPrefix = std::any_of(arrays.begin(), arrays.end(), [prefix](const NamedArray& array) {
        return array.info.name.starts_with(prefix);
    });
    FoundWeights found;
    for (std::size_t index = 0; index < arrays.size(); ++index) {
        const std::string& name = arrays[index].info.name;
        if (!hasPrefix) {
            found.emplace(name, index);
        } else if (name.starts_with(prefix)) {
            found.emplace(name.substr(prefix.size()), index);
        }
    }
    return found;
}

/// How a parameter's numbers lie in an array.
enum class Layout : std::uint8_t { AsIs, Turned };

/// Nothing where they do not lie in it. `isOwn`: as the user's module has it. The order of the numbers is the same in
/// [n] as in [n, 1] and [1, n], and in [rows, a, b] as in [rows, a · b].
std::optional<Layout> layoutOf(const ArrayInfo& array, const ParamSpec& param, bool isOwn) {
    const auto rows = static_cast<std::uint64_t>(param.rows);
    const auto columns = static_cast<std::uint64_t>(param.columns);
    const std::vector<std::uint64_t>& shape = array.shape;
    if (isOwn && param.isTurned) {
        return shape == std::vector{columns, rows} ? std::optional(Layout::Turned) : std::nullopt;
    }
    const bool isVector = shape.size() < 2 && (rows == 1 || columns == 1);
    const bool isFlattened = shape.size() > 1 && shape.front() == rows;
    return (isVector || isFlattened) && elementsOf(shape) == rows * columns ? std::optional(Layout::AsIs)
                                                                            : std::nullopt;
}

bool isWhole(ElementType type) {
    return type == ElementType::Int32 || type == ElementType::Int64;
}

/// "a, b, c and 7 more".
std::string listOf(const std::vector<std::string>& texts) {
    const std::size_t shown = std::min(texts.size(), kMostListed);
    const std::string list = fmt::format("{}", fmt::join(std::span(texts).first(shown), ", "));
    return shown < texts.size() ? list + fmt::format(" and {} more", texts.size() - shown) : list;
}

std::string namesIn(const FoundWeights& found) {
    std::vector<std::string> names;
    for (const auto& [name, array] : found) {
        names.push_back(name);
    }
    return listOf(names);
}

/// Everything about the file that does not fit the net; empty when it fits. Takes what the net reads out of `found`.
std::string misfits(const OpSet& ops, const std::vector<std::string>& names, const std::vector<NamedArray>& arrays,
                    bool isOwn, FoundWeights& found) {
    std::vector<std::string> missing;
    std::vector<std::string> wrong;
    for (std::size_t index = 0; index < names.size(); ++index) {
        const ParamSpec& param = ops.params[ParamId(index)];
        const auto at = found.find(names[index]);
        if (at == found.end()) {
            missing.push_back(names[index]);
            continue;
        }
        const ArrayInfo& array = arrays[at->second].info;
        if (!layoutOf(array, param, isOwn)) {
            const bool isTurned = isOwn && param.isTurned;
            wrong.push_back(fmt::format(
                "{} is {}, expected {}", names[index], shapeText(array.shape),
                fmt::format("[{}, {}]", isTurned ? param.columns : param.rows, isTurned ? param.rows : param.columns)));
        } else if (isWhole(array.type)) {
            wrong.push_back(
                fmt::format("{} is {}, expected float32 or float64", names[index], elementName(array.type)));
        }
        found.erase(at);
    }
    std::vector<std::string> reasons;
    if (!missing.empty()) {
        reasons.push_back(fmt::format("missing {}", listOf(missing)));
        if (!found.empty()) { // likely the same ones under other names
            reasons.push_back(fmt::format("superfluous {}", namesIn(found)));
        }
    }
    if (!wrong.empty()) {
        reasons.push_back(listOf(wrong));
    }
    return fmt::format("{}", fmt::join(reasons, "; "));
}

/// `place`: of each number of the array, where it goes.
template <typename From, typename To, typename Place>
void convert(std::string_view bytes, std::span<To> to, Place place) {
    for (std::size_t index = 0; index < to.size(); ++index) {
        From number;
        std::memcpy(&number, bytes.data() + index * sizeof(From), sizeof(From));
        to[place(index)] = static_cast<To>(number);
    }
}

template <typename To>
void replace(const NamedArray& array, Layout layout, ParamId id, Parameters& parameters) {
    const std::span<To> to = parameters.writable<To>(id);
    BATCHSCOPE_CHECK(array.bytes.size() == to.size() * elementBytes(array.info.type));
    const auto rows = static_cast<std::size_t>(parameters.shapes()[id].rows);
    const auto columns = static_cast<std::size_t>(parameters.shapes()[id].columns);
    const auto place = [=](std::size_t index) {
        return layout == Layout::AsIs ? index : index % rows * columns + index / rows;
    };
    if (array.info.type == ElementType::Float32) {
        convert<float>(array.bytes, to, place);
    } else {
        convert<double>(array.bytes, to, place);
    }
}

} // namespace

std::vector<std::string> weightNames(const OpSet& ops) {
    std::map<std::string, std::size_t> counts;
    std::vector<std::string> names;
    for (const ParamSpec& param : ops.params) {
        const std::size_t count = ++counts[param.name];
        names.push_back(count == 1 ? param.name : fmt::format("{}#{}", param.name, count));
    }
    return names;
}

Result<std::string> loadWeights(const std::string& path, const OpSet& ops, Parameters& parameters,
                                const RunControl& control) {
    if (ops.params.empty()) { // whatever the file holds, it is for another net
        return Error{ErrorCode::Config, fmt::format("{} has no parameters, so it takes no weights", ops.name), path};
    }
    const Result<std::vector<NamedArray>> file = readArrays(path);
    TRY(file);
    const std::vector<NamedArray>& arrays = *file;
    const std::vector<std::string> names = weightNames(ops);
    const FoundWeights found = weightsIn(arrays);
    const bool isOwn = found.empty() || arrays[found.begin()->second].info.name == found.begin()->first; // no prefix
    FoundWeights unused = found;
    if (const std::string reasons = misfits(ops, names, arrays, isOwn, unused); !reasons.empty()) {
        return Error{
            ErrorCode::Config,
            fmt::format("these weights do not fit {}: {}; export-values writes a file whose names and shapes fit",
                        ops.name, reasons),
            path};
    }
    for (std::size_t index = 0; index < names.size(); ++index) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const NamedArray& array = arrays[found.find(names[index])->second];
        const Layout layout = *layoutOf(array.info, ops.params[ParamId(index)], isOwn);
        if (ops.dtype == DType::Float32) {
            replace<float>(array, layout, ParamId(index), parameters);
        } else {
            replace<double>(array, layout, ParamId(index), parameters);
        }
    }
    return unused.empty()
               ? std::string()
               : fmt::format("{}: not used, since {} does not read them: {}", path, ops.name, namesIn(unused));
}

Result<MadeWeights> makeWeights(const OpSet& ops, const WeightSource& source, const RunControl& control) {
    Result<Parameters> parameters = Parameters::create(ops, source.seed, control);
    TRY(parameters);
    MadeWeights made{std::move(*parameters), {}};
    if (!source.file.empty()) {
        Result<std::string> notice = loadWeights(source.file, ops, made.parameters, control);
        TRY(notice);
        made.notice = std::move(*notice);
    }
    return made;
}

} // namespace batchscope
