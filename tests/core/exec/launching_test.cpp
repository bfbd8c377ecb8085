// SPDX-License-Identifier: GPL-3.0-or-later
//
// Regular on the engine must not be batched in disguise: no launch, forward or backward, serves two nodes, whatever the
// passes; and no node goes without a launch but those that equal an earlier one. (That its values and gradients are
// those of the plain bodies is in folding_property_test.cpp and random_net_test.cpp.)
#include "core/plan/gradient_plan.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"
#include "tests/support/pass_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace batchscope {
namespace {

class Planned {
public:
    Planned(const OpGraph& graph, std::string_view policy, PassSet passes, bool forGradients)
        : m_graph(graph), m_schedule(testing::scheduleOf(graph, policy)), m_code(compileNet(graph.ops, passes)),
          m_plan(makeLaunchPlan({m_code, graph, m_schedule, planOptionsFor(graph.ops, m_code, forGradients)})) {}

    [[nodiscard]] const LaunchPlan& plan() const { return m_plan; }
    [[nodiscard]] GradientPlan gradients() const { return makeGradientPlan(m_code, m_graph, m_plan, 1); }

    /// Rows that a batch reads.
    [[nodiscard]] std::set<RowId> readsOf(BatchId batch) const {
        const PlannedBatch& planned = m_plan.rows.batches[batch];
        std::set<RowId> rows;
        for (std::size_t operand = 0; operand < m_code.ops[planned.op].operands.size(); ++operand) {
            for (const UseId use : m_plan.rows.usesOf(planned, OperandId(operand))) {
                rows.insert(m_plan.rows.uses[use]);
            }
        }
        return rows;
    }

    /// Every row of the launch is one that its batch reads.
    void expectOwnRows(const LaunchStep& step) const {
        const std::set<RowId> reads = readsOf(step.batch);
        if (step.kind == LaunchStep::Kind::Copy) {
            const CopyStep& copy = m_plan.launches.copySteps[step.copy()];
            std::set<Offset> places;
            for (const RowId row : reads) {
                places.insert(m_plan.places.offsetOf(row));
            }
            for (const StaticEntryId entry : copy.rows) {
                EXPECT_TRUE(places.contains(m_plan.places.staticOffsets[entry]));
            }
        } else if (step.kind == LaunchStep::Kind::Product) {
            const ProductLaunch& launch = m_plan.launches.products[step.product()];
            std::set<Offset> places;
            for (const RowId row : reads) {
                if (m_plan.places.classOf(row).space == launch.space) {
                    places.insert(m_plan.places.productOffsetOf(row, launch.group));
                }
            }
            const std::uint32_t stride = m_plan.places.strides[launch.group];
            for (std::uint32_t row = 0; row < launch.rows; ++row) {
                EXPECT_TRUE(places.contains(launch.output + row * stride));
            }
        }
    }

private:
    const OpGraph& m_graph;
    Schedule m_schedule;
    NetCode m_code;
    LaunchPlan m_plan;
};

class RegularOnTheEngine : public ::testing::TestWithParam<const char*> {
protected:
    [[nodiscard]] static OpGraph graph(Granularity granularity) {
        const GraphOptions options{.model = GetParam(),
                                   .dim = 5,
                                   .outputs = Outputs::All,
                                   .binarization = Binarization::Left,
                                   .granularity = granularity};
        return testing::graphOf(*generateTreebank({.leaves = 6, .trees = 4, .vocabulary = 3, .seed = 3}), options);
    }
};

TEST_P(RegularOnTheEngine, NoLaunchServesTwoNodes) {
    for (const Granularity granularity : {Granularity::Cell, Granularity::Primitive}) {
        const OpGraph graph = RegularOnTheEngine::graph(granularity);
        for (const PassSet passes : testing::passSets()) {
            SCOPED_TRACE("passes " + passSetText(passes));
            const Planned planned(graph, "regular", passes, false);
            std::set<BatchId> served;
            for (const LaunchStep& step : planned.plan().launches.steps) {
                ASSERT_TRUE(step.batch.valid());
                ASSERT_EQ(planned.plan().rows.batches[step.batch].nodes, 1U);
                planned.expectOwnRows(step);
                served.insert(step.batch);
            }
            if (!passes.has(Pass::Dedup)) { // equal leaves run once, there as under any policy
                EXPECT_EQ(served.size(), graph.size()) << "a launch for each node at least";
            }
            std::size_t copied = 0;
            for (const CopyStep& copy : planned.plan().launches.copySteps) {
                copied += copy.rows.size();
            }
            EXPECT_EQ(copied, planned.plan().places.staticIds.size()) << "each look-up in one copy";
        }
    }
}

TEST_P(RegularOnTheEngine, NoLaunchOfItsGradientsDoesEither) {
    const OpGraph graph = RegularOnTheEngine::graph(Granularity::Cell);
    for (const PassSet passes : testing::passSets()) {
        SCOPED_TRACE("passes " + passSetText(passes));
        const Planned planned(graph, "regular", passes, true);
        const GradientPlan gradients = planned.gradients();
        std::size_t weights = 0;
        for (const GradientStep& step : gradients.steps) {
            ASSERT_TRUE(step.batch.valid()) << "nothing waits for the end";
            weights += step.kind == GradientStep::Kind::Weight ? 1 : 0;
        }
        const auto& products = planned.plan().launches.products;
        EXPECT_EQ(weights, products.size()) << "of each product its own";
        EXPECT_EQ(weights, gradients.weights.size());
        for (std::size_t index = 0; index < weights; ++index) { // the last product comes first
            EXPECT_EQ(gradients.weights[WeightGradientId(index)].rows, products[ProductId(weights - 1 - index)].rows);
        }
    }
}

TEST_P(RegularOnTheEngine, FoldedIsNotHeldBack) {
    const OpGraph graph = RegularOnTheEngine::graph(Granularity::Cell);
    const Planned folded(graph, "depth", PassSet::all(), true);
    EXPECT_EQ(folded.plan().launching, Launching::Shared);
    EXPECT_TRUE(folded.plan().launches.copySteps.empty());
    const Planned regular(graph, "regular", PassSet::all(), true);
    EXPECT_LT(folded.plan().launches.products.size(), regular.plan().launches.products.size());
    EXPECT_LT(folded.gradients().weights.size(), regular.gradients().weights.size());
}

std::vector<const char*> netsToLaunch() {
    std::vector<const char*> names;
    for (const Net& net : nets()) {
        if (net.leaves != Leaves::Vectors) {
            names.push_back(net.name);
        }
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(Nets, RegularOnTheEngine, ::testing::ValuesIn(netsToLaunch()), testing::nameOfNet);

} // namespace
} // namespace batchscope
