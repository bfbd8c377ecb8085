// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/kept_place.h"

#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

namespace batchscope {
namespace {

class KeptPlaceTest : public ::testing::Test {
protected:
    static Snapshot snapshotOf(const char* policy, std::uint64_t seed = 2, std::int32_t dim = 100) {
        Snapshot snapshot;
        snapshot.config.files = {"trees.ptb"};
        snapshot.config.policy = policy;
        snapshot.config.graph.dim = dim;
        snapshot.treebank =
            std::make_shared<const Treebank>(*generateTreebank({.leaves = 9, .trees = 4, .seed = seed}));
        snapshot.graph = std::make_shared<const OpGraph>(testing::graphOf(*snapshot.treebank, snapshot.config.graph));
        snapshot.schedule = std::make_shared<const Schedule>(testing::scheduleOf(*snapshot.graph, policy));
        snapshot.storyboard = std::make_shared<const Storyboard>(testing::storyOf(*snapshot.graph, *snapshot.schedule));
        return snapshot;
    }
    template <typename Change>
    static Snapshot chosenBy(const Snapshot& before, Change change) {
        Snapshot snapshot = before;
        change(snapshot.config.graph);
        snapshot.graph = std::make_shared<const OpGraph>(testing::graphOf(*snapshot.treebank, snapshot.config.graph));
        snapshot.schedule =
            std::make_shared<const Schedule>(testing::scheduleOf(*snapshot.graph, snapshot.config.policy));
        snapshot.storyboard = std::make_shared<const Storyboard>(testing::storyOf(*snapshot.graph, *snapshot.schedule));
        return snapshot;
    }
    static NodeId lastOfTree(const Snapshot& snapshot, TreeId tree) {
        NodeId last;
        for (std::size_t index = 0; index < snapshot.graph->size(); ++index) {
            last = snapshot.graph->origins[NodeId(index)].tree == tree ? NodeId(index) : last;
        }
        return last;
    }
    static KeptPlace at(const Snapshot& snapshot, double time, Focus focus = {}) {
        return {snapshot.graph, snapshot.schedule, snapshot.config, time, focus};
    }
    static Focus ofNode(const Snapshot& snapshot, NodeId node) {
        return {node, snapshot.schedule->places[node].batch, snapshot.graph->origins[node].tree};
    }
};

TEST_F(KeptPlaceTest, AReloadKeepsMomentAndSelection) {
    const Snapshot before = snapshotOf("depth");
    const Snapshot after = snapshotOf("depth"); // other objects, equal content
    const Focus node = ofNode(before, NodeId(std::size_t{7}));
    for (const double t : {0.0, 1.5, 4.0, 4.3, before.storyboard->end()}) {
        const FoundPlace found = placeIn(after, at(before, t, node));
        EXPECT_DOUBLE_EQ(found.time, t);
        EXPECT_EQ(found.focus, node);
    }
    const Focus batch{{}, BatchId(std::size_t{2}), {}};
    EXPECT_EQ(placeIn(after, at(before, 4.0, batch)).focus, batch);
    const Focus tree{{}, {}, TreeId(std::size_t{3})};
    EXPECT_EQ(placeIn(after, at(before, 4.0, tree)).focus, tree);
}

TEST_F(KeptPlaceTest, WhatIsGoneIsNotSelected) {
    const Snapshot before = snapshotOf("depth");
    Snapshot after = snapshotOf("depth");
    const NodeId last(before.graph->size() - 1);
    const Focus focus = ofNode(before, last);
    auto changed = std::make_shared<OpGraph>(*after.graph);
    changed->origins[last].tree = TreeId(std::size_t{0}); // the file has other trees now
    after.graph = changed;
    const FoundPlace found = placeIn(after, at(before, 4.0, focus));
    EXPECT_FALSE(found.focus.node.valid());
    EXPECT_EQ(found.focus.tree, focus.tree) << "its tree is still there";
}

TEST_F(KeptPlaceTest, AnotherPolicyKeepsTheStageAndTheNode) {
    const Snapshot before = snapshotOf("depth");
    Snapshot after = snapshotOf("regular");
    after.graph = before.graph;
    const Focus node = ofNode(before, NodeId(std::size_t{7}));
    const FoundPlace end = placeIn(after, at(before, before.storyboard->end(), node));
    EXPECT_EQ(end.time, after.storyboard->end());
    EXPECT_EQ(end.focus.node, node.node);
    EXPECT_EQ(end.focus.batch, after.schedule->places[node.node].batch);
    const FoundPlace middle = placeIn(after, at(before, 4.4));
    EXPECT_EQ(stageAt(*after.storyboard, middle.time), stageAt(*before.storyboard, 4.4));
    EXPECT_GT(middle.time, 10.0) << "the share is kept, not the number";
    const Focus batch{{}, BatchId(std::size_t{1}), {}};
    EXPECT_EQ(placeIn(after, at(before, 4.0, batch)).focus, Focus{}) << "no batch has the same nodes";
}

TEST_F(KeptPlaceTest, OtherTreesKeepTheStageAndTheNode) {
    const Snapshot before = snapshotOf("depth");
    const NodeId node = lastOfTree(before, TreeId(std::size_t{2}));
    const KeptPlace place = at(before, 4.0, ofNode(before, node));
    const Snapshot fewer = chosenBy(before, [](GraphOptions& options) { options.trees = {1, 3}; });
    const FoundPlace found = placeIn(fewer, place);
    EXPECT_EQ(stageAt(*fewer.storyboard, found.time), stageAt(*before.storyboard, 4.0));
    ASSERT_TRUE(found.focus.node.valid());
    EXPECT_NE(found.focus.node, node) << "the numbers begin at another tree";
    EXPECT_EQ(fewer.graph->origins[found.focus.node].tree, TreeId(std::size_t{2}));
    EXPECT_EQ(fewer.graph->origins[found.focus.node].treeNode, before.graph->origins[node].treeNode);
    EXPECT_EQ(found.focus.batch, fewer.schedule->places[found.focus.node].batch);
    const Snapshot without = chosenBy(before, [](GraphOptions& options) { options.trees = {0, 2}; });
    EXPECT_EQ(placeIn(without, place).focus, Focus{}) << "its tree is not shown";
    EXPECT_EQ(placeIn(without, at(before, before.storyboard->end())).time, without.storyboard->end());
}

TEST_F(KeptPlaceTest, OtherChoicesKeepTheNodeOrItsTree) {
    const Snapshot before = snapshotOf("depth");
    const NodeId root = lastOfTree(before, TreeId(std::size_t{1}));
    const KeptPlace place = at(before, 4.0, ofNode(before, root));
    const Snapshot all = chosenBy(before, [](GraphOptions& options) { options.outputs = Outputs::All; });
    const NodeId same = placeIn(all, place).focus.node;
    ASSERT_TRUE(same.valid());
    EXPECT_EQ(all.graph->origins[same].treeNode, before.graph->origins[root].treeNode);
    EXPECT_EQ(all.graph->ops.ops[all.graph->nodeOps[same]].name,
              before.graph->ops.ops[before.graph->nodeOps[root]].name);
    const Snapshot net = chosenBy(before, [](GraphOptions& options) { options.model = "tree-rnn"; });
    EXPECT_EQ(placeIn(net, at(before, 4.0, Focus{{}, {}, TreeId(std::size_t{1})})).focus.tree, TreeId(std::size_t{1}));
    Snapshot other = snapshotOf("depth");
    other.config.graph.unary = Unary::Collapse;
    EXPECT_FALSE(placeIn(other, place).focus.node.valid()) << "numbers of tree nodes may have moved";
    EXPECT_EQ(placeIn(other, place).focus.tree, TreeId(std::size_t{1}));
}

TEST_F(KeptPlaceTest, OtherFilesBeginAfresh) {
    const Snapshot before = snapshotOf("depth");
    const KeptPlace place = at(before, 4.0, ofNode(before, NodeId(std::size_t{7})));
    Snapshot other = snapshotOf("depth");
    other.config.files = {"others.ptb"};
    EXPECT_EQ(placeIn(other, place).time, 0.0);
    EXPECT_EQ(placeIn(other, place).focus, Focus{});
    EXPECT_EQ(placeIn(snapshotOf("depth", 2, 16), place).time, 4.0) << "other widths, the same nodes";
    EXPECT_EQ(placeIn(before, KeptPlace{}).time, 0.0);
}

TEST_F(KeptPlaceTest, ThePlaceHasANameThatIsReadBack) {
    const Snapshot snapshot = snapshotOf("depth");
    for (const Focus& focus : {Focus{NodeId(std::size_t{7}), {}, {}}, Focus{{}, BatchId(std::size_t{2}), {}},
                               Focus{{}, {}, TreeId(std::size_t{3})}}) {
        const auto read = placeNamed(snapshot, nameOfPlace(focus));
        ASSERT_TRUE(read) << nameOfPlace(focus);
        EXPECT_EQ(*read, focus);
    }
    EXPECT_EQ(nameOfPlace({}), "");
}

} // namespace
} // namespace batchscope
