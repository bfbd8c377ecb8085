// SPDX-License-Identifier: GPL-3.0-or-later
//
// The TreeLSTM that tells its children apart by position: each has weights of its own, and each child's forget
// gate looks at all children. Rows in a batch B, hidden width d, children 1…n:
//
//     composeN(h1…hn, c1…cn)       i, o, u = Σ_l hl·Ulᵀ + b                  Ul [3d, d]
//                                  fk      = σ(Σ_l hl·Ufk_lᵀ + bf)           Ufk_l [d, d], also for l ≠ k
//                                  c = σ(i)∘tanh(u) + Σ_k fk∘ck     h = σ(o)∘tanh(c)
//     headN(word, h1…hn, c1…cn)    the same with x·Wᵀ + b in place of b and x·Wfᵀ + bf in place of bf, x = E[word]
//     leaf, logits                 see tai_parts.h
//
// (Tai et al. 2015, eq. 9-14. Words have width d. At most kMostNaryChildren children.)
//
// One op for each number of children N = 1…arity, so that only nodes with equally many children batch; position k has
// the same weights in all of them. There are arity² forget matrices: 4·arity²·d² bytes in float32, that is 0.3 MB for
// SST (2, d = 100) and 41 MB for raw Penn trees (32). Child-sum has one, and binarised trees have four.
#pragma once

#include "core/nets/net.h"

namespace batchscope {

constexpr std::int32_t kMostNaryChildren = 64;

[[nodiscard]] OpSet naryTreeLstmOps(const NetOptions& options);
/// A Config error at a node with more children than there are ops.
[[nodiscard]] Status recordNaryTreeLstm(const TreeInput& input, Fold& fold);

} // namespace batchscope
