// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/rule_parts.h"

#include "core/words/script_words.h"

#include <algorithm>

namespace batchscope {

namespace {

/// An operand as a row of `width`: rows as they are, a number filled in, a vector of the module.
Made asRow(RuleContext& in, const Known& value, std::int32_t width) {
    if (value.is(Known::Kind::Rows)) {
        return in.width(value) == width ? Made(value) : std::nullopt;
    }
    if (value.isScalar()) {
        return in.made(in.body.fill(width, value.number), width);
    }
    if (!value.is(Known::Kind::Weight) || in.tensors[value.weight].tensor.numel() != width) {
        return std::nullopt;
    }
    const auto column = in.forms.column(value.weight);
    if (!column) {
        in.why = words::kUsedInTwoWays;
        return std::nullopt;
    }
    const BodyId one = in.made(in.body.fill(1, 1.0), 1).row;
    return in.made(in.body.linear(one, *column), width);
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
    if (!left.is(Known::Kind::Rows) && !right.is(Known::Kind::Rows)) {
        return std::nullopt;
    }
    const std::int32_t width = in.width(left.is(Known::Kind::Rows) ? left : right);
    const Made first = asRow(in, left, width);
    const Made second = asRow(in, right, width);
    return first && second ? Made(in.made(in.body.elementwise(primitive, first->row, second->row), width))
                           : std::nullopt;
}

Made times(RuleContext& in, const Known& row, double factor) {
    return factor == 1.0 ? Made(row) : combined(in, Primitive::Multiply, row, Known::real(factor));
}

Known columns(RuleContext& in, const Known& row, std::int64_t begin, std::int64_t width) {
    if (begin == 0 && width == in.width(row)) {
        return row;
    }
    return in.made(in.body.slice(row.row, static_cast<std::int32_t>(begin), static_cast<std::int32_t>(width)),
                   static_cast<std::int32_t>(width));
}

Known RuleContext::made(BodyId id, std::int32_t width) {
    if (widths.size() <= id.index()) {
        widths.resize(id.index() + 1);
    }
    widths[id.index()] = width;
    return Known::rows(id);
}

} // namespace batchscope
