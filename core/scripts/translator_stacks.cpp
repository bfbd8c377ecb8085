// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/rule_parts.h"

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

using Stacked = std::vector<Known>;

bool haveOneWidth(RuleContext& in, const Stacked& rows) {
    return std::all_of(rows.begin(), rows.end(),
                       [&](const Known& row) { return in.width(row) == in.width(rows.front()); });
}

// ---- from rows to stacks and back ---------------------------------------------------------------------------------

/// stack(columns, 1): [batch, as many]
Made stackedColumns(RuleContext& in, const Stacked& singles, std::int64_t dimension) {
    Stacked rows;
    for (const Known& single : singles) {
        if (!single.is(Known::Kind::Column)) {
            return std::nullopt;
        }
        rows.push_back(Known::rows(single.row));
    }
    return dimension == 1 || dimension == -1 ? Made(besideEachOther(in, rows)) : std::nullopt;
}

Made stack(RuleContext& in, Args a) {
    if (a[0].is(Known::Kind::List) && a[1].is(Known::Kind::Int) && !a[0].items->empty() &&
        a[0].items->front().is(Known::Kind::Column)) {
        return stackedColumns(in, *a[0].items, a[1].whole);
    }
    if (!a[0].is(Known::Kind::List) || !areAllRows(*a[0].items) || !a[1].is(Known::Kind::Int) ||
        !haveOneWidth(in, *a[0].items)) {
        return std::nullopt;
    }
    const std::int64_t dimension = a[1].whole < 0 ? a[1].whole + 3 : a[1].whole;
    return dimension == 0 || dimension == 1 ? Made(Known::stack(*a[0].items, dimension)) : std::nullopt;
}

/// cat(rows, 1) side by side, or cat(stacks, dimension of their items).
Made joined(RuleContext& in, Args a) {
    if (!a[0].is(Known::Kind::List) || a[0].items->empty() || !a[1].is(Known::Kind::Int)) {
        return std::nullopt;
    }
    if (areAllRows(*a[0].items)) {
        return a[1].isColumns() ? Made(besideEachOther(in, *a[0].items)) : std::nullopt;
    }
    const Known& first = a[0].items->front();
    Stacked rows;
    for (const Known& part : *a[0].items) {
        if (!part.is(Known::Kind::Stack) || part.whole != first.whole || !isOverItems(part, a[1])) {
            return std::nullopt;
        }
        rows.insert(rows.end(), part.items->begin(), part.items->end());
    }
    return haveOneWidth(in, rows) ? Made(Known::stack(std::move(rows), first.whole)) : std::nullopt;
}

/// Rows as a stack of one, or, behind the columns, as a stack of their columns.
Made unsqueeze(RuleContext& in, Args a) {
    if (a.size() == 2 && a[0].is(Known::Kind::Column)) {
        return a[1].isColumns() ? Made(Known::rows(a[0].row)) : std::nullopt;
    }
    if (!isRowAt(a, 0) || a.size() != 2 || !a[1].is(Known::Kind::Int)) {
        return std::nullopt;
    }
    const std::int64_t dimension = a[1].whole < 0 ? a[1].whole + 3 : a[1].whole;
    if (dimension == 0 || dimension == 1) {
        return Known::stack({a[0]}, dimension);
    }
    constexpr std::int32_t kMostColumns = 64; // each is a value of the body
    if (dimension != kLastOfThree || in.width(a[0]) > kMostColumns) {
        return std::nullopt;
    }
    Stacked single;
    for (std::int32_t column = 0; column < in.width(a[0]); ++column) {
        single.push_back(columns(in, a[0], column, 1));
    }
    Known made = Known::stack(std::move(single), 1);
    made.row = a[0].row;
    return made;
}

Made squeeze(RuleContext& in, Args a) {
    if (isRowAt(a, 0) && a.size() == 2 && a[1].isColumns() && in.width(a[0]) == 1) {
        return Known::column(a[0].row);
    }
    if (!a[0].is(Known::Kind::Stack) || a.size() != 2 || !a[1].is(Known::Kind::Int)) {
        return std::nullopt;
    }
    if (isOverItems(a[0], a[1])) {
        return a[0].items->size() == 1 ? Made(a[0].items->front()) : std::nullopt;
    }
    return isOverColumns(a[0], a[1]) ? asColumns(in, a[0]) : std::nullopt;
}

/// select(row, 1, place): one of its columns
Made selectedColumn(RuleContext& in, Args a) {
    const bool fits = a.size() == 3 && a[1].isColumns() && a[2].is(Known::Kind::Int);
    if (!fits) {
        return std::nullopt;
    }
    const std::int64_t place = a[2].whole < 0 ? a[2].whole + in.width(a[0]) : a[2].whole;
    return place >= 0 && place < in.width(a[0]) ? Made(Known::column(columns(in, a[0], place, 1).row)) : std::nullopt;
}

/// select(stack, dimension of its items, place)
Made select(RuleContext& in, Args a) {
    if (isRowAt(a, 0)) {
        return selectedColumn(in, a);
    }
    if (!a[0].is(Known::Kind::Stack) || a.size() != 3 || !a[1].is(Known::Kind::Int) || !a[2].is(Known::Kind::Int) ||
        !isOverItems(a[0], a[1])) {
        return std::nullopt;
    }
    const auto count = static_cast<std::int64_t>(a[0].items->size());
    const std::int64_t place = a[2].whole < 0 ? a[2].whole + count : a[2].whole;
    return place >= 0 && place < count ? Made((*a[0].items)[static_cast<std::size_t>(place)]) : std::nullopt;
}

/// t(weight), or transpose(weight, 0, 1)
Made turned(RuleContext& in, Args a) {
    if (!a[0].is(Known::Kind::Weight) || in.tensors[a[0].weight].tensor.dim() != 2) {
        return std::nullopt;
    }
    if (a.size() == 3 && dimensionOf(a[0], a[1]) == dimensionOf(a[0], a[2])) {
        return std::nullopt;
    }
    Known weight = a[0];
    weight.turned = !weight.turned;
    return weight;
}

// ---- products -----------------------------------------------------------------------------------------------------

/// One row [width] of weights times the rows of a stack: their weighed sum.
Made weighedSum(RuleContext& in, const Known& weights, const Known& stack) {
    const auto count = static_cast<std::int32_t>(stack.items->size());
    if (in.width(weights) != count) {
        return std::nullopt;
    }
    Made total;
    for (std::int32_t index = 0; index < count; ++index) {
        const Made part = combined(in, Primitive::Multiply, columns(in, weights, index, 1),
                                   (*stack.items)[static_cast<std::size_t>(index)]);
        total = !part ? std::nullopt : index == 0 ? part : combined(in, Primitive::Add, *total, *part);
        if (!total) {
            return std::nullopt;
        }
    }
    return total;
}

Made batched(RuleContext& in, Args a) {
    return batchedProduct(in, a[0], a[1]);
}

constexpr std::array kStackRules = {
    RuleRow{"aten::stack", stack},     RuleRow{"aten::cat", joined},
    RuleRow{"aten::concat", joined},   RuleRow{"aten::unsqueeze", unsqueeze},
    RuleRow{"aten::squeeze", squeeze}, RuleRow{"aten::select", select},
    RuleRow{"aten::t", turned},        RuleRow{"aten::numpy_T", turned},
    RuleRow{"aten::mT", turned},       RuleRow{"aten::transpose", turned},
    RuleRow{"aten::bmm", batched},
};

} // namespace

Made batchedProduct(RuleContext& in, const Known& left, const Known& right) {
    if (!left.is(Known::Kind::Stack) || left.whole != 1 || !right.is(Known::Kind::Stack) || right.whole != 1) {
        return std::nullopt;
    }
    return eachRow(left, [&](const Known& row) -> Made {
        if (right.row.valid() && in.widths[right.row.index()] == in.width(row)) { // with a row, turned into a column
            return in.made(in.body.dot(row.row, right.row), 1);
        }
        return weighedSum(in, row, right);
    });
}

std::span<const RuleRow> stackRules() {
    return kStackRules;
}

} // namespace batchscope
