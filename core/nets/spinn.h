// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a tree read as the moves of a shift-reduce parser, 2n - 1 for n words, with an LSTM that follows the parse: a
// sequence inside each tree, so levels are many and trees batch with each other, hardly within themselves. Rows in a
// batch B, hidden width d, tracker width t = min(64, d):
//
//     shift(word)              h = E[word]                    c = 0                         a word of the buffer
//     empty(), start()         0 [B, d] for an empty place of buffer or stack, 0 [B, t] before the first move
//     tracker(b, s1, s2, h, c) z = b·Wbᵀ + s1·W1ᵀ + s2·W2ᵀ + h·Whᵀ + bh                     [B, 4t] → i, f, o, u
//                              c' = σ(i)∘tanh(u) + σ(f)∘c     h' = σ(o)∘tanh(c')
//     transition(h')           h'·Waᵀ + ba                                                  [B, 2]: shift, reduce
//     reduce(hl, cl, hr, cr, h') z = hl·Wlᵀ + bl + hr·Wrᵀ + br + h'·Wtᵀ                     [B, 5d] → a, i, f1, f2, o
//                              c = tanh(a)∘σ(i) + σ(f1)∘cl + σ(f2)∘cr     h = σ(o)∘tanh(c)
//     logits(h)                h·Wyᵀ + by                                                   [B, classes]
//
// Before every move the tracker reads the h of the next word b, of the top s1 and of the place below s2; reduce takes
// s2 as its left and s1 as its right child. The tree gives the moves; transition is what would have chosen them, asked
// for only where the outputs of all nodes are, with the move made (0 shift, 1 reduce) as its target. The first request
// of a move is its transition, the second its node's logits. (Bowman et al. 2016, "A fast unified model for parsing and
// sentence understanding", section 3. As in TorchFold's examples/snli, a word is its embedding with c = 0, where the
// paper has an affine map of it to h and c.)
#pragma once

#include "core/nets/net.h"

namespace batchscope {

[[nodiscard]] OpSet spinnOps(const NetOptions& options);
[[nodiscard]] Status recordSpinn(const TreeInput& input, Fold& fold);

} // namespace batchscope
