// SPDX-License-Identifier: GPL-3.0-or-later
//
// The net above the word vectors, which is the same in all taggers (equations in bilstm_tagger.cpp).
#pragma once

#include "core/nets/lstm_chain.h"

#include <span>
#include <vector>

namespace batchscope {

/// Adds four ops: start, forward, backward, tag. Word vectors are `inputs` wide.
void addTagger(OpSet& set, std::int32_t inputs, const NetOptions& options);

/// Records both chains over the word vectors; gives the scores of every word. `first` is the op that addTagger added
/// first; `nodes` and `words` are in the order of the sentence.
[[nodiscard]] std::vector<Value> scoreWords(const TreeInput& input, OpId first, std::span<const TreeNodeId> nodes,
                                            std::span<const Value> words, Fold& fold);

/// The same, and asks for them.
void recordTagger(const TreeInput& input, OpId first, std::span<const TreeNodeId> nodes, std::span<const Value> words,
                  Fold& fold);

} // namespace batchscope
