// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/rule_parts.h"

#include <array>

namespace batchscope {

namespace {

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

constexpr std::array kCellRules = {
    RuleRow{"aten::lstm_cell", lstmCell},
    RuleRow{"aten::gru_cell", gruCell},
    RuleRow{"aten::rnn_tanh_cell", rnnCell<Primitive::Tanh>},
    RuleRow{"aten::rnn_relu_cell", rnnCell<Primitive::Relu>},
};

} // namespace

std::span<const RuleRow> cellRules() {
    return kCellRules;
}

} // namespace batchscope
