// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plainest recursive net, and the first of DyNet's tutorial on trees. Rows in a batch B, hidden width d:
//
//     embed(word)      h = E[word]                  [B, d]
//     compose(h1, h2)  h = tanh([h1; h2]·Wᵀ)        W [d, 2d], no bias
//     logits(h)        h·Wyᵀ + by                   [B, classes]
//
// A node with one child has its child's value and no call of its own. (DyNet tutorial "Autobatching", class TreeRNN,
// and dynet-benchmark, dynet-py/treenn.py; after Socher et al. 2011.)
#pragma once

#include "core/nets/net.h"

namespace batchscope {

[[nodiscard]] OpSet treeRnnOps(const NetOptions& options);
[[nodiscard]] Status recordTreeRnn(const TreeInput& input, Fold& fold);

} // namespace batchscope
