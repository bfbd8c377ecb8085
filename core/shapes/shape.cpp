// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shapes/shape.h"

#include "core/base/choice.h"

#include <array>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, 6> kUnaryNames = {"auto",     "keep",      "collapse",
                                                         "keep-pos", "keep-root", "keep-ends"};

UnaryOptions unaryOptionsOf(Unary unary) {
    const bool keepsPos = unary == Unary::KeepPos || unary == Unary::KeepEnds;
    const bool keepsRoot = unary == Unary::KeepRoot || unary == Unary::KeepEnds;
    return {.pos = keepsPos ? Ends::Keep : Ends::Collapse, .root = keepsRoot ? Ends::Keep : Ends::Collapse};
}

} // namespace

std::span<const std::string_view> unaryNames() {
    return kUnaryNames;
}

Result<Unary> parseUnary(std::string_view name) {
    return parseChoice<Unary>(name, kUnaryNames, "unary mode");
}

Tree shaped(const Tree& tree, const SymbolTable& labels, const ShapeOptions& options) {
    if (options.isAsRead()) {
        return tree;
    }
    if (options.unary == Unary::Keep) {
        return factored(tree, options.binarization, labels);
    }
    const Tree collapsed = collapsedUnary(tree, unaryOptionsOf(options.unary));
    return options.binarization == Binarization::None ? collapsed : factored(collapsed, options.binarization, labels);
}

} // namespace batchscope
