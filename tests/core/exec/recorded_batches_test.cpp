// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a trace says of each batch is what ran: over all batches it adds up to what the executor reports as a whole.
#include "core/exec/engine/engine.h"
#include "core/exec/runner.h"
#include "core/formats/read_treebank.h"
#include "core/trace/batch_view.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"
#include "tests/support/lettered_graph.h"
#include "tests/support/mixed_graph.h"
#include "tests/support/pass_sets.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace batchscope {
namespace {

using namespace testing::mixed; // NOLINT(google-build-using-namespace): the ops, by name

/// A graph of any net, with equal leaves.
OpGraph graphOf(const Net& net, std::uint64_t seed = 3) {
    const Treebank bank = *generateTreebank({.arity = 2, .leaves = 6, .trees = 5, .vocabulary = 7, .seed = seed});
    return testing::graphOf(bank, {.model = net.name, .dim = 5, .binarization = Binarization::Left});
}

/// Other parameters than those of the last run, even equal ones, empty the tables.
FinishedRun runOn(Engine& engine, const OpGraph& graph, const Schedule& schedule, const Parameters& parameters,
                  Work work) {
    return std::move(*engine.run({graph, schedule, parameters, work, Recording::Full, {}}));
}

void expectSumsOf(const Trace& trace, const PlanFigures& figures) {
    const BatchView total = trace.views.total();
    EXPECT_EQ(total.copies, figures.copies);
    EXPECT_EQ(total.products, figures.products);
    EXPECT_EQ(total.kernels, figures.kernels);
    EXPECT_EQ(total.launches(), figures.launches());
    EXPECT_EQ(total.bytesCopied, figures.bytesCopied);
    EXPECT_EQ(total.bytesInPlace + total.bytesIndexed + total.bytesWritten, figures.bytesElementwise);
}

/// A batch has time exactly when it launched something, and says why when it did not.
void expectEachBatchExplained(const OpGraph& graph, const Schedule& schedule, const Trace& trace) {
    ASSERT_EQ(trace.views.batches.size(), schedule.batchCount());
    for (std::size_t index = 0; index < schedule.batchCount(); ++index) {
        const BatchId batch(index);
        const BatchView& ran = trace.views.batches[index];
        SCOPED_TRACE(graph.opOf(schedule.batchSignatures[batch]).name + " at " + std::to_string(index));
        EXPECT_EQ(ran.launches() == 0, ran.elided != Elided::No);
        EXPECT_EQ(ran.launches() == 0, trace.timeOf(batch).total.count() == 0);
        EXPECT_LE(ran.rows, schedule.batchSize(batch));
        EXPECT_EQ(ran.rows == 0, ran.elided == Elided::EqualCalls);
        EXPECT_EQ(trace.timeOf(batch).phases[static_cast<std::size_t>(Phase::Gather)].count() > 0, ran.bytesCopied > 0);
        for (const OperandView& operand : trace.views.operandsOf(batch)) {
            EXPECT_LT(operand.slot, graph.opOf(schedule.batchSignatures[batch]).arguments.size());
            const bool isProduct = operand.use == OperandUse::Products || operand.use == OperandUse::FromTable;
            EXPECT_EQ(operand.launchedFirst.valid(), isProduct && operand.rows > 0);
            if (operand.launchedFirst.valid()) {
                EXPECT_LE(operand.launchedFirst, operand.launchedLast);
                EXPECT_LE(operand.launchedLast, batch) << "products are there before they are read";
            }
        }
    }
}

class RecordedBatches : public ::testing::TestWithParam<const char*> {};

TEST_P(RecordedBatches, AddUpToTheFiguresOfTheEngine) {
    const Net& net = **findNet(GetParam());
    if (net.leaves == Leaves::Vectors) {
        GTEST_SKIP() << "takes vectors";
    }
    const OpGraph graph = graphOf(net);
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    for (const char* policy : {"depth", "agenda"}) {
        const Schedule schedule = testing::scheduleOf(graph, policy);
        for (const PassSet passes : testing::passSets()) {
            for (const Work work : {Work::Inference, Work::Training}) {
                SCOPED_TRACE(passSetText(passes) + " " + policy + (work == Work::Training ? " training" : ""));
                Engine engine(graph.ops, {.passes = passes});
                const BatchViews planned = plannedViews(graph, schedule, EngineOptions{.passes = passes}, work);
                for (const char* run : {"first", "second, where tables have all products"}) {
                    SCOPED_TRACE(run);
                    const FinishedRun ran = runOn(engine, graph, schedule, parameters, work);
                    const Trace& trace = ran.execution.trace();
                    if (run[0] == 'f') {
                        EXPECT_EQ(planned, trace.views) << "what it will do is what it did";
                    }
                    EXPECT_EQ(trace.views.executor, ExecutorKind::Engine);
                    expectSumsOf(trace, engine.launchFigures().forward);
                    expectEachBatchExplained(graph, schedule, trace);
                    const BatchView total = trace.views.total();
                    EXPECT_EQ(total.calls, 0U);
                }
            }
        }
    }
}

TEST_P(RecordedBatches, OfThePlainBodiesAddUpToThePlan) {
    const Net& net = **findNet(GetParam());
    if (net.leaves == Leaves::Vectors) {
        GTEST_SKIP() << "takes vectors";
    }
    const OpGraph graph = graphOf(net);
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    for (const char* policy : {"depth", "agenda", "regular"}) {
        const std::unique_ptr<Executor> plain = makeExecutor(graph.ops, InterpreterOptions());
        const ArmRun run = *runArm({graph, **findPolicy(policy), parameters}, *plain, {}, Recording::Full, {});
        const BatchPlan plan = makePlan(graph, run.schedule);
        const Trace& trace = run.execution.trace();
        EXPECT_EQ(trace.views.executor, ExecutorKind::LibTorch);
        const BatchView total = trace.views.total();
        EXPECT_EQ(total.bytesCopied, plan.bytesGathered) << "no net of trees has constants";
        EXPECT_EQ(total.calls, plain->figures().launches);
        EXPECT_EQ(total.rows, graph.size());
        EXPECT_EQ(total.launches(), total.calls + total.gathers);
        EXPECT_EQ(plannedViews(graph, run.schedule, InterpreterOptions(), Work::Inference), trace.views);
        const auto gathers = std::count_if(plan.operands.begin(), plan.operands.end(),
                                           [](const Operand& one) { return one.kind == OperandKind::Gather; });
        EXPECT_EQ(total.gathers, static_cast<std::size_t>(gathers));
    }
}

std::vector<const char*> netsToRecord() {
    std::vector<const char*> names;
    for (const Net& net : nets()) {
        names.push_back(net.name);
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(Nets, RecordedBatches, ::testing::ValuesIn(netsToRecord()), testing::nameOfNet);

TEST(RecordedBatch, OfLeavesHandsOnRowsOfTheTable) {
    const OpGraph graph = graphOf(**findNet("tree-lstm"));
    const Schedule schedule = testing::scheduleOf(graph, "depth");
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    Engine engine(graph.ops, {});
    EXPECT_EQ(runOn(engine, graph, schedule, parameters, Work::Inference).execution.trace().views.total().tableRows,
              0U);
    const FinishedRun run = runOn(engine, graph, schedule, parameters, Work::Inference);
    const Trace& trace = run.execution.trace();
    const BatchView& leaves = trace.views.batches.front();
    EXPECT_EQ(leaves.elided, Elided::HandedOn);
    EXPECT_LT(leaves.rows, schedule.batchSize(BatchId(std::size_t{0}))) << "seven words for 30 leaves";
    EXPECT_EQ(trace.views.start.rows, leaves.rows + 1) << "and the row of zeros that is c of all leaves";
    EXPECT_GT(trace.startDuration.count(), 0);
    ASSERT_EQ(trace.views.operandsOf(BatchId(std::size_t{0})).size(), 1U);
    EXPECT_EQ(trace.views.operandsOf(BatchId(std::size_t{0}))[0].use, OperandUse::HandedOn);
    EXPECT_TRUE(trace.views.operandsOf(BatchId(std::size_t{0}))[0].isLookup);
    const BatchView total = trace.views.total();
    EXPECT_GT(total.tableRows, 0U) << "products of words were met in the first run";
    EXPECT_EQ(total.tableRows % leaves.rows, 0U) << "each word's, for each side";
}

TEST(RecordedBatch, NamesTheStepThatLaunchedItsProducts) {
    const OpGraph graph = graphOf(**findNet("tree-lstm"));
    const Schedule schedule = testing::scheduleOf(graph, "agenda");
    Engine engine(graph.ops, {.passes = PassSet::all().without(Pass::Table)});
    const FinishedRun run = runOn(engine, graph, schedule, *Parameters::create(graph.ops, 1, {}), Work::Inference);
    const Trace& trace = run.execution.trace();
    std::size_t earlier = 0;
    for (std::size_t index = 0; index < trace.views.batches.size(); ++index) {
        for (const OperandView& operand : trace.views.operandsOf(BatchId(index))) {
            const bool isEarlier = operand.use == OperandUse::Products && operand.launchedFirst < BatchId(index);
            earlier += isEarlier ? 1 : 0;
            EXPECT_NE(operand.use, OperandUse::FromTable);
            EXPECT_NE(operand.use, OperandUse::Copied) << "with row order, products read views";
        }
    }
    EXPECT_GT(earlier, 0U) << "products of leaves are launched for all levels at once";
}

TEST(RecordedBatch, CopiesNumbersThatCameWithTheCalls) {
    const std::string_view images("\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x02\x01\x02\x03\x04", 20);
    OpGraph graph = testing::graphOf(*readTreebankText(images, "test", {}), {.model = "mlp", .dim = 5});
    graph.targets.assign(graph.outputs.size(), 0); // a loss needs labels
    const Schedule schedule = testing::scheduleOf(graph, "depth");
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    constexpr std::size_t kBytes = 2 * 2 * sizeof(float); // two images of two numbers
    Engine engine(graph.ops, {});
    const FinishedRun run = runOn(engine, graph, schedule, parameters, Work::Training);
    expectSumsOf(run.execution.trace(), engine.launchFigures().forward);
    expectEachBatchExplained(graph, schedule, run.execution.trace());
    EXPECT_EQ(run.execution.trace().views.start.bytesCopied, kBytes);
    const ArmRun plain =
        *runArm({graph, **findPolicy("depth"), parameters}, {.executor = InterpreterOptions()}, Recording::Full, {});
    EXPECT_EQ(plain.execution.trace().views.total().bytesCopied,
              makePlan(graph, plain.schedule).bytesGathered + kBytes);
}

// ---- flows -----------------------------------------------------------------------------------------------------

BatchViews viewsOf(const OpGraph& graph, const Schedule& schedule) {
    return plannedViews(graph, schedule, InterpreterOptions(), Work::Inference);
}

/// `source how rows`, flow by flow.
std::string flowsText(const std::vector<Flow>& flows) {
    std::string text;
    for (const Flow& flow : flows) {
        text += (text.empty() ? "" : ", ") + std::to_string(flow.source.value) + " " +
                (flow.isCopied ? "copied" : "in place") + " " + std::to_string(flow.rows);
    }
    return text;
}

std::string flowsText(const OpGraph& graph, std::size_t step) {
    const Schedule schedule = testing::scheduleOf(graph, "depth");
    return flowsText(flowsInto(graph, schedule, viewsOf(graph, schedule), BatchId(step)));
}

TEST(FlowRule, OneFlowForEachSourceAndKindInOrderOfSources) {
    const OpGraph graph = testing::lettered("a a B(1) B(0) c(0)");
    EXPECT_EQ(flowsText(graph, 0), "");
    EXPECT_EQ(flowsText(graph, 1), "0 copied 2") << "rows of one source and kind are one flow";
    EXPECT_EQ(flowsText(graph, 2), "0 in place 1");
    EXPECT_EQ(flowsText(testing::lettered("a b C(1) C(0)"), 2), "0 copied 1, 1 copied 1")
        << "though that of 1 is read first";
}

TEST(FlowRule, ViewsBeforeGathersAndASharedRowOnce) {
    Fold fold(testing::mixedOps(), {});
    const Value first = fold.add(kEmbed, {Argument::integer(0)});
    const Value second = fold.add(kEmbed, {Argument::integer(1)});
    fold.add(kPair, {second, first}); // left column: a gather; right column: a view
    fold.add(kPair, {first, second});
    fold.add(kMix, {first, Argument::shared(second)});
    fold.add(kMix, {second, Argument::shared(second)});
    const OpGraph graph = testing::finished(fold);
    EXPECT_EQ(flowsText(graph, 1), "0 in place 2, 0 copied 2");
    EXPECT_EQ(flowsText(graph, 2), "0 in place 3") << "two rows of their own and the shared one";
}

TEST(FlowRule, ATableHoldsThemByTarget) {
    const OpGraph graph = testing::lettered("a a B(1) B(0) c(0)");
    const Schedule schedule = testing::scheduleOf(graph, "depth");
    const FlowTable table(graph, schedule, viewsOf(graph, schedule));
    EXPECT_EQ(table.all().size(), 2U);
    ASSERT_EQ(table.into(BatchId(std::size_t{2})).size(), 1U);
    EXPECT_EQ(table.into(BatchId(std::size_t{2})).front().target, BatchId(std::size_t{2}));
    EXPECT_TRUE(table.into(BatchId(std::size_t{0})).empty());
    EXPECT_TRUE(table.into(BatchId(std::size_t{3})).empty()) << "no such batch";
    EXPECT_TRUE(table.into(BatchId()).empty());
    EXPECT_TRUE(FlowTable().into(BatchId(std::size_t{0})).empty());
}

} // namespace
} // namespace batchscope
