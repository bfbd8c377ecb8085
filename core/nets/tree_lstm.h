// SPDX-License-Identifier: GPL-3.0-or-later
//
// The net of TorchFold's SPINN example, a binary TreeLSTM. Rows in a batch B, hidden width d:
//
//     leaf(word)               h = E[word]                       c = 0
//     children(hl, cl, hr, cr) z = hl·Wlᵀ + bl + hr·Wrᵀ + br     [B, 5d] → a, i, f1, f2, o
//                              c = tanh(a)∘σ(i) + σ(f1)∘cl + σ(f2)∘cr
//                              h = σ(o)∘tanh(c)
//     logits(h)                h·Wᵀ + b                          [B, classes]
//
// (github.com/nearai/torchfold, examples/snli; Tai et al. 2015, eq. 9-14, without the word at inner nodes. The
// example leaves the leaf's c uninitialised; it is zero here.)
#pragma once

#include "core/nets/net.h"

namespace batchscope {

[[nodiscard]] OpSet treeLstmOps(const NetOptions& options);
[[nodiscard]] Status recordTreeLstm(const TreeInput& input, Fold& fold);

} // namespace batchscope
