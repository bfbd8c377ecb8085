// SPDX-License-Identifier: GPL-3.0-or-later
//
// The nodes that a faulty run computes differently, found, counted by step, and searched for.
#include "core/session/node_values.h"

#include "core/exec/runner.h"
#include "core/session/node_search.h"
#include "core/trace/rehearsed_fault.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numeric>
#include <set>
#include <utility>

namespace batchscope {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class DifferingNodesTest : public ::testing::Test {
protected:
    /// A snapshot of a run with or without a fault, and what it was compared with.
    void run(Fault fault, Work work = Work::Inference) {
        GraphOptions graphOptions;
        graphOptions.dim = 8;
        m_snapshot.treebank = std::make_shared<const Treebank>(testing::bankOf(testing::kRepeatingTrees));
        m_snapshot.graph = std::make_shared<const OpGraph>(testing::graphOf(*m_snapshot.treebank, graphOptions));
        const Parameters parameters = *Parameters::create(m_snapshot.graph->ops, 1, {});
        RunOptions options;
        options.fault = fault;
        options.work = work;
        options.timing = Timing::Off;
        Result<CheckedRun> run = runBoth({*m_snapshot.graph, **findPolicy("depth"), parameters}, options, {}, {});
        ASSERT_TRUE(run) << run.error().text();
        m_snapshot.schedule = std::make_shared<const Schedule>(run->folded.schedule);
        m_snapshot.report = std::make_shared<const RunReport>(run->report);
    }
    [[nodiscard]] Result<std::vector<NodeId>> found(const char* query) const {
        return findNodes(m_snapshot, *parseNodeQuery(query), {});
    }

    Snapshot m_snapshot;
};

TEST_F(DifferingNodesTest, AreNoneInAnEqualRun) {
    run(Fault::None);
    const std::shared_ptr<const RunReport> report = std::exchange(m_snapshot.report, nullptr);
    EXPECT_THAT(found("differs:yes").error().message, HasSubstr("has not been compared with regular yet"));
    EXPECT_THAT(differingNodes(m_snapshot).nodes, IsEmpty());
    m_snapshot.report = report;
    EXPECT_THAT(differingNodes(m_snapshot).nodes, IsEmpty());
    EXPECT_FALSE(differingNodes(m_snapshot).first.valid());
    EXPECT_EQ(differingText(*m_snapshot.graph, *m_snapshot.schedule, m_snapshot.report->equality->differing), "");
    EXPECT_THAT(*found("differs:yes"), IsEmpty());
    EXPECT_EQ(found("differs:no")->size(), m_snapshot.graph->size());
}

/// What a wrong row spoils is exactly what is computed from it, for these values differ enough.
TEST_F(DifferingNodesTest, AreTheSpoiledNodesAndTheirConsumers) {
    run(Fault::StaleValue);
    const OpGraph& graph = *m_snapshot.graph;
    const NodeId spoiled = m_snapshot.report->fault->node;
    std::set<NodeId> reached = {spoiled};
    for (std::size_t index = 0; index < graph.size(); ++index) {
        for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
            if (argument.isValue() && reached.contains(argument.node())) {
                reached.insert(NodeId(index));
            }
        }
    }
    const DifferingNodes differing = differingNodes(m_snapshot);
    EXPECT_EQ(std::set<NodeId>(differing.nodes.begin(), differing.nodes.end()), reached);
    EXPECT_TRUE(std::is_sorted(differing.nodes.begin(), differing.nodes.end()));
    EXPECT_EQ(differing.first, spoiled);
    EXPECT_EQ(differing.firstBatch, m_snapshot.report->fault->step);
    EXPECT_EQ(std::accumulate(differing.inBatches.begin(), differing.inBatches.end(), std::size_t{0}), reached.size());
    EXPECT_TRUE(differing.contains(spoiled));
    EXPECT_EQ(*found("differs:values"), differing.nodes);
    EXPECT_EQ(found("differs:no")->size() + differing.nodes.size(), graph.size());
    EXPECT_THAT(found("differs:gradients").error().message, HasSubstr("the run does not train"));
    EXPECT_THAT(differenceText(m_snapshot, spoiled), HasSubstr("the first node whose value differs"));
    EXPECT_THAT(
        differingText(graph, *m_snapshot.schedule, differing.nodes),
        HasSubstr(" nodes, in " +
                  std::to_string(differing.inBatches.size() -
                                 static_cast<std::size_t>(std::count(differing.inBatches.begin(),
                                                                     differing.inBatches.end(), std::uint32_t{0}))) +
                  " of "));
}

TEST_F(DifferingNodesTest, OfGradientsAreFoundToo) {
    run(Fault::SwapRows, Work::Training);
    ASSERT_TRUE(m_snapshot.report->gradients);
    const std::vector<NodeId>& gradients = m_snapshot.report->gradients->values.differing;
    ASSERT_FALSE(gradients.empty());
    EXPECT_TRUE(std::is_sorted(gradients.begin(), gradients.end()));
    EXPECT_EQ(*found("differs:gradients"), gradients);
    const std::vector<NodeId> either = *found("differs:values OR differs:gradients");
    EXPECT_EQ(differingNodes(m_snapshot).nodes, either);
    EXPECT_EQ(*found("differs:yes"), either);
}

} // namespace
} // namespace batchscope
