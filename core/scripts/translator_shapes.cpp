// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/rule_parts.h"

#include <array>

namespace batchscope {

namespace {

constexpr std::int64_t kMostParts = 64; // each is a value of the body

/// The numbers of a row, in order, as a row or a stack: what all shapes [batch, …] of the same numbers have in common.
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

/// The sizes behind the batch, the open one filled in; nothing unless they hold `width` numbers.
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
            known *= shape[place].whole; // of at most two sizes
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

/// A row in parts of one width, one after the other: [batch, parts, width].
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

/// The same numbers in another shape, as long as no row reaches into another.
Made reshaped(RuleContext& in, const Known& value, const std::vector<Known>& shape) {
    const Made row = shape.empty() || shape.size() > 3 ? std::nullopt : flatRow(in, value);
    const auto sizes = row ? sizesBehindBatch(shape, in.width(*row)) : std::nullopt;
    if (!sizes) {
        return std::nullopt;
    }
    switch (sizes->size()) {
    case 0: return Known::column(row->row); // of width 1, or it would not fit
    case 1: return row;
    default: return inParts(in, *row, sizes->front(), sizes->back());
    }
}

/// view(x, shape), reshape(x, shape)
Made view(RuleContext& in, Args a) {
    return a.size() == 2 && a[1].is(Known::Kind::List) ? reshaped(in, a[0], *a[1].items) : std::nullopt;
}

/// flatten(x, begin, end): all but the batch
Made flatten(RuleContext& in, Args a) {
    const bool isAll = a.size() == 3 && a[1].is(Known::Kind::Int) && a[2].is(Known::Kind::Int) && a[1].whole == 1 &&
                       (a[2].whole == -1 || a[2].whole == (a[0].is(Known::Kind::Stack) ? 2 : 1));
    return isAll && !a[0].is(Known::Kind::Column) ? flatRow(in, a[0]) : std::nullopt;
}

/// expand(x, shape), expand_as(x, other): one column for all.
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

constexpr std::array kShapeRules = {
    RuleRow{"aten::view", view},     RuleRow{"aten::reshape", view},       RuleRow{"aten::flatten", flatten},
    RuleRow{"aten::expand", expand}, RuleRow{"aten::expand_as", expandAs},
};

} // namespace

std::span<const RuleRow> shapeRules() {
    return kShapeRules;
}

} // namespace batchscope
