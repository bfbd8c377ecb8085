// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/rule_parts.h"

#include "core/words/script_words.h"

#include <algorithm>
#include <utility>

namespace batchscope {

namespace {

/// An operand as a row of `width`: rows as they are, a number filled in, a vector of the module.
Made asRow(RuleContext& in, const Known& value, std::int32_t width) {
    if (value.is(Known::Kind::Rows)) {
        const bool isOneColumn = in.width(value) == 1 && width > 1;
        return isOneColumn                ? Made(in.made(in.body.widen(value.row, width), width))
               : in.width(value) == width ? Made(value)
                                          : std::nullopt;
    }
    if (value.isScalar()) {
        return in.made(in.body.fill(width, value.number), width);
    }
    if (!value.is(Known::Kind::Weight)) {
        return std::nullopt;
    }
    const at::Tensor& tensor = in.tensors[value.weight].tensor;
    const bool isOneForAll = tensor.dim() == 1 && tensor.numel() == 1;
    if (!isOneForAll && tensor.numel() != width) {
        return std::nullopt;
    }
    const auto column = in.forms.column(value.weight);
    if (!column) {
        in.why = words::kUsedInTwoWays;
        return std::nullopt;
    }
    const BodyId one = in.made(in.body.fill(1, 1.0), 1).row;
    if (!isOneForAll) {
        return in.made(in.body.linear(one, *column), width);
    }
    const Known single = in.made(in.body.linear(one, *column), 1);
    return width == 1 ? single : in.made(in.body.widen(single.row, width), width);
}

/// PyTorch puts rows [batch, width] beside those of a stack only where the stack is [rows, batch, width].
Made combinedStacks(RuleContext& in, Primitive primitive, const Known& left, const Known& right) {
    const Known& stack = left.is(Known::Kind::Stack) ? left : right;
    std::size_t count = 1;
    for (const Known* side : {&left, &right}) {
        const bool isOther = side->is(Known::Kind::Stack) && side->whole != stack.whole;
        if (isOther || (side->is(Known::Kind::Rows) && stack.whole != 0)) {
            return std::nullopt;
        }
        count = side->is(Known::Kind::Stack) ? std::max(count, side->items->size()) : count;
    }
    std::vector<Known> items;
    for (std::size_t index = 0; index < count; ++index) {
        const auto item = [&](const Known& side) -> const Known* {
            if (!side.is(Known::Kind::Stack)) {
                return &side;
            }
            const std::size_t place = side.items->size() == 1 ? 0 : index;
            return place < side.items->size() ? &(*side.items)[place] : nullptr;
        };
        const Known* const first = item(left);
        const Known* const second = item(right);
        Made made = first != nullptr && second != nullptr ? combined(in, primitive, *first, *second) : std::nullopt;
        if (!made) {
            return std::nullopt;
        }
        items.push_back(std::move(*made));
    }
    return Known::stack(std::move(items), stack.whole);
}

/// [batch] with numbers, or with its like.
Made combinedColumns(RuleContext& in, Primitive primitive, const Known& left, const Known& right) {
    const auto asRows = [](const Known& side) -> Made {
        return side.isScalar() ? Made(side) : side.is(Known::Kind::Column) ? Made(Known::rows(side.row)) : std::nullopt;
    };
    const Made first = asRows(left);
    const Made second = asRows(right);
    const Made made = first && second ? combined(in, primitive, *first, *second) : std::nullopt;
    return made ? Made(Known::column(made->row)) : std::nullopt;
}

} // namespace

bool isRowAt(Args arguments, std::size_t index) {
    return index < arguments.size() && arguments[index].is(Known::Kind::Rows);
}

bool areAllRows(const std::vector<Known>& values) {
    return !values.empty() &&
           std::all_of(values.begin(), values.end(), [](const Known& value) { return value.is(Known::Kind::Rows); });
}

/// A row of `width` times a weight, [out, in] or its transpose; then plus a bias.
Made product(RuleContext& in, const Known& row, const Known& weight, bool isTransposed, const Known& bias) {
    if (!row.is(Known::Kind::Rows) || !weight.is(Known::Kind::Weight) || in.tensors[weight.weight].tensor.dim() != 2) {
        return std::nullopt;
    }
    const bool asIs = weight.turned != isTransposed; // linear maps are kept as [out, in]
    const at::Tensor& tensor = in.tensors[weight.weight].tensor;
    if (tensor.size(asIs ? 1 : 0) != in.width(row)) {
        return std::nullopt;
    }
    const auto matrix = in.forms.matrix(weight.weight, asIs ? WeightForm::AsIs : WeightForm::Transposed);
    std::optional<ParamId> added = ParamId();
    if (bias.is(Known::Kind::Weight)) {
        added = in.tensors[bias.weight].tensor.numel() == tensor.size(asIs ? 0 : 1) ? in.forms.bias(bias.weight)
                                                                                    : std::nullopt;
    } else if (!bias.is(Known::Kind::None)) {
        return std::nullopt;
    }
    if (!matrix || !added) {
        in.why = words::kUsedInTwoWays;
        return std::nullopt;
    }
    return in.made(in.body.linear(row.row, *matrix, *added), static_cast<std::int32_t>(tensor.size(asIs ? 0 : 1)));
}

Made combined(RuleContext& in, Primitive primitive, const Known& left, const Known& right) {
    if (left.is(Known::Kind::Stack) || right.is(Known::Kind::Stack)) {
        return combinedStacks(in, primitive, left, right);
    }
    if (left.is(Known::Kind::Column) || right.is(Known::Kind::Column)) {
        return combinedColumns(in, primitive, left, right);
    }
    const std::int32_t width =
        std::max(left.is(Known::Kind::Rows) ? in.width(left) : 0, right.is(Known::Kind::Rows) ? in.width(right) : 0);
    if (width == 0) {
        return std::nullopt;
    }
    const Made first = asRow(in, left, width);
    const Made second = asRow(in, right, width);
    return first && second ? Made(in.made(in.body.elementwise(primitive, first->row, second->row), width))
                           : std::nullopt;
}

Made dotWithEach(RuleContext& in, const Known& stack, const Known& vector) {
    if (stack.whole != 1) {
        return std::nullopt;
    }
    std::vector<Known> scores;
    for (const Known& row : *stack.items) {
        const Made weighed = combined(in, Primitive::Multiply, row, vector);
        if (!weighed) {
            return std::nullopt;
        }
        scores.push_back(in.made(in.body.overRow(Primitive::RowSum, weighed->row), 1));
    }
    return besideEachOther(in, scores);
}

Made times(RuleContext& in, const Known& row, double factor) {
    return factor == 1.0 ? Made(row) : combined(in, Primitive::Multiply, row, Known::real(factor));
}

Known besideEachOther(RuleContext& in, const std::vector<Known>& rows) {
    Known joined = rows.front();
    for (std::size_t index = 1; index < rows.size(); ++index) {
        joined = in.made(in.body.concat(joined.row, rows[index].row), in.width(joined) + in.width(rows[index]));
    }
    return joined;
}

Known columns(RuleContext& in, const Known& row, std::int64_t begin, std::int64_t width) {
    if (begin == 0 && width == in.width(row)) {
        return row;
    }
    return in.made(in.body.slice(row.row, static_cast<std::int32_t>(begin), static_cast<std::int32_t>(width)),
                   static_cast<std::int32_t>(width));
}

std::int64_t dimensionOf(const Known& value, const Known& dimension) {
    const std::int64_t count = value.is(Known::Kind::Stack) ? 3 : value.is(Known::Kind::Column) ? 1 : 2;
    return dimension.whole < 0 ? dimension.whole + count : dimension.whole;
}

const Known* onlyDimension(Args arguments) {
    if (arguments.size() < 2) {
        return nullptr;
    }
    const Known* dimension = &arguments[1];
    if (dimension->is(Known::Kind::List) && dimension->items->size() == 1) {
        dimension = dimension->items->data();
    }
    return dimension->is(Known::Kind::Int) ? dimension : nullptr;
}

bool isOverColumns(const Known& value, const Known& dimension) {
    if (value.is(Known::Kind::Column)) {
        return false;
    }
    return value.is(Known::Kind::Stack) ? dimensionOf(value, dimension) == kLastOfThree : dimension.isColumns();
}

bool isOverItems(const Known& value, const Known& dimension) {
    return value.is(Known::Kind::Stack) && dimensionOf(value, dimension) == value.whole;
}

Made asColumns(RuleContext& in, const Known& stack) {
    const bool fits =
        stack.is(Known::Kind::Stack) && stack.whole == 1 &&
        std::all_of(stack.items->begin(), stack.items->end(), [&](const Known& row) { return in.width(row) == 1; });
    return fits ? Made(besideEachOther(in, *stack.items)) : std::nullopt;
}

Known RuleContext::made(BodyId id, std::int32_t width) {
    if (widths.size() <= id.index()) {
        widths.resize(id.index() + 1);
    }
    widths[id.index()] = width;
    return Known::rows(id);
}

} // namespace batchscope
