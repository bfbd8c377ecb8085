// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which values of a body get rows of their own, and in which order: a body is not one fused pass, since a product, or a
// sum over items, needs whole rows first.
#pragma once

#include "core/graph/op_set.h"
#include "core/plan/pass.h"

#include <cstdint>
#include <vector>

namespace batchscope {

/// One operand of a linear map that is pushed: columns [inputColumn, + width of `input`) of the map's input.
struct LinearPart {
    BodyId input;
    std::int32_t inputColumn = 0;
};

struct BodyStages {
    IdVector<BodyId, std::uint8_t> ownRows; ///< the value is written to rows of its own
    /// Level of the kernel that computes the value; for values with rows of their own, readers are on a later one.
    IdVector<BodyId, std::int32_t> levels;

    /// The lowest level at which the value may be read.
    [[nodiscard]] std::int32_t readableAt(BodyId value) const { return levels[value] + (ownRows[value] != 0 ? 1 : 0); }
};

/// Arguments and look-ups: rows that exist before the op runs.
[[nodiscard]] bool isGiven(Primitive primitive);

/// The operands of a linear map: its input, or, where that is a concatenation of given rows and
/// CompileRules::pushMaps is set, those.
[[nodiscard]] std::vector<LinearPart> linearParts(const OpBody& body, BodyId linear, const BodyStages& stages);

[[nodiscard]] BodyStages stagesOf(const OpBody& body, const CompileRules& rules);

} // namespace batchscope
