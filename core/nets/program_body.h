// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads what an op of a program computes: a list of named values, each one primitive (core/graph/op_body.h). A body is
// checked here, before it is built, because BodyBuilder treats a wrong width as a fault of Batchscope itself.
//
//     {"name": "h", "do": "linear", "of": ["x"], "weight": "W", "bias": "b"}
//
// `of` names arguments of the op or earlier values. The other keys depend on `do`: lookup `table`; linear `weight` and,
// optionally, `bias`; fill `width` and `number`; slice `begin` and `width`; widen `width`; scale, shift, power and
// leaky_relu `number`; transpose `number`, the columns of the matrix; layer_norm optionally `number`, what is added to
// the variance. `do`: the names of primitiveName() except argument. Of two rows that are combined column by column one
// may have width 1: it is widened.
#pragma once

#include "core/graph/op_set.h"
#include "core/nets/program_json.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace batchscope {

/// Bounds of a program: how wide a value may be, and how many values a body may have.
constexpr std::int64_t kWidestValue = 16'384;
constexpr std::size_t kMostBodyValues = 10'000;

using ParamNames = std::unordered_map<std::string_view, ParamId>;

/// What a body may use.
struct BodyScope {
    const IdVector<ParamId, ParamSpec>& params;
    const ParamNames& paramNames;
    std::vector<std::string_view> argumentNames; ///< by slot
    std::vector<ArgumentType> arguments;         ///< by slot
};

struct ReadBody {
    OpBody body;
    /// By slot: an integer given there must be below this, the rows of the smallest table it is looked up in.
    std::vector<std::uint32_t> integerEnds;
    std::string whyOpaque = {}; ///< of an op that is known by what it takes and returns alone
};

/// Reads `body` and `outputs` of an op. Only to be used when no fault was found.
[[nodiscard]] ReadBody readBody(const JsonPlace& op, const BodyScope& scope, ProgramFault& fault);
/// The same of `opaque`: `{"widths": [4, 4], "why": "…"}`, the columns of each output and why nothing more is known.
[[nodiscard]] ReadBody readOpaque(const JsonPlace& op, const BodyScope& scope, ProgramFault& fault);

} // namespace batchscope
