// SPDX-License-Identifier: GPL-3.0-or-later
//
// A tagger: two LSTM chains in opposite directions over one sentence, and a score for each tag at each word. B rows per
// batch, width d of words, states and hidden layer:
//
//     lookup(word)           x = E[word]                        [B, d]
//     start                  see lstm_chain.h                   [B, d] each
//     forward, backward      f from the left, b from the right  [B, d]
//     tag(f, b)              O·tanh(H·[f; b])                   [B, tags], H [d, 2d], O [tags, d], no biases
//
// (Neubig et al. 2017, "BiLSTM tagger"; github.com/neulab/dynet-benchmark, bilstm-tagger, where the widths are 128, 50
// and 32; here, all are `dim`.) Every word is tagged, so outputs root and all are the same. The target is the label of
// the word's node; the tags are the classes of the treebank.
#include "core/nets/lstm_chain.h"
#include "core/nets/net_list.h"
#include "core/nets/net_parts.h"

namespace batchscope {

namespace {

constexpr OpId kWordTaggerLookup(std::size_t{0});
constexpr OpId kFirstOfWordTagger(std::size_t{1});

OpSet bilstmTaggerOps(const NetOptions& options) {
    OpSet set{.name = "bilstm-tagger", .dtype = options.dtype, .params = {}, .ops = {}};
    const ParamId embedding = addTable(set, "E", RowMeaning::Words, options.vocabulary, options.dim);
    set.ops.push_back(lookupOp(set, "lookup", embedding));
    addTagger(set, options.dim, options);
    return set;
}

Status recordBilstmTagger(const TreeInput& input, Fold& fold) {
    const std::vector<TreeNodeId> order = wordsInOrder(input.shape);
    const std::vector<Value> words = lookUpWords(input, order, kWordTaggerLookup, fold);
    recordTagger(input, kFirstOfWordTagger, order, words, fold);
    return Ok{};
}

} // namespace

constinit const Net kBilstmTaggerNet = {
    .name = "bilstm-tagger",
    .title = "BiLSTM tagger",
    .description = "a forward and a backward LSTM that tag every word (DyNet's benchmark)",
    .input = kWordsInOrder,
    .ops = bilstmTaggerOps,
    .record = recordBilstmTagger,
    .labels = LabelsAt::Words,
    .uses = {.outputs = false, .shape = ShapeUse::Labels},
    .suits = {.usualFor = TreeKind::Sentences, .trees = SuitedTrees::OneSequence},
};

} // namespace batchscope
