// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/injection.h"

#include "core/base/choice.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>
#include <vector>

namespace batchscope {

namespace {

template <typename T>
std::optional<T> parsed(std::string_view text) {
    T number{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    return code == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

Error malformed(std::string_view text) {
    return {ErrorCode::Config,
            fmt::format("expected [folded:|regular:]NAME:ROW:COLUMN=NUMBER, for example Wl:0:3=nan; got '{}'", text)};
}

} // namespace

Result<Injection> parseInjection(const OpSet& ops, std::string_view text) {
    static constexpr std::array<std::string_view, 2> kArms = {"folded", "regular"};
    const std::size_t equals = text.rfind('=');
    std::vector<std::string> place = split(text.substr(0, equals), ':');
    Injection injection;
    if (place.size() == 4) {
        const Result<std::size_t> arm = indexOfName(place.front(), kArms, "arm");
        TRY(arm);
        injection.arm = *arm == 0 ? InjectionArm::Folded : InjectionArm::Regular;
        place.erase(place.begin());
    }
    if (equals == std::string_view::npos || place.size() != 3) {
        return malformed(text);
    }
    const auto number = parsed<double>(text.substr(equals + 1));
    const auto row = parsed<std::size_t>(place[1]);
    const auto column = parsed<std::size_t>(place[2]);
    if (!number || !row || !column) {
        return malformed(text);
    }
    if (ops.params.empty()) {
        return Error{ErrorCode::Config, fmt::format("{} has no parameters", ops.name)};
    }
    std::vector<std::string_view> names;
    for (const ParamSpec& param : ops.params) {
        names.emplace_back(param.name);
    }
    const Result<std::size_t> index = indexOfName(place[0], names, "parameter");
    TRY(index);
    const ParamSpec& param = ops.params[ParamId(*index)];
    const auto columns = static_cast<std::size_t>(param.columns);
    if (*row >= static_cast<std::size_t>(param.rows) || *column >= columns) {
        return Error{ErrorCode::Config,
                     fmt::format("parameter {} has {} rows and {} columns, both counted from 0; got {}:{}", param.name,
                                 param.rows, param.columns, *row, *column)};
    }
    injection.parameter = ParamId(*index);
    injection.index = *row * columns + *column;
    injection.number = *number;
    return injection;
}

void inject(const Injection& injection, Parameters& parameters) {
    parameters.set(injection.parameter, injection.index, injection.number);
}

} // namespace batchscope
