// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two chains in opposite order over one sentence, and a score for each tag at each word. Rows in a batch B, width
// d of words, states and hidden layer:
//
//     lookup(word)           x = E[word]                        [B, d]
//     start                  see lstm_chain.h                   [B, d] each
//     forward, backward      f from the left, b from the right  [B, d]
//     tag(f, b)              O·tanh(H·[f; b])                   [B, tags], H [d, 2d], O [tags, d], no biases
//
// (Neubig et al. 2017, "BiLSTM tagger"; github.com/neulab/dynet-benchmark, bilstm-tagger: 128, 50 and 32 there, `dim`
// here.) A tagger is asked for a tag at every word, so that outputs root and all are the same. The tag to be found is
// the label of the word's node; tags = classes of the treebank.
#pragma once

#include "core/nets/net.h"

namespace batchscope {

[[nodiscard]] OpSet bilstmTaggerOps(const NetOptions& options);
[[nodiscard]] Status recordBilstmTagger(const TreeInput& input, Fold& fold);

} // namespace batchscope
