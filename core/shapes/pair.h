// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two trees as one, for nets that compare them: premise and hypothesis of SNLI, a question and an answer. A pair is a
// tree like any other, so that everything which runs over trees runs over pairs; only the net knows what its root
// means.
#pragma once

#include "core/tree/tree.h"

namespace batchscope {

/// A root with both as its children, in this order. It has the position of the first's root, and the label that both
/// roots have; none where they differ. What shape operations left in the two stays. Needs: neither is a dependency
/// tree, whose nodes all have words. O(nodes).
[[nodiscard]] Tree paired(const Tree& first, const Tree& second);

} // namespace batchscope
