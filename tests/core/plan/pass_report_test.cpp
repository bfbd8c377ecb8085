// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/pass_report.h"

#include "core/plan/cell_code.h"
#include "core/plan/launch_plan.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace batchscope {
namespace {

/// Five leaves, "a" three times.
constexpr const char* kThreeTimesA = "(3 (2 (2 a) (2 b)) (2 a))\n(1 (2 a) (0 d))\n";

OpGraph smallGraph(const std::string& net) {
    return testing::graphOf(testing::bankOf(kThreeTimesA), {.model = net, .dim = 8});
}

Schedule scheduleOf(const OpGraph& graph) {
    return testing::scheduleOf(graph, "depth");
}

std::size_t positionOf(Pass pass) {
    const auto entries = passEntries();
    return static_cast<std::size_t>(
        std::find_if(entries.begin(), entries.end(), [pass](const PassEntry& entry) { return entry.pass == pass; }) -
        entries.begin());
}

TEST(PassReport, AddsEachPassInTurn) {
    const OpGraph graph = smallGraph("tree-lstm");
    const Schedule schedule = scheduleOf(graph);
    const PassReport all = *passReport(graph, schedule, PassSet::all(), PlannedFor::Inference, {});
    ASSERT_EQ(all.rows.size(), kPassCount + 1);
    EXPECT_FALSE(all.rows.front().added);
    PassSet on;
    for (std::size_t index = 0; index < kPassCount; ++index) {
        const PassEntry& entry = passEntries()[index];
        on = on.with(entry.pass);
        EXPECT_EQ(all.rows[index + 1].added, entry.pass);
        const PassReport some = *passReport(graph, schedule, on, PlannedFor::Inference, {});
        EXPECT_EQ(some.rows.back().figures, all.rows[index + 1].figures) << entry.name;
    }
    EXPECT_EQ(all.passes, PassSet::all());
    EXPECT_LT(all.rows.back().figures.launches(), all.rows.front().figures.launches());
    EXPECT_LT(all.rows.back().figures.productFlops, all.rows.front().figures.productFlops);
    EXPECT_LT(all.rows.back().figures.bytesElementwise, all.rows.front().figures.bytesElementwise);
}

TEST(PassReport, LeavesOutWhatIsOff) {
    const OpGraph graph = smallGraph("tree-lstm");
    const PassReport report =
        *passReport(graph, scheduleOf(graph), PassSet::all().without(Pass::Push), PlannedFor::Inference, {});
    EXPECT_EQ(report.rows.size(), kPassCount);
    EXPECT_EQ(report.row(Pass::Push), nullptr);
    EXPECT_FALSE(report.step(Pass::Push));
    const PassReport::Step step = *report.step(Pass::Dedup);
    EXPECT_EQ(step.after, report.rows[positionOf(Pass::Dedup)].figures);
    EXPECT_EQ(step.before, report.rows[positionOf(Pass::Dedup) - 1].figures);
    const PassReport none = *passReport(graph, scheduleOf(graph), PassSet(), PlannedFor::Inference, {});
    EXPECT_EQ(none.rows.size(), 1U);
}

TEST(PassReport, KeepsNoProductsInTraining) {
    const OpGraph graph = smallGraph("tree-lstm");
    const Schedule schedule = scheduleOf(graph);
    const PassReport inference = *passReport(graph, schedule, PassSet::all(), PlannedFor::Inference, {});
    const PassReport training = *passReport(graph, schedule, PassSet::all(), PlannedFor::Training, {});
    EXPECT_EQ(training.plannedFor, PlannedFor::Training);
    const auto flopsLeft = [](const PassReport& report) {
        const PassReport::Step step = *report.step(Pass::Table);
        return step.after.productFlops / step.before.productFlops;
    };
    EXPECT_LT(flopsLeft(inference), 1.0) << "leaves are looked up";
    EXPECT_EQ(flopsLeft(training), 1.0);
}

TEST(PassReport, StopsBetweenPasses) {
    const OpGraph graph = smallGraph("tree-lstm");
    std::stop_source stop;
    stop.request_stop();
    const auto report =
        passReport(graph, scheduleOf(graph), PassSet::all(), PlannedFor::Inference, RunControl(stop.get_token(), {}));
    ASSERT_FALSE(report.hasValue());
    EXPECT_EQ(report.error().code, ErrorCode::Cancelled);
}

TEST(PlanFigures, CountWhatThePlanSays) {
    const OpGraph graph = smallGraph("tree-rnn");
    const NetCode code = compileNet(graph.ops, PassSet());
    const PlanOptions options{.parameterOffsets = IdVector<ParamId, Offset>(graph.ops.params.size(), 0)};
    const LaunchPlan plan = makeLaunchPlan({code, graph, scheduleOf(graph), options});
    const PlanFigures figures = figuresOf({code, plan, DType::Float32});
    EXPECT_EQ(figures.launches(),
              plan.places.copies.size() + plan.launches.products.size() + plan.launches.kernels.size());
    std::size_t gathered = 0;
    double flops = 0.0;
    for (const ProductLaunch& launch : plan.launches.products) {
        const ProductGroup& group = code.groups[launch.group];
        flops += 2.0 * launch.rows * group.inner * group.width;
        gathered += !launch.gathered.valid() ? 0 : launch.rows * static_cast<std::size_t>(group.inner) * 4;
    }
    EXPECT_EQ(figures.productFlops, flops);
    EXPECT_GT(gathered, 0U) << "without row order every product gathers";
    EXPECT_GT(figures.bytesCopied, gathered);
    EXPECT_EQ(figures.bytesMemory, std::size_t{plan.end()} * kRowUnit);
    const PlanFigures twice = figuresOf({code, plan, DType::Float64});
    EXPECT_EQ(twice.bytesElementwise, 2 * figures.bytesElementwise);
}

} // namespace
} // namespace batchscope
