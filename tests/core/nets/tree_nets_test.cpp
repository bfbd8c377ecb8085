// SPDX-License-Identifier: GPL-3.0-or-later
//
// The nets over trees against their equations, written out in plain C++ from the papers and not from the op bodies; and
// the shape of the graphs they record.
#include "core/formats/read_treebank.h"
#include "core/nets/net.h"
#include "core/schedule/metrics.h"
#include "core/treebank/generate.h"
#include "tests/support/body_oracle.h"
#include "tests/support/forests.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace batchscope {
namespace {

using testing::add;
using testing::BodyOracle;
using testing::concat;
using testing::expectNear;
using ::testing::HasSubstr;
using testing::oracleParams;
using testing::OracleParams;
using testing::sigmoid;
using Row = testing::OracleRow;
using Counts = std::map<std::string, std::size_t>;

constexpr std::uint64_t kSeed = 11;

/// "big dogs chase little cats"; the verb is the root, `dogs` and `cats` have one dependent each.
constexpr std::string_view kSentence = "1\tbig\t_\t_\t_\t_\t2\tamod\t_\t_\n"
                                       "2\tdogs\t_\t_\t_\t_\t3\tnsubj\t_\t_\n"
                                       "3\tchase\t_\t_\t_\t_\t0\troot\t_\t_\n"
                                       "4\tlittle\t_\t_\t_\t_\t5\tamod\t_\t_\n"
                                       "5\tcats\t_\t_\t_\t_\t3\tobj\t_\t_\n\n";

Treebank dependencyBank() {
    return *readTreebankText(kSentence, "test.conllu", {});
}

/// Two images of 1 × 3 pixels: 0, 51, 102 and 153, 204, 255 of 255.
Treebank imageBank() {
    const std::string bytes("\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x03\0\x33\x66\x99\xCC\xFF", 22);
    return *readTreebankText(bytes, "images", {});
}

Treebank mixedArities() {
    return testing::bankOf("(3 (2 a) (1 (2 b) (2 c)) (0 d))\n(1 (4 (2 a) (2 e)))\n(2 c)\n"
                           "(1 (1 (1 a) (2 b) (3 c) (4 d)) (2 e))\n");
}

Counts opCounts(const OpGraph& graph) {
    Counts counts;
    for (const OpId op : graph.nodeOps) {
        ++counts[graph.ops.ops[op].name];
    }
    return counts;
}

std::string errorOf(const Treebank& bank, const GraphOptions& options) {
    const Result<OpGraph> graph = buildGraph(bank, options, {});
    return graph ? std::string("none") : graph.error().text();
}

struct State {
    Row h;
    Row c;
};

/// Compares every requested row with the equations: `cell(word or nothing, children)` gives a node's state.
template <typename Cell>
void expectLogits(const Treebank& bank, const GraphOptions& options, Cell cell) {
    const OpGraph graph = testing::graphOf(bank, options);
    const OracleParams params = oracleParams(graph.ops, kSeed);
    const std::vector<Row> actual = BodyOracle(graph, params).outputs();
    std::size_t next = 0;
    for (const Tree& tree : bank.trees.heldTrees()) {
        std::vector<State> states(tree.size());
        for (std::size_t index = 0; index < tree.size(); ++index) {
            const TreeNodeId node(index);
            std::vector<State> children;
            for (const TreeNodeId child : tree.children(node)) {
                children.push_back(states[child.index()]);
            }
            const SymbolId word = tree.words[index];
            states[index] = cell(params, word.valid() ? params.row("E", word.index()) : Row(), children);
            if (options.outputs == Outputs::All || node == tree.root()) {
                ASSERT_LT(next, actual.size());
                expectNear(actual[next++], params.linear("Wy", "by", states[index].h));
            }
        }
    }
    EXPECT_EQ(next, actual.size());
}

GraphOptions optionsOf(const char* model, Outputs outputs = Outputs::All) {
    return {.model = model, .dim = 3, .dtype = DType::Float64, .outputs = outputs};
}

// --- tree-rnn

TEST(Nets, LogitsHaveOnePlaceAndSoOneColor) {
    std::size_t found = 0;
    for (const Net& net : nets()) {
        for (const Variadic variadic : {Variadic::Buckets, Variadic::SegmentSum}) {
            const OpSet set = net.ops({.dim = 8, .vectorWidth = 4, .variadic = variadic});
            for (std::size_t op = 0; op < set.ops.size(); ++op) {
                if (set.ops[OpId(op)].name == "logits") {
                    EXPECT_EQ(op, 2U) << net.name;
                    ++found;
                }
            }
        }
    }
    EXPECT_GE(found, 14U);
}

TEST(TreeRnn, ComputesItsEquations) {
    const auto cell = [](const OracleParams& params, const Row& word, const std::vector<State>& children) -> State {
        if (children.size() < 2) {
            return children.empty() ? State{word, {}} : children[0];
        }
        Row h = params.linear("W", concat(children[0].h, children[1].h));
        for (double& x : h) {
            x = std::tanh(x);
        }
        return {h, {}};
    };
    const Treebank bank = testing::bankOf("(3 (2 (2 a) (2 b)) (2 c))\n(1 (4 (3 (2 a) (0 d))))\n(2 c)\n");
    expectLogits(bank, optionsOf("tree-rnn"), cell);
    expectLogits(bank, optionsOf("tree-rnn", Outputs::Root), cell);
}

// --- the two nets of Tai et al. 2015

/// c and h from i, o, u before their activations and from what the forget gates keep.
State taiState(const Row& iou, const Row& kept) {
    const std::size_t dim = kept.size();
    State state{Row(dim), Row(dim)};
    for (std::size_t k = 0; k < dim; ++k) {
        state.c[k] = sigmoid(iou[k]) * std::tanh(iou[2 * dim + k]) + kept[k];
        state.h[k] = sigmoid(iou[dim + k]) * std::tanh(state.c[k]);
    }
    return state;
}

/// Eq. 9-14, with the word's terms only where there is a word.
State naryCell(const OracleParams& params, const Row& word, const std::vector<State>& children) {
    Row iou = params.row("b");
    Row forgetBase = params.row("bf");
    if (!word.empty()) {
        iou = add(iou, params.linear("W", word));
        forgetBase = add(forgetBase, params.linear("Wf", word));
    }
    Row kept(forgetBase.size(), 0.0);
    for (std::size_t k = 0; k < children.size(); ++k) {
        iou = add(iou, params.linear(fmt::format("U{}", k + 1), children[k].h));
        Row forget = forgetBase;
        for (std::size_t l = 0; l < children.size(); ++l) {
            forget = add(forget, params.linear(fmt::format("Uf{}_{}", k + 1, l + 1), children[l].h));
        }
        for (std::size_t x = 0; x < kept.size(); ++x) {
            kept[x] += sigmoid(forget[x]) * children[k].c[x];
        }
    }
    return taiState(iou, kept);
}

/// Eq. 2-8.
State childSumCell(const OracleParams& params, const Row& word, const std::vector<State>& children) {
    Row iou = params.row("b");
    Row forgetBase = params.row("bf");
    if (!word.empty()) {
        iou = add(iou, params.linear("W", word));
        forgetBase = add(forgetBase, params.linear("Wf", word));
    }
    Row sum(forgetBase.size(), 0.0);
    Row kept(forgetBase.size(), 0.0);
    for (const State& child : children) {
        sum = add(sum, child.h);
        const Row forget = add(forgetBase, params.linear("Uf", child.h));
        for (std::size_t x = 0; x < kept.size(); ++x) {
            kept[x] += sigmoid(forget[x]) * child.c[x];
        }
    }
    return taiState(add(iou, params.linear("U", sum)), kept);
}

TEST(NaryTreeLstm, ComputesItsEquations) {
    expectLogits(mixedArities(), optionsOf("nary-tree-lstm"), naryCell);
    expectLogits(mixedArities(), optionsOf("nary-tree-lstm", Outputs::Root), naryCell);
    expectLogits(dependencyBank(), optionsOf("nary-tree-lstm"), naryCell);
    expectLogits(*generateTreebank({.arity = 5, .leaves = 13, .trees = 3}), optionsOf("nary-tree-lstm"), naryCell);
}

TEST(ChildSumTreeLstm, ComputesItsEquationsBothWays) {
    for (const Variadic variadic : {Variadic::Buckets, Variadic::SegmentSum}) {
        GraphOptions options = optionsOf("child-sum-tree-lstm");
        options.variadic = variadic;
        expectLogits(mixedArities(), options, childSumCell);
        expectLogits(dependencyBank(), options, childSumCell);
        expectLogits(*generateTreebank({.arity = 5, .leaves = 13, .trees = 3}), options, childSumCell);
    }
}

TEST(NaryTreeLstm, HasOneOpForEachNumberOfChildren) {
    const OpGraph graph = testing::graphOf(mixedArities(), optionsOf("nary-tree-lstm", Outputs::Root));
    EXPECT_EQ(
        opCounts(graph),
        (Counts{{"leaf", 12}, {"compose1", 1}, {"compose2", 3}, {"compose3", 1}, {"compose4", 1}, {"logits", 4}}));
    EXPECT_EQ(graph.ops.ops.size(), 2U + 4U + 4U) << "leaf, logits, compose1…4, head1…4";
    EXPECT_EQ(opCounts(testing::graphOf(dependencyBank(), optionsOf("nary-tree-lstm", Outputs::Root))),
              (Counts{{"leaf", 2}, {"head1", 2}, {"head2", 1}, {"logits", 1}}));
}

TEST(NaryTreeLstm, OpsDoNotDependOnTheTreesChosen) {
    GraphOptions options = optionsOf("nary-tree-lstm");
    const OpGraph all = testing::graphOf(mixedArities(), options);
    options.trees = {2, 3};
    const OpGraph leafOnly = testing::graphOf(mixedArities(), options);
    ASSERT_EQ(leafOnly.ops.ops.size(), all.ops.ops.size());
    ASSERT_EQ(leafOnly.ops.params.size(), all.ops.params.size());
    for (std::size_t index = 0; index < all.ops.ops.size(); ++index) {
        EXPECT_EQ(leafOnly.ops.ops[OpId(index)].name, all.ops.ops[OpId(index)].name);
    }
}

TEST(ChildSumTreeLstm, SegmentSumIsOneOpForAll) {
    GraphOptions options = optionsOf("child-sum-tree-lstm", Outputs::Root);
    EXPECT_EQ(
        opCounts(testing::graphOf(mixedArities(), options)),
        (Counts{{"leaf", 12}, {"compose1", 1}, {"compose2", 3}, {"compose3", 1}, {"compose4", 1}, {"logits", 4}}));
    options.variadic = Variadic::SegmentSum;
    const OpGraph graph = testing::graphOf(mixedArities(), options);
    EXPECT_EQ(opCounts(graph), (Counts{{"leaf", 12}, {"compose", 6}, {"logits", 4}}));
    EXPECT_EQ(testing::scheduleOf(graph, "depth").batchCount(), 5U)
        << "leaf; compose twice, whatever the number of children; logits of the tree of one leaf, and of the others";
    EXPECT_EQ(opCounts(testing::graphOf(dependencyBank(), options)), (Counts{{"leaf", 2}, {"head", 3}, {"logits", 1}}));
}

TEST(TaiNets, RefuseMoreChildrenThanOpsAndSayWhatToDo) {
    constexpr std::int32_t kMostBuckets = 128;
    std::string flat = "(1";
    for (std::int32_t child = 0; child <= kMostBuckets; ++child) {
        flat += " (2 a)";
    }
    const Treebank bank = testing::bankOf(flat + ")\n");
    EXPECT_EQ(
        errorOf(bank, {.model = "nary-tree-lstm", .dim = 1}),
        "test.ptb:1:1: error: a node has 129 children; nary-tree-lstm takes at most 64 (choose a binarization, or "
        "child-sum-tree-lstm)");
    EXPECT_THAT(errorOf(bank, {.model = "child-sum-tree-lstm", .dim = 1}),
                HasSubstr("takes at most 128 (choose segment-sum, which takes any number of children)"));
    GraphOptions options = optionsOf("child-sum-tree-lstm");
    options.variadic = Variadic::SegmentSum;
    expectLogits(bank, options, childSumCell);
}

// --- looks

TEST(Looks, ComputesItsEquations) {
    const auto cell = [](const OracleParams& params, const Row& word, const std::vector<State>& children) -> State {
        if (children.empty()) {
            return {word, {}};
        }
        const Row& left = children[0].h;
        const Row& right = children[1].h;
        const std::size_t dim = left.size();
        Row z = params.linear("W0", "b0", concat(left, right));
        for (double& x : z) {
            x = x > 0.0 ? x : 0.0;
        }
        const Row gates = params.linear("W", "b", z);
        Row y(dim);
        for (std::size_t k = 0; k < dim; ++k) {
            y[k] = sigmoid(gates[k]) * left[k] + sigmoid(gates[dim + k]) * right[k] +
                   sigmoid(gates[2 * dim + k]) * std::tanh(gates[3 * dim + k]);
        }
        return {y, {}};
    };
    expectLogits(testing::bankOf(testing::kTwoTrees), optionsOf("looks"), cell);
    expectLogits(*generateTreebank({.leaves = 17, .trees = 3}), optionsOf("looks", Outputs::Root), cell);
}

// --- spinn

/// SPINN by hand, over one tree: the tracker, then the move that makes the node.
class HandSpinn {
public:
    HandSpinn(const OracleParams& params, const Tree& tree, std::size_t dim)
        : m_params(params), m_tree(tree), m_dim(dim), m_tracker{Row(dim, 0.0), Row(dim, 0.0)} {
        collectWords(tree.root());
    }

    /// Depth first, left to right: the order of shift-reduce moves. Rows as they are asked for.
    void run(TreeNodeId node, std::vector<Row>& rows) {
        for (const TreeNodeId child : m_tree.children(node)) {
            run(child, rows);
        }
        track();
        rows.push_back(m_params.linear("Wa", "ba", m_tracker.h));
        m_moves.push_back(m_tree.isLeaf(node) ? 0 : 1);
        if (m_tree.isLeaf(node)) {
            m_stack.push_back({m_words[m_next++], Row(m_dim, 0.0)});
        } else {
            reduce();
        }
        rows.push_back(m_params.linear("Wy", "by", m_stack.back().h));
    }

    [[nodiscard]] const std::vector<std::int32_t>& moves() const { return m_moves; }

private:
    void collectWords(TreeNodeId node) {
        if (m_tree.isLeaf(node)) {
            m_words.push_back(m_params.row("E", m_tree.words[node.index()].index()));
        }
        for (const TreeNodeId child : m_tree.children(node)) {
            collectWords(child);
        }
    }

    void track() {
        const Row nothing(m_dim, 0.0);
        Row gates = m_params.linear("Wh", "bh", m_tracker.h);
        gates = add(gates, m_params.linear("Wb", m_next < m_words.size() ? m_words[m_next] : nothing));
        gates = add(gates, m_params.linear("W1", m_stack.empty() ? nothing : m_stack.back().h));
        gates = add(gates, m_params.linear("W2", m_stack.size() < 2 ? nothing : m_stack[m_stack.size() - 2].h));
        for (std::size_t k = 0; k < m_dim; ++k) { // tracker width is the dim here, below 64
            m_tracker.c[k] =
                sigmoid(gates[k]) * std::tanh(gates[3 * m_dim + k]) + sigmoid(gates[m_dim + k]) * m_tracker.c[k];
            m_tracker.h[k] = sigmoid(gates[2 * m_dim + k]) * std::tanh(m_tracker.c[k]);
        }
    }

    void reduce() {
        const State right = m_stack.back();
        m_stack.pop_back();
        const State left = m_stack.back();
        m_stack.pop_back();
        const Row gates = add(add(m_params.linear("Wl", "bl", left.h), m_params.linear("Wr", "br", right.h)),
                              m_params.linear("Wt", m_tracker.h));
        State state{Row(m_dim), Row(m_dim)};
        for (std::size_t k = 0; k < m_dim; ++k) {
            const auto gate = [&](std::size_t which) { return gates[which * m_dim + k]; };
            state.c[k] =
                std::tanh(gate(0)) * sigmoid(gate(1)) + sigmoid(gate(2)) * left.c[k] + sigmoid(gate(3)) * right.c[k];
            state.h[k] = sigmoid(gate(4)) * std::tanh(state.c[k]);
        }
        m_stack.push_back(state);
    }

    const OracleParams& m_params;
    const Tree& m_tree;
    std::size_t m_dim;
    State m_tracker;
    std::vector<Row> m_words;
    std::size_t m_next = 0;
    std::vector<State> m_stack;
    std::vector<std::int32_t> m_moves;
};

void expectSpinn(const Treebank& bank, Binarization binarization) {
    GraphOptions options = optionsOf("spinn");
    options.binarization = binarization;
    const OpGraph graph = testing::graphOf(bank, options);
    const OracleParams params = oracleParams(graph.ops, kSeed);
    const std::vector<Row> actual = BodyOracle(graph, params).outputs();
    std::size_t next = 0;
    for (const Tree& asRead : bank.trees.heldTrees()) {
        const Tree tree = binarized(asRead, binarization);
        std::vector<Row> expected;
        HandSpinn hand(params, tree, 3);
        hand.run(tree.root(), expected);
        ASSERT_LE(next + expected.size(), actual.size());
        for (std::size_t index = 0; index < expected.size(); ++index) {
            expectNear(actual[next + index], expected[index]);
            if (index % 2 == 0) {
                EXPECT_EQ(graph.targets[next + index], hand.moves()[index / 2]);
            }
        }
        next += expected.size();
    }
    EXPECT_EQ(next, actual.size());
}

TEST(Spinn, ComputesItsEquations) {
    expectSpinn(testing::bankOf(testing::kTwoTrees), Binarization::None);
    expectSpinn(testing::bankOf("(2 c)\n"), Binarization::None);
    expectSpinn(*generateTreebank({.leaves = 9, .trees = 2}), Binarization::None);
    expectSpinn(mixedArities(), Binarization::Balanced);
    expectSpinn(mixedArities(), Binarization::Right);
}

TEST(Spinn, AsksForTheRootOnlyAndIsASequence) {
    const Treebank bank = testing::bankOf("(3 (2 (2 a) (2 b)) (2 c))\n");
    const OpGraph graph = testing::graphOf(bank, optionsOf("spinn", Outputs::Root));
    EXPECT_EQ(opCounts(graph),
              (Counts{{"empty", 1}, {"start", 1}, {"shift", 3}, {"tracker", 5}, {"reduce", 2}, {"logits", 1}}));
    EXPECT_EQ(graph.targets, (std::vector<std::int32_t>{3}));
    EXPECT_EQ(graph.levelCount(), 9U) << "shift; tracker, tracker, tracker, reduce; tracker, tracker, reduce; logits";
    const OracleParams params = oracleParams(graph.ops, kSeed);
    std::vector<Row> expected;
    HandSpinn(params, *bank.tree(TreeId(std::size_t{0})), 3).run(TreeNodeId(std::size_t{4}), expected);
    expectNear(BodyOracle(graph, params).outputs().front(), expected.back());
}

TEST(SpinnPair, ReadsEachTreeByItselfAndComparesThem) {
    const Treebank bank = testing::bankOf("(1 (2 (0 a) (1 b)) (0 c))\n");
    const OpGraph graph = testing::graphOf(bank, optionsOf("spinn-pair", Outputs::Root));
    EXPECT_EQ(opCounts(graph),
              (Counts{{"empty", 2}, {"start", 2}, {"shift", 3}, {"tracker", 4}, {"reduce", 1}, {"compare", 1}}));
    EXPECT_EQ(graph.outputs.size(), 1U);
    EXPECT_EQ(graph.levelCount(), 6U) << "shift; tracker, tracker, tracker, reduce; compare";
    EXPECT_EQ(testing::graphOf(bank, optionsOf("spinn-pair")).outputs.size(), 4U + 1U) << "its moves, too";
    EXPECT_THAT(errorOf(testing::bankOf("(2 c)\n"), {.model = "spinn-pair", .dim = 1}),
                HasSubstr("spinn-pair compares two trees, which are the children of a root; this root has none"));
    EXPECT_THAT(errorOf(testing::bankOf("(1 (2 (0 a) (1 b) (1 c)) (0 c))\n"), {.model = "spinn-pair", .dim = 1}),
                HasSubstr("3 children"));
}

TEST(Spinn, TrackerIsAtMost64Wide) {
    const Treebank bank = testing::bankOf(testing::kTwoTrees);
    const auto trackerWidth = [&](std::int32_t dim) {
        const OpGraph graph = testing::graphOf(bank, {.model = "spinn", .dim = dim});
        return graph.ops.ops[OpId(std::size_t{3})].outputWidth(0);
    };
    EXPECT_EQ(trackerWidth(100), 64);
    EXPECT_EQ(trackerWidth(5), 5);
}

// --- mlp

TEST(Mlp, ComputesItsEquations) {
    const Treebank bank = imageBank();
    const OpGraph graph = testing::graphOf(bank, optionsOf("mlp", Outputs::Root));
    EXPECT_EQ(opCounts(graph), (Counts{{"forward", 2}}));
    EXPECT_EQ(graph.targets, (std::vector<std::int32_t>{kNoTarget, kNoTarget}));
    const OracleParams params = oracleParams(graph.ops, kSeed);
    const std::vector<Row> actual = BodyOracle(graph, params).outputs();
    ASSERT_EQ(actual.size(), 2U);
    for (std::size_t image = 0; image < 2; ++image) {
        const auto pixels = bank.vectors.row(image);
        Row x(pixels.begin(), pixels.end());
        for (const char* layer : {"1", "2"}) {
            x = params.linear(std::string("W") + layer, std::string("b") + layer, x);
            for (double& value : x) {
                value = value > 0.0 ? value : 0.0;
            }
            EXPECT_EQ(x.size(), layer[0] == '1' ? 200U : 100U);
        }
        expectNear(actual[image], params.linear("W3", "b3", x));
        EXPECT_EQ(actual[image].size(), 10U);
    }
    EXPECT_EQ(testing::scheduleOf(graph, "agenda").batchCount(), 1U);
}

TEST(Mlp, RefusesWords) {
    EXPECT_EQ(errorOf(testing::bankOf("(2 a)\n"), {.model = "mlp"}),
              "test.ptb:1:1: error: the leaves are words; mlp takes vectors (MNIST idx files)");
}

// --- all of them

TEST(TreeNets, BinaryNetsNameTheNodeTheyCannotTake) {
    const Treebank ternary = testing::bankOf("(1 (2 a) (2 b))\n(S (A a)\n   (B b) (C c))\n");
    const Treebank unary = testing::bankOf("(1 (4 (2 a) (0 d)))\n");
    for (const char* model : {"tree-rnn", "looks", "spinn"}) {
        EXPECT_THAT(errorOf(ternary, {.model = model}),
                    HasSubstr(fmt::format("test.ptb:2:1: error: a node has 3 children; {} takes binary trees", model)));
        EXPECT_EQ(errorOf(ternary, {.model = model, .binarization = Binarization::Left}), "none");
        EXPECT_THAT(errorOf(dependencyBank(), {.model = model}),
                    HasSubstr(fmt::format("test.conllu:3:1: error: an inner node has a word; {} reads words at leaves "
                                          "only (choose a binarization",
                                          model)));
    }
    EXPECT_THAT(errorOf(unary, {.model = "looks"}), HasSubstr("a node has 1 child;"));
    EXPECT_THAT(errorOf(unary, {.model = "spinn"}), HasSubstr("a node has 1 child;"));
}

TEST(TreeNets, ADeepChainPasses) {
    constexpr std::size_t kLeaves = 100'000;
    const Treebank bank =
        *generateTreebank({.shape = TreeShape::Sequence, .leaves = kLeaves, .trees = 1, .vocabulary = 5});
    for (const char* model : {"tree-rnn", "nary-tree-lstm", "child-sum-tree-lstm", "looks", "spinn"}) {
        const OpGraph graph = testing::graphOf(bank, {.model = model, .dim = 1});
        EXPECT_GE(graph.levelCount(), kLeaves) << model;
        EXPECT_EQ(graph.outputs.size(), 1U);
    }
}

} // namespace
} // namespace batchscope
