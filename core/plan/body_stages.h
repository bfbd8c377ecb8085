// SPDX-License-Identifier: GPL-3.0-or-later
//
// Splits a body into stages: which values are written to separate rows, and on which level each value is computed. A
// body is not one fused pass, because products, sums over items and row functions need finished rows.
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
    /// Level of the kernel that computes the value. If it has separate rows, only kernels of later levels read them.
    IdVector<BodyId, std::int32_t> levels;

    /// The lowest level whose kernels may read the value.
    [[nodiscard]] std::int32_t readableAt(BodyId value) const { return levels[value] + (ownRows[value] != 0 ? 1 : 0); }
};

/// True for arguments and look-ups, whose rows exist before the op runs.
[[nodiscard]] bool isGiven(Primitive primitive);

/// The operands of a linear map: its input if that has separate rows; otherwise the given rows that the input
/// concatenates, which CompileRules::pushMaps allows.
[[nodiscard]] std::vector<LinearPart> linearParts(const OpBody& body, BodyId linear, const BodyStages& stages);

[[nodiscard]] BodyStages stagesOf(const OpBody& body, const CompileRules& rules);

} // namespace batchscope
