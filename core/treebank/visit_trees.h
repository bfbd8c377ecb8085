// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: asking Treebank::tree for a million trees, one after the other, reads the file in a million small pieces.
// Whoever looks at many trees once reads them again in large pieces here, and past the cache.
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
