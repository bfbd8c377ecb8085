// SPDX-License-Identifier: GPL-3.0-or-later
//
// DyNet's first example, and the plainest sequence: level = place in the sentence. An LSTM reads the words and a
// classifier looks at its last state. Rows in a batch B, width d of words and states:
//
//     lookup(word)      x = E[word]                    [B, d]
//     start, lstm       see lstm_chain.h               [B, d] each
//     logits(h)         h·Wᵀ + b                       [B, classes]
//
// (github.com/clab/dynet, examples/acceptor: forget bias 1, three classes there. Its width 100 is `dim` here.)
// Outputs: root asks for the logits behind the last word; all asks for them behind every word. The class to be found is
// the sentence's, the label of the tree's root, in either case.
#pragma once

#include "core/nets/net.h"

namespace batchscope {

[[nodiscard]] OpSet lstmAcceptorOps(const NetOptions& options);
[[nodiscard]] Status recordLstmAcceptor(const TreeInput& input, Fold& fold);

} // namespace batchscope
