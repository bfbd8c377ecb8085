// SPDX-License-Identifier: GPL-3.0-or-later
//
// The TreeLSTM that takes any number of children, in no order: they are summed, and each has a forget gate of its
// own from the same weights. So it fits dependency trees. Rows in a batch B, hidden width d, children 1…n:
//
//     compose(h1…hn, c1…cn)        h̃       = Σ_k hk
//                                  i, o, u = h̃·Uᵀ + b                        U [3d, d]
//                                  fk      = σ(hk·Ufᵀ + bf)                  Uf [d, d]
//                                  c = σ(i)∘tanh(u) + Σ_k fk∘ck     h = σ(o)∘tanh(c)
//     head(word, h1…hn, c1…cn)     the same with x·Wᵀ + b in place of b and x·Wfᵀ + bf in place of bf, x = E[word]
//     leaf, logits                 see tai_parts.h
//
// (Tai et al. 2015, eq. 2-8. Words have width d.)
//
// How nodes with different numbers of children batch is the reader's choice, Variadic:
//     Buckets      ops compose1, compose2, … and head1, head2, …: only equally many children batch; at most
//                  kMostChildSumBuckets
//     SegmentSum   one op compose and one op head with variadic slots h and c: all batch; sums run over the items of
//                  each node, and the word's forget term is spread over them
// Both compute the same values.
#pragma once

#include "core/nets/net.h"

namespace batchscope {

constexpr std::int32_t kMostChildSumBuckets = 128;

[[nodiscard]] OpSet childSumTreeLstmOps(const NetOptions& options);
/// With buckets, a Config error at a node with more children than there are ops.
[[nodiscard]] Status recordChildSumTreeLstm(const TreeInput& input, Fold& fold);

} // namespace batchscope
