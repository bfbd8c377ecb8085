// SPDX-License-Identifier: GPL-3.0-or-later
//
// SPINN: reads a tree as the moves of a shift-reduce parser, 2n - 1 for n words, with an LSTM that follows the parse.
// Each tree is a sequence, so there are many levels, and nodes batch across trees but hardly within one tree. B rows
// per batch, hidden width d, tracker width t = min(64, d):
//
//     shift(word)              h = E[word]                    c = 0                         a word of the buffer
//     empty(), start()         0 [B, d] for an empty place of buffer or stack, 0 [B, t] before the first move
//     tracker(b, s1, s2, h, c) z = b·Wbᵀ + s1·W1ᵀ + s2·W2ᵀ + h·Whᵀ + bh                     [B, 4t] → i, f, o, u
//                              c' = σ(i)∘tanh(u) + σ(f)∘c     h' = σ(o)∘tanh(c')
//     transition(h')           h'·Waᵀ + ba                                                  [B, 2]: shift, reduce
//     reduce(hl, cl, hr, cr, h') z = hl·Wlᵀ + bl + hr·Wrᵀ + br + h'·Wtᵀ                     [B, 5d] → a, i, f1, f2, o
//                              c = tanh(a)∘σ(i) + σ(f1)∘cl + σ(f2)∘cr     h = σ(o)∘tanh(c)
//     logits(h)                h·Wyᵀ + by                                                   [B, classes]
//     compare(p, q)            relu([p, q, p - q, p∘q]·Wmᵀ + bm)·Wyᵀ + by                   [B, classes]
//
// Before every move the tracker reads the h of the next word b, of the top of the stack s1 and of the place below it,
// s2; reduce takes s2 as its left and s1 as its right child. The tree determines the moves; transition, which would
// otherwise choose them, is requested only with the outputs of all nodes, with the move made (0 shift, 1 reduce) as its
// target. The first request of a move is its transition, the second is its node's logits. For pairs (spinn-pair), the
// parser reads each of the two trees below the root separately, and the root has compare instead of logits. (Bowman et
// al. 2016, "A fast unified model for parsing and sentence understanding", section 3; compare: section 4.2, with one
// layer. As in TorchFold's examples/snli, a word is its embedding with c = 0, whereas the paper maps it to h and c by
// an affine map.)
#include "core/nets/net_list.h"
#include "core/nets/net_parts.h"

#include <algorithm>
#include <span>

namespace batchscope {

namespace {

constexpr OpId kShift(std::size_t{0});
constexpr OpId kSpinnEmpty(std::size_t{1});
constexpr OpId kTracker(std::size_t{3});
constexpr OpId kTransition(std::size_t{4});
constexpr OpId kReduce(std::size_t{5});
constexpr OpId kSpinnStart(std::size_t{6});

constexpr std::int32_t kWidestTracker = 64;
constexpr std::int32_t kMoves = 2;
constexpr std::int32_t kShiftMove = 0;
constexpr std::int32_t kReduceMove = 1;

Op shiftOp(const OpSet& set, ParamId embedding, std::int32_t dim) {
    BodyBuilder body(set.params);
    body.output(body.lookup(embedding, 0));
    body.output(body.zeros(dim));
    return {.name = "shift", .arguments = {integerType(set)}, .body = body.take()};
}

Op zerosOp(const OpSet& set, const char* name, std::int32_t width) {
    BodyBuilder body(set.params);
    body.output(body.zeros(width));
    return {.name = name, .arguments = {}, .body = body.take()};
}

Op trackerOp(OpSet& set, std::int32_t width, std::int32_t dim) {
    const ParamId buffer = addWeight(set, "Wb", 4 * width, dim);
    const ParamId top = addWeight(set, "W1", 4 * width, dim);
    const ParamId below = addWeight(set, "W2", 4 * width, dim);
    const Affine before = addAffine(set, "h", 4 * width, width);
    BodyBuilder body(set.params);
    const BodyId ofBuffer = body.linear(body.argument(0, dim), buffer);
    const BodyId ofTop = body.add(ofBuffer, body.linear(body.argument(1, dim), top));
    const BodyId ofPlaces = body.add(ofTop, body.linear(body.argument(2, dim), below));
    const BodyId gates = body.add(ofPlaces, body.linear(body.argument(3, width), before.weight, before.bias));
    const LstmState state = lstmStep(body, gates, body.argument(4, width), width);
    body.output(state.h);
    body.output(state.c);
    const ArgumentType place = rowType(set, dim);
    const ArgumentType own = rowType(set, width);
    return {.name = "tracker", .arguments = {place, place, place, own, own}, .body = body.take()};
}

Op reduceOp(OpSet& set, std::int32_t trackerWidth, std::int32_t dim) {
    const Affine left = addAffine(set, "l", 5 * dim, dim);
    const Affine right = addAffine(set, "r", 5 * dim, dim);
    const ParamId tracker = addWeight(set, "Wt", 5 * dim, trackerWidth);
    BodyBuilder body(set.params);
    const BodyId ofLeft = body.linear(body.argument(0, dim), left.weight, left.bias);
    const BodyId ofChildren = body.add(ofLeft, body.linear(body.argument(2, dim), right.weight, right.bias));
    const BodyId gates = body.add(ofChildren, body.linear(body.argument(4, trackerWidth), tracker));
    const BodyId leftC = body.argument(1, dim);
    const LstmState state = binaryTreeLstmStep(body, gates, leftC, body.argument(3, dim), dim);
    body.output(state.h);
    body.output(state.c);
    const ArgumentType row = rowType(set, dim);
    return {.name = "reduce", .arguments = {row, row, row, row, rowType(set, trackerWidth)}, .body = body.take()};
}

Op compareOp(OpSet& set, std::int32_t classes, std::int32_t dim) {
    const Affine features = addAffine(set, "m", dim, 4 * dim);
    const Affine scores = addAffine(set, "y", classes, dim);
    BodyBuilder body(set.params);
    const BodyId first = body.argument(0, dim);
    const BodyId second = body.argument(1, dim);
    const BodyId both = body.concat(first, second);
    const BodyId between = body.concat(body.subtract(first, second), body.multiply(first, second));
    const BodyId hidden = body.relu(body.linear(body.concat(both, between), features.weight, features.bias));
    body.output(body.linear(hidden, scores.weight, scores.bias));
    return {.name = "compare", .arguments = {rowType(set, dim), rowType(set, dim)}, .body = body.take()};
}

/// The parser of one sentence: its buffer, its stack and the state of the tracker.
class Parser {
public:
    Parser(const TreeInput& input, TreeNodeId root, Fold& fold) : m_input(input), m_fold(fold) {
        m_fold.setOrigin(input.tree, root);
        m_empty = m_fold.add(kSpinnEmpty, {});
        m_trackerH = m_fold.add(kSpinnStart, {});
        m_trackerC = m_trackerH;
    }

    void buffer(TreeNodeId leaf) {
        m_fold.setOrigin(m_input.tree, leaf);
        m_buffer.push_back(m_fold.add(kShift, {Argument::integer(m_input.shape.words[leaf.index()].value)}));
    }

    /// Makes the move for this node: shift for a leaf, otherwise reduce.
    void makeNode(TreeNodeId node) {
        m_fold.setOrigin(m_input.tree, node);
        const bool isLeaf = m_input.shape.isLeaf(node);
        track(isLeaf ? kShiftMove : kReduceMove);
        if (isLeaf) {
            m_stack.push_back(m_buffer[m_next++]);
        } else {
            reduce();
        }
    }

    /// The h of the node that was made last.
    [[nodiscard]] Value made() { return place(0); }

private:
    [[nodiscard]] Value h(Value state) { return m_fold.output(state, 0); }
    [[nodiscard]] Value c(Value state) { return m_fold.output(state, 1); }
    /// The h of a place in the stack, counted from the top.
    [[nodiscard]] Value place(std::size_t below) {
        return below < m_stack.size() ? h(m_stack[m_stack.size() - 1 - below]) : m_empty;
    }

    void track(std::int32_t move) {
        const Value word = m_next < m_buffer.size() ? h(m_buffer[m_next]) : m_empty;
        const Value state = m_fold.add(kTracker, {word, place(0), place(1), m_trackerH, m_trackerC});
        m_trackerH = h(state);
        m_trackerC = c(state);
        if (m_input.outputs == Outputs::All) {
            m_fold.request(m_fold.add(kTransition, {m_trackerH}), move);
        }
    }

    void reduce() {
        const Value right = m_stack.back();
        m_stack.pop_back();
        const Value left = m_stack.back();
        m_stack.back() = m_fold.add(kReduce, {h(left), c(left), h(right), c(right), m_trackerH});
    }

    const TreeInput& m_input;
    Fold& m_fold;
    Value m_empty;
    Value m_trackerH;
    Value m_trackerC;
    std::vector<Value> m_buffer;
    std::size_t m_next = 0;
    std::vector<Value> m_stack;
};

/// All ops except the one that reads the result of a sentence.
OpSet parserOps(const NetOptions& options, const char* name) {
    const std::int32_t dim = options.dim;
    const std::int32_t tracker = std::min(kWidestTracker, dim);
    OpSet set{.name = name, .dtype = options.dtype, .params = {}, .ops = {}};
    const ParamId embedding = addTable(set, "E", RowMeaning::Words, options.vocabulary, dim);
    set.ops.push_back(shiftOp(set, embedding, dim));
    set.ops.push_back(zerosOp(set, "empty", dim));
    set.ops.push_back(zerosOp(set, "start", tracker));
    set.ops.push_back(trackerOp(set, tracker, dim));
    set.ops.push_back(affineOp(set, "transition", addAffine(set, "a", kMoves, tracker), tracker));
    set.ops.push_back(reduceOp(set, tracker, dim));
    return set;
}

OpSet spinnOps(const NetOptions& options) {
    OpSet set = parserOps(options, "spinn");
    set.ops.push_back(affineOp(set, "logits", addAffine(set, "y", options.classes, options.dim), options.dim));
    placeLogits(set, OpId(set.ops.size() - 1));
    return set;
}

OpSet spinnPairOps(const NetOptions& options) {
    OpSet set = parserOps(options, "spinn-pair");
    set.ops.push_back(compareOp(set, options.classes, options.dim));
    placeLogits(set, OpId(set.ops.size() - 1));
    return set;
}

/// Pushes the words of a sentence into the buffer. `sentence` lists children before their parents.
Status fillBuffer(const TreeInput& input, std::span<const TreeNodeId> sentence, const char* net, Parser& parser) {
    for (const TreeNodeId node : sentence) {
        const std::size_t children = input.shape.children(node).size();
        if (children == 0) {
            parser.buffer(node);
        } else if (children != 2) {
            return notBinary(input, node, net);
        }
    }
    return Ok{};
}

Status recordSpinn(const TreeInput& input, Fold& fold) {
    TRY(wordsAtLeavesOnly(input, "spinn"));
    const std::vector<TreeNodeId> order = postOrder(input.shape);
    Parser parser(input, input.shape.root(), fold);
    TRY(fillBuffer(input, order, "spinn", parser));
    for (const TreeNodeId node : order) {
        parser.makeNode(node);
        if (input.wants(node)) {
            fold.request(fold.add(kLogitsPlace, {parser.made()}), input.target(node));
        }
    }
    return Ok{};
}

Status recordSpinnPair(const TreeInput& input, Fold& fold) {
    TRY(checkPair(input, "spinn-pair"));
    const std::vector<TreeNodeId> order = postOrder(input.shape);
    std::span<const TreeNodeId> left = order;
    std::vector<Argument> sentences;
    for (const TreeNodeId root : input.shape.children(input.shape.root())) {
        const auto end = std::find(left.begin(), left.end(), root) + 1;
        const std::span<const TreeNodeId> sentence(left.begin(), end);
        left = {end, left.end()};
        Parser parser(input, root, fold);
        TRY(fillBuffer(input, sentence, "spinn-pair", parser));
        for (const TreeNodeId node : sentence) {
            parser.makeNode(node);
        }
        sentences.emplace_back(parser.made());
    }
    fold.setOrigin(input.tree, input.shape.root());
    fold.request(fold.add(kLogitsPlace, sentences), input.target(input.shape.root()));
    return Ok{};
}

} // namespace

constinit const Net kSpinnNet = {
    .name = "spinn",
    .title = "SPINN",
    .description = "shift-reduce moves with a tracking LSTM (SPINN)",
    .input = kBinaryTrees,
    .ops = spinnOps,
    .record = recordSpinn,
};

constinit const Net kSpinnPairNet = {
    .name = "spinn-pair",
    .title = "SPINN over pairs",
    .description = "SPINN on each of two sentences, and a classifier over both, as for SNLI (Bowman et al.)",
    .input = "pairs: a root with two binary trees as its children, as convert --pairs writes them",
    .ops = spinnPairOps,
    .record = recordSpinnPair,
    .labels = LabelsAt::Roots,
};

} // namespace batchscope
