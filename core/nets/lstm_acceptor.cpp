// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/lstm_acceptor.h"

#include "core/nets/logits_place.h"
#include "core/nets/lstm_chain.h"

namespace batchscope {

namespace {

constexpr OpId kLookup(std::size_t{0});
constexpr OpId kStart(std::size_t{1});
constexpr OpId kLstm(std::size_t{3});

} // namespace

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
    const std::vector<Value> words = lookUpWords(input, order, kLookup, fold);
    const std::vector<Value> hidden = runLstm(fold, {kStart, kLstm}, {input.tree, order, words}, Direction::Forward);
    for (std::size_t place = 0; place < order.size(); ++place) {
        const bool last = place + 1 == order.size();
        if (last || input.outputs == Outputs::All) {
            fold.setOrigin(input.tree, last ? input.shape.root() : order[place]);
            fold.request(fold.add(kLogitsPlace, {hidden[place]}), input.target(input.shape.root()));
        }
    }
    return Ok{};
}

} // namespace batchscope
