// SPDX-License-Identifier: GPL-3.0-or-later
//
// Merges nodes with one child. Treebanks hold such nodes, `(NP (NN dog))`. Nets of two children and the Chomsky normal
// form want them merged into one node, named NP+NN. restore.h undoes it.
#pragma once

#include "core/tree/tree.h"

namespace batchscope {

enum class Ends {
    Keep,     ///< stays a node of its own
    Collapse, ///< may be merged as any other
};

/// Which ends of a chain are merged, too (NLTK's collapsePOS and collapseRoot).
struct UnaryOptions {
    Ends pos = Ends::Collapse;  ///< leaves: `(NP (NN dog))` has two nodes, as a preterminal is one leaf with its word
    Ends root = Ends::Collapse; ///< the root
    bool operator==(const UnaryOptions&) const = default;
};

/// Each chain of nodes with one child is merged into its lowest node, which takes the label of the upper one and keeps
/// its own position; `chains` has what was there. Chains and marks from before stay. The order of the other nodes stays
/// as it is. In a dependency tree every node has a word to lose, so it comes back as it is. O(n), iterative.
[[nodiscard]] Tree collapsedUnary(const Tree& tree, const UnaryOptions& options = {});

} // namespace batchscope
