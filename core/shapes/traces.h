// SPDX-License-Identifier: GPL-3.0-or-later
//
// Removes traces: leaves `(-NONE- *T*-1)` with which the Penn Treebank marks what was moved or left out. They are not
// words of the sentence, and most work on the treebank begins by removing them.
#pragma once

#include "core/tree/tree.h"

#include <optional>

namespace batchscope {

/// The tree without leaves of this label, and without the nodes that are left empty by that; nothing when nothing is
/// left. Order and positions of the others stay. A dependency tree is returned unchanged. To be done before shape
/// operations: the tree has no marks and no chains (checked). O(n), iterative.
[[nodiscard]] std::optional<Tree> withoutTraces(const Tree& tree, SymbolId noneLabel);

} // namespace batchscope
