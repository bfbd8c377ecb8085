// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads `params` and `ops` of a program into an OpSet. The format is in program.h.
#pragma once

#include "core/base/json_document.h"
#include "core/graph/op_set.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace batchscope {

struct ProgramOps {
    OpSet set;
    std::unordered_map<std::string_view, OpId> names; ///< views into the JSON
    /// By slot of each op: the exclusive upper bound of an integer argument.
    IdVector<OpId, std::vector<std::uint32_t>> integerEnds;
};

/// Limits of a program: parameters, ops, rows of a parameter, numbers in all parameters, arguments of an op, calls.
constexpr std::size_t kMostParams = 10'000;
constexpr std::size_t kMostOps = 10'000;
constexpr std::int64_t kMostRows = 10'000'000;
constexpr std::int64_t kMostNumbers = std::int64_t{1} << 28;
constexpr std::size_t kMostArguments = 1'000;
constexpr std::size_t kMostCalls = 10'000'000; ///< also of requested values

/// Use the result only if no fault was found.
[[nodiscard]] ProgramOps readOps(const JsonValue& program, DType dtype);

/// The message for a name that is already in use.
[[nodiscard]] std::string secondNamed(std::string_view kind, std::string_view name);

} // namespace batchscope
