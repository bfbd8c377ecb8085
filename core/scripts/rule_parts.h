// SPDX-License-Identifier: GPL-3.0-or-later
//
// The building blocks of the translator's rules.
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

/// Rules that evaluate Python operations on known values: lists, numbers, conditions.
[[nodiscard]] std::span<const RuleRow> pythonRules();

/// Rules for functions of rows, and for sums over whole rows.
[[nodiscard]] std::span<const RuleRow> wholeRowRules();

/// Rules that stack rows into a tensor of three dimensions, and rules for transposed weights.
[[nodiscard]] std::span<const RuleRow> stackRules();

/// Rules that change the shape but not the numbers.
[[nodiscard]] std::span<const RuleRow> shapeRules();

/// Rules for recurrent cells.
[[nodiscard]] std::span<const RuleRow> cellRules();

/// True if the argument exists and is rows.
[[nodiscard]] bool isRowAt(Args arguments, std::size_t index);
/// True if there is at least one value and all of them are rows.
[[nodiscard]] bool areAllRows(const std::vector<Known>& values);

/// A row times a weight, [out, in] or its transpose, plus a bias, which may be None.
[[nodiscard]] Made product(RuleContext& in, const Known& row, const Known& weight, bool isTransposed,
                           const Known& bias);
/// Applies `of` to rows, or to each row of a stack. Nullopt if `of` fails, or for any other value.
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
/// Like eachRow, but also for a column of one number per row; only for elementwise functions.
template <typename Of>
[[nodiscard]] Made eachNumber(const Known& value, const Of& of) {
    if (!value.is(Known::Kind::Column)) {
        return eachRow(value, of);
    }
    const Made made = of(Known::rows(value.row));
    return made ? Made(Known::column(made->row)) : std::nullopt;
}
/// The product of a stack [batch, items, width] and a vector of the module: [batch, items].
[[nodiscard]] Made dotWithEach(RuleContext& in, const Known& stack, const Known& vector);

/// The batched product of two stacks, [batch, n, k] times [batch, k, m].
[[nodiscard]] Made batchedProduct(RuleContext& in, const Known& left, const Known& right);

/// Combines two values elementwise. One must be rows or a stack of rows; the other may also be a number or a vector of
/// the module. A single column is broadcast to all columns and a stack of one row to all rows, as in PyTorch. A column
/// of one number per row [batch] only combines with another one or with a number.
[[nodiscard]] Made combined(RuleContext& in, Primitive primitive, const Known& left, const Known& right);
[[nodiscard]] Made times(RuleContext& in, const Known& row, double factor);
/// Concatenates the columns of the rows; needs at least one row.
[[nodiscard]] Known besideEachOther(RuleContext& in, const std::vector<Known>& rows);
/// The columns [begin, begin + width) of a row.
[[nodiscard]] Known columns(RuleContext& in, const Known& row, std::int64_t begin, std::int64_t width);

/// The last of the three dimensions of a stack.
inline constexpr std::int64_t kLastOfThree = 2;
/// The index of a dimension, counted from the front even if it is negative.
[[nodiscard]] std::int64_t dimensionOf(const Known& value, const Known& dimension);
/// The dimension after the value, given as a number or as a list of one number; null for anything else.
[[nodiscard]] const Known* onlyDimension(Args arguments);
/// True if the dimension is that of the columns, in rows or a stack.
[[nodiscard]] bool isOverColumns(const Known& value, const Known& dimension);
/// True if the dimension is the one along which the rows are stacked.
[[nodiscard]] bool isOverItems(const Known& value, const Known& dimension);
/// Converts a stack [batch, items, 1] into a row [batch, items]; nullopt for any other value.
[[nodiscard]] Made asColumns(RuleContext& in, const Known& stack);

} // namespace batchscope
