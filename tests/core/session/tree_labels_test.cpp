// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the treebank says at the nodes of shown trees: through binarization and collapsed chains, and from the columns
// of CoNLL-U; and how the words of dependency trees stand.
#include "core/session/tree_labels.h"

#include "core/session/source_layout.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace batchscope {
namespace {

Snapshot snapshotOf(std::string_view text, Binarization binarization = Binarization::None) {
    Snapshot snapshot;
    snapshot.treebank = std::make_shared<const Treebank>(testing::bankOf(text));
    snapshot.config.graph.binarization = binarization;
    return snapshot;
}

std::string wordOf(const Snapshot& snapshot, const Tree& tree, std::size_t node) {
    const SymbolId word = tree.words[node];
    return word.valid() ? std::string(snapshot.treebank->words.text(word)) : std::string();
}

TEST(TreeLabels, ConstituentsAndPartsOfSpeechSurviveBinarization) {
    const Snapshot snapshot =
        snapshotOf("(S (NP (NN Dogs)) (VP (VBD ate) (NP (NN fish)) (ADVP (RB fast))))", Binarization::Left);
    const Tree tree = shownTree(snapshot, TreeId(0U));
    const TreeLabels labels = treeLabels(snapshot, TreeId(0U));
    ASSERT_EQ(labels.size(), tree.size());
    std::size_t introduced = 0;
    for (std::size_t node = 0; node < tree.size(); ++node) {
        const std::string word = wordOf(snapshot, tree, node);
        EXPECT_TRUE(labels[node].relation.empty());
        if (word == "Dogs" || word == "fish") {
            EXPECT_EQ(labels[node].label, "NP") << "of the chain that became one node";
            EXPECT_EQ(labels[node].tag, "NN");
        } else if (word == "ate") {
            EXPECT_EQ(labels[node].label, "");
            EXPECT_EQ(labels[node].tag, "VBD");
        } else if (tree.mark(TreeNodeId(node)) == NodeMark::Introduced) {
            EXPECT_EQ(labels[node].label, "") << "the treebank does not have this node";
            ++introduced;
        }
    }
    EXPECT_EQ(introduced, 1U);
    EXPECT_EQ(labels.back().label, "S");
}

TEST(TreeLabels, WordsBelowAnIntroducedNodeAreItsOwn) {
    const Snapshot snapshot = snapshotOf("(S (A a) (B (C b) (D c)) (E d) (F e))", Binarization::Left);
    const Tree tree = shownTree(snapshot, TreeId(0U));
    std::vector<std::string> phrases;
    for (std::size_t node = 0; node < tree.size(); ++node) {
        if (!tree.isLeaf(TreeNodeId(node))) {
            phrases.push_back(wordsBelow(*snapshot.treebank, tree, TreeNodeId(node), 3));
        }
    }
    std::sort(phrases.begin(), phrases.end());
    EXPECT_EQ(phrases, (std::vector<std::string>{"a b c", "a b c …", "a b c …", "b c"}));
}

TEST(TreeLabels, ClassesOfLeavesAreNoPartsOfSpeech) {
    const Snapshot snapshot = snapshotOf("(3 (2 A) (4 film))");
    for (const NodeLabel& label : treeLabels(snapshot, TreeId(0U))) {
        EXPECT_FALSE(label.label.empty());
        EXPECT_TRUE(label.tag.empty());
    }
}

constexpr std::string_view kFishSentence = "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n"
                                           "2\tate\teat\tVERB\tVBD\t_\t0\troot\t_\t_\n"
                                           "3\tfish\tfish\t_\tNN\t_\t2\tobj\t_\t_\n\n";

TEST(TreeLabels, TokensHaveRelationAndPartOfSpeech) {
    const Snapshot snapshot = snapshotOf(kFishSentence);
    const Tree tree = shownTree(snapshot, TreeId(0U));
    const TreeLabels labels = treeLabels(snapshot, TreeId(0U));
    for (std::size_t node = 0; node < tree.size(); ++node) {
        const std::string word = wordOf(snapshot, tree, node);
        EXPECT_EQ(labels[node].relation, word == "Dogs" ? "nsubj" : word == "ate" ? "root" : "obj");
        EXPECT_EQ(labels[node].tag, word == "Dogs" ? "NOUN" : word == "ate" ? "VERB" : "");
        EXPECT_EQ(labels[node].label, "");
    }
}

TEST(TreeLabels, WordsOfDependenciesStandOnOneLineInReadingOrder) {
    for (const SourceLayout layout : {SourceLayout::Native, SourceLayout::Arcs}) {
        Snapshot snapshot = snapshotOf(kFishSentence);
        snapshot.config.graph.model = "child-sum-tree-lstm";
        snapshot.config.layout = layout;
        snapshot.graph = std::make_shared<const OpGraph>(testing::graphOf(*snapshot.treebank, snapshot.config.graph));
        const auto forest = forestOf(snapshot);
        std::vector<std::pair<std::string, Point>> words;
        for (std::size_t node = 0; node < snapshot.graph->size(); ++node) {
            if (const std::string_view word = captionOf(snapshot, NodeId(node)); !word.empty()) {
                Point place = forest->nodes[node];
                place.y += forest->wordDrops[node];
                words.emplace_back(word, place);
                EXPECT_TRUE(forest->trees[0].contains(forest->nodes[node]));
            }
        }
        ASSERT_EQ(words.size(), 3U);
        std::sort(words.begin(), words.end(), [](const auto& a, const auto& b) { return a.second.x < b.second.x; });
        EXPECT_EQ(words[0].first + words[1].first + words[2].first, "Dogsatefish");
        EXPECT_EQ(words[0].second.y, words[1].second.y);
        EXPECT_EQ(words[1].second.y, words[2].second.y);
    }
}

/// As many of the first trees as fit, and never none.
TEST(TreeLabels, TreesThatThereIsRoomFor) {
    Snapshot snapshot = snapshotOf("(S (X a) (X b))\n(S (X a) (X b))\n(S (X a) (X b))\n(S (X a) (X b))\n");
    const auto count = [&](float width, float height) { return treesWithRoom(snapshot, {width, height}, {}); };
    EXPECT_EQ(count(1000.0F, 1000.0F), 4U);
    EXPECT_EQ(count(1.0F, 1.0F), 1U);
    const std::size_t some = count(12.0F, 9.0F);
    EXPECT_TRUE(some > 1 && some < 4) << some;
    snapshot.config.graph.trees = {1, 3};
    EXPECT_EQ(count(1000.0F, 1000.0F), 2U);
}

} // namespace
} // namespace batchscope
