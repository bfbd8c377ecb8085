// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/session/node_search.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>

namespace batchscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Values by node: its number, except where something else was set.
class TestValues final : public RecordedState {
public:
    std::vector<double> special; ///< by node; 0: none
    void read(Value value, std::vector<double>& row) const override {
        const double number = special[value.node.index()];
        row = {0.25, number == 0.0 ? -0.5 : number};
    }
    [[nodiscard]] std::size_t bytes() const override { return 0; }
};

class BreakpointsTest : public ::testing::Test {
protected:
    BreakpointsTest() {
        m_shown.treebank = std::make_shared<const Treebank>(testing::bankOf(testing::kTwoTrees));
        m_shown.graph = std::make_shared<const OpGraph>(testing::graphOf(*m_shown.treebank));
        m_shown.schedule = std::make_shared<const Schedule>(testing::scheduleOf(*m_shown.graph, "depth"));
    }
    void run(std::size_t node, double number) {
        auto values = std::make_shared<TestValues>();
        values->special.resize(m_shown.graph->size());
        values->special[node] = number;
        m_shown.recorded = values;
        auto trace = std::make_shared<Trace>();
        for (std::size_t step = 0; step < m_shown.schedule->batchCount(); ++step) {
            trace->events.push_back({BatchId(step), Phase::Compute, std::chrono::nanoseconds(0),
                                     std::chrono::microseconds(10 * (step + 1))});
        }
        m_shown.trace = std::move(trace);
    }
    [[nodiscard]] BreakpointHits hits(std::vector<Breakpoint> breakpoints) const {
        return *findHits(m_shown, breakpoints, {});
    }
    [[nodiscard]] BatchId batchOf(std::size_t node) const { return m_shown.schedule->places[NodeId(node)].batch; }

    Snapshot m_shown;
};

TEST_F(BreakpointsTest, EveryStepThatRunsSuchANodeIsHit) {
    const BreakpointHits found = hits({{"op:children", true}});
    ASSERT_EQ(found.each.size(), 1U);
    EXPECT_EQ(found.each[0].nodes, 3U);
    EXPECT_EQ(found.batches, found.each[0].batches);
    for (std::size_t batch = 0; batch < m_shown.schedule->batchCount(); ++batch) {
        const bool isHit = std::count(found.batches.begin(), found.batches.end(), BatchId(batch)) == 1;
        EXPECT_EQ(isHit, m_shown.graph->opOf(m_shown.schedule->batchSignatures[BatchId(batch)]).name == "children");
    }
}

TEST_F(BreakpointsTest, WhatIsOffIsCountedButNotStoppedAt) {
    const BreakpointHits found = hits({{"op:leaf", false}, {"op:logits", true}});
    EXPECT_EQ(found.each[0].nodes, 5U);
    EXPECT_EQ(found.batches, found.each[1].batches);
}

TEST_F(BreakpointsTest, TheyAreWalkedInBothDirectionsAndRoundTheEnds) {
    BreakpointHits found;
    EXPECT_FALSE(found.next({}).valid());
    EXPECT_FALSE(found.previous({}).valid());
    found.batches = {BatchId(std::size_t{1}), BatchId(std::size_t{4})};
    EXPECT_EQ(found.next({}), BatchId(std::size_t{1}));
    EXPECT_EQ(found.next(BatchId(std::size_t{1})), BatchId(std::size_t{4}));
    EXPECT_EQ(found.next(BatchId(std::size_t{4})), BatchId(std::size_t{1}));
    EXPECT_EQ(found.previous({}), BatchId(std::size_t{4}));
    EXPECT_EQ(found.previous(BatchId(std::size_t{4})), BatchId(std::size_t{1}));
    EXPECT_EQ(found.previous(BatchId(std::size_t{1})), BatchId(std::size_t{4}));
    EXPECT_EQ(found.previous(BatchId(std::size_t{3})), BatchId(std::size_t{1}));
}

TEST_F(BreakpointsTest, AValueThatIsNoNumberIsFound) {
    run(4, std::numeric_limits<double>::quiet_NaN());
    EXPECT_THAT(hits({{"value:nan", true}}).batches, ElementsAre(batchOf(4)));
    run(4, -std::numeric_limits<double>::infinity());
    EXPECT_THAT(hits({{"value:nan", true}}).batches, ElementsAre(batchOf(4)));
    run(4, 1.0);
    EXPECT_TRUE(hits({{"value:nan", true}}).batches.empty());
}

TEST_F(BreakpointsTest, MagnitudesAreComparedAsTheyAre) {
    run(6, -2.5);
    EXPECT_EQ(hits({{"value>2.4", true}}).each[0].nodes, 1U);
    EXPECT_EQ(hits({{"value>2.5", true}}).each[0].nodes, 0U);
    EXPECT_EQ(hits({{"value>=2.5", true}}).each[0].nodes, 1U);
    EXPECT_EQ(hits({{"value<=0.5", true}}).each[0].nodes, m_shown.graph->size() - 1);
    EXPECT_EQ(hits({{"value<0.5", true}}).each[0].nodes, 0U);
}

TEST_F(BreakpointsTest, StepsAreStoppedAtByTheirTime) {
    run(0, 1.0);
    EXPECT_THAT(hits({{"time>=10 time<20", true}}).batches, ElementsAre(BatchId(std::size_t{0})));
    EXPECT_EQ(hits({{"time>20", true}}).batches.size(), m_shown.schedule->batchCount() - 2);
}

TEST_F(BreakpointsTest, SyncPointsAreFound) {
    EXPECT_TRUE(hits({{"sync:yes", true}}).batches.empty());
    EXPECT_EQ(hits({{"sync:no", true}}).batches.size(), m_shown.schedule->batchCount());
    GraphOptions options;
    options.model = "transition-parser";
    m_shown.graph = std::make_shared<const OpGraph>(testing::graphOf(*m_shown.treebank, options));
    m_shown.schedule = std::make_shared<const Schedule>(testing::scheduleOf(*m_shown.graph, "depth"));
    ASSERT_FALSE(m_shown.schedule->syncPoints.empty());
    EXPECT_EQ(hits({{"sync:yes", true}}).batches, m_shown.schedule->syncPoints);
}

TEST_F(BreakpointsTest, WhatCannotBeLookedForSaysWhy) {
    const BreakpointHits found = hits({{"value:nan", true}, {"op:nothing", true}, {"op:leaf", true}});
    ASSERT_TRUE(found.each[0].fault);
    EXPECT_THAT(found.each[0].fault->message, HasSubstr("no values yet"));
    ASSERT_TRUE(found.each[1].fault);
    EXPECT_FALSE(found.each[2].fault);
    EXPECT_EQ(found.batches, found.each[2].batches) << "the others still hold";
}

} // namespace
} // namespace batchscope
