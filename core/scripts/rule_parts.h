// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the rules of the translator are written with.
#pragma once

#include "core/scripts/translator_rules.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace batchscope {

using Args = std::span<const Known>;
using Made = std::optional<Known>;

struct RuleRow {
    std::string_view operation;
    Rule rule;
};

/// Rules that do what Python does, with what is known: lists, numbers, conditions.
[[nodiscard]] std::span<const RuleRow> pythonRules();

/// Whether there is such an argument, and it is rows.
[[nodiscard]] bool isRowAt(Args arguments, std::size_t index);
/// At least one, and all of them rows.
[[nodiscard]] bool areAllRows(const std::vector<Known>& values);

/// A row times a weight, [out, in] or its transpose; then plus a bias, which may be None.
[[nodiscard]] Made product(RuleContext& in, const Known& row, const Known& weight, bool isTransposed,
                           const Known& bias);
/// Elementwise; one of the two is rows, the other one may be a number or a vector of the module.
[[nodiscard]] Made combined(RuleContext& in, Primitive primitive, const Known& left, const Known& right);
[[nodiscard]] Made times(RuleContext& in, const Known& row, double factor);
/// Columns [begin, begin + width).
[[nodiscard]] Known columns(RuleContext& in, const Known& row, std::int64_t begin, std::int64_t width);

} // namespace batchscope
