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

/// Rule for stack(columns, 1): one row [batch, number of columns].
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

/// Rule for cat(rows, 1), which joins columns, or cat(stacks, dimension of their items), which joins items.
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

/// Turns rows into a stack of one row, or, for the last dimension, into a stack of their columns.
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
    constexpr std::int32_t kMostColumns = 64; // each column is a value of the body
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

/// Rule for select(row, 1, place): one column of a row.
Made selectedColumn(RuleContext& in, Args a) {
    const bool fits = a.size() == 3 && a[1].isColumns() && a[2].is(Known::Kind::Int);
    if (!fits) {
        return std::nullopt;
    }
    const std::int64_t place = a[2].whole < 0 ? a[2].whole + in.width(a[0]) : a[2].whole;
    return place >= 0 && place < in.width(a[0]) ? Made(Known::column(columns(in, a[0], place, 1).row)) : std::nullopt;
}

/// Rule for select(stack, dimension of its items, place).
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

/// Rule for t(weight), or transpose(weight, 0, 1).
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

/// One row [width] of weights times the rows of a stack: their weighted sum.
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

// ---- the same numbers in another shape
// -------------------------------------------------------------------------------

constexpr std::int64_t kMostParts = 64; // each part is a value of the body

/// The numbers of a value in one row, in order: all shapes [batch, …] of the same numbers have this row in common.
Made flatRow(RuleContext& in, const Known& value) {
    if (value.is(Known::Kind::Rows)) {
        return value;
    }
    if (value.is(Known::Kind::Column)) {
        return Known::rows(value.row);
    }
    const bool isOfBatch =
        value.is(Known::Kind::Stack) && value.whole == 1; // else the batch is not the first dimension
    return isOfBatch ? Made(besideEachOther(in, *value.items)) : std::nullopt;
}

bool isOpen(const Known& size) {
    return size.is(Known::Kind::Int) && size.whole == -1;
}

/// The sizes after the batch, with -1 replaced by the missing size; nullopt unless they multiply to `width`.
std::optional<std::vector<std::int64_t>> sizesBehindBatch(const std::vector<Known>& shape, std::int32_t width) {
    std::int64_t known = 1;
    std::size_t open = isOpen(shape.front()) ? 1 : 0;
    if (!shape.front().is(Known::Kind::Batch) && open == 0) {
        return std::nullopt;
    }
    std::vector<std::int64_t> sizes;
    for (std::size_t place = 1; place < shape.size(); ++place) {
        if (!shape[place].is(Known::Kind::Int)) {
            return std::nullopt;
        }
        sizes.push_back(shape[place].whole);
        open += isOpen(shape[place]) ? 1 : 0;
        if (!isOpen(shape[place])) {
            if (shape[place].whole <= 0 || shape[place].whole > width) {
                return std::nullopt;
            }
            known *= shape[place].whole; // the product of at most two sizes
        }
    }
    for (std::int64_t& size : sizes) {
        size = size == -1 ? width / known : size;
    }
    std::int64_t numbers = 1;
    for (const std::int64_t size : sizes) {
        numbers *= size;
    }
    return open <= 1 && numbers == width ? std::optional(sizes) : std::nullopt;
}

/// Splits a row into parts of equal width: [batch, parts, width].
Made inParts(RuleContext& in, const Known& row, std::int64_t parts, std::int64_t width) {
    if (parts > kMostParts) {
        return std::nullopt;
    }
    std::vector<Known> items;
    for (std::int64_t part = 0; part < parts; ++part) {
        items.push_back(columns(in, row, part * width, width));
    }
    return Known::stack(std::move(items), 1);
}

/// Gives the value another shape; nullopt if that would mix rows of the batch.
Made reshaped(RuleContext& in, const Known& value, const std::vector<Known>& shape) {
    const Made row = shape.empty() || shape.size() > 3 ? std::nullopt : flatRow(in, value);
    const auto sizes = row ? sizesBehindBatch(shape, in.width(*row)) : std::nullopt;
    if (!sizes) {
        return std::nullopt;
    }
    switch (sizes->size()) {
    case 0: return Known::column(row->row); // the width is 1, else the sizes would not fit
    case 1: return row;
    default: return inParts(in, *row, sizes->front(), sizes->back());
    }
}

/// Rule for view(x, shape) and reshape(x, shape).
Made view(RuleContext& in, Args a) {
    return a.size() == 2 && a[1].is(Known::Kind::List) ? reshaped(in, a[0], *a[1].items) : std::nullopt;
}

/// Rule for flatten(x, begin, end), for all dimensions after the batch.
Made flatten(RuleContext& in, Args a) {
    const bool isAll = a.size() == 3 && a[1].is(Known::Kind::Int) && a[2].is(Known::Kind::Int) && a[1].whole == 1 &&
                       (a[2].whole == -1 || a[2].whole == (a[0].is(Known::Kind::Stack) ? 2 : 1));
    return isAll && !a[0].is(Known::Kind::Column) ? flatRow(in, a[0]) : std::nullopt;
}

/// Repeats a single column, for expand(x, shape) and expand_as(x, other).
Made widenedTo(RuleContext& in, const Known& row, std::int64_t width) {
    if (width == in.width(row) || width == -1) {
        return row;
    }
    const bool fits = in.width(row) == 1 && width > 0 && width < (std::int64_t{1} << 24U);
    const auto columns = static_cast<std::int32_t>(width);
    return fits ? Made(in.made(in.body.widen(row.row, columns), columns)) : std::nullopt;
}

Made expand(RuleContext& in, Args a) {
    const bool fits = isRowAt(a, 0) && a.size() > 1 && a[1].is(Known::Kind::List) && a[1].items->size() == 2 &&
                      (a[1].items->front().is(Known::Kind::Batch) || isOpen(a[1].items->front())) &&
                      a[1].items->back().is(Known::Kind::Int);
    return fits ? widenedTo(in, a[0], a[1].items->back().whole) : std::nullopt;
}

Made expandAs(RuleContext& in, Args a) {
    return isRowAt(a, 0) && isRowAt(a, 1) ? widenedTo(in, a[0], in.width(a[1])) : std::nullopt;
}

// ---- recurrent cells
// -------------------------------------------------------------------------------------------------

/// Rule for lstm_cell(x, [h, c], W_ih, W_hh, b_ih, b_hh), with gates i, f, g, o.
Made lstmCell(RuleContext& in, Args a) {
    if (a.size() != 6 || !isRowAt(a, 0) || !a[1].is(Known::Kind::List) || a[1].items->size() != 2 ||
        !areAllRows(*a[1].items)) {
        return std::nullopt;
    }
    const Made given = product(in, a[0], a[2], true, a[4]);
    const Made kept = product(in, a[1].items->front(), a[3], true, a[5]);
    const Made gates = given && kept ? combined(in, Primitive::Add, *given, *kept) : std::nullopt;
    if (!gates || in.width(*gates) % 4 != 0) {
        return std::nullopt;
    }
    const std::int32_t d = in.width(*gates) / 4;
    const auto gate = [&](int place, Primitive function) {
        const Known part = columns(in, *gates, std::int64_t{place} * d, d);
        return in.made(in.body.elementwise(function, part.row), d);
    };
    const Known input = gate(0, Primitive::Sigmoid);
    const Known forget = gate(1, Primitive::Sigmoid);
    const Known update = gate(2, Primitive::Tanh);
    const Known out = gate(3, Primitive::Sigmoid);
    const Made held = combined(in, Primitive::Multiply, forget, a[1].items->back());
    const Made added = combined(in, Primitive::Multiply, input, update);
    const Made c = held && added ? combined(in, Primitive::Add, *held, *added) : std::nullopt;
    if (!c) {
        return std::nullopt;
    }
    const Known shown = in.made(in.body.tanh(c->row), d);
    const Made h = combined(in, Primitive::Multiply, out, shown);
    return h ? Made(Known::list({*h, *c})) : std::nullopt;
}

/// The products of a recurrent cell with its input and with its state.
struct CellProducts {
    Known given, kept;
};

/// The products of cell(x, h, W_ih, W_hh, b_ih, b_hh); each of the `pieces` is as wide as the state.
std::optional<CellProducts> cellProducts(RuleContext& in, Args a, std::int32_t pieces) {
    if (a.size() != 6 || !isRowAt(a, 0) || !isRowAt(a, 1)) {
        return std::nullopt;
    }
    const Made given = product(in, a[0], a[2], true, a[4]);
    const Made kept = given ? product(in, a[1], a[3], true, a[5]) : std::nullopt;
    const std::int32_t width = pieces * in.width(a[1]);
    if (!kept || in.width(*given) != width || in.width(*kept) != width) {
        return std::nullopt;
    }
    return CellProducts{*given, *kept};
}

/// Rule for gru_cell, with pieces r, z, n: (1 - z) · n + z · h, where n = tanh(given + r · kept).
Made gruCell(RuleContext& in, Args a) {
    const std::optional<CellProducts> products = cellProducts(in, a, 3);
    if (!products) {
        return std::nullopt;
    }
    const std::int32_t d = in.width(a[1]);
    const auto given = [&](int place) { return columns(in, products->given, std::int64_t{place} * d, d); };
    const auto kept = [&](int place) { return columns(in, products->kept, std::int64_t{place} * d, d); };
    const auto both = [&](const Known& left, const Known& right) {
        return in.made(in.body.add(left.row, right.row), d);
    };
    const auto gate = [&](int place) {
        const Known left = given(place);
        const Known right = kept(place);
        return in.made(in.body.sigmoid(both(left, right).row), d);
    };
    const Known reset = gate(0);
    const Known update = gate(1);
    const Known left = given(2);
    const Known right = kept(2);
    const Known heard = in.made(in.body.multiply(reset.row, right.row), d);
    const Known fresh = in.made(in.body.tanh(both(left, heard).row), d);
    const Known apart = in.made(in.body.subtract(a[1].row, fresh.row), d);
    const Known moved = in.made(in.body.multiply(update.row, apart.row), d);
    return both(fresh, moved);
}

template <Primitive Of>
Made rnnCell(RuleContext& in, Args a) {
    const std::optional<CellProducts> products = cellProducts(in, a, 1);
    if (!products) {
        return std::nullopt;
    }
    const std::int32_t d = in.width(a[1]);
    const Known sum = in.made(in.body.add(products->given.row, products->kept.row), d);
    return in.made(in.body.elementwise(Of, sum.row), d);
}

constexpr std::array kStackRules = {
    RuleRow{"aten::stack", stack},
    RuleRow{"aten::cat", joined},
    RuleRow{"aten::concat", joined},
    RuleRow{"aten::unsqueeze", unsqueeze},
    RuleRow{"aten::squeeze", squeeze},
    RuleRow{"aten::select", select},
    RuleRow{"aten::t", turned},
    RuleRow{"aten::numpy_T", turned},
    RuleRow{"aten::mT", turned},
    RuleRow{"aten::transpose", turned},
    RuleRow{"aten::bmm", batched},
    RuleRow{"aten::view", view},
    RuleRow{"aten::reshape", view},
    RuleRow{"aten::flatten", flatten},
    RuleRow{"aten::expand", expand},
    RuleRow{"aten::expand_as", expandAs},
    RuleRow{"aten::lstm_cell", lstmCell},
    RuleRow{"aten::gru_cell", gruCell},
    RuleRow{"aten::rnn_tanh_cell", rnnCell<Primitive::Tanh>},
    RuleRow{"aten::rnn_relu_cell", rnnCell<Primitive::Relu>},
};

} // namespace

Made batchedProduct(RuleContext& in, const Known& left, const Known& right) {
    if (!left.is(Known::Kind::Stack) || left.whole != 1 || !right.is(Known::Kind::Stack) || right.whole != 1) {
        return std::nullopt;
    }
    return eachRow(left, [&](const Known& row) -> Made {
        if (right.row.valid() && in.widths[right.row.index()] == in.width(row)) { // by a row turned into a column
            return in.made(in.body.dot(row.row, right.row), 1);
        }
        return weighedSum(in, row, right);
    });
}

std::span<const RuleRow> stackRules() {
    return kStackRules;
}

} // namespace batchscope
