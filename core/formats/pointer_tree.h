// SPDX-License-Identifier: GPL-3.0-or-later
//
// Turns a line of parent pointers (see sst_pair.h) into a Tree, or says why they do not form one. Linear except for the
// order of children; iterative.
#pragma once

#include "core/tree/tree.h"

#include <optional>
#include <span>
#include <string>

namespace batchscope {

struct PointerFault {
    std::size_t node;    ///< from 0: whose pointer is wrong
    std::string message; ///< what was found, what was expected
};

/// Why these pointers do not form a tree over the first `words` nodes: their number, one out of range, at itself or at
/// a word, no root or several, a cycle, an inner node without children. Needs at least one pointer and one word.
[[nodiscard]] std::optional<PointerFault> findPointerFault(std::span<const std::uint32_t> parents, std::size_t words);

/// The tree of pointers without fault, without labels and without roots over a single node, as every reader leaves them
/// out: `words` by leaf in sentence order, `positions` by node.
[[nodiscard]] Tree pointerTree(std::span<const std::uint32_t> parents, std::span<const SymbolId> words,
                               std::span<const SourcePosition> positions);

} // namespace batchscope
