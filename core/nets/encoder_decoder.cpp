// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sequence to sequence with attention, over sentences of any length: a BiLSTM reads the words, and an LSTM writes their
// labels one after the other, each time with all words in view. Attention takes as many rows as the sentence has words,
// and batches over sentences of unequal length. Rows in a batch B, hidden width d, label vectors of width 25:
//
//     lookup(word)              x = E[word]                                          [B, d]
//     start, forward, backward  see lstm_chain.h                                     [B, d] each
//     memory(f, b)              v = [f; b]                                           [B, 2d]
//                               k = v·Uaᵀ                                            [B, d]
//     begin(b1)                 s = tanh(b1·Wsᵀ + bs), c = 0                         [B, d] each
//     label(class)              y = L[class]                                         [B, 25]
//     attend(s, v1…vn, k1…kn)   e_j = tanh(s·Waᵀ + ba + k_j)·vaᵀ, α = softmax over j
//                               r = Σ_j α_j∘v_j                                      [B, 2d]
//     write(y, r, s, c)         the LSTM's step on [y; r]                            [B, d] each
//     score(s, r)               tanh([s; r]·Hᵀ + bh)·Wyᵀ + by                        [B, classes]
//
// Word t: r = attend(s, …), (s, c) = write(the label before, r, s, c), score(s, r). (Bahdanau, Cho and Bengio 2015,
// "Neural machine translation by jointly learning to align and translate", section 3 and appendix A; with LSTMs in
// place of their gated units, and in place of maxout a tanh layer, of the state after the step and without the label
// before.) As in training, the label before is the right one (teacher forcing); two more rows of L stand for no label
// and for the beginning. A sentence of n words has n attentions of n words each, so sentences of more than 300 words
// are refused.
#include "core/base/text.h"
#include "core/nets/lstm_chain.h"
#include "core/nets/net_list.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

constexpr OpId kEncoderLookup(std::size_t{0});
constexpr OpId kEncoderStart(std::size_t{1});
constexpr OpId kEncoderForward(std::size_t{2});
constexpr OpId kEncoderBackward(std::size_t{3});
constexpr OpId kMemory(std::size_t{4});
constexpr OpId kBegin(std::size_t{5});
constexpr OpId kLabel(std::size_t{6});
constexpr OpId kAttend(std::size_t{7});
constexpr OpId kWrite(std::size_t{8});
constexpr OpId kDecoderScore(std::size_t{9});

constexpr std::int32_t kLabelWidth = 25;
constexpr std::size_t kMostAttended = 300;

Op memoryOp(OpSet& set, std::int32_t dim) {
    const ParamId keys = addWeight(set, "Ua", dim, 2 * dim);
    BodyBuilder body(set.params);
    const BodyId forward = body.argument(0, dim);
    const BodyId both = body.concat(forward, body.argument(1, dim));
    body.output(both);
    body.output(body.linear(both, keys));
    return {.name = "memory", .arguments = {rowType(set, dim), rowType(set, dim)}, .body = body.take()};
}

Op beginOp(OpSet& set, std::int32_t dim) {
    const Affine first = addAffine(set, "s", dim, dim);
    BodyBuilder body(set.params);
    body.output(body.tanh(body.linear(body.argument(0, dim), first.weight, first.bias)));
    body.output(body.zeros(dim));
    return {.name = "begin", .arguments = {rowType(set, dim)}, .body = body.take()};
}

/// exp(e) over its sum; less the largest, so that none overflows.
BodyId softmaxOfItems(BodyBuilder& body, BodyId scores) {
    const BodyId largest = body.spread(body.combineItems(Primitive::SegmentMax, scores));
    const BodyId powers = body.exp(body.subtract(scores, largest));
    return body.elementwise(Primitive::Divide, powers, body.spread(body.segmentSum(powers)));
}

Op attendOp(OpSet& set, std::int32_t dim) {
    const Affine query = addAffine(set, "a", dim, dim);
    const ParamId score = addWeight(set, "va", 1, dim);
    BodyBuilder body(set.params);
    const BodyId ofState = body.spread(body.linear(body.argument(0, dim), query.weight, query.bias));
    const BodyId values = body.items(1, 2 * dim);
    const BodyId hidden = body.tanh(body.add(ofState, body.items(2, dim)));
    const BodyId shares = softmaxOfItems(body, body.linear(hidden, score));
    body.output(body.segmentSum(body.multiply(body.widen(shares, 2 * dim), values)));
    return {.name = "attend",
            .arguments = {rowType(set, dim),
                          {ArgumentClass::Row, 2 * dim, set.dtype, Arity::Any},
                          {ArgumentClass::Row, dim, set.dtype, Arity::Any}},
            .body = body.take()};
}

Op writeOp(OpSet& set, std::int32_t dim) {
    const LstmWeights weights = addLstmWeights(set, ".d", 4 * dim, kLabelWidth + 2 * dim, dim);
    BodyBuilder body(set.params);
    const BodyId label = body.argument(0, kLabelWidth);
    const BodyId input = body.concat(label, body.argument(1, 2 * dim));
    const BodyId gates = lstmGates(body, weights, input, body.argument(2, dim));
    const LstmState next = lstmStep(body, gates, body.argument(3, dim), dim, kForgetBias);
    body.output(next.h);
    body.output(next.c);
    return {.name = "write",
            .arguments = {rowType(set, kLabelWidth), rowType(set, 2 * dim), rowType(set, dim), rowType(set, dim)},
            .body = body.take()};
}

Op decoderScoreOp(OpSet& set, std::int32_t classes, std::int32_t dim) {
    const Affine hidden{addWeight(set, "H", dim, 3 * dim), addBias(set, "bh", dim)};
    const Affine scores = addAffine(set, "y", classes, dim);
    BodyBuilder body(set.params);
    const BodyId state = body.argument(0, dim);
    const BodyId both = body.concat(state, body.argument(1, 2 * dim));
    const BodyId bent = body.tanh(body.linear(both, hidden.weight, hidden.bias));
    body.output(body.linear(bent, scores.weight, scores.bias));
    return {.name = "score", .arguments = {rowType(set, dim), rowType(set, 2 * dim)}, .body = body.take()};
}

OpSet encoderDecoderOps(const NetOptions& options) {
    const std::int32_t dim = options.dim;
    OpSet set{.name = "encoder-decoder", .dtype = options.dtype, .params = {}, .ops = {}};
    const ParamId embedding = addTable(set, "E", RowMeaning::Words, options.vocabulary, dim);
    const ParamId labels = addTable(set, "L", RowMeaning::None, options.classes + 2, kLabelWidth);
    set.ops.push_back(lookupOp(set, "lookup", embedding));
    set.ops.push_back(lstmStartOp(set, "start", dim));
    set.ops.push_back(lstmCellOp(set, "forward", ".f", dim, dim));
    set.ops.push_back(lstmCellOp(set, "backward", ".b", dim, dim));
    set.ops.push_back(memoryOp(set, dim));
    set.ops.push_back(beginOp(set, dim));
    set.ops.push_back(lookupOp(set, "label", labels));
    set.ops.push_back(attendOp(set, dim));
    set.ops.push_back(writeOp(set, dim));
    set.ops.push_back(decoderScoreOp(set, options.classes, dim));
    return set;
}

/// The rows of L: classes, no label, the beginning.
std::int32_t rowOfLabel(const TreeInput& input, TreeNodeId node) {
    const std::int32_t target = input.target(node);
    return target == kNoTarget ? input.options.classes : target;
}

struct Encoded {
    std::vector<Value> memories; ///< of each word: v and k
    Value first;                 ///< b of the first word
};

Encoded encodeWords(const TreeInput& input, std::span<const TreeNodeId> order, Fold& fold) {
    const std::vector<Value> words = lookUpWords(input, order, kEncoderLookup, fold);
    const LstmInputs inputs{input.tree, order, words};
    const std::vector<Value> fromLeft = runLstm(fold, {kEncoderStart, kEncoderForward}, inputs, Direction::Forward);
    const std::vector<Value> fromRight = runLstm(fold, {kEncoderStart, kEncoderBackward}, inputs, Direction::Backward);
    Encoded encoded{.memories = {}, .first = fromRight.front()};
    for (std::size_t place = 0; place < order.size(); ++place) {
        fold.setOrigin(input.tree, order[place]);
        encoded.memories.push_back(fold.add(kMemory, {fromLeft[place], fromRight[place]}));
    }
    return encoded;
}

void decode(const TreeInput& input, std::span<const TreeNodeId> order, const Encoded& encoded, Fold& fold) {
    fold.setOrigin(input.tree, order.front());
    Value state = fold.add(kBegin, {encoded.first});
    std::vector<Argument> attention = {fold.output(state, 0)};
    for (const std::uint32_t output : {0U, 1U}) {
        for (const Value memory : encoded.memories) {
            attention.emplace_back(fold.output(memory, output));
        }
    }
    std::int32_t before = input.options.classes + 1;
    for (const TreeNodeId node : order) {
        fold.setOrigin(input.tree, node);
        attention.front() = fold.output(state, 0);
        const Value context = fold.add(kAttend, attention);
        const Value label = fold.add(kLabel, {Argument::integer(static_cast<std::uint32_t>(before))});
        state = fold.add(kWrite, {label, context, fold.output(state, 0), fold.output(state, 1)});
        fold.request(fold.add(kDecoderScore, {fold.output(state, 0), context}), input.target(node));
        before = rowOfLabel(input, node);
    }
}

Status recordEncoderDecoder(const TreeInput& input, Fold& fold) {
    const std::vector<TreeNodeId> order = wordsInOrder(input.shape);
    if (order.size() > kMostAttended) {
        return input.error(input.shape.root(),
                           fmt::format("the sentence has {} words; {} takes at most {}, because every label attends to "
                                       "every word; leave this sentence out, or choose bilstm-tagger",
                                       withThousands(order.size()), "encoder-decoder", withThousands(kMostAttended)));
    }
    decode(input, order, encodeWords(input, order, fold), fold);
    return Ok{};
}

} // namespace

constinit const Net kEncoderDecoderNet = {
    .name = "encoder-decoder",
    .title = "Encoder–decoder",
    .description = "reads the words, then writes their labels, attending to all words (Bahdanau et al.)",
    .input = "the words of any tree, in order, at most 300 of them",
    .ops = encoderDecoderOps,
    .record = recordEncoderDecoder,
    .labels = LabelsAt::Words,
    .heeds = {.outputs = false, .shape = ShapeUse::Labels},
};

} // namespace batchscope
