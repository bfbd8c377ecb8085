// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/tagger_parts.h"

namespace batchscope {

namespace {

Op tagOp(const OpSet& set, ParamId hidden, ParamId scores, std::int32_t dim) {
    BodyBuilder body(set.params);
    const BodyId forward = body.argument(0, dim);
    const BodyId both = body.concat(forward, body.argument(1, dim));
    body.output(body.linear(body.tanh(body.linear(both, hidden)), scores));
    return {.name = "tag", .arguments = {rowType(set, dim), rowType(set, dim)}, .body = body.take()};
}

} // namespace

void addTagger(OpSet& set, std::int32_t inputs, const NetOptions& options) {
    const std::int32_t dim = options.dim;
    set.ops.push_back(lstmStartOp(set, "start", dim));
    set.ops.push_back(lstmCellOp(set, "forward", ".f", inputs, dim));
    set.ops.push_back(lstmCellOp(set, "backward", ".b", inputs, dim));
    const ParamId hidden = addWeight(set, "H", dim, 2 * dim);
    const ParamId scores = addWeight(set, "O", options.classes, dim);
    set.ops.push_back(tagOp(set, hidden, scores, dim));
}

std::vector<Value> scoreWords(const TreeInput& input, OpId first, std::span<const TreeNodeId> nodes,
                              std::span<const Value> words, Fold& fold) {
    const OpId forward(first.index() + 1);
    const OpId backward(first.index() + 2);
    const OpId tag(first.index() + 3);
    const LstmInputs inputs{input.tree, nodes, words};
    const std::vector<Value> fromLeft = runLstm(fold, {first, forward}, inputs, Direction::Forward);
    const std::vector<Value> fromRight = runLstm(fold, {first, backward}, inputs, Direction::Backward);
    std::vector<Value> scores;
    scores.reserve(nodes.size());
    for (std::size_t place = 0; place < nodes.size(); ++place) {
        fold.setOrigin(input.tree, nodes[place]);
        scores.push_back(fold.add(tag, {fromLeft[place], fromRight[place]}));
    }
    return scores;
}

void recordTagger(const TreeInput& input, OpId first, std::span<const TreeNodeId> nodes, std::span<const Value> words,
                  Fold& fold) {
    const std::vector<Value> scores = scoreWords(input, first, nodes, words, fold);
    for (std::size_t place = 0; place < nodes.size(); ++place) {
        fold.request(scores[place], input.target(nodes[place]));
    }
}

} // namespace batchscope
