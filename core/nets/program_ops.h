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
    /// By slot of each op: an integer given there must be below this.
    IdVector<OpId, std::vector<std::uint32_t>> integerEnds;
};

/// Bounds: parameters and ops of a program, numbers in all its parameters, arguments of an op.
constexpr std::size_t kMostParams = 10'000;
constexpr std::size_t kMostOps = 10'000;
constexpr std::int64_t kMostRows = 10'000'000;
constexpr std::int64_t kMostNumbers = std::int64_t{1} << 28;
constexpr std::size_t kMostArguments = 1'000;
constexpr std::size_t kMostCalls = 10'000'000; ///< and requested values

/// Only to be used when no fault was found.
[[nodiscard]] ProgramOps readOps(const JsonValue& program, DType dtype);

/// What is wrong with a name that something before has.
[[nodiscard]] std::string secondNamed(std::string_view kind, std::string_view name);

} // namespace batchscope
