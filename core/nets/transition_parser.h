// SPDX-License-Identifier: GPL-3.0-or-later
//
// The net whose values are read while it runs: which call comes next depends on the scores of the move before, so
// that only the same move of several sentences can share a batch (sync points, OpGraph::rounds). Here the moves are
// those of the static oracle, as in training. Rows in a batch B, hidden width d, tag vectors of width 25:
//
//     token(word, tag)       x = [E[word]; T[tag]]                             [B, d + 25]
//     start                  see lstm_chain.h                                  [B, d] each
//     forward-1, backward-1  over the tokens; join [f; b]                      [B, d]; [B, 2d]
//     forward-2, backward-2  over those; join: v of a word                     [B, d]; [B, 2d]
//     empty                  a learned vector where there is no such word      [B, 2d]
//     score(s0, s1, s2, b0)  z = s0·Ws0ᵀ + s1·Ws1ᵀ + s2·Ws2ᵀ + b0·Wb0ᵀ + b1    [B, d]
//                            tanh(z)·W2ᵀ + b2                                  [B, 3]: shift, left-arc, right-arc
//
// s0, s1, s2: top three of the stack; b0: front of the buffer (the root counts as no word). The four matrices are the
// columns of one, W1·[s0; s1; s2; b0]. (Kiperwasser and Goldberg 2016, TACL, section 4; github.com/elikip/bist-parser,
// barchybrid; without the scorer of relations.) The moves: arc_hybrid.h. Tag: class of the label of the word's node.
// Move k of every tree is in round k; all before the first move is in round 0. A score is asked for at every move,
// target: the oracle's move; outputs root and all are the same.
#pragma once

#include "core/nets/net.h"

namespace batchscope {

[[nodiscard]] OpSet transitionParserOps(const NetOptions& options);
[[nodiscard]] Status recordTransitionParser(const TreeInput& input, Fold& fold);

} // namespace batchscope
