// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/rule_parts.h"

#include <array>

namespace batchscope {

namespace {

// ---- comparisons --------------------------------------------------------------------------------------------------

/// Where left > right: step is 1 there, 1/2 where they are equal, else 0. Less `threshold`, that is never 0, so that
/// its opposite is above 0 exactly where it is not.
Made whereAbove(RuleContext& in, const Known& left, const Known& right, double threshold) {
    const Made step = combined(in, Primitive::Step, left, right);
    if (!step || !step->is(Known::Kind::Rows)) {
        return std::nullopt;
    }
    return Known::mask(in.made(in.body.shift(step->row, -threshold), in.width(*step)).row);
}

constexpr double kStrictly = 0.75; // equal is not above
constexpr double kOrEqual = 0.25;

Made greater(RuleContext& in, Args a) {
    return whereAbove(in, a[0], a[1], kStrictly);
}

Made atLeast(RuleContext& in, Args a) {
    return whereAbove(in, a[0], a[1], kOrEqual);
}

Made less(RuleContext& in, Args a) {
    return whereAbove(in, a[1], a[0], kStrictly);
}

Made atMost(RuleContext& in, Args a) {
    return whereAbove(in, a[1], a[0], kOrEqual);
}

Made opposite(RuleContext& in, Args a) {
    if (!a[0].is(Known::Kind::Mask)) {
        return std::nullopt;
    }
    return Known::mask(in.made(in.body.scale(a[0].row, -1.0), in.width(a[0])).row);
}

// ---- choices ------------------------------------------------------------------------------------------------------

/// x where the mask holds, else 0; x may be a number.
Made kept(RuleContext& in, const Known& value, const Known& mask) {
    return combined(in, Primitive::Mask, value, Known::rows(mask.row));
}

Made chosen(RuleContext& in, const Known& mask, const Known& first, const Known& second) {
    const Made other = opposite(in, std::span(&mask, 1));
    const Made left = other ? kept(in, first, mask) : std::nullopt;
    const Made right = left ? kept(in, second, *other) : std::nullopt;
    return right ? combined(in, Primitive::Add, *left, *right) : std::nullopt;
}

bool isChoice(const Known& value) {
    return value.is(Known::Kind::Rows) || value.is(Known::Kind::Weight) || value.isScalar();
}

/// where(mask, x, y)
Made where(RuleContext& in, Args a) {
    const bool fits = a.size() == 3 && a[0].is(Known::Kind::Mask) && isChoice(a[1]) && isChoice(a[2]);
    return fits ? chosen(in, a[0], a[1], a[2]) : std::nullopt;
}

/// masked_fill(x, mask, number)
Made maskedFill(RuleContext& in, Args a) {
    const bool fits = a.size() == 3 && isRowAt(a, 0) && a[1].is(Known::Kind::Mask) && a[2].isScalar() &&
                      in.width(a[1]) <= in.width(a[0]); // a wider mask would widen x, which PyTorch refuses
    return fits ? chosen(in, a[1], a[2], a[0]) : std::nullopt;
}

// ---- bounds -------------------------------------------------------------------------------------------------------

/// x where the comparison holds, else the bound. At a tie it decides who has the gradient, all of it; Maximum and
/// Minimum would halve it.
Made bounded(RuleContext& in, const Known& value, const Known& bound, Comparison comparison) {
    const std::array<Known, 2> both = {value, bound};
    const Made mask = comparedRows(in, comparison, both);
    return mask ? chosen(in, *mask, value, bound) : std::nullopt;
}

/// clamp(x, least, most), each a number or None. At a bound clamp hands the gradient on, hardtanh does not.
template <Comparison AboveLeast, Comparison BelowMost>
Made clamp(RuleContext& in, Args a) {
    const auto isBound = [](const Known& bound) { return bound.isScalar() || bound.is(Known::Kind::None); };
    if (a.size() != 3 || !isBound(a[1]) || !isBound(a[2])) {
        return std::nullopt;
    }
    return eachNumber(a[0], [&](const Known& row) -> Made {
        const Made raised = a[1].isScalar() ? bounded(in, row, a[1], AboveLeast) : Made(row);
        return raised && a[2].isScalar() ? bounded(in, *raised, a[2], BelowMost) : raised;
    });
}

/// clamp_min(x, bound), clamp_max(x, bound)
template <Comparison Of>
Made clampOnce(RuleContext& in, Args a) {
    return a.size() == 2 && isRowAt(a, 0) && isChoice(a[1]) ? bounded(in, a[0], a[1], Of) : std::nullopt;
}

// ---- functions that differ at 0 and below -------------------------------------------------------------------------

/// x above 0, and x at 0 and below: each 0 elsewhere. PyTorch's gradients at 0 are those of the lower branch.
struct Branches {
    Known above, below;
};

std::optional<Branches> branchesOf(RuleContext& in, const Known& value) {
    const Made mask = whereAbove(in, value, Known::real(0.0), kStrictly);
    const Made other = mask ? opposite(in, std::span(&*mask, 1)) : std::nullopt;
    const Made above = other ? kept(in, value, *mask) : std::nullopt;
    const Made below = above ? kept(in, value, *other) : std::nullopt;
    return below ? std::optional(Branches{*above, *below}) : std::nullopt;
}

/// elu(x, alpha, scale, input scale); of what is above 0 no power is taken, which could overflow.
Made elu(RuleContext& in, Args a) {
    const auto isOne = [&](std::size_t place) {
        return a.size() <= place || (a[place].isScalar() && a[place].number == 1.0);
    };
    if (!isOne(2) || !isOne(3) || (a.size() > 1 && !a[1].isScalar())) {
        return std::nullopt;
    }
    const double alpha = a.size() > 1 ? a[1].number : 1.0;
    return eachRow(a[0], [&](const Known& row) -> Made {
        const std::optional<Branches> branches = branchesOf(in, row);
        if (!branches) {
            return std::nullopt;
        }
        const Known power = in.made(in.body.exp(branches->below.row), in.width(row));
        const Made less = combined(in, Primitive::Subtract, power, Known::real(1.0)); // 0 above 0
        const Made bent = less ? times(in, *less, alpha) : std::nullopt;
        return bent ? combined(in, Primitive::Add, *bent, branches->above) : std::nullopt;
    });
}

/// prelu(x, slopes): one for each column, or one for all.
Made prelu(RuleContext& in, Args a) {
    if (a.size() != 2 || !isRowAt(a, 0) || !a[1].is(Known::Kind::Weight)) {
        return std::nullopt;
    }
    const std::optional<Branches> branches = branchesOf(in, a[0]);
    const Made bent = branches ? combined(in, Primitive::Multiply, branches->below, a[1]) : std::nullopt;
    return bent ? combined(in, Primitive::Add, branches->above, *bent) : std::nullopt;
}

// ---- norms --------------------------------------------------------------------------------------------------------

/// The root of one column; at 0 its gradient is 0, as PyTorch has it of norms, not infinity.
Made rootWithoutPeak(RuleContext& in, const Known& square) {
    const Made mask = whereAbove(in, square, Known::real(0.0), kStrictly);
    const Made safe = mask ? chosen(in, *mask, square, Known::real(1.0)) : std::nullopt;
    if (!safe) {
        return std::nullopt;
    }
    return kept(in, in.made(in.body.elementwise(Primitive::Sqrt, safe->row), 1), *mask);
}

Made normOfRow(RuleContext& in, const Known& row, double power) {
    if (power == 2.0) {
        const Known squares = in.made(in.body.multiply(row.row, row.row), in.width(row));
        return rootWithoutPeak(in, in.made(in.body.overRow(Primitive::RowSum, squares.row), 1));
    }
    const BodyId sizes = in.made(in.body.elementwise(Primitive::Abs, row.row), in.width(row)).row;
    return power == 1.0 ? Made(in.made(in.body.overRow(Primitive::RowSum, sizes), 1)) : std::nullopt;
}

/// Of the columns of a row, with or without the dimension.
Made norm(RuleContext& in, const Known& value, double power, const Known& dimension, bool keeps) {
    if (!value.is(Known::Kind::Rows) || !isOverColumns(value, dimension)) {
        return std::nullopt;
    }
    const Made single = normOfRow(in, value, power);
    return single && !keeps ? Made(Known::column(single->row)) : single;
}

bool isFlagAt(Args a, std::size_t place) {
    return a.size() > place && a[place].is(Known::Kind::Flag) && a[place].whole != 0;
}

/// norm(x, power, dimension, keepdim, type)
Made normOfPower(RuleContext& in, Args a) {
    const bool isUsual = a.size() > 1 && a[1].is(Known::Kind::None);
    const Known* const dimension =
        a.size() == 4 || (a.size() == 5 && a[4].is(Known::Kind::None)) ? onlyDimension(a.subspan(1)) : nullptr;
    if (dimension == nullptr || (!isUsual && !a[1].isScalar())) {
        return std::nullopt;
    }
    return norm(in, a[0], isUsual ? 2.0 : a[1].number, *dimension, isFlagAt(a, 3));
}

/// frobenius_norm(x, dimension, keepdim)
Made frobeniusNorm(RuleContext& in, Args a) {
    const Known* const dimension = onlyDimension(a);
    return dimension != nullptr ? norm(in, a[0], 2.0, *dimension, isFlagAt(a, 2)) : std::nullopt;
}

constexpr std::array kMaskRules = {
    RuleRow{"aten::where", where},
    RuleRow{"aten::masked_fill", maskedFill},
    RuleRow{"aten::bitwise_not", opposite},
    RuleRow{"aten::logical_not", opposite},
    RuleRow{"aten::clamp", clamp<Comparison::AtLeast, Comparison::AtMost>},
    RuleRow{"aten::hardtanh", clamp<Comparison::Greater, Comparison::Less>},
    RuleRow{"aten::clamp_min", clampOnce<Comparison::AtLeast>},
    RuleRow{"aten::clamp_max", clampOnce<Comparison::AtMost>},
    RuleRow{"aten::elu", elu},
    RuleRow{"aten::prelu", prelu},
    RuleRow{"aten::norm", normOfPower},
    RuleRow{"aten::linalg_vector_norm", normOfPower},
    RuleRow{"aten::linalg_norm", normOfPower},
    RuleRow{"aten::frobenius_norm", frobeniusNorm},
};

} // namespace

Made comparedRows(RuleContext& in, Comparison comparison, Args a) {
    switch (comparison) {
    case Comparison::Greater: return greater(in, a);
    case Comparison::AtLeast: return atLeast(in, a);
    case Comparison::Less: return less(in, a);
    case Comparison::AtMost: return atMost(in, a);
    case Comparison::Other: break;
    }
    return std::nullopt;
}

std::span<const RuleRow> maskRules() {
    return kMaskRules;
}

} // namespace batchscope
