// SPDX-License-Identifier: GPL-3.0-or-later
//
// DyNet's first example, and the simplest net over a sequence: the level of a word is its place in the sentence. An
// LSTM reads the words and a classifier reads its last state. B rows per batch, width d of words and states:
//
//     lookup(word)      x = E[word]                    [B, d]
//     start, lstm       see lstm_chain.h               [B, d] each
//     logits(h)         h·Wᵀ + b                       [B, classes]
//
// (github.com/clab/dynet, examples/acceptor: forget bias 1, three classes; its width 100 is `dim` here.) Outputs root
// requests the logits after the last word, all requests those after every word. In either case the target is the class
// of the sentence, the label of the tree's root.
#include "core/nets/lstm_chain.h"
#include "core/nets/net_list.h"
#include "core/nets/net_parts.h"

namespace batchscope {

namespace {

constexpr OpId kAcceptorLookup(std::size_t{0});
constexpr OpId kAcceptorStart(std::size_t{1});
constexpr OpId kLstm(std::size_t{3});

OpSet lstmAcceptorOps(const NetOptions& options) {
    const std::int32_t dim = options.dim;
    OpSet set{.name = "lstm-acceptor", .dtype = options.dtype, .params = {}, .ops = {}};
    const ParamId embedding = addTable(set, "E", RowMeaning::Words, options.vocabulary, dim);
    set.ops.push_back(lookupOp(set, "lookup", embedding));
    set.ops.push_back(lstmStartOp(set, "start", dim));
    set.ops.push_back(lstmCellOp(set, "lstm", "", dim, dim));
    set.ops.push_back(affineOp(set, "logits", addAffine(set, "", options.classes, dim), dim));
    placeLogits(set, OpId(set.ops.size() - 1));
    return set;
}

Status recordLstmAcceptor(const TreeInput& input, Fold& fold) {
    const std::vector<TreeNodeId> order = wordsInOrder(input.shape);
    const std::vector<Value> words = lookUpWords(input, order, kAcceptorLookup, fold);
    const std::vector<Value> hidden =
        runLstm(fold, {kAcceptorStart, kLstm}, {input.tree, order, words}, Direction::Forward);
    for (std::size_t place = 0; place < order.size(); ++place) {
        const bool last = place + 1 == order.size();
        if (last || input.outputs == Outputs::All) {
            fold.setOrigin(input.tree, last ? input.shape.root() : order[place]);
            fold.request(fold.add(kLogitsPlace, {hidden[place]}), input.target(input.shape.root()));
        }
    }
    return Ok{};
}

} // namespace

constinit const Net kLstmAcceptorNet = {
    .name = "lstm-acceptor",
    .title = "LSTM classifier",
    .description = "an LSTM over the words and a classifier on its last state (DyNet's example)",
    .input = kWordsInOrder,
    .ops = lstmAcceptorOps,
    .record = recordLstmAcceptor,
    .labels = LabelsAt::Roots,
    .uses = {.shape = ShapeUse::None},
    .suits = {.trees = SuitedTrees::OneSequence},
};

} // namespace batchscope
