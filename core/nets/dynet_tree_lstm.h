// SPDX-License-Identifier: GPL-3.0-or-later
//
// The TreeLSTM of DyNet's benchmark (Neubig et al. 2017; github.com/neulab/dynet-benchmark, treenn). Its gates are
// separate affine maps, where tree-lstm slices one product, so that its primitive graph is the one on which policies
// have been compared: there plain depth needs fewer batches than agenda. Rows in a batch B, hidden width d:
//
//     leaf(word)               x = E[word]; i, o, u = W x + b                            no forget gate
//                              c = σ(i)∘tanh(u), h = σ(o)∘tanh(c)
//     compose(h1, c1, h2, c2)  i, o, u = U [h1; h2] + b; f_k = σ(U_fk h_k + b_f)          own child only
//                              c = σ(i)∘tanh(u) + f_1∘c1 + f_2∘c2, h = σ(o)∘tanh(c)
//     logits(h)                h·Wᵀ + b                                                  [B, classes]
#pragma once

#include "core/nets/net.h"

namespace batchscope {

[[nodiscard]] OpSet dynetTreeLstmOps(const NetOptions& options);
[[nodiscard]] Status recordDynetTreeLstm(const TreeInput& input, Fold& fold);

} // namespace batchscope
