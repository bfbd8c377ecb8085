// SPDX-License-Identifier: GPL-3.0-or-later
//
// The operations of TorchScript that have a translation: a rule each.
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

// What is known of a value while a method is translated.

struct Known {
    enum class Kind : std::uint8_t {
        None, ///< Python's None, and what no translation looks at (devices, types)
        Int,
        Number,
        Flag,
        Batch,  ///< the number of rows in the batch
        Words,  ///< the integers of a slot
        Rows,   ///< a value of the body, [batch, width]
        Weight, ///< a tensor of the module
        List,   ///< a list or tuple; shared, as Python's are
        Stack,  ///< rows of one width, stacked into a tensor at dimension `whole`: 0, 1; `row` if it is that row's
                ///< columns
        Column, ///< one number for each row of the batch, [batch]: `row` is that column
    };
    Kind kind = Kind::None;
    std::int64_t whole = 0; ///< of Int and Flag; the slot of Words
    double number = 0.0;
    BodyId row = {};
    std::size_t weight = 0; ///< place in LiftedTensors
    bool turned = false;    ///< the weight's transpose
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
    /// A number of any type.
    [[nodiscard]] bool isScalar() const { return is(Kind::Int) || is(Kind::Number) || is(Kind::Flag); }
    /// A dimension of a tensor with two: -1 and 1 are columns.
    [[nodiscard]] bool isColumns() const { return is(Kind::Int) && (whole == 1 || whole == -1); }
};

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
