// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the rules of the translator are written with.
#pragma once

#include "core/scripts/translator_rules.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
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

/// Rules of functions, and of sums of whole rows.
[[nodiscard]] std::span<const RuleRow> wholeRowRules();

/// Rules of rows that are put together into a tensor of three dimensions, and of transposed weights.
[[nodiscard]] std::span<const RuleRow> stackRules();

/// Rules of other shapes of the same numbers.
[[nodiscard]] std::span<const RuleRow> shapeRules();

/// Rules of recurrent cells.
[[nodiscard]] std::span<const RuleRow> cellRules();

/// Whether there is such an argument, and it is rows.
[[nodiscard]] bool isRowAt(Args arguments, std::size_t index);
/// At least one, and all of them rows.
[[nodiscard]] bool areAllRows(const std::vector<Known>& values);

/// A row times a weight, [out, in] or its transpose; then plus a bias, which may be None.
[[nodiscard]] Made product(RuleContext& in, const Known& row, const Known& weight, bool isTransposed,
                           const Known& bias);
/// The same of the value's row or, of a stack, of each of its rows; nothing where that is nothing, or it is neither.
template <typename Of>
[[nodiscard]] Made eachRow(const Known& value, const Of& of) {
    if (value.is(Known::Kind::Rows)) {
        return of(value);
    }
    if (!value.is(Known::Kind::Stack)) {
        return std::nullopt;
    }
    std::vector<Known> items;
    for (const Known& item : *value.items) {
        Made made = of(item);
        if (!made) {
            return std::nullopt;
        }
        items.push_back(std::move(*made));
    }
    return Known::stack(std::move(items), value.whole);
}
/// The same, also of one number for each row; only for functions of single numbers.
template <typename Of>
[[nodiscard]] Made eachNumber(const Known& value, const Of& of) {
    if (!value.is(Known::Kind::Column)) {
        return eachRow(value, of);
    }
    const Made made = of(Known::rows(value.row));
    return made ? Made(Known::column(made->row)) : std::nullopt;
}
/// A stack [batch, items, width] times a vector of the module: [batch, items].
[[nodiscard]] Made dotWithEach(RuleContext& in, const Known& stack, const Known& vector);

/// Products of stacks, [batch, n, k] times [batch, k, m].
[[nodiscard]] Made batchedProduct(RuleContext& in, const Known& left, const Known& right);

/// Elementwise; one of the two is rows or a stack of rows, the other one may be a number or a vector of the module,
/// too. A single column serves all columns, a stack of one row all rows, as in PyTorch. One number for each row [batch]
/// goes with its like and with numbers only.
[[nodiscard]] Made combined(RuleContext& in, Primitive primitive, const Known& left, const Known& right);
[[nodiscard]] Made times(RuleContext& in, const Known& row, double factor);
/// Rows side by side; at least one.
[[nodiscard]] Known besideEachOther(RuleContext& in, const std::vector<Known>& rows);
/// Columns [begin, begin + width).
[[nodiscard]] Known columns(RuleContext& in, const Known& row, std::int64_t begin, std::int64_t width);

/// Of a stack's three dimensions the last one.
inline constexpr std::int64_t kLastOfThree = 2;
/// Counted from the front.
[[nodiscard]] std::int64_t dimensionOf(const Known& value, const Known& dimension);
/// Dimensions come as a number or as a list of one, behind the value; null where they are neither.
[[nodiscard]] const Known* onlyDimension(Args arguments);
/// Whether the dimension is that of the columns of rows, or of a stack's rows.
[[nodiscard]] bool isOverColumns(const Known& value, const Known& dimension);
/// Whether it is that of the rows which are stacked.
[[nodiscard]] bool isOverItems(const Known& value, const Known& dimension);
/// Of a stack [batch, items, 1] the row [batch, items].
[[nodiscard]] Made asColumns(RuleContext& in, const Known& stack);

} // namespace batchscope
