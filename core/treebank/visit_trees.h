// SPDX-License-Identifier: GPL-3.0-or-later
//
// Visits many trees once each: they are read again in large pieces, and past the cache. Asking Treebank::tree for a
// million trees, one after the other, would read the file in a million small pieces.
#pragma once

#include "core/treebank/treebank.h"

#include <functional>
#include <span>

namespace batchscope {

/// One tree; false ends the visit. Tree::file is not set.
using TreeVisitor = std::function<bool(TreeId, const Tree&)>;

/// Gives each of `trees`, whose ids grow, to the visitor; not always in order. Trees that can no longer be read are
/// left out. Any thread.
void visitTrees(const Treebank& bank, std::span<const TreeId> trees, const TreeVisitor& visit);

} // namespace batchscope
