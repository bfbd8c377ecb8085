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
    return eachNumber(
        a[0], [&](const Known& row) -> Made { return in.made(in.body.elementwise(Of, row.row), in.width(row)); });
}

Made withNumber(RuleContext& in, const Known& value, Primitive primitive, double number) {
    return eachNumber(value, [&](const Known& row) -> Made {
        return in.made(in.body.withNumber(primitive, row.row, number), in.width(row));
    });
}

Made squareRoot(RuleContext& in, Args a) {
    return a[0].isScalar() && a[0].number >= 0.0 ? Made(Known::real(std::sqrt(a[0].number)))
                                                 : function<Primitive::Sqrt>(in, a);
}

/// Rule for softplus(x, beta, …); other slopes than 1 are not supported.
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

/// Rule for silu(x) = x · σ(x).
Made silu(RuleContext& in, Args a) {
    const Made gate = function<Primitive::Sigmoid>(in, a.first(1));
    return gate ? combined(in, Primitive::Multiply, a[0], *gate) : std::nullopt;
}

template <Primitive Of>
Made ofTwo(RuleContext& in, Args a) {
    return a.size() == 2 ? combined(in, Of, a[0], a[1]) : std::nullopt;
}

// ---- functions with a branch
// ------------------------------------------------------------------------------------------

constexpr double kStrictly = 0.75; // thresholds of whereAbove: a tie does not count, or counts
constexpr double kOrEqual = 0.25;

/// Selects `first` if compared[0] > compared[1], also at a tie with kOrEqual, else `second`. Step is 1, at a tie 1/2,
/// else 0; minus the threshold it is never 0. At a tie, only one operand gets a gradient; Maximum and Minimum would
/// split it.
Made whereAbove(RuleContext& in, const std::array<Known, 2>& compared, double threshold, const Known& first,
                const Known& second) {
    const Made step = combined(in, Primitive::Step, compared[0], compared[1]);
    if (!step || !step->is(Known::Kind::Rows)) {
        return std::nullopt;
    }
    const Known mask = in.made(in.body.shift(step->row, -threshold), in.width(*step));
    const Known other = in.made(in.body.scale(mask.row, -1.0), in.width(mask));
    const Made left = combined(in, Primitive::Mask, first, mask);
    const Made right = left ? combined(in, Primitive::Mask, second, other) : std::nullopt;
    return right ? combined(in, Primitive::Add, *left, *right) : std::nullopt;
}

/// Rule for clamp(x, least, most), each bound a number or None. At a bound, only clamp passes the gradient on.
Made clampedAt(RuleContext& in, Args a, double tie) {
    const auto isBound = [](const Known& bound) { return bound.isScalar() || bound.is(Known::Kind::None); };
    if (a.size() != 3 || !isBound(a[1]) || !isBound(a[2])) {
        return std::nullopt;
    }
    return eachNumber(a[0], [&](const Known& row) -> Made {
        const Made raised = a[1].isScalar() ? whereAbove(in, {row, a[1]}, tie, row, a[1]) : Made(row);
        return raised && a[2].isScalar() ? whereAbove(in, {a[2], *raised}, tie, *raised, a[2]) : raised;
    });
}

Made clamp(RuleContext& in, Args a) {
    return clampedAt(in, a, kOrEqual);
}

Made hardtanh(RuleContext& in, Args a) {
    return clampedAt(in, a, kStrictly);
}

/// Rule for elu(x, alpha), without scales; exp is only taken of values up to 0, because others could overflow.
Made elu(RuleContext& in, Args a) {
    const auto isOne = [&](std::size_t place) {
        return a.size() <= place || (a[place].isScalar() && a[place].number == 1.0);
    };
    if (!isOne(2) || !isOne(3) || (a.size() > 1 && !a[1].isScalar())) {
        return std::nullopt;
    }
    const double alpha = a.size() > 1 ? a[1].number : 1.0;
    const Known zero = Known::real(0.0);
    return eachRow(a[0], [&](const Known& row) -> Made {
        const Made below = whereAbove(in, {row, zero}, kStrictly, zero, row);
        if (!below) {
            return std::nullopt;
        }
        const Known power = in.made(in.body.exp(below->row), in.width(row));
        const Made less = combined(in, Primitive::Subtract, power, Known::real(1.0));
        const Made bent = less ? times(in, *less, alpha) : std::nullopt;
        return bent ? whereAbove(in, {row, zero}, kStrictly, row, *bent) : std::nullopt;
    });
}

/// Rule for prelu(x, slopes), with one slope per column, or one for all columns.
Made prelu(RuleContext& in, Args a) {
    if (a.size() != 2 || !isRowAt(a, 0) || !a[1].is(Known::Kind::Weight)) {
        return std::nullopt;
    }
    const Made bent = combined(in, Primitive::Multiply, a[0], a[1]);
    return bent ? whereAbove(in, {a[0], Known::real(0.0)}, kStrictly, a[0], *bent) : std::nullopt;
}

// ---- whole rows ---------------------------------------------------------------------------------------------------

/// Combines all rows of a stack into one row with `primitive`.
Made reduced(RuleContext& in, const std::vector<Known>& rows, Primitive primitive) {
    Made total = rows.front();
    for (std::size_t index = 1; index < rows.size() && total; ++index) {
        total = combined(in, primitive, *total, rows[index]);
    }
    return total;
}

/// Softmax across the rows of a stack: exp(x - max) divided by its sum.
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

/// Rule for softmax(x, dimension, type) and log_softmax.
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
    const bool isOfItems = a[0].is(Known::Kind::Stack) && isOverItems(a[0], *dimension);
    return Of == Primitive::Softmax && isOfItems ? softmaxOfItems(in, a[0]) : std::nullopt;
}

/// Multiplies a row by `weight` and adds `bias`; each is a vector of the module or None.
Made scaledAndShifted(RuleContext& in, Made row, const Known& weight, const Known& bias) {
    if (row && !weight.is(Known::Kind::None)) {
        row = combined(in, Primitive::Multiply, *row, weight);
    }
    return row && !bias.is(Known::Kind::None) ? combined(in, Primitive::Add, *row, bias) : row;
}

/// Rule for layer_norm(x, [width], weight, bias, epsilon, …).
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
        const Known normal = in.made(in.body.layerNorm(row.row, a[4].number), in.width(row));
        return scaledAndShifted(in, normal, a[2], a[3]);
    });
}

/// Rule for batch_norm(x, weight, bias, mean, variance, training, momentum, epsilon, …). With the module's mean and
/// variance, rows are independent; in training mode they are not.
Made batchNorm(RuleContext& in, Args a) {
    if (a.size() < 8 || !isRowAt(a, 0) || !a[5].is(Known::Kind::Flag) || !a[7].isScalar()) {
        return std::nullopt;
    }
    if (a[5].whole != 0 || !a[3].is(Known::Kind::Weight) || !a[4].is(Known::Kind::Weight)) {
        in.why = "batch norm without the module's own mean and variance mixes the rows of a batch; call eval() before "
                 "saving";
        return std::nullopt;
    }
    const Known epsilon = in.made(in.body.fill(in.width(a[0]), a[7].number), in.width(a[0]));
    const Made variance = combined(in, Primitive::Add, epsilon, a[4]);
    const Made centered = variance ? combined(in, Primitive::Subtract, a[0], a[3]) : std::nullopt;
    if (!centered) {
        return std::nullopt;
    }
    const Known deviation = in.made(in.body.elementwise(Primitive::Sqrt, variance->row), in.width(a[0]));
    return scaledAndShifted(in, combined(in, Primitive::Divide, *centered, deviation), a[1], a[2]);
}

// ---- sums, means and largest of columns or items ------------------------------------------------------------------

/// Rule for f(x, dimension, keepdim, …): `ofColumns` reduces a row to one column, `ofItems` combines rows of a stack.
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
    if (!isOverColumns(a[0], *dimension)) {
        return std::nullopt;
    }
    const Made single =
        eachRow(a[0], [&](const Known& row) -> Made { return in.made(in.body.overRow(ofColumns, row.row), 1); });
    if (!single || keeps) {
        return single;
    }
    return single->is(Known::Kind::Rows) ? Made(Known::column(single->row)) : asColumns(in, *single);
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

/// Rule for max(x, y), or max(x, dimension, keepdim) with values and indices; only the values are translated.
Made maximum(RuleContext& in, Args a) {
    if (a.size() == 2) {
        return combined(in, Primitive::Maximum, a[0], a[1]);
    }
    const Made values = largest(in, a);
    return values ? Made(Known::list({*values, Known::none()})) : std::nullopt;
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
    RuleRow{"aten::clamp", clamp},
    RuleRow{"aten::hardtanh", hardtanh},
    RuleRow{"aten::elu", elu},
    RuleRow{"aten::prelu", prelu},
    RuleRow{"aten::pow", power},
    RuleRow{"aten::square", square},
    RuleRow{"aten::reciprocal", reciprocal},
    RuleRow{"aten::rsqrt", reciprocalRoot},
    RuleRow{"aten::maximum", ofTwo<Primitive::Maximum>},
    RuleRow{"aten::minimum", ofTwo<Primitive::Minimum>},
    RuleRow{"aten::min", ofTwo<Primitive::Minimum>},
    RuleRow{"aten::max", maximum},
    RuleRow{"aten::amax", largest},
    RuleRow{"aten::softmax", softmax<Primitive::Softmax>},
    RuleRow{"aten::log_softmax", softmax<Primitive::LogSoftmax>},
    RuleRow{"aten::layer_norm", layerNorm},
    RuleRow{"aten::batch_norm", batchNorm},
    RuleRow{"aten::sum", sum},
    RuleRow{"aten::mean", mean},
};

} // namespace

std::span<const RuleRow> wholeRowRules() {
    return kWholeRowRules;
}

} // namespace batchscope
