// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shape operations on random trees, on a sample of the Penn Treebank and on chains of a million.
#include "core/base/random.h"
#include "core/formats/bracket_writer.h"
#include "core/formats/read_treebank.h"
#include "core/shapes/node_label.h"
#include "core/shapes/shape.h"
#include "core/tree/tree_builder.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <filesystem>

namespace batchscope {
namespace {

constexpr std::array kModes = {Binarization::None, Binarization::Left, Binarization::Right, Binarization::Balanced};

/// Trees with the tables of their symbols.
struct Grove {
    std::vector<Tree> trees;
    SymbolTable words;
    SymbolTable labels;

    [[nodiscard]] std::string text(const Tree& tree) const { return toBrackets(tree, words, labels); }
};

Grove groveOf(Treebank bank) {
    const std::deque<Tree>& trees = bank.trees.heldTrees();
    return {{trees.begin(), trees.end()}, std::move(bank.words), std::move(bank.labels)};
}

Grove groveOf(std::string_view brackets) {
    return groveOf(testing::bankOf(brackets));
}

/// What `shape` makes of the only tree, as text.
std::string shapedText(std::string_view brackets, const ShapeOptions& options) {
    const Grove grove = groveOf(brackets);
    return grove.text(shaped(grove.trees.front(), options));
}

Grove randomGrove(std::uint64_t seed, std::size_t trees) {
    constexpr std::array kInner = {"S", "NP-SBJ", "VP", "PP=2", "NP", "UCP", "QP", "SBAR", "XYZ", "ADVP|PRT"};
    constexpr std::array kLeaves = {"NN", "IN", "CC", "DT", "VBD", "JJ", "$", "CD", "-NONE-", "POS"};
    Random random(seed);
    std::string text;
    for (std::size_t tree = 0; tree < trees; ++tree) {
        std::vector<std::size_t> children = {0}; // of each open node
        text += "(ROOT";
        const std::size_t moves = 1 + random.below(60);
        for (std::size_t move = 0; move < moves || children.back() == 0; ++move) {
            switch (random.below(move < moves ? 4 : 1)) {
            case 0:
                text += std::string(" (") + kLeaves.at(random.below(kLeaves.size())) + " w" +
                        std::to_string(random.below(9)) + ")";
                ++children.back();
                break;
            case 1:
                if (children.size() > 1 && children.back() > 0) {
                    text += ')';
                    children.pop_back();
                }
                break;
            default:
                text += std::string(" (") + kInner.at(random.below(kInner.size()));
                ++children.back();
                children.push_back(0);
            }
        }
        text += std::string(children.size(), ')') + '\n';
    }
    return groveOf(text);
}

/// The words from left to right.
std::vector<SymbolId> leavesOf(const Tree& tree) {
    std::vector<SymbolId> words;
    for (const TreeNodeId node : postOrder(tree)) {
        if (tree.isLeaf(node)) {
            words.push_back(tree.words[node.index()]);
        }
    }
    return words;
}

void expectChildrenBeforeParents(const Tree& tree) {
    std::vector<std::size_t> parents(tree.size(), 0);
    for (std::size_t node = 0; node < tree.size(); ++node) {
        for (const TreeNodeId child : tree.children(TreeNodeId(node))) {
            EXPECT_LT(child.index(), node);
            ++parents[child.index()];
        }
    }
    parents.back() += 1;
    EXPECT_EQ(parents, std::vector<std::size_t>(tree.size(), 1)) << "a tree, with its root last";
    EXPECT_TRUE(std::is_sorted(tree.chains.begin(), tree.chains.end(),
                               [](const ChainLink& left, const ChainLink& right) { return left.into < right.into; }));
    EXPECT_TRUE(tree.marks.empty() || tree.marks.size() == tree.size());
}

/// What each node says it stands for, with introduced nodes replaced by their children and chains unfolded: the tree
/// before.
std::string textBefore(const Grove& grove, const Tree& tree) {
    const auto appendNode = [&](const auto& self, std::string& out, TreeNodeId node) -> void {
        const auto chain = tree.chain(node);
        const bool isIntroduced = tree.mark(node) == NodeMark::Introduced;
        for (std::size_t at = 0; at + 1 < chain.size(); ++at) {
            out += "(" + std::string(grove.labels.text(chain[at].label)) + " ";
        }
        const SymbolId own = chain.empty() ? tree.labels[node.index()] : chain.back().label;
        if (!isIntroduced) {
            out += "(" + std::string(grove.labels.text(own)) + " ";
        }
        if (tree.isLeaf(node)) {
            out += grove.words.text(tree.words[node.index()]);
        }
        for (std::size_t child = 0; child < tree.children(node).size(); ++child) {
            out += child == 0 ? "" : " ";
            self(self, out, tree.children(node)[child]);
        }
        out += std::string((isIntroduced ? 0 : 1) + (chain.empty() ? 0 : chain.size() - 1), ')');
    };
    std::string out;
    appendNode(appendNode, out, tree.root());
    return out;
}

void expectSameTree(const Grove& grove, const Tree& tree, const ShapeOptions& options) {
    const Tree changed = shaped(tree, options);
    expectChildrenBeforeParents(changed);
    EXPECT_EQ(leavesOf(changed), leavesOf(tree));
    EXPECT_EQ(textBefore(grove, changed), textBefore(grove, tree));
    for (std::size_t node = 0; node < changed.size(); ++node) {
        const std::size_t children = changed.children(TreeNodeId(node)).size();
        EXPECT_TRUE(options.binarization == Binarization::None || children <= 2);
        EXPECT_TRUE(options.unary == Unary::Keep || options.isAsRead() || children != 1);
    }
}

void expectSameInEveryMode(const Grove& grove, const Tree& tree) {
    for (const Unary unary : {Unary::Auto, Unary::Keep, Unary::Collapse}) {
        for (const Binarization mode : kModes) {
            expectSameTree(grove, tree, {mode, unary});
        }
    }
}

TEST(Shape, EveryModeKeepsWhatRandomTreesSay) {
    const Grove grove = randomGrove(11, 150);
    for (const Tree& tree : grove.trees) {
        expectSameInEveryMode(grove, tree);
    }
}

/// All files of the sample in the folder of one of them.
Grove pennGrove(const std::string& one) {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(one).parent_path())) {
        if (entry.path().extension() == ".mrg") {
            paths.push_back(entry.path().string());
        }
    }
    std::sort(paths.begin(), paths.end());
    Result<Treebank> bank = readTreebank(paths, {});
    return bank ? groveOf(std::move(*bank)) : Grove();
}

TEST(Shape, EveryModeKeepsWhatThePennSampleSays) {
    REQUIRE_DATA(path, "ptb-sample/wsj_0001.mrg");
    Grove grove = pennGrove(*path);
    EXPECT_EQ(grove.trees.size(), 1921U);
    const SymbolId none = grove.labels.intern("-NONE-");
    for (std::size_t index = 0; index < grove.trees.size() && !::testing::Test::HasFailure(); ++index) {
        const Tree& read = grove.trees[index];
        expectSameInEveryMode(grove, index % 2 == 0 ? read : withoutTraces(read, none).value_or(read));
    }
}

TEST(Shape, ByDefaultTreesStayAsTheyAre) {
    const std::string text = "(S (NP (NN a)) (VP b) (X c))";
    EXPECT_TRUE(ShapeOptions().isAsRead());
    EXPECT_EQ(shapedText(text, {}), text);
}

TEST(Shape, CollapsedNodesTakeTheUpperLabelAndBothNames) {
    const std::string text = "(S (NP (NN a)) (VP (V b)))";
    EXPECT_EQ(shapedText(text, {Binarization::Left, Unary::Auto}), "(S (NP+NN a) (VP+V b))");
    EXPECT_EQ(shapedText(text, {Binarization::None, Unary::Collapse}), "(S (NP+NN a) (VP+V b))");
    EXPECT_EQ(shapedText(text, {Binarization::Left, Unary::Keep}), text);
    const Grove grove = groveOf(text);
    const Tree changed = collapsedUnary(grove.trees.front());
    EXPECT_EQ(grove.labels.text(changed.labels.front()), "NP") << "what nets read";
    EXPECT_EQ(nodeLabel(changed, TreeNodeId(std::size_t{0}), grove.labels), "NP+NN");
}

TEST(Shape, IntroducedNodesAreNamedAfterWhatTheyCover) {
    const std::string text = "(S (A a) (B b) (C c) (D d))";
    EXPECT_EQ(shapedText(text, {Binarization::Left}), "(S (S|<A-B-C> (S|<A-B> (A a) (B b)) (C c)) (D d))");
    EXPECT_EQ(shapedText(text, {Binarization::Right}), "(S (A a) (S|<B-C-D> (B b) (S|<C-D> (C c) (D d))))");
    EXPECT_EQ(shapedText(text, {Binarization::Balanced}), "(S (S|<A-B> (A a) (B b)) (S|<C-D> (C c) (D d)))");
}

TEST(Shape, DependencyTreesGetALeafForEachWordInSentenceOrder) {
    REQUIRE_DATA(path, "ud-ewt/en_ewt-ud-dev.conllu");
    Result<Treebank> bank = readTreebank({*path}, {});
    ASSERT_TRUE(bank.hasValue());
    const std::size_t crossing = 3 * bank->nonProjective; // no order of leaves keeps their sentences
    const Grove grove = groveOf(std::move(*bank));
    std::size_t others = 0;
    for (const Tree& tree : grove.trees) {
        std::vector<SymbolId> sentence(tree.size());
        for (std::size_t node = 0; node < tree.size(); ++node) {
            sentence[tree.tokens[node]] = tree.words[node];
        }
        for (const Binarization mode : {Binarization::Left, Binarization::Right, Binarization::Balanced}) {
            const Tree changed = shaped(tree, {mode});
            std::vector<SymbolId> leaves = leavesOf(changed);
            others += leaves == sentence ? 0 : 1;
            std::vector<SymbolId> words = sentence;
            std::sort(leaves.begin(), leaves.end());
            std::sort(words.begin(), words.end());
            EXPECT_EQ(leaves, words);
            EXPECT_EQ(changed.size(), 2 * tree.size() - 1);
            expectChildrenBeforeParents(changed);
        }
        ASSERT_FALSE(::testing::Test::HasFailure());
    }
    EXPECT_LE(others, crossing);
}

constexpr std::size_t kMany = 1'000'000;

Tree deepChain(std::size_t nodes) {
    TreeBuilder builder;
    const SymbolId label(std::size_t{0});
    for (std::size_t node = 0; node < nodes; ++node) {
        builder.open(label, {1, 1, node});
    }
    builder.token(label, {1, 1, nodes});
    for (std::size_t node = 0; node < nodes; ++node) {
        BATCHSCOPE_CHECK(builder.close());
    }
    return builder.take();
}

TEST(Shape, AChainOfAMillionIsCollapsed) {
    const Tree changed = collapsedUnary(deepChain(kMany));
    EXPECT_EQ(changed.size(), 1U);
    EXPECT_EQ(changed.chains.size(), kMany);
    SymbolTable labels;
    labels.intern("A");
    EXPECT_EQ(nodeLabel(changed, changed.root(), labels).size(), 2 * kMany - 1);
}

/// One node of many leaves, which binarisation makes a chain.
Tree wideNode(std::size_t leaves) {
    TreeBuilder builder;
    const SymbolId label(std::size_t{0});
    builder.open(label, {1, 1, 0});
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
        builder.open(label, {1, 2, leaf});
        builder.token(label, {1, 3, leaf});
        BATCHSCOPE_CHECK(builder.close());
    }
    BATCHSCOPE_CHECK(builder.close());
    return builder.take();
}

TEST(Shape, ANodeOfAMillionChildrenIsBinarized) {
    const Tree tree = wideNode(kMany);
    SymbolTable labels;
    labels.intern("A");
    for (const Binarization mode : {Binarization::Left, Binarization::Right, Binarization::Balanced}) {
        const Tree changed = binarized(tree, mode);
        EXPECT_EQ(changed.size(), 2 * kMany - 1);
        const NodeNames names(changed, labels);
        const TreeNodeId below(changed.size() - 2);
        EXPECT_EQ(names.text(below).size(), std::string_view("A|<>").size() + 2 * kMostNamedChildren - 1);
    }
}

/// An implementation apart from the tree: what stands between the innermost brackets is dropped or kept.
std::string withoutTracesInText(const std::string& text) {
    constexpr char kOpen = '\x01';
    constexpr char kClose = '\x02';
    std::string out;
    for (const char character : text) {
        if (character != ')') {
            out += character;
            continue;
        }
        const std::size_t open = out.rfind('(');
        const std::string inside = out.substr(open + 1);
        const bool isEmpty = inside.find(' ') == std::string::npos;
        if (isEmpty || inside.starts_with("-NONE- ")) {
            out.resize(open == 0 ? 0 : open - 1); // with the space before it
        } else {
            out[open] = kOpen;
            out += kClose;
        }
    }
    std::replace(out.begin(), out.end(), kOpen, '(');
    std::replace(out.begin(), out.end(), kClose, ')');
    return out;
}

void expectWithoutTraces(Grove& grove) {
    const SymbolId none = grove.labels.intern("-NONE-");
    std::size_t changed = 0;
    for (const Tree& tree : grove.trees) {
        const std::string expected = withoutTracesInText(grove.text(tree));
        const std::optional<Tree> spoken = withoutTraces(tree, none);
        EXPECT_EQ(spoken ? grove.text(*spoken) : "", expected);
        changed += spoken && spoken->size() < tree.size() ? 1 : 0;
        if (spoken) {
            expectChildrenBeforeParents(*spoken);
        }
    }
    EXPECT_GT(changed, grove.trees.size() / 4);
}

TEST(Traces, AreTakenOutAsInTheText) {
    Grove small = groveOf("(S (NP (-NONE- *)) (VP (V go) (NP (-NONE- *T*-1))))");
    const SymbolId none = small.labels.intern("-NONE-");
    const std::optional<Tree> spoken = withoutTraces(small.trees.front(), none);
    ASSERT_TRUE(spoken);
    EXPECT_EQ(small.text(*spoken), "(S (VP (V go)))");
    EXPECT_EQ(spoken->positions.front().column, 24U) << "where (V go) stands";
    Grove nothing = groveOf("(S (NP (-NONE- *)) (VP (-NONE- *)))");
    EXPECT_FALSE(withoutTraces(nothing.trees.front(), nothing.labels.intern("-NONE-")));
    Grove random = randomGrove(3, 300);
    expectWithoutTraces(random);
}

TEST(Traces, AreTakenOutOfThePennSample) {
    REQUIRE_DATA(path, "ptb-sample/wsj_0001.mrg");
    Grove grove = pennGrove(*path);
    EXPECT_EQ(grove.trees.size(), 1921U);
    expectWithoutTraces(grove);
}

} // namespace
} // namespace batchscope
