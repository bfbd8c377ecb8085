// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/translator_rules.h"

#include "core/scripts/rule_parts.h"
#include "core/words/script_words.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace batchscope {

namespace {

using Kind = Known::Kind;

// ---- products -----------------------------------------------------------------------------------------------------

Made linear(RuleContext& in, Args a) {
    return eachRow(a[0], [&](const Known& row) { return product(in, row, a[1], true, a.size() > 2 ? a[2] : Known()); });
}

/// The product of a row and a vector of the module: one number for each row.
Made dotWithVector(RuleContext& in, const Known& row, const Known& vector) {
    const bool fits = in.tensors[vector.weight].tensor.numel() == in.width(row);
    const Made weighed = fits ? combined(in, Primitive::Multiply, row, vector) : std::nullopt;
    return weighed ? Made(Known::column(in.made(in.body.overRow(Primitive::RowSum, weighed->row), 1).row))
                   : std::nullopt;
}

Made matmul(RuleContext& in, Args a) {
    if (a[0].is(Kind::Stack) && a[1].is(Kind::Weight) && in.tensors[a[1].weight].tensor.dim() == 1) {
        return dotWithEach(in, a[0], a[1]);
    }
    if (a[1].is(Kind::Stack)) {
        return batchedProduct(in, a[0], a[1]);
    }
    if (isRowAt(a, 0) && a[1].is(Kind::Weight) && in.tensors[a[1].weight].tensor.dim() == 1) {
        return dotWithVector(in, a[0], a[1]);
    }
    return eachRow(a[0], [&](const Known& row) { return product(in, row, a[1], false, {}); });
}

Made addmm(RuleContext& in, Args a) {
    for (std::size_t factor = 3; factor < a.size(); ++factor) {
        if (a[factor].isScalar() && a[factor].number != 1.0) {
            return std::nullopt;
        }
    }
    return product(in, a[1], a[2], false, a[0]);
}

Made embedding(RuleContext& in, Args a) {
    if (!a[0].is(Kind::Weight) || !a[1].is(Kind::Words) || a[0].turned) {
        return std::nullopt;
    }
    const auto table = in.forms.matrix(a[0].weight, WeightForm::AsIs);
    if (!table) {
        in.why = words::kUsedInTwoWays;
        return std::nullopt;
    }
    return in.made(in.body.lookup(*table, static_cast<std::int32_t>(a[1].whole)), in.set.params[*table].columns);
}

// ---- elementwise --------------------------------------------------------------------------------------------------

Made withScalars(Args a, double (*of)(double, double)) {
    const double result = of(a[0].number, a[1].number);
    const bool whole = a[0].is(Kind::Int) && a[1].is(Kind::Int);
    return whole ? Known::integer(static_cast<std::int64_t>(result)) : Known::real(result);
}

double alphaOf(Args a) {
    return a.size() > 2 && a[2].isScalar() ? a[2].number : 1.0;
}

Made add(RuleContext& in, Args a) {
    if (a[0].isScalar() && a[1].isScalar()) {
        return withScalars(a, [](double x, double y) { return x + y; });
    }
    if (a[0].is(Kind::List) && a[1].is(Kind::List)) {
        std::vector<Known> joined = *a[0].items;
        joined.insert(joined.end(), a[1].items->begin(), a[1].items->end());
        return Known::list(std::move(joined));
    }
    if (alphaOf(a) == 1.0) {
        return combined(in, Primitive::Add, a[0], a[1]);
    }
    const Made scaled = a[1].is(Kind::Rows) ? times(in, a[1], alphaOf(a)) : std::nullopt;
    return scaled ? combined(in, Primitive::Add, a[0], *scaled) : std::nullopt;
}

Made subtract(RuleContext& in, Args a) {
    if (a[0].isScalar() && a[1].isScalar()) {
        return withScalars(a, [](double x, double y) { return x - y; });
    }
    return alphaOf(a) == 1.0 ? combined(in, Primitive::Subtract, a[0], a[1]) : std::nullopt;
}

/// Rule for rsub(self, other) = other - self.
Made subtractFrom(RuleContext& in, Args a) {
    return alphaOf(a) == 1.0 ? combined(in, Primitive::Subtract, a[1], a[0]) : std::nullopt;
}

Made multiply(RuleContext& in, Args a) {
    if (a[0].isScalar() && a[1].isScalar()) {
        return withScalars(a, [](double x, double y) { return x * y; });
    }
    return combined(in, Primitive::Multiply, a[0], a[1]);
}

Made divide(RuleContext& in, Args a) {
    if (a[0].isScalar() && a[1].isScalar()) {
        return a[1].number == 0.0 ? std::nullopt : Made(Known::real(a[0].number / a[1].number));
    }
    if (a.size() != 2) { // division with rounding
        return std::nullopt;
    }
    return a[1].isScalar() && a[1].number != 0.0 ? times(in, a[0], 1.0 / a[1].number)
                                                 : combined(in, Primitive::Divide, a[0], a[1]);
}

Made negate(RuleContext& in, Args a) {
    if (a[0].is(Kind::Int)) {
        return Known::integer(-a[0].whole);
    }
    return a[0].isScalar() ? Made(Known::real(-a[0].number))
                           : combined(in, Primitive::Subtract, Known::real(0.0), a[0]);
}

Made same(RuleContext& /*in*/, Args a) {
    return a[0];
}

Made dropout(RuleContext& in, Args a) {
    if (a.size() > 2 && a[2].is(Kind::Flag) && a[2].whole == 0) {
        return a[0];
    }
    in.why = words::kDropoutOn;
    return std::nullopt;
}

// ---- columns ------------------------------------------------------------------------------------------------------

/// Splits a row into consecutive pieces; nullopt unless their widths add up to the row's.
Made pieces(RuleContext& in, const Known& row, const std::vector<std::int64_t>& widths) {
    const bool fits = std::all_of(widths.begin(), widths.end(), [](std::int64_t width) { return width > 0; }) &&
                      std::accumulate(widths.begin(), widths.end(), std::int64_t{0}) == in.width(row);
    if (!fits) {
        return std::nullopt;
    }
    std::vector<Known> parts;
    std::int64_t begin = 0;
    for (const std::int64_t width : widths) {
        parts.push_back(columns(in, row, begin, width));
        begin += width;
    }
    return Known::list(std::move(parts));
}

Made equalPieces(RuleContext& in, const Known& row, std::int64_t width) {
    if (width <= 0) {
        return std::nullopt;
    }
    std::vector<std::int64_t> widths;
    for (std::int64_t begin = 0; begin < in.width(row); begin += width) {
        widths.push_back(std::min(width, in.width(row) - begin));
    }
    return pieces(in, row, widths);
}

/// Rule for chunk(row, pieces, 1).
Made chunk(RuleContext& in, Args a) {
    if (!isRowAt(a, 0) || a.size() != 3 || !a[1].is(Kind::Int) || a[1].whole <= 0 || !a[2].isColumns()) {
        return std::nullopt;
    }
    return equalPieces(in, a[0], (in.width(a[0]) + a[1].whole - 1) / a[1].whole);
}

/// Rule for split(row, width or widths, 1).
Made splitRow(RuleContext& in, Args a) {
    if (!isRowAt(a, 0) || a.size() != 3 || !a[2].isColumns()) {
        return std::nullopt;
    }
    if (a[1].is(Kind::Int)) {
        return equalPieces(in, a[0], a[1].whole);
    }
    std::vector<std::int64_t> widths;
    for (const Known& width : a[1].is(Kind::List) ? *a[1].items : std::vector<Known>()) {
        widths.push_back(width.is(Kind::Int) ? width.whole : 0);
    }
    return pieces(in, a[0], widths);
}

bool isPlace(const Known& at) {
    return at.is(Kind::Int) || at.is(Kind::None);
}

/// Rule for list[begin:end:step].
Made partOfList(Args a) {
    if (a.size() != 4 || !isPlace(a[1]) || !isPlace(a[2]) || !a[3].is(Kind::Int) || a[3].whole <= 0) {
        return std::nullopt;
    }
    const auto count = static_cast<std::int64_t>(a[0].items->size());
    const auto place = [&](const Known& at, std::int64_t otherwise) {
        const std::int64_t value = at.is(Kind::Int) ? at.whole : otherwise;
        return std::clamp(value < 0 ? value + count : value, std::int64_t{0}, count);
    };
    std::vector<Known> part;
    const std::int64_t end = place(a[2], count);
    const std::int64_t step = std::min(a[3].whole, count + 1);
    for (std::int64_t index = place(a[1], 0); index < end; index += step) {
        part.push_back((*a[0].items)[static_cast<std::size_t>(index)]);
    }
    return Known::list(std::move(part));
}

/// Rule for row[:, begin:end], or a part of a list. Along the batch, only row[:] is possible.
Made slice(RuleContext& in, Args a) {
    if (a[0].is(Kind::List)) {
        return partOfList(a);
    }
    const bool isNumbers = !a.empty() && a[0].is(Kind::Column); // the whole column only: a part would mix rows
    if ((!isRowAt(a, 0) && !isNumbers) || a.size() != 5 || !isPlace(a[2]) || !isPlace(a[3]) ||
        !(a[4].is(Kind::Int) && a[4].whole == 1)) {
        return std::nullopt;
    }
    const bool ofColumns = !isNumbers && a[1].isColumns();
    const std::int64_t width = ofColumns ? in.width(a[0]) : 0;
    const auto place = [&](const Known& at, std::int64_t otherwise) {
        const std::int64_t value = at.is(Kind::Int) ? at.whole : otherwise;
        return value < 0 ? value + width : std::min(value, width);
    };
    if (!ofColumns) {
        const bool isAll = (a[2].is(Kind::None) || a[2].whole == 0) &&
                           (a[3].is(Kind::None) || a[3].whole >= std::numeric_limits<std::int32_t>::max());
        return isAll ? Made(a[0]) : std::nullopt;
    }
    const std::int64_t begin = place(a[2], 0);
    const std::int64_t end = place(a[3], width);
    return begin >= 0 && begin < end && end <= width ? Made(columns(in, a[0], begin, end - begin)) : std::nullopt;
}

/// Rule for narrow(row, 1, begin, width).
Made narrow(RuleContext& in, Args a) {
    const bool fits = isRowAt(a, 0) && a.size() == 4 && a[1].isColumns() && a[2].is(Kind::Int) && a[3].is(Kind::Int) &&
                      a[2].whole >= 0 && a[3].whole > 0 && a[2].whole + a[3].whole <= in.width(a[0]);
    return fits ? Made(columns(in, a[0], a[2].whole, a[3].whole)) : std::nullopt;
}

// ---- shapes and new rows ------------------------------------------------------------------------------------------

/// The sizes of rows, a column or a stack; empty for other values.
std::vector<Known> sizesOf(RuleContext& in, const Known& value) {
    const Known batch{.kind = Kind::Batch};
    if (value.is(Kind::Rows)) {
        return {batch, Known::integer(in.width(value))};
    }
    if (value.is(Kind::Column)) {
        return {batch};
    }
    if (!value.is(Kind::Stack)) {
        return {};
    }
    const Known items = Known::integer(static_cast<std::int64_t>(value.items->size()));
    const Known width = Known::integer(in.width(value.items->front()));
    return value.whole == 1 ? std::vector{batch, items, width} : std::vector{items, batch, width};
}

Made size(RuleContext& in, Args a) {
    if (a[0].is(Kind::Words)) {
        return Known{.kind = Kind::Batch};
    }
    std::vector<Known> sizes = sizesOf(in, a[0]);
    if (sizes.empty()) {
        return std::nullopt;
    }
    if (a.size() == 1) {
        return Known::list(std::move(sizes));
    }
    const std::int64_t dimension = a[1].is(Kind::Int) ? dimensionOf(a[0], a[1]) : -1;
    return dimension >= 0 && dimension < static_cast<std::int64_t>(sizes.size())
               ? Made(sizes[static_cast<std::size_t>(dimension)])
               : std::nullopt;
}

Made dimensions(RuleContext& in, Args a) {
    const std::vector<Known> sizes = sizesOf(in, a[0]);
    return sizes.empty() ? std::nullopt : Made(Known::integer(static_cast<std::int64_t>(sizes.size())));
}

/// Rule for y.type_as(x), if both are rows, which have the same type.
Made asTypeOf(RuleContext& /*in*/, Args a) {
    return isRowAt(a, 0) && isRowAt(a, 1) ? Made(a[0]) : std::nullopt;
}

/// A row of equal numbers, if the shape is [batch, width].
Made filled(RuleContext& in, const Known& shape, double number) {
    const bool fits = shape.is(Kind::List) && shape.items->size() == 2 && shape.items->front().is(Kind::Batch) &&
                      shape.items->back().is(Kind::Int) && shape.items->back().whole > 0;
    if (!fits) {
        return std::nullopt;
    }
    const auto width = static_cast<std::int32_t>(shape.items->back().whole);
    return in.made(in.body.fill(width, number), width);
}

Made zeros(RuleContext& in, Args a) {
    return filled(in, a[0], 0.0);
}

Made ones(RuleContext& in, Args a) {
    return filled(in, a[0], 1.0);
}

Made full(RuleContext& in, Args a) {
    return a[1].isScalar() ? filled(in, a[0], a[1].number) : std::nullopt;
}

Made newZeros(RuleContext& in, Args a) {
    return filled(in, a[1], 0.0);
}

Made zerosLike(RuleContext& in, Args a) {
    return isRowAt(a, 0) ? Made(in.made(in.body.fill(in.width(a[0]), 0.0), in.width(a[0]))) : std::nullopt;
}

Made onesLike(RuleContext& in, Args a) {
    return isRowAt(a, 0) ? Made(in.made(in.body.fill(in.width(a[0]), 1.0), in.width(a[0]))) : std::nullopt;
}

constexpr std::array kRowRules = {
    RuleRow{"aten::linear", linear},
    RuleRow{"aten::matmul", matmul},
    RuleRow{"aten::mm", matmul},
    RuleRow{"aten::addmm", addmm},
    RuleRow{"aten::embedding", embedding},
    RuleRow{"aten::add", add},
    RuleRow{"aten::sub", subtract},
    RuleRow{"aten::rsub", subtractFrom},
    RuleRow{"aten::mul", multiply},
    RuleRow{"aten::div", divide},
    RuleRow{"aten::neg", negate},
    RuleRow{"aten::contiguous", same},
    RuleRow{"aten::clone", same},
    RuleRow{"prim::unchecked_cast", same},
    RuleRow{"aten::type_as", asTypeOf},
    RuleRow{"aten::dropout", dropout},
    RuleRow{"aten::feature_dropout", dropout},
    RuleRow{"aten::chunk", chunk},
    RuleRow{"aten::unsafe_chunk", chunk},
    RuleRow{"aten::split", splitRow},
    RuleRow{"aten::split_with_sizes", splitRow},
    RuleRow{"aten::slice", slice},
    RuleRow{"aten::narrow", narrow},
    RuleRow{"aten::size", size},
    RuleRow{"aten::dim", dimensions},
    RuleRow{"aten::zeros", zeros},
    RuleRow{"aten::ones", ones},
    RuleRow{"aten::full", full},
    RuleRow{"aten::new_zeros", newZeros},
    RuleRow{"aten::zeros_like", zerosLike},
    RuleRow{"aten::ones_like", onesLike},
};

} // namespace

Rule ruleFor(std::string_view operation) {
    for (const std::span<const RuleRow> rules :
         {std::span<const RuleRow>(kRowRules), wholeRowRules(), stackRules(), pythonRules()}) {
        const auto found =
            std::find_if(rules.begin(), rules.end(), [&](const RuleRow& row) { return row.operation == operation; });
        if (found != rules.end()) {
            return found->rule;
        }
    }
    return nullptr;
}

} // namespace batchscope
