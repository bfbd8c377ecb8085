// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/lstm_chain.h"

#include "core/base/check.h"

namespace batchscope {

Op lstmStartOp(const OpSet& set, std::string name, std::int32_t dim) {
    BodyBuilder body(set.params);
    body.output(body.zeros(dim));
    body.output(body.zeros(dim));
    return {.name = std::move(name), .arguments = {}, .body = body.take()};
}

LstmWeights addLstmWeights(OpSet& set, const std::string& suffix, std::int32_t rows, std::int32_t inputs,
                           std::int32_t dim) {
    const Affine fromInput = addAffine(set, "x" + suffix, rows, inputs);
    return {fromInput, addWeight(set, "Wh" + suffix, rows, dim)};
}

BodyId lstmGates(BodyBuilder& body, const LstmWeights& weights, BodyId x, BodyId h) {
    const BodyId ofInput = body.linear(x, weights.fromInput.weight, weights.fromInput.bias);
    return body.add(ofInput, body.linear(h, weights.fromState));
}

Op lstmCellOp(const OpSet& set, std::string name, const LstmWeights& weights, std::int32_t inputs, std::int32_t dim) {
    BodyBuilder body(set.params);
    const BodyId x = body.argument(0, inputs);
    const BodyId h = body.argument(1, dim);
    const BodyId c = body.argument(2, dim);
    const BodyId gates = lstmGates(body, weights, x, h);
    const LstmState next = lstmStep(body, gates, c, dim, kForgetBias);
    body.output(next.h);
    body.output(next.c);
    return {.name = std::move(name),
            .arguments = {rowType(set, inputs), rowType(set, dim), rowType(set, dim)},
            .body = body.take()};
}

Op lstmCellOp(OpSet& set, std::string name, const std::string& suffix, std::int32_t inputs, std::int32_t dim) {
    const LstmWeights weights = addLstmWeights(set, suffix, 4 * dim, inputs, dim);
    return lstmCellOp(set, std::move(name), weights, inputs, dim);
}

Op joinOp(const OpSet& set, std::string name, std::int32_t left, std::int32_t right) {
    BodyBuilder body(set.params);
    const BodyId first = body.argument(0, left);
    body.output(body.concat(first, body.argument(1, right)));
    return {.name = std::move(name), .arguments = {rowType(set, left), rowType(set, right)}, .body = body.take()};
}

std::vector<Value> runLstm(Fold& fold, const LstmOps& ops, const LstmInputs& inputs, Direction direction) {
    const std::size_t count = inputs.values.size();
    BATCHSCOPE_CHECK(inputs.nodes.size() == count);
    std::vector<Value> hidden(count);
    Value state;
    for (std::size_t step = 0; step < count; ++step) {
        const std::size_t place = direction == Direction::Forward ? step : count - 1 - step;
        fold.setOrigin(inputs.tree, inputs.nodes[place]);
        if (step == 0) {
            state = fold.add(ops.start, {});
        }
        state = fold.add(ops.cell, {inputs.values[place], fold.output(state, 0), fold.output(state, 1)});
        hidden[place] = fold.output(state, 0);
    }
    return hidden;
}

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
