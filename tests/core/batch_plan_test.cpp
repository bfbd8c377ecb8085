// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/batch_plan.h"
#include "tests/core/testing.h"

#include <gtest/gtest.h>

#include <set>

namespace batchscope {
namespace {

TEST(BatchPlan, EveryValueHasItsOwnRow) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {.outputs = Outputs::All});
    for (const char* policy : {"regular", "depth", "agenda"}) {
        const Schedule schedule = testing::scheduleOf(graph, policy);
        const BatchPlan plan = makePlan(graph, schedule);
        std::set<std::pair<std::uint32_t, std::uint32_t>> rows;
        std::size_t values = 0;
        for (std::size_t index = 0; index < graph.size(); ++index) {
            for (std::uint32_t output = 0; output < graph.opOf(NodeId(index)).outputs(); ++output, ++values) {
                const Block row = rowOf(schedule, plan, {NodeId(index), output});
                EXPECT_LT(row.firstRow, plan.stores[row.store].rows);
                rows.insert({row.store.value, row.firstRow});
            }
        }
        EXPECT_EQ(rows.size(), values) << policy;
    }
}

TEST(BatchPlan, OperandsNameTheRowsOfTheirArguments) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    const Schedule schedule = testing::scheduleOf(graph, "depth");
    const BatchPlan plan = makePlan(graph, schedule);
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const auto nodes = schedule.batch(BatchId(step));
        const auto operands = plan.operandsOf(BatchId(step));
        for (std::size_t row = 0; row < nodes.size(); ++row) {
            const auto arguments = graph.argumentsOf(nodes[row]);
            for (std::size_t slot = 0; slot < arguments.size(); ++slot) {
                const Operand& operand = operands[slot];
                if (operand.kind == OperandKind::Integers) {
                    EXPECT_EQ(plan.indices[operand.offset + row], arguments[slot].payload);
                    continue;
                }
                const Block wanted = rowOf(schedule, plan, {arguments[slot].node(), arguments[slot].output});
                const auto given = operand.kind == OperandKind::View
                                       ? static_cast<std::int64_t>(operand.block.firstRow + row)
                                       : plan.indices[operand.offset + row];
                EXPECT_EQ(given, wanted.firstRow);
                EXPECT_EQ(operand.block.store, wanted.store);
            }
        }
    }
}

TEST(BatchPlan, ARegularRunCopiesNothing) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    const BatchPlan plan = makePlan(graph, testing::scheduleOf(graph, "regular"));
    EXPECT_EQ(plan.rowsGathered, 0U);
    EXPECT_EQ(plan.bytesGathered, 0U);
    EXPECT_EQ(plan.rowsViewed, 14U);
}

TEST(BatchPlan, BytesCountTheGatheredRows) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {.dim = 10, .dtype = DType::Float64});
    const BatchPlan plan = makePlan(graph, testing::scheduleOf(graph, "depth"));
    EXPECT_GT(plan.rowsGathered, 0U);
    EXPECT_EQ(plan.bytesGathered, plan.rowsGathered * 10 * 8);
    EXPECT_EQ(plan.stateBytes(), (8U * 2U * 10U + 2U * 5U) * 8U) << "eight nodes with h and c, two rows of logits";
}

} // namespace
} // namespace batchscope
