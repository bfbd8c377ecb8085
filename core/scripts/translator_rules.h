// SPDX-License-Identifier: GPL-3.0-or-later
//
// The operations of TorchScript that can be translated, with one rule each.
#pragma once

#include "core/base/id.h"
#include "core/graph/op_set.h"
#include "core/scripts/weight_forms.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace batchscope {

// The translator's knowledge of a value.

struct Known {
    enum class Kind : std::uint8_t {
        None, ///< Python's None, and values that the translation ignores (devices, types)
        Int,
        Number,
        Flag,
        Batch,  ///< the number of rows in the batch
        Words,  ///< the integers in a slot
        Rows,   ///< a value of the body, [batch, width]
        Weight, ///< a tensor of the module
        List,   ///< a list or tuple; shared, like Python's lists
        Stack,  ///< rows of equal width, stacked at dimension `whole`: 0 or 1; `row`, if valid: the row whose columns
                ///< they are
        Column, ///< one number for each row of the batch, [batch]; `row` is the column
    };
    Kind kind = Kind::None;
    std::int64_t whole = 0; ///< value of Int and Flag; slot of Words
    double number = 0.0;
    BodyId row = {};
    std::size_t weight = 0; ///< index in LiftedTensors
    bool turned = false;    ///< true for the transpose of the weight
    std::shared_ptr<std::vector<Known>> items = nullptr;

    [[nodiscard]] bool is(Kind other) const { return kind == other; }
    [[nodiscard]] static Known none() { return {}; }
    [[nodiscard]] static Known integer(std::int64_t value) {
        return {.kind = Kind::Int, .whole = value, .number = static_cast<double>(value)};
    }
    [[nodiscard]] static Known flag(bool value) {
        return {.kind = Kind::Flag, .whole = value ? 1 : 0, .number = value ? 1.0 : 0.0};
    }
    [[nodiscard]] static Known real(double value) { return {.kind = Kind::Number, .number = value}; }
    [[nodiscard]] static Known rows(BodyId id) { return {.kind = Kind::Rows, .row = id}; }
    [[nodiscard]] static Known column(BodyId id) { return {.kind = Kind::Column, .row = id}; }
    [[nodiscard]] static Known list(std::vector<Known> values) {
        return {.kind = Kind::List, .items = std::make_shared<std::vector<Known>>(std::move(values))};
    }
    [[nodiscard]] static Known stack(std::vector<Known> rows, std::int64_t dimension) {
        return {
            .kind = Kind::Stack, .whole = dimension, .items = std::make_shared<std::vector<Known>>(std::move(rows))};
    }
    /// True for a number of any type.
    [[nodiscard]] bool isScalar() const { return is(Kind::Int) || is(Kind::Number) || is(Kind::Flag); }
    /// True for the dimension of columns in a two-dimensional tensor, -1 or 1.
    [[nodiscard]] bool isColumns() const { return is(Kind::Int) && (whole == 1 || whole == -1); }
};

/// The context in which a rule makes its values.
struct RuleContext {
    BodyBuilder& body;
    const OpSet& set;
    WeightForms& forms;
    const LiftedTensors& tensors;
    std::vector<std::int32_t> widths = {}; ///< widths of the body's values, by BodyId
    const char* why = nullptr;             ///< a specific reason, set by a rule that refuses

    [[nodiscard]] std::int32_t width(const Known& rows) const { return widths[rows.row.index()]; }
    /// Registers a value that a rule added to the body.
    [[nodiscard]] Known made(BodyId id, std::int32_t width);
};

/// Nullopt: the operation is supported, but not for these values.
using Rule = std::optional<Known> (*)(RuleContext& context, std::span<const Known> arguments);

/// The rule of an operation; null if the operation is not supported.
[[nodiscard]] Rule ruleFor(std::string_view operation);

} // namespace batchscope
