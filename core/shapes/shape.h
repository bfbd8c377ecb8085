// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shape that a treebank's trees take before a net runs on them, as one value and one function, so that the graph,
// the picture of the tree and `explain` refer to the same nodes. Undone by `unbinarized` (restore.h).
#pragma once

#include "core/shapes/binarize.h"
#include "core/shapes/unary.h"

#include <span>
#include <string_view>

namespace batchscope {

/// What happens to nodes with one child.
enum class Unary {
    Auto,     ///< as Collapse where trees are made binary, else as Keep
    Keep,     ///< they stay
    Collapse, ///< every chain becomes one node
    KeepPos,  ///< … but leaves stay apart: `(NP (NN dog))` keeps both nodes
    KeepRoot, ///< … but the root stays apart
    KeepEnds, ///< … but leaves and the root stay apart
};

/// Names as the command line spells them: auto, keep, collapse, keep-pos, keep-root, keep-ends.
[[nodiscard]] std::span<const std::string_view> unaryNames();
[[nodiscard]] Result<Unary> parseUnary(std::string_view name);

struct ShapeOptions {
    Binarization binarization = Binarization::None;
    Unary unary = Unary::Auto;
    bool operator==(const ShapeOptions&) const = default;
    /// Whether trees stay as they were read, whatever they are.
    [[nodiscard]] bool isAsRead() const {
        return binarization == Binarization::None && (unary == Unary::Auto || unary == Unary::Keep);
    }
};

/// The tree in the shape asked for. `labels` holds the texts of its labels.
[[nodiscard]] Tree shaped(const Tree& tree, const SymbolTable& labels, const ShapeOptions& options);

} // namespace batchscope
