// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/rule_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace batchscope {

namespace {

// ---- functions, column by column ----------------------------------------------------------------------------------

template <Primitive Of>
Made function(RuleContext& in, Args a) {
    return eachRow(a[0],
                   [&](const Known& row) -> Made { return in.made(in.body.elementwise(Of, row.row), in.width(row)); });
}

Made withNumber(RuleContext& in, const Known& value, Primitive primitive, double number) {
    return eachRow(value, [&](const Known& row) -> Made {
        return in.made(in.body.withNumber(primitive, row.row, number), in.width(row));
    });
}

Made squareRoot(RuleContext& in, Args a) {
    return a[0].isScalar() && a[0].number >= 0.0 ? Made(Known::real(std::sqrt(a[0].number)))
                                                 : function<Primitive::Sqrt>(in, a);
}

/// Only as exact as softplus is: other slopes are other functions.
Made softplus(RuleContext& in, Args a) {
    const bool isPlain = a.size() < 2 || (a[1].isScalar() && a[1].number == 1.0);
    return isPlain ? function<Primitive::Softplus>(in, a) : std::nullopt;
}

Made leakyRelu(RuleContext& in, Args a) {
    constexpr double kUsualSlope = 0.01;
    return withNumber(in, a[0], Primitive::LeakyRelu, a.size() > 1 && a[1].isScalar() ? a[1].number : kUsualSlope);
}

Made power(RuleContext& in, Args a) {
    if (a.size() != 2 || !a[1].isScalar()) {
        return std::nullopt;
    }
    if (a[0].isScalar()) {
        return Known::real(std::pow(a[0].number, a[1].number));
    }
    return a[1].number == 2.0 ? combined(in, Primitive::Multiply, a[0], a[0])
                              : withNumber(in, a[0], Primitive::Power, a[1].number);
}

Made square(RuleContext& in, Args a) {
    return combined(in, Primitive::Multiply, a[0], a[0]);
}

Made reciprocal(RuleContext& in, Args a) {
    return combined(in, Primitive::Divide, Known::real(1.0), a[0]);
}

Made reciprocalRoot(RuleContext& in, Args a) {
    return withNumber(in, a[0], Primitive::Power, -0.5);
}

/// x · σ(x)
Made silu(RuleContext& in, Args a) {
    const Made gate = function<Primitive::Sigmoid>(in, a.first(1));
    return gate ? combined(in, Primitive::Multiply, a[0], *gate) : std::nullopt;
}

template <Primitive Of>
Made ofTwo(RuleContext& in, Args a) {
    return a.size() == 2 ? combined(in, Of, a[0], a[1]) : std::nullopt;
}

/// clamp(x, least, most), either may be None
Made clamp(RuleContext& in, Args a) {
    Made value = a[0];
    if (a.size() > 1 && a[1].isScalar()) {
        value = combined(in, Primitive::Maximum, *value, a[1]);
    }
    if (value && a.size() > 2 && a[2].isScalar()) {
        value = combined(in, Primitive::Minimum, *value, a[2]);
    }
    return value;
}

// ---- whole rows ---------------------------------------------------------------------------------------------------

/// Of a stack's three dimensions; where it is the last one, the row of columns.
constexpr std::int64_t kColumns = 2;

std::int64_t dimensionOf(const Known& stack, const Known& dimension) {
    const std::int64_t all = stack.is(Known::Kind::Stack) ? 3 : 2;
    return dimension.whole < 0 ? dimension.whole + all : dimension.whole;
}

/// Dimensions come as a number or as a list of one.
const Known* onlyDimension(Args a) {
    if (a.size() < 2) {
        return nullptr;
    }
    const Known* dimension = &a[1];
    if (dimension->is(Known::Kind::List) && dimension->items->size() == 1) {
        dimension = dimension->items->data();
    }
    return dimension->is(Known::Kind::Int) ? dimension : nullptr;
}

bool isOverColumns(const Known& value, const Known& dimension) {
    return value.is(Known::Kind::Stack) ? dimensionOf(value, dimension) == kColumns : dimension.isColumns();
}

bool isOverItems(const Known& value, const Known& dimension) {
    return value.is(Known::Kind::Stack) && dimensionOf(value, dimension) == value.whole;
}

/// All rows of a stack in one.
Made reduced(RuleContext& in, const std::vector<Known>& rows, Primitive primitive) {
    Made total = rows.front();
    for (std::size_t index = 1; index < rows.size() && total; ++index) {
        total = combined(in, primitive, *total, rows[index]);
    }
    return total;
}

/// exp(x - max) over its sum, from row to row.
Made softmaxOfItems(RuleContext& in, const Known& stack) {
    const Made largest = reduced(in, *stack.items, Primitive::Maximum);
    std::vector<Known> powers;
    for (const Known& row : *stack.items) {
        const Made below = largest ? combined(in, Primitive::Subtract, row, *largest) : std::nullopt;
        if (!below) {
            return std::nullopt;
        }
        powers.push_back(in.made(in.body.exp(below->row), in.width(*below)));
    }
    const Made total = reduced(in, powers, Primitive::Add);
    return total ? eachRow(Known::stack(powers, stack.whole),
                           [&](const Known& row) { return combined(in, Primitive::Divide, row, *total); })
                 : std::nullopt;
}

/// softmax(x, dimension, type)
template <Primitive Of>
Made softmax(RuleContext& in, Args a) {
    const Known* const dimension = onlyDimension(a);
    if (dimension == nullptr) {
        return std::nullopt;
    }
    if (isOverColumns(a[0], *dimension)) {
        return eachRow(a[0],
                       [&](const Known& row) -> Made { return in.made(in.body.overRow(Of, row.row), in.width(row)); });
    }
    return Of == Primitive::Softmax && isOverItems(a[0], *dimension) ? softmaxOfItems(in, a[0]) : std::nullopt;
}

/// layer_norm(x, [width], weight, bias, epsilon, …)
Made layerNorm(RuleContext& in, Args a) {
    const bool isOfColumns = a.size() >= 5 && a[1].is(Known::Kind::List) && a[1].items->size() == 1 &&
                             a[1].items->front().is(Known::Kind::Int) && a[4].isScalar();
    if (!isOfColumns) {
        return std::nullopt;
    }
    return eachRow(a[0], [&](const Known& row) -> Made {
        if (a[1].items->front().whole != in.width(row)) {
            return std::nullopt;
        }
        Made normal = in.made(in.body.layerNorm(row.row, a[4].number), in.width(row));
        if (!a[2].is(Known::Kind::None)) {
            normal = combined(in, Primitive::Multiply, *normal, a[2]);
        }
        return normal && !a[3].is(Known::Kind::None) ? combined(in, Primitive::Add, *normal, a[3]) : normal;
    });
}

// ---- sums, means and largest of columns or items ------------------------------------------------------------------

/// A column for each row of the stack, side by side; the stack is [batch, items, width].
Made asColumns(RuleContext& in, const Known& stack) {
    const bool fits =
        stack.is(Known::Kind::Stack) && stack.whole == 1 &&
        std::all_of(stack.items->begin(), stack.items->end(), [&](const Known& row) { return in.width(row) == 1; });
    return fits ? Made(besideEachOther(in, *stack.items)) : std::nullopt;
}

/// f(x, dimension, keepdim, …): `ofColumns` makes one column of a row, `ofItems` is how rows are combined.
Made reduce(RuleContext& in, Args a, Primitive ofColumns, Primitive ofItems) {
    const Known* const dimension = onlyDimension(a);
    if (dimension == nullptr) {
        return std::nullopt;
    }
    const bool keeps = a.size() > 2 && a[2].is(Known::Kind::Flag) && a[2].whole != 0;
    if (isOverItems(a[0], *dimension)) {
        const Made total = reduced(in, *a[0].items, ofItems);
        return keeps && total ? Made(Known::stack({*total}, a[0].whole)) : total;
    }
    if (!isOverColumns(a[0], *dimension) || (a[0].is(Known::Kind::Rows) && !keeps)) {
        return std::nullopt; // one number for each row of the batch is no row
    }
    const Made single =
        eachRow(a[0], [&](const Known& row) -> Made { return in.made(in.body.overRow(ofColumns, row.row), 1); });
    return single && !keeps ? asColumns(in, *single) : single;
}

Made sum(RuleContext& in, Args a) {
    return reduce(in, a, Primitive::RowSum, Primitive::Add);
}

Made mean(RuleContext& in, Args a) {
    const Known* const dimension = onlyDimension(a);
    const Made total = sum(in, a);
    if (dimension == nullptr || !total) {
        return std::nullopt;
    }
    const Known& first = a[0].is(Known::Kind::Stack) ? a[0].items->front() : a[0];
    const double count =
        isOverItems(a[0], *dimension) ? static_cast<double>(a[0].items->size()) : static_cast<double>(in.width(first));
    return times(in, *total, 1.0 / count);
}

Made largest(RuleContext& in, Args a) {
    return reduce(in, a, Primitive::RowMax, Primitive::Maximum);
}

/// max(x, y), or max(x, dimension, keepdim): values and places, of which only the values are known.
Made maximum(RuleContext& in, Args a) {
    if (a.size() == 2) {
        return combined(in, Primitive::Maximum, a[0], a[1]);
    }
    const Made values = largest(in, a);
    return values ? Made(Known::list({*values, Known::none()})) : std::nullopt;
}

// ---- rows stacked -------------------------------------------------------------------------------------------------

Made stack(RuleContext& in, Args a) {
    if (!a[0].is(Known::Kind::List) || !areAllRows(*a[0].items) || !a[1].is(Known::Kind::Int)) {
        return std::nullopt;
    }
    const std::int64_t dimension = a[1].whole < 0 ? a[1].whole + 3 : a[1].whole;
    const std::int32_t width = in.width(a[0].items->front());
    const bool sameWidths =
        std::all_of(a[0].items->begin(), a[0].items->end(), [&](const Known& row) { return in.width(row) == width; });
    return sameWidths && (dimension == 0 || dimension == 1) ? Made(Known::stack(*a[0].items, dimension)) : std::nullopt;
}

/// Rows as a stack of one, or, behind the columns, as a stack of their columns.
Made unsqueeze(RuleContext& in, Args a) {
    if (!isRowAt(a, 0) || a.size() != 2 || !a[1].is(Known::Kind::Int)) {
        return std::nullopt;
    }
    const std::int64_t dimension = a[1].whole < 0 ? a[1].whole + 3 : a[1].whole;
    if (dimension == 0 || dimension == 1) {
        return Known::stack({a[0]}, dimension);
    }
    constexpr std::int32_t kMostColumns = 64; // each is a value of the body
    if (dimension != kColumns || in.width(a[0]) > kMostColumns) {
        return std::nullopt;
    }
    std::vector<Known> single;
    for (std::int32_t column = 0; column < in.width(a[0]); ++column) {
        single.push_back(columns(in, a[0], column, 1));
    }
    Known made = Known::stack(std::move(single), 1);
    made.row = a[0].row;
    return made;
}

Made squeeze(RuleContext& in, Args a) {
    if (!a[0].is(Known::Kind::Stack) || a.size() != 2 || !a[1].is(Known::Kind::Int)) {
        return std::nullopt;
    }
    if (isOverItems(a[0], a[1])) {
        return a[0].items->size() == 1 ? Made(a[0].items->front()) : std::nullopt;
    }
    return isOverColumns(a[0], a[1]) ? asColumns(in, a[0]) : std::nullopt;
}

/// select(stack, dimension of its items, place)
Made select(RuleContext& /*in*/, Args a) {
    if (!a[0].is(Known::Kind::Stack) || a.size() != 3 || !a[1].is(Known::Kind::Int) || !a[2].is(Known::Kind::Int) ||
        !isOverItems(a[0], a[1])) {
        return std::nullopt;
    }
    const auto count = static_cast<std::int64_t>(a[0].items->size());
    const std::int64_t place = a[2].whole < 0 ? a[2].whole + count : a[2].whole;
    return place >= 0 && place < count ? Made((*a[0].items)[static_cast<std::size_t>(place)]) : std::nullopt;
}

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

/// bmm([batch, n, k], [batch, k, m])
Made batchedProduct(RuleContext& in, Args a) {
    if (!a[0].is(Known::Kind::Stack) || !a[1].is(Known::Kind::Stack) || a[0].whole != 1 || a[1].whole != 1) {
        return std::nullopt;
    }
    return eachRow(a[0], [&](const Known& row) -> Made {
        if (a[1].row.valid() && in.widths[a[1].row.index()] == in.width(row)) { // with a row, turned into a column
            return in.made(in.body.dot(row.row, a[1].row), 1);
        }
        return weighedSum(in, row, a[1]);
    });
}

constexpr std::array kWholeRowRules = {
    RuleRow{"aten::tanh", function<Primitive::Tanh>},
    RuleRow{"aten::sigmoid", function<Primitive::Sigmoid>},
    RuleRow{"aten::relu", function<Primitive::Relu>},
    RuleRow{"aten::exp", function<Primitive::Exp>},
    RuleRow{"aten::log", function<Primitive::Log>},
    RuleRow{"aten::sqrt", squareRoot},
    RuleRow{"aten::abs", function<Primitive::Abs>},
    RuleRow{"aten::gelu", function<Primitive::Gelu>},
    RuleRow{"aten::softplus", softplus},
    RuleRow{"aten::leaky_relu", leakyRelu},
    RuleRow{"aten::silu", silu},
    RuleRow{"aten::pow", power},
    RuleRow{"aten::square", square},
    RuleRow{"aten::reciprocal", reciprocal},
    RuleRow{"aten::rsqrt", reciprocalRoot},
    RuleRow{"aten::maximum", ofTwo<Primitive::Maximum>},
    RuleRow{"aten::minimum", ofTwo<Primitive::Minimum>},
    RuleRow{"aten::min", ofTwo<Primitive::Minimum>},
    RuleRow{"aten::max", maximum},
    RuleRow{"aten::amax", largest},
    RuleRow{"aten::clamp", clamp},
    RuleRow{"aten::hardtanh", clamp},
    RuleRow{"aten::softmax", softmax<Primitive::Softmax>},
    RuleRow{"aten::log_softmax", softmax<Primitive::LogSoftmax>},
    RuleRow{"aten::layer_norm", layerNorm},
    RuleRow{"aten::sum", sum},
    RuleRow{"aten::mean", mean},
    RuleRow{"aten::stack", stack},
    RuleRow{"aten::unsqueeze", unsqueeze},
    RuleRow{"aten::squeeze", squeeze},
    RuleRow{"aten::select", select},
    RuleRow{"aten::bmm", batchedProduct},
};

} // namespace

std::span<const RuleRow> wholeRowRules() {
    return kWholeRowRules;
}

} // namespace batchscope
