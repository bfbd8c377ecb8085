// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/weights.h"

#include "core/arrays/array_file.h"
#include "core/words/array_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <span>
#include <utility>

namespace batchscope {

namespace {

constexpr std::size_t kMostListed = 10; // names and shapes in one message

/// The arrays of a file that are weights, by the parameter's name.
using FoundWeights = std::map<std::string, std::size_t, std::less<>>;

FoundWeights weightsIn(const std::vector<ArrayInfo>& arrays) {
    const std::string_view prefix = kParameterPrefix;
    const bool hasPrefix = std::any_of(arrays.begin(), arrays.end(),
                                       [prefix](const ArrayInfo& array) { return array.name.starts_with(prefix); });
    FoundWeights found;
    for (std::size_t index = 0; index < arrays.size(); ++index) {
        const std::string& name = arrays[index].name;
        if (!hasPrefix) {
            found.emplace(name, index);
        } else if (name.starts_with(prefix)) {
            found.emplace(name.substr(prefix.size()), index);
        }
    }
    return found;
}

bool hasShape(const ArrayInfo& array, const ParamSpec& param) {
    const auto rows = static_cast<std::uint64_t>(param.rows);
    const auto columns = static_cast<std::uint64_t>(param.columns);
    return array.shape == std::vector<std::uint64_t>{rows, columns} ||
           (rows == 1 && array.shape == std::vector<std::uint64_t>{columns});
}

bool isWhole(ElementType type) {
    return type == ElementType::Int32 || type == ElementType::Int64;
}

/// "a, b, c and 7 more".
std::string listOf(const std::vector<std::string>& texts) {
    const std::size_t shown = std::min(texts.size(), kMostListed);
    const std::string list = fmt::format("{}", fmt::join(std::span(texts).first(shown), ", "));
    return shown < texts.size() ? list + words::andMore(texts.size() - shown) : list;
}

/// Everything about the file that does not fit the net; empty when it fits.
std::string misfits(const OpSet& ops, const std::vector<std::string>& names, const std::vector<ArrayInfo>& arrays,
                    FoundWeights found) {
    std::vector<std::string> missing;
    std::vector<std::string> wrong;
    for (std::size_t index = 0; index < names.size(); ++index) {
        const ParamSpec& param = ops.params[ParamId(index)];
        const auto at = found.find(names[index]);
        if (at == found.end()) {
            missing.push_back(names[index]);
            continue;
        }
        const ArrayInfo& array = arrays[at->second];
        if (!hasShape(array, param)) {
            wrong.push_back(words::wrongShape(names[index], shapeText(array.shape),
                                              fmt::format("[{}, {}]", param.rows, param.columns)));
        } else if (isWhole(array.type)) {
            wrong.push_back(words::wholeNumberWeights(names[index], elementName(array.type)));
        }
        found.erase(at);
    }
    std::vector<std::string> superfluous;
    for (const auto& [name, array] : found) {
        superfluous.push_back(name);
    }
    std::vector<std::string> reasons;
    if (!missing.empty()) {
        reasons.push_back(words::missingWeights(listOf(missing)));
    }
    if (!superfluous.empty()) {
        reasons.push_back(words::superfluousWeights(listOf(superfluous)));
    }
    if (!wrong.empty()) {
        reasons.push_back(listOf(wrong));
    }
    return fmt::format("{}", fmt::join(reasons, "; "));
}

template <typename From, typename To>
void convert(std::string_view bytes, std::span<To> to) {
    for (std::size_t index = 0; index < to.size(); ++index) {
        From number;
        std::memcpy(&number, bytes.data() + index * sizeof(From), sizeof(From));
        to[index] = static_cast<To>(number);
    }
}

template <typename To>
void replace(const NamedArray& array, ParamId id, Parameters& parameters) {
    const std::span<To> to = parameters.writable<To>(id);
    BATCHSCOPE_CHECK(array.bytes.size() == to.size() * elementBytes(array.info.type));
    if (array.info.type == ElementType::Float32) {
        convert<float>(array.bytes, to);
    } else {
        convert<double>(array.bytes, to);
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

Status loadWeights(const std::string& path, const OpSet& ops, Parameters& parameters, const RunControl& control) {
    if (ops.params.empty()) { // all arrays of any file would be superfluous, and none would fit
        return Error{ErrorCode::Config, words::takesNoWeights(ops.name), path};
    }
    const Result<std::unique_ptr<ArrayReader>> file = ArrayReader::open(path);
    if (!file) {
        return file.error();
    }
    const std::vector<ArrayInfo>& arrays = (*file)->arrays();
    const std::vector<std::string> names = weightNames(ops);
    const FoundWeights found = weightsIn(arrays);
    if (const std::string reasons = misfits(ops, names, arrays, found); !reasons.empty()) {
        return Error{ErrorCode::Config, words::weightsDoNotFit(ops.name, reasons), path};
    }
    for (std::size_t index = 0; index < names.size(); ++index) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const Result<NamedArray> array = (*file)->read(found.find(names[index])->second);
        if (!array) {
            return array.error();
        }
        if (ops.dtype == DType::Float32) {
            replace<float>(*array, ParamId(index), parameters);
        } else {
            replace<double>(*array, ParamId(index), parameters);
        }
    }
    return Ok{};
}

Result<Parameters> makeWeights(const OpSet& ops, const WeightSource& source, const RunControl& control) {
    Result<Parameters> parameters = Parameters::create(ops, source.seed, control);
    if (!parameters || source.file.empty()) {
        return parameters;
    }
    const Status loaded = loadWeights(source.file, ops, *parameters, control);
    return loaded ? std::move(parameters) : Result<Parameters>(loaded.error());
}

} // namespace batchscope
