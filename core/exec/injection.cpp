// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/injection.h"

#include "core/base/choice.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace batchscope {

namespace {

template <typename T>
std::optional<T> parsed(std::string_view text) {
    T number{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    return code == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

Error malformed(std::string_view assignment) {
    return {ErrorCode::Config,
            fmt::format("expected NAME:ROW:COLUMN=NUMBER, for example Wl:0:3=nan, got '{}'", assignment)};
}

} // namespace

Status injectNumber(const OpSet& ops, std::string_view assignment, Parameters& parameters) {
    const std::size_t equals = assignment.rfind('=');
    const std::vector<std::string> place = split(assignment.substr(0, equals), ':');
    if (equals == std::string_view::npos || place.size() != 3) {
        return malformed(assignment);
    }
    const auto number = parsed<double>(assignment.substr(equals + 1));
    const auto row = parsed<std::size_t>(place[1]);
    const auto column = parsed<std::size_t>(place[2]);
    if (!number || !row || !column) {
        return malformed(assignment);
    }
    std::vector<std::string_view> names;
    for (const ParamSpec& param : ops.params) {
        names.emplace_back(param.name);
    }
    const Result<std::size_t> index = indexOfName(place[0], names, "parameter");
    if (!index) {
        return index.error();
    }
    const ParamSpec& param = ops.params[ParamId(*index)];
    const auto columns = static_cast<std::size_t>(param.columns);
    if (*row >= static_cast<std::size_t>(param.rows) || *column >= columns) {
        return Error{ErrorCode::Config,
                     fmt::format("parameter {} has {} rows and {} columns, counted from 0; got {}:{}", param.name,
                                 param.rows, param.columns, *row, *column)};
    }
    parameters.set(ParamId(*index), *row * columns + *column, *number);
    return Ok{};
}

} // namespace batchscope
