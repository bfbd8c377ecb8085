// SPDX-License-Identifier: GPL-3.0-or-later
//
// Joins two trees into one, for nets that compare them: premise and hypothesis of SNLI, a question and an answer. A
// pair is an ordinary tree, so all code for trees works for pairs; only the net gives its root a meaning.
#pragma once

#include "core/tree/tree.h"

namespace batchscope {

/// A root with both trees as its children, in this order. It has the position of the first root, and the label of both
/// roots if they are equal, else none. Marks and chains of shape operations are kept. Neither may be a dependency tree,
/// whose nodes all have words. O(nodes).
[[nodiscard]] Tree paired(const Tree& first, const Tree& second);

} // namespace batchscope
