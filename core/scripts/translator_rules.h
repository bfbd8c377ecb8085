// SPDX-License-Identifier: GPL-3.0-or-later
//
// The operations of TorchScript that have a translation: a rule each.
#pragma once

#include "core/graph/op_set.h"
#include "core/scripts/known_value.h"
#include "core/scripts/weight_forms.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace batchscope {

/// What the rules write to.
struct RuleContext {
    BodyBuilder& body;
    const OpSet& set;
    WeightForms& forms;
    const LiftedTensors& tensors;
    std::vector<std::int32_t> widths = {}; ///< of the body's values, by BodyId
    const char* why = nullptr;             ///< set by a rule that refuses for a reason of its own

    [[nodiscard]] std::int32_t width(const Known& rows) const { return widths[rows.row.index()]; }
    /// A value of the body, made by a rule.
    [[nodiscard]] Known made(BodyId id, std::int32_t width);
};

/// Nothing: the operation is known, but not on these values.
using Rule = std::optional<Known> (*)(RuleContext& context, std::span<const Known> arguments);

/// Null for an operation that is not known.
[[nodiscard]] Rule ruleFor(std::string_view operation);

} // namespace batchscope
