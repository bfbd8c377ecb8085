// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the net where the policy matters. A rare word gets its vector from its letters, so that words are at unequal
// depth below one LSTM; by depth that LSTM falls apart into many batches, an agenda waits. Rows in a batch B, hidden
// width d, word vectors of width 2m with m = ceil(d / 2), letters of width 20:
//
//     lookup(word)               x = E[word]                 [B, 2m]   words that occur more than 5 times
//     letter(byte)               y = C[byte]                 [B, 20]   the others: "<*>", their bytes, "<*>"
//     start-letters              see lstm_chain.h            [B, m] each
//     read-forward, -backward    over the letters            [B, m]
//     word(f, b)                 x = [f; b]                  [B, 2m]   both chains' last states
//     start, forward, backward, tag                          as in bilstm_tagger.h
//
// (Neubig et al. 2017, "BiLSTM tagger w/char"; github.com/neulab/dynet-benchmark, bilstm-tagger-withchar.) Letters are
// the bytes of the word, 0…255; "<*>" is number 256. Occurrences are counted in the whole treebank.
#pragma once

#include "core/nets/net.h"

namespace batchscope {

[[nodiscard]] OpSet bilstmCharTaggerOps(const NetOptions& options);
[[nodiscard]] Status recordBilstmCharTagger(const TreeInput& input, Fold& fold);

} // namespace batchscope
