// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shape operations and their reverses, on random trees, on a sample of the Penn Treebank and on chains of a million.
#include "core/base/random.h"
#include "core/formats/bracket_writer.h"
#include "core/formats/read_treebank.h"
#include "core/shapes/node_label.h"
#include "core/shapes/restore.h"
#include "core/shapes/shape.h"
#include "core/shapes/traces.h"
#include "core/tree/tree_builder.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

constexpr std::array kModes = {Binarization::Left, Binarization::Right, Binarization::Balanced, Binarization::Head};
constexpr std::array kUnaryChoices = {Unary::Auto,    Unary::Keep,     Unary::Collapse,
                                      Unary::KeepPos, Unary::KeepRoot, Unary::KeepEnds};

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
    return grove.text(shaped(grove.trees.front(), grove.labels, options));
}

/// Labels of the Penn Treebank, so that every head rule has something to find.
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

void expectSame(const Tree& left, const Tree& right) {
    EXPECT_EQ(left.labels, right.labels);
    EXPECT_EQ(left.words, right.words);
    EXPECT_EQ(left.childOffsets, right.childOffsets);
    EXPECT_EQ(left.childIds, right.childIds);
    EXPECT_EQ(left.tokens, right.tokens);
    EXPECT_EQ(left.marks, right.marks);
    EXPECT_EQ(left.chains.size(), right.chains.size());
    EXPECT_EQ(left.file, right.file);
    ASSERT_EQ(left.positions.size(), right.positions.size());
    for (std::size_t node = 0; node < left.size(); ++node) {
        EXPECT_EQ(left.positions[node].byte, right.positions[node].byte);
        EXPECT_EQ(left.positions[node].line, right.positions[node].line);
        EXPECT_EQ(left.positions[node].column, right.positions[node].column);
    }
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

std::size_t mostChildren(const Tree& tree) {
    std::size_t most = 0;
    for (std::size_t node = 0; node < tree.size(); ++node) {
        most = std::max(most, tree.children(TreeNodeId(node)).size());
    }
    return most;
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

/// Nodes with one child, apart from the ends that were to be kept.
std::size_t unaryNodes(const Tree& tree, const UnaryOptions& kept) {
    std::size_t count = 0;
    for (std::size_t index = 0; index < tree.size(); ++index) {
        const auto children = tree.children(TreeNodeId(index));
        const bool isKept = children.size() == 1 && ((kept.pos == Ends::Keep && tree.isLeaf(children.front())) ||
                                                     (kept.root == Ends::Keep && TreeNodeId(index) == tree.root()));
        count += children.size() == 1 && !isKept ? 1 : 0;
    }
    return count;
}

/// Everything that must hold for one tree in one shape.
void expectReversible(Grove& grove, const Tree& tree, const ShapeOptions& options) {
    const Tree changed = shaped(tree, grove.labels, options);
    expectChildrenBeforeParents(changed);
    EXPECT_EQ(leavesOf(changed), leavesOf(tree));
    if (options.binarization != Binarization::None) {
        EXPECT_LE(mostChildren(changed), 2U);
    }
    expectSame(unbinarized(changed), tree);
    const std::string before = grove.text(tree);
    Grove again = groveOf(grove.text(changed));
    const Tree restored = unbinarizedByLabels(again.trees.front(), again.labels);
    EXPECT_EQ(again.text(restored), before);
}

TEST(Shape, EveryModeIsUndoneOnRandomTrees) {
    Grove grove = randomGrove(11, 150);
    for (const Tree& tree : grove.trees) {
        for (const Unary unary : kUnaryChoices) {
            for (const Binarization mode : kModes) {
                expectReversible(grove, tree, {mode, unary});
            }
            expectReversible(grove, tree, {Binarization::None, unary});
        }
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

TEST(Shape, EveryModeIsUndoneOnThePennSample) {
    REQUIRE_DATA(path, "ptb-sample/wsj_0001.mrg");
    Grove grove = pennGrove(*path);
    EXPECT_EQ(grove.trees.size(), 1921U);
    const SymbolId none = grove.labels.intern("-NONE-");
    for (std::size_t index = 0; index < grove.trees.size() && !::testing::Test::HasFailure(); ++index) {
        const Tree& read = grove.trees[index];
        const Tree tree = index % 2 == 0 ? read : withoutTraces(read, none).value_or(read);
        for (const Unary unary : kUnaryChoices) {
            for (const Binarization mode : kModes) {
                expectReversible(grove, tree, {mode, unary});
            }
            expectReversible(grove, tree, {Binarization::None, unary});
        }
    }
}

TEST(Shape, ByDefaultTreesStayAsTheyAre) {
    const Grove grove = groveOf("(S (NP (NN a)) (VP b) (X c))");
    EXPECT_TRUE(ShapeOptions().isAsRead());
    expectSame(shaped(grove.trees.front(), grove.labels, {}), grove.trees.front());
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

TEST(Shape, UnaryEndsStayWhenAsked) {
    const std::string text = "(ROOT (S (VP (VB go))))";
    EXPECT_EQ(shapedText(text, {Binarization::None, Unary::Collapse}), "(ROOT+S+VP+VB go)");
    EXPECT_EQ(shapedText(text, {Binarization::None, Unary::KeepPos}), "(ROOT+S+VP (VB go))");
    EXPECT_EQ(shapedText(text, {Binarization::None, Unary::KeepRoot}), "(ROOT (S+VP+VB go))");
    EXPECT_EQ(shapedText(text, {Binarization::None, Unary::KeepEnds}), "(ROOT (S+VP (VB go)))");
}

TEST(Shape, CollapsingIsUndoneAndLeavesNoOtherChains) {
    const Grove grove = randomGrove(23, 200);
    for (const Tree& tree : grove.trees) {
        for (const Ends pos : {Ends::Keep, Ends::Collapse}) {
            for (const Ends root : {Ends::Keep, Ends::Collapse}) {
                const Tree changed = collapsedUnary(tree, {pos, root});
                EXPECT_EQ(unaryNodes(changed, {pos, root}), 0U);
                expectSame(unbinarized(changed), tree);
                expectSame(unbinarized(collapsedUnary(changed)), tree); // in two steps
            }
        }
    }
}

TEST(Shape, IntroducedNodesAreNamedAfterWhatTheyCover) {
    const std::string text = "(S (A a) (B b) (C c) (D d))";
    EXPECT_EQ(shapedText(text, {Binarization::Left}), "(S (S|<A-B-C> (S|<A-B> (A a) (B b)) (C c)) (D d))");
    EXPECT_EQ(shapedText(text, {Binarization::Right}), "(S (A a) (S|<B-C-D> (B b) (S|<C-D> (C c) (D d))))");
    EXPECT_EQ(shapedText(text, {Binarization::Balanced}), "(S (S|<A-B> (A a) (B b)) (S|<C-D> (C c) (D d)))");
    const Grove grove = groveOf(text);
    const auto names = [&](Binarization mode) {
        const Tree tree = binarized(grove.trees.front(), mode, grove.labels);
        const NodeNames markov(tree, grove.labels, 1);
        std::vector<std::string> result;
        for (std::size_t node = 0; node < tree.size(); ++node) {
            if (tree.mark(TreeNodeId(node)) == NodeMark::Introduced) {
                result.push_back(markov.text(TreeNodeId(node)));
            }
        }
        return result;
    };
    EXPECT_EQ(names(Binarization::Right), (std::vector<std::string>{"S|<C>", "S|<B>"}));
    EXPECT_EQ(names(Binarization::Left), (std::vector<std::string>{"S|<B>", "S|<C>"}));
}

TEST(Shape, HeadFactoringGoesOutwardsFromTheHead) {
    const ShapeOptions head{Binarization::Head};
    EXPECT_EQ(shapedText("(S (NP a) (VP b) (. c))", head), "(S (NP a) (S|<VP-.> (VP b) (. c)))");
    EXPECT_EQ(shapedText("(NP-SBJ (DT a) (JJ b) (NN c) (PP d))", head),
              "(NP-SBJ (DT a) (NP-SBJ|<JJ-NN-PP> (JJ b) (NP-SBJ|<NN-PP> (NN c) (PP d))))");
    EXPECT_EQ(shapedText("(PP (ADVP a) (IN b) (NP c) (X d))", head),
              "(PP (ADVP a) (PP|<IN-NP-X> (PP|<IN-NP> (IN b) (NP c)) (X d)))");
    EXPECT_EQ(shapedText("(UCP (ADJP a) (CC and) (NP b))", head), "(UCP (UCP|<ADJP-CC> (ADJP a) (CC and)) (NP b))");
    EXPECT_EQ(shapedText("(2 (1 a) (2 b) (3 c))", head), "(2 (1 a) (2|<2-3> (2 b) (3 c)))") << "unknown: the rightmost";
}

TEST(HeadRules, FollowCollins) {
    const auto head = [](std::string_view parent, std::vector<std::string_view> children) {
        return headChild(parent, children);
    };
    EXPECT_EQ(head("NP", {"NNP", "POS"}), 1U);
    EXPECT_EQ(head("NP", {"NP", "PP", "SBAR"}), 0U);
    EXPECT_EQ(head("NP", {"NN", "NN", "CD"}), 1U);
    EXPECT_EQ(head("NP", {"DT", "$", "JJ"}), 1U);
    EXPECT_EQ(head("NP", {"DT", "-NONE-"}), 1U);
    EXPECT_EQ(head("VP", {"ADVP", "MD", "VP"}), 1U);
    EXPECT_EQ(head("VP", {"TO", "VP"}), 0U);
    EXPECT_EQ(head("SBAR-TMP", {"WHADVP-1", "S"}), 0U);
    EXPECT_EQ(head("PP-LOC", {"IN", "NP"}), 0U);
    EXPECT_EQ(head("WHPP", {"IN", "WHNP"}), 0U);
    EXPECT_EQ(head("PRN", {":", "S", ":"}), 0U);
    EXPECT_EQ(head("FRAG", {"NP", "ADVP"}), 1U);
    EXPECT_EQ(head("VP", {"VBD", "CC", "VBD"}), 0U);
    EXPECT_EQ(head("ADVP", {"RB", "CC", "RB"}), 0U) << "the first conjunct";
    EXPECT_EQ(head("ADVP|PRT", {"IN", "X"}), 0U);
}

TEST(Shape, DependencyTreesComeBack) {
    REQUIRE_DATA(path, "ud-ewt/en_ewt-ud-dev.conllu");
    Result<Treebank> bank = readTreebank({*path}, {});
    ASSERT_TRUE(bank.hasValue());
    const Grove grove = groveOf(std::move(*bank));
    std::size_t single = 0;
    for (const Tree& tree : grove.trees) {
        single += tree.size() == 1 ? 1 : 0;
        for (const Binarization mode : kModes) {
            const Tree changed = shaped(tree, grove.labels, {mode});
            EXPECT_EQ(mostChildren(changed), tree.size() == 1 ? 0U : 2U);
            expectSame(unbinarized(changed), tree);
        }
        expectSame(collapsedUnary(tree), tree);
        ASSERT_FALSE(::testing::Test::HasFailure());
    }
    EXPECT_GT(single, 0U);
}

TEST(Shape, DependencyHeadsAreWhatHeadFactoringBeginsWith) {
    const Grove grove = groveOf("1\tthe\t_\t_\t_\t_\t3\tdet\t_\t_\n2\told\t_\t_\t_\t_\t3\tamod\t_\t_\n"
                                "3\tman\t_\t_\t_\t_\t0\troot\t_\t_\n4\tleft\t_\t_\t_\t_\t3\tacl\t_\t_\n\n");
    const Tree changed = shaped(grove.trees.front(), grove.labels, {Binarization::Head});
    EXPECT_EQ(grove.text(changed), "(root (det the) (root|<amod-root-acl> (amod old) (root|<root-acl> (root man) "
                                   "(acl left))))");
    expectSame(unbinarized(changed), grove.trees.front());
}

TEST(Shape, NodesWithoutLabelsComeBack) {
    const Grove grove = groveOf("( (A a) ( (B b) ( (C c))) (D d) e)");
    for (const Binarization mode : kModes) {
        expectSame(unbinarized(shaped(grove.trees.front(), grove.labels, {mode})), grove.trees.front());
    }
}

TEST(Shape, LabelsOfAPlusSignAloneStay) {
    Grove grove = groveOf("(S (+ plus) (NP+NN a))");
    EXPECT_EQ(grove.text(unbinarizedByLabels(grove.trees.front(), grove.labels)), "(S (+ plus) (NP (NN a)))");
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

TEST(Shape, AChainOfAMillionIsCollapsedAndExpanded) {
    const Tree tree = deepChain(kMany);
    const Tree changed = collapsedUnary(tree);
    EXPECT_EQ(changed.size(), 1U);
    EXPECT_EQ(changed.chains.size(), kMany);
    const Tree expanded = unbinarized(changed);
    EXPECT_EQ(expanded.labels, tree.labels);
    EXPECT_EQ(expanded.childIds, tree.childIds);
    EXPECT_EQ(expanded.positions.front().byte, tree.positions.front().byte);
    SymbolTable labels;
    labels.intern("A");
    EXPECT_EQ(nodeLabel(changed, changed.root(), labels).size(), 2 * kMany - 1);
    SymbolTable words;
    words.intern("w");
    Grove again = groveOf(toBrackets(changed, words, labels));
    EXPECT_EQ(unbinarizedByLabels(again.trees.front(), again.labels).size(), kMany);
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

TEST(Shape, ANodeOfAMillionChildrenIsBinarisedAndRestored) {
    const Tree tree = wideNode(kMany);
    SymbolTable labels;
    labels.intern("A");
    for (const Binarization mode : kModes) {
        const Tree changed = binarized(tree, mode, labels);
        EXPECT_EQ(changed.size(), 2 * kMany - 1);
        const NodeNames names(changed, labels);
        const TreeNodeId below(changed.size() - 2);
        EXPECT_EQ(names.text(below).size(), std::string_view("A|<>").size() + 2 * kMostNamedChildren - 1);
        EXPECT_EQ(unbinarized(changed).childIds, tree.childIds);
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
