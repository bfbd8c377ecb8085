// SPDX-License-Identifier: GPL-3.0-or-later
//
// Removes traces: leaves such as `(-NONE- *T*-1)`, which mark moved or omitted words in the Penn Treebank. They are not
// words of the sentence, and most work on the treebank starts by removing them.
#pragma once

#include "core/tree/tree.h"

#include <optional>

namespace batchscope {

/// The tree without leaves of this label and without nodes that become empty; none if no node is left. The order and
/// positions of other nodes are kept. A dependency tree is returned unchanged. Must come before shape operations: the
/// tree may have no marks or chains (checked). O(n), iterative.
[[nodiscard]] std::optional<Tree> withoutTraces(const Tree& tree, SymbolId noneLabel);

} // namespace batchscope
