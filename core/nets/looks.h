// SPDX-License-Identifier: GPL-3.0-or-later
//
// The net behind TensorFlow Fold's timing table, so that its figures can be compared. Rows in a batch B,
// width d (1024 in the paper):
//
//     leaf(word)    y = E[word]                                            [B, d]
//     cell(l, r)    z = relu([l; r]·W0ᵀ + b0)                              W0 [d, 2d]
//                   fl, fr, i, g = z·Wᵀ + b                                W [4d, d]
//                   y = σ(fl)∘l + σ(fr)∘r + σ(i)∘tanh(g)
//     logits(y)     y·Wyᵀ + by                                             [B, classes]
//
// A TreeLSTM with one state and no output gate, behind a hidden layer. (Looks et al. 2017, section 3.3 and table 1;
// github.com/tensorflow/fold, loom/benchmarks/iclr_2017_benchmark.py, tree_lstm: the activations are written there
// only. The benchmark has no classifier; its loss is on y. Here the root is classified, as in the other nets.)
#pragma once

#include "core/nets/net.h"

namespace batchscope {

[[nodiscard]] OpSet looksOps(const NetOptions& options);
[[nodiscard]] Status recordLooks(const TreeInput& input, Fold& fold);

} // namespace batchscope
