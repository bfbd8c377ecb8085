// SPDX-License-Identifier: GPL-3.0-or-later
//
// A transition parser, a net whose values are read while it runs: the next call depends on the scores of the previous
// move, so only the same move of several sentences can share a batch (sync points, OpGraph::rounds). Here the moves are
// those of the static oracle, as in training. B rows per batch, hidden width d, tag vectors of width 25:
//
//     token(word, tag)       x = [E[word]; T[tag]]                             [B, d + 25]
//     start                  see lstm_chain.h                                  [B, d] each
//     forward-1, backward-1  over the tokens; join [f; b]                      [B, d]; [B, 2d]
//     forward-2, backward-2  over the joined rows; join: v of a word           [B, d]; [B, 2d]
//     empty                  a learned vector for a missing word               [B, 2d]
//     score(s0, s1, s2, b0)  z = s0·Ws0ᵀ + s1·Ws1ᵀ + s2·Ws2ᵀ + b0·Wb0ᵀ + b1    [B, d]
//                            tanh(z)·W2ᵀ + b2                                  [B, 3]: shift, left-arc, right-arc
//
// s0, s1, s2 are the top three of the stack, b0 is the front of the buffer (the root is not a word). The four matrices
// are column blocks of one, W1·[s0; s1; s2; b0]. (Kiperwasser and Goldberg 2016, TACL, section 4;
// github.com/elikip/bist-parser, barchybrid; without the scorer of relations.) arc_hybrid.h describes the moves. A
// word's tag is the class of its node's label. Move k of every tree is in round k; everything before the first move is
// in round 0. A score is requested at every move, with the oracle's move as its target; outputs root and all are the
// same.
#include "core/nets/arc_hybrid.h"
#include "core/nets/lstm_chain.h"
#include "core/nets/net_list.h"

#include <array>

namespace batchscope {

namespace {

constexpr OpId kToken(std::size_t{0});
constexpr OpId kParserStart(std::size_t{1});
constexpr OpId kForward1(std::size_t{2});
constexpr OpId kBackward1(std::size_t{3});
constexpr OpId kJoin(std::size_t{4});
constexpr OpId kForward2(std::size_t{5});
constexpr OpId kBackward2(std::size_t{6});
constexpr OpId kParserEmpty(std::size_t{7});
constexpr OpId kScore(std::size_t{8});

constexpr std::int32_t kTagWidth = 25;
constexpr std::size_t kStackFeatures = 3;

Op tokenOp(const OpSet& set, ParamId words, ParamId tags) {
    BodyBuilder body(set.params);
    const BodyId word = body.lookup(words, 0);
    body.output(body.concat(word, body.lookup(tags, 1)));
    return {.name = "token", .arguments = {integerType(set), integerType(set)}, .body = body.take()};
}

Op scoreOp(OpSet& set, std::int32_t dim) {
    const std::int32_t width = 2 * dim;
    const ParamId top = addWeight(set, "Ws0", dim, width);
    const ParamId second = addWeight(set, "Ws1", dim, width);
    const ParamId third = addWeight(set, "Ws2", dim, width);
    const ParamId front = addWeight(set, "Wb0", dim, width);
    const ParamId bias = addBias(set, "b1", dim);
    const Affine scores = addAffine(set, "2", kMoves, dim);
    BodyBuilder body(set.params);
    const BodyId ofTop = body.linear(body.argument(0, width), top, bias);
    const BodyId ofTwo = body.add(ofTop, body.linear(body.argument(1, width), second));
    const BodyId ofStack = body.add(ofTwo, body.linear(body.argument(2, width), third));
    const BodyId hidden = body.tanh(body.add(ofStack, body.linear(body.argument(3, width), front)));
    body.output(body.linear(hidden, scores.weight, scores.bias));
    const ArgumentType row = rowType(set, width);
    return {.name = "score", .arguments = {row, row, row, row}, .body = body.take()};
}

/// The class of the node's label; an additional class is used for nodes without a label.
std::uint32_t tagOf(const TreeInput& input, TreeNodeId node) {
    const std::int32_t target = input.target(node);
    return static_cast<std::uint32_t>(target == kNoTarget ? input.options.classes : target);
}

std::vector<Value> join(const TreeInput& input, std::span<const TreeNodeId> order, std::span<const Value> fromLeft,
                        std::span<const Value> fromRight, Fold& fold) {
    std::vector<Value> joined;
    joined.reserve(order.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
        fold.setOrigin(input.tree, order[place]);
        joined.push_back(fold.add(kJoin, {fromLeft[place], fromRight[place]}));
    }
    return joined;
}

/// The vector v of each word, in sentence order.
std::vector<Value> encode(const TreeInput& input, std::span<const TreeNodeId> order, Fold& fold) {
    std::vector<Value> rows;
    rows.reserve(order.size());
    for (const TreeNodeId node : order) {
        fold.setOrigin(input.tree, node);
        rows.push_back(fold.add(
            kToken, {Argument::integer(input.shape.words[node.index()].value), Argument::integer(tagOf(input, node))}));
    }
    constexpr std::array<std::array<OpId, 2>, 2> kLayers = {{{kForward1, kBackward1}, {kForward2, kBackward2}}};
    for (const auto& [forward, backward] : kLayers) {
        const LstmInputs inputs{input.tree, order, rows};
        const std::vector<Value> fromLeft = runLstm(fold, {kParserStart, forward}, inputs, Direction::Forward);
        const std::vector<Value> fromRight = runLstm(fold, {kParserStart, backward}, inputs, Direction::Backward);
        rows = join(input, order, fromLeft, fromRight, fold);
    }
    return rows;
}

/// The words that the scorer reads; `empty` replaces missing words.
std::vector<Argument> features(const ArcHybrid& state, std::span<const Value> words, Value empty) {
    std::vector<Argument> seen;
    const auto stack = state.stack();
    for (std::size_t depth = 1; depth <= kStackFeatures; ++depth) {
        seen.emplace_back(depth <= stack.size() ? words[stack[stack.size() - depth]] : empty);
    }
    seen.emplace_back(state.bufferHasWords() ? words[state.front()] : empty);
    return seen;
}

OpSet transitionParserOps(const NetOptions& options) {
    const std::int32_t dim = options.dim;
    OpSet set{.name = "transition-parser", .dtype = options.dtype, .params = {}, .ops = {}};
    const ParamId words = addTable(set, "E", RowMeaning::Words, options.vocabulary, dim);
    const ParamId tags = addWeight(set, "T", options.classes + 1, kTagWidth);
    const ParamId empty = addWeight(set, "empty", 1, 2 * dim);
    set.ops.push_back(tokenOp(set, words, tags));
    set.ops.push_back(lstmStartOp(set, "start", dim));
    set.ops.push_back(lstmCellOp(set, "forward-1", ".f1", dim + kTagWidth, dim));
    set.ops.push_back(lstmCellOp(set, "backward-1", ".b1", dim + kTagWidth, dim));
    set.ops.push_back(joinOp(set, "join", dim, dim));
    set.ops.push_back(lstmCellOp(set, "forward-2", ".f2", 2 * dim, dim));
    set.ops.push_back(lstmCellOp(set, "backward-2", ".b2", 2 * dim, dim));
    set.ops.push_back(lookupOp(set, "empty", empty));
    set.ops.push_back(scoreOp(set, dim));
    return set;
}

Status recordTransitionParser(const TreeInput& input, Fold& fold) {
    fold.setRound(0);
    const std::vector<TreeNodeId> order = wordsInOrder(input.shape);
    const std::vector<Value> words = encode(input, order, fold);
    const Value empty = fold.add(kParserEmpty, {Argument::integer(0)});
    ArcHybrid state(order.size());
    std::uint32_t round = 0;
    for (const Move move : oracleMoves(headsOf(input.shape))) {
        fold.setRound(round++);
        fold.setOrigin(input.tree, order[state.stack().empty() ? state.front() : state.stack().back()]);
        fold.request(fold.add(kScore, features(state, words, empty)), static_cast<std::int32_t>(move));
        state.apply(move);
    }
    return Ok{};
}

} // namespace

constinit const Net kTransitionParserNet = {
    .name = "transition-parser",
    .title = "Transition parser",
    .description = "arc-hybrid parser over a BiLSTM; reads a value at each move (BIST)",
    .input = "dependency trees, or other trees with the last word of each phrase as its head",
    .ops = transitionParserOps,
    .record = recordTransitionParser,
    .labels = LabelsAt::Words,
    .learns = Learns::Moves,
    .uses = {.outputs = false},
    .suits = {.onlyFor = TreeKind::Dependencies},
};

} // namespace batchscope
