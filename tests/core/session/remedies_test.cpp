// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/remedies.h"

#include "core/schedule/explain.h"
#include "core/session/kept_place.h"
#include "core/session/session_choice.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

/// Trees under one choice, with all that tryRemedies needs.
struct Setting {
    std::shared_ptr<const Treebank> bank;
    SessionConfig config;
    OpGraph graph;
    Schedule schedule;

    Setting(Treebank trees, std::string_view net, std::string_view policy)
        : bank(std::make_shared<const Treebank>(std::move(trees))) {
        config.graph.model = net;
        config.graph.dim = 4;
        config.policy = policy;
        graph = testing::graphOf(*bank, config.graph);
        schedule = testing::scheduleOf(graph, policy);
    }
    [[nodiscard]] Remedies remedies(const std::optional<NodePair>& pair) const {
        return *tryRemedies({*bank, config, graph, schedule}, pair, {});
    }
    /// The claim, checked by doing what it says.
    [[nodiscard]] Setting after(const Remedy& remedy) const {
        Setting other = *this;
        for (const SessionChoice& choice : sessionChoices()) {
            if (choice.id == remedy.choice) {
                EXPECT_TRUE(choice.apply(other.config, remedy.value));
            }
        }
        other.graph = testing::graphOf(*bank, other.config.graph);
        other.schedule = testing::scheduleOf(other.graph, other.config.policy);
        return other;
    }
};

Treebank someTrees(std::uint64_t seed, TreeShape shape = TreeShape::Random) {
    return *generateTreebank({.shape = shape, .leaves = {3, 9}, .trees = 6, .vocabulary = 9, .seed = seed});
}

void expectTrue(const Remedy& remedy, const Setting& before, const NodePair& pair) {
    const Setting other = before.after(remedy);
    EXPECT_EQ(other.schedule.batchCount(), remedy.batches) << remedy.text;
    EXPECT_EQ(other.graph.size(), remedy.nodes) << remedy.text;
    const NodeId a = counterpart(before.graph, other.graph, pair.a);
    const NodeId b = counterpart(before.graph, other.graph, pair.b);
    switch (*remedy.pair) {
    case PairAfter::Together:
        EXPECT_TRUE(explainPair(other.graph, other.schedule, a, b).together) << remedy.text;
        break;
    case PairAfter::Apart: EXPECT_FALSE(explainPair(other.graph, other.schedule, a, b).together) << remedy.text; break;
    case PairAfter::OneNode: EXPECT_EQ(a, b) << remedy.text; break;
    case PairAfter::Gone: EXPECT_FALSE(a.valid() && b.valid()) << remedy.text; break;
    }
}

class RemediesTest : public ::testing::TestWithParam<const char*> {};

TEST_P(RemediesTest, EveryClaimIsTrueWhenRun) {
    const bool isNary = std::string_view(GetParam()) == "child-sum-tree-lstm";
    const Setting setting(someTrees(7, isNary ? TreeShape::Nary : TreeShape::Random), GetParam(), "depth");
    std::mt19937 random(5);
    std::uniform_int_distribution<std::size_t> any(0, setting.graph.size() - 1);
    std::size_t claims = 0;
    for (int count = 0; count < 50; ++count) {
        const NodePair pair{NodeId(any(random)), NodeId(any(random))};
        const Remedies remedies = setting.remedies(pair);
        EXPECT_EQ(remedies.batches, setting.schedule.batchCount());
        for (const Remedy& remedy : remedies.helping) {
            expectTrue(remedy, setting, pair);
            ++claims;
        }
    }
    EXPECT_GT(claims, 0U);
}

INSTANTIATE_TEST_SUITE_P(Nets, RemediesTest,
                         ::testing::Values("tree-lstm", "child-sum-tree-lstm", "bilstm-tagger", "spinn",
                                           "transition-parser"),
                         testing::nameOfNet);

TEST(Remedies, WhereNothingCanHelpThatIsSaid) {
    const Setting setting(testing::bankOf("(1 (2 a) (0 d))\n"), "tree-lstm", "agenda");
    const NodePair chain{NodeId(std::size_t{0}), NodeId(setting.graph.size() - 1)}; // a leaf and the scores
    const Remedies remedies = setting.remedies(chain);
    EXPECT_GT(remedies.tried, 5U);
    EXPECT_THAT(remedies.verdict, HasSubstr("None of the"));
    EXPECT_TRUE(remedies.helping.empty()) << "fewer batches do not answer why these two are apart";
}

TEST(Remedies, WithoutAPairFewerBatchesCount) {
    const Setting setting(someTrees(3), "tree-lstm", "regular");
    const Remedies remedies = setting.remedies(std::nullopt);
    ASSERT_FALSE(remedies.helping.empty());
    std::size_t before = 0;
    for (const Remedy& remedy : remedies.helping) {
        EXPECT_FALSE(remedy.pair);
        EXPECT_LT(remedy.batches, remedies.batches);
        EXPECT_TRUE(remedy.changesResults || remedy.batches >= before) << "best first";
        before = remedy.batches;
    }
}

TEST(Remedies, EndWhenTheyAreStopped) {
    const Setting setting(someTrees(3), "tree-lstm", "depth");
    std::stop_source stop;
    stop.request_stop();
    const auto remedies = tryRemedies({*setting.bank, setting.config, setting.graph, setting.schedule}, std::nullopt,
                                      RunControl(stop.get_token(), {}));
    ASSERT_FALSE(remedies);
    EXPECT_EQ(remedies.error().code, ErrorCode::Cancelled);
}

TEST(Counterpart, IsTheSamePlaceOfTheSameTree) {
    const Treebank bank = someTrees(11);
    GraphOptions wide;
    wide.dim = 4;
    GraphOptions all = wide;
    all.outputs = Outputs::All;
    const OpGraph root = testing::graphOf(bank, wide);
    const OpGraph every = testing::graphOf(bank, all);
    ASSERT_LT(root.size(), every.size());
    for (std::size_t index = 0; index < root.size(); ++index) {
        const NodeId other = counterpart(root, every, NodeId(index));
        ASSERT_TRUE(other.valid());
        EXPECT_EQ(every.opOf(other).name, root.opOf(NodeId(index)).name);
        EXPECT_EQ(every.origins[other].tree, root.origins[NodeId(index)].tree);
        EXPECT_EQ(every.origins[other].treeNode, root.origins[NodeId(index)].treeNode);
    }
    GraphOptions primitive = wide;
    primitive.granularity = Granularity::Primitive;
    const OpGraph small = testing::graphOf(bank, primitive);
    EXPECT_FALSE(counterpart(root, small, NodeId(root.size() - 1)).valid());
}

/// Several ops of one name belong to one tree node: the same one among them is found.
TEST(Counterpart, TellsRepeatedOpsOfATreeNodeApart) {
    const Treebank bank = someTrees(2);
    GraphOptions options;
    options.granularity = Granularity::Primitive;
    options.dim = 4;
    const OpGraph graph = testing::graphOf(bank, options);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        EXPECT_EQ(counterpart(graph, graph, NodeId(index)), NodeId(index));
    }
}

} // namespace
} // namespace batchscope
