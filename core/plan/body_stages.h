// SPDX-License-Identifier: GPL-3.0-or-later
//
// Determines which values of a body get separate rows, and in which order. A body is not one fused pass, because a
// product or a sum over items needs whole rows first.
#pragma once

#include "core/graph/op_set.h"
#include "core/plan/pass.h"

#include <cstdint>
#include <vector>

namespace batchscope {

/// One operand of a linear map: columns [inputColumn, inputColumn + width of `input`) of the map's input.
struct LinearPart {
    BodyId input;
    std::int32_t inputColumn = 0;
};

struct BodyStages {
    IdVector<BodyId, std::uint8_t> ownRows; ///< 1 if the value is written to separate rows
    /// Level of the kernel that computes the value. If the value has separate rows, they are read on later levels only.
    IdVector<BodyId, std::int32_t> levels;

    /// The lowest level at which the value may be read.
    [[nodiscard]] std::int32_t readableAt(BodyId value) const { return levels[value] + (ownRows[value] != 0 ? 1 : 0); }
};

/// True for arguments and look-ups, whose rows exist before the op runs.
[[nodiscard]] bool isGiven(Primitive primitive);

/// The operands of a linear map: its input, or the parts of its input if that is a concatenation of given rows and
/// CompileRules::pushMaps is set.
[[nodiscard]] std::vector<LinearPart> linearParts(const OpBody& body, BodyId linear, const BodyStages& stages);

[[nodiscard]] BodyStages stagesOf(const OpBody& body, const CompileRules& rules);

} // namespace batchscope
