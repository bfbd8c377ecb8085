// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is counted and checked of a schedule, rule by rule, on graphs of a few calls worked out by hand: the bound,
// figures, TorchFold's stacking, faults that validation must see, what the learner writes down. The comment of a case
// names the rule that decides.
#include "core/schedule/legacy_stacking.h"
#include "core/schedule/metrics.h"
#include "core/schedule/q_learning.h"
#include "core/schedule/validate.h"
#include "tests/support/forests.h"
#include "tests/support/lettered_graph.h"
#include "tests/support/mixed_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace batchscope {
namespace {

using testing::batchesOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::lettered;
using testing::scheduleOf;
using namespace testing::mixed; // NOLINT(google-build-using-namespace): the ops, by name

std::vector<std::size_t> boundOf(std::string_view calls) {
    return lowerBound(lettered(calls)).bySignature.values();
}

// ---- the bound -------------------------------------------------------------------------------------------------

TEST(LowerBoundRule, TheLongestChainCountsOneSignatureThroughWhateverLiesBetween) {
    // a0 → b1 → a2: two `a`, though no `a` takes an `a`.
    EXPECT_THAT(boundOf("a b(0) a(1)"), ElementsAre(2, 1));
    // Of the arguments of `c3` the one behind the longer chain counts, wherever it stands.
    EXPECT_THAT(boundOf("a a(0) a c(1,2) a(3)"), ElementsAre(3, 1));
    EXPECT_THAT(boundOf("a a(0) a c(2,1) a(3)"), ElementsAre(3, 1));
}

TEST(LowerBoundRule, EveryUnbatchableNodeCounts) {
    EXPECT_THAT(boundOf("a x x(0) a x"), ElementsAre(1, 3));
}

TEST(LowerBoundRule, AChainEndsAtASyncPoint) {
    // Two `a` in round 0, and one in round 1, which does not count those below it once more.
    EXPECT_THAT(boundOf("a a(0) | a(1) b"), ElementsAre(3, 1));
}

// ---- figures ---------------------------------------------------------------------------------------------------

ScheduleMetrics metricsOf(std::string_view calls) {
    const OpGraph graph = lettered(calls);
    const Schedule schedule = scheduleOf(graph, "depth");
    return batchscope::metricsOf(graph, schedule, makePlan(graph, schedule));
}

TEST(MetricsRule, TheMedianIsTheUpperOfTwoMiddles) {
    const ScheduleMetrics metrics = metricsOf("a b c c c d d d d"); // sizes 1, 1, 3, 4
    EXPECT_EQ(metrics.medianBatchSize, 3U);
    EXPECT_EQ(metrics.largestBatch, 4U);
    EXPECT_DOUBLE_EQ(metrics.meanBatchSize, 2.25);
    EXPECT_EQ(metrics.launchesSaved, 5U) << "9 nodes in 4 batches";
    EXPECT_EQ(metricsOf("a a a b c c").medianBatchSize, 2U) << "sizes 1, 2, 3, in another order of steps";
}

TEST(MetricsRule, AnEmptyGraphHasZeros) {
    const ScheduleMetrics metrics = metricsOf("");
    EXPECT_EQ(metrics.levels, 0U);
    EXPECT_EQ(metrics.medianBatchSize, 0U);
    EXPECT_EQ(metrics.meanBatchSize, 0.0);
}

TEST(LevelsRule, OfABatchThatMixesThem) {
    const OpGraph graph = lettered("a b(0) a(0) b(2) c(1)");
    const Schedule schedule = scheduleOf(graph, "agenda"); // a0 a2 b1,3 c4
    const LevelRange both = levelsOf(graph, schedule, BatchId(std::size_t{2}));
    EXPECT_EQ(both.lowest, 1U);
    EXPECT_EQ(both.highest, 2U);
    EXPECT_EQ(levelsOf(graph, schedule, BatchId(std::size_t{1})).lowest, 1U);
}

TEST(OpSummariesRule, OfOpsThatRunOnly) {
    Fold fold(testing::mixedOps(), {});
    const Value leaf = fold.add(kEmbed, {Argument::integer(0)});
    fold.add(kEmbed, {Argument::integer(1)});
    const Value pair = fold.add(kPair, {leaf, leaf});
    fold.add(kPair, {fold.output(pair, 0), leaf});
    fold.add(kPair, {leaf, fold.output(pair, 1)});
    const OpGraph graph = testing::finished(fold);
    const std::vector<OpSummary> summaries = opSummaries(graph, scheduleOf(graph, "depth"));
    ASSERT_EQ(summaries.size(), 2U);
    EXPECT_EQ(summaries[0].op, kEmbed);
    EXPECT_EQ(summaries[0].batches, 1U);
    EXPECT_EQ(summaries[0].nodes, 2U);
    EXPECT_EQ(summaries[1].op, kPair);
    EXPECT_EQ(summaries[1].nodes, 3U);
    EXPECT_EQ(summaries[1].batches, 2U) << "one on level 1, two on level 2";
    EXPECT_EQ(summaries[1].largestBatch, 2U);
    EXPECT_DOUBLE_EQ(summaries[1].meanBatchSize, 1.5);
}

// ---- TorchFold's stacking --------------------------------------------------------------------------------------

LegacyStacking stackingOf(const OpGraph& graph) {
    const Schedule schedule = scheduleOf(graph, "depth");
    return legacyStacking(graph, schedule, makePlan(graph, schedule));
}

/// Columns handed on, columns made, row tensors in those.
std::vector<std::size_t> stackedOf(std::string_view calls) {
    const LegacyStacking stacking = stackingOf(lettered(calls));
    return {stacking.columnsReused, stacking.columnsStacked, stacking.tensors()};
}

TEST(LegacyStackingRule, AWholeOutputInOrderIsHandedOn) {
    EXPECT_THAT(stackedOf("a a B(0) B(1)"), ElementsAre(1, 0, 0));
    EXPECT_THAT(stackedOf("a a B(1) B(0)"), ElementsAre(0, 1, 2)) << "all of it, in another order";
    EXPECT_THAT(stackedOf("a a B(0)"), ElementsAre(0, 1, 1)) << "a part of it";
    EXPECT_THAT(stackedOf("a a B(0) B(0)"), ElementsAre(0, 1, 2)) << "as many rows, but one of them twice";
    EXPECT_THAT(stackedOf("a b C(0) C(1)"), ElementsAre(0, 1, 2)) << "rows of two batches";
    EXPECT_THAT(stackedOf("a a b b C(0) C(3)"), ElementsAre(0, 1, 2)) << "rows 0 and 1, but of two batches";
}

TEST(LegacyStackingRule, ASourceThatWasChunkedIsNeverHandedOnAgain) {
    EXPECT_THAT(stackedOf("a a B(1) B(0) c(0) c(1)"), ElementsAre(0, 2, 4)) << "`B` chunks what `c` would take whole";
    EXPECT_THAT(stackedOf("a a c(0) c(1) B(1) B(0)"), ElementsAre(1, 1, 2)) << "`c` comes before it is chunked";
}

TEST(LegacyStackingRule, RowsOfTwoOutputsAreNoWholeOutput) {
    Fold fold(testing::mixedOps(), {});
    const Value leaf = fold.add(kEmbed, {Argument::integer(0)});
    const Value first = fold.add(kPair, {leaf, leaf});
    const Value second = fold.add(kPair, {leaf, leaf});
    fold.add(kNarrow, {fold.output(first, 0)});
    fold.add(kNarrow, {fold.output(second, 1)}); // rows 0 and 1, of two outputs
    const LegacyStacking stacking = stackingOf(testing::finished(fold));
    EXPECT_EQ(stacking.columnsReused, 0U);
    EXPECT_EQ(stacking.columnsStacked, 3U) << "one leaf twice, in either column of the pairs; the narrows";
    EXPECT_EQ(stacking.tensors(), 6U);
}

TEST(LegacyStackingRule, NamesTheRowsInTheOrderOfTheColumn) {
    const LegacyStacking stacking = stackingOf(lettered("a a B(1) B(0)"));
    ASSERT_EQ(stacking.columns.size(), 2U);
    EXPECT_TRUE(stacking.rowsOf(0).empty()) << "leaves take nothing";
    const auto rows = stacking.rowsOf(1);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].row, 1U);
    EXPECT_EQ(rows[1].row, 0U);
    EXPECT_EQ(rows[0].batch, BatchId(std::size_t{0}));
}

TEST(LegacyStackingRule, TwoOutputsOfABatchAreTwoSources) {
    Fold fold(testing::mixedOps(), {});
    const Value left = fold.add(kEmbed, {Argument::integer(0)});
    const Value right = fold.add(kEmbed, {Argument::integer(1)});
    const Value first = fold.add(kPair, {left, left});
    const Value second = fold.add(kPair, {right, right});
    fold.add(kJoin, {fold.output(second, 1)}); // chunks the second outputs
    fold.add(kNarrow, {fold.output(first, 0)});
    fold.add(kNarrow, {fold.output(second, 0)}); // all first outputs: whole still
    const LegacyStacking stacking = stackingOf(testing::finished(fold));
    EXPECT_EQ(stacking.columnsReused, 3U) << "both columns of the pairs, the one of the narrows";
    EXPECT_EQ(stacking.columnsStacked, 1U);
    EXPECT_EQ(stacking.tensors(), 1U);
}

// ---- faults that validation must see ---------------------------------------------------------------------------

/// A schedule of these batches, each in this order of rows.
Schedule byHand(const OpGraph& graph, const std::vector<std::vector<std::size_t>>& batches) {
    Schedule schedule;
    schedule.batchOffsets = {0};
    schedule.places.resize(graph.size());
    for (const std::vector<std::size_t>& nodes : batches) {
        const SignatureId signature =
            nodes.empty() ? SignatureId(std::size_t{0}) : graph.nodeSignatures[NodeId(nodes.front())];
        const BatchId batch = schedule.batchSignatures.push_back(signature);
        for (std::size_t row = 0; row < nodes.size(); ++row) {
            schedule.nodes.emplace_back(nodes[row]);
            schedule.places[NodeId(nodes[row])] = {batch, static_cast<std::uint32_t>(row)};
        }
        schedule.batchOffsets.push_back(static_cast<std::uint32_t>(schedule.nodes.size()));
    }
    return schedule;
}

std::string faultOf(const OpGraph& graph, const Schedule& schedule) {
    const Status status = validate(graph, schedule);
    return status ? "none" : status.error().message;
}

TEST(ValidateRule, ABatchMayNotHoldWhatItNeeds) {
    const OpGraph graph = lettered("a a(0)");
    EXPECT_EQ(faultOf(graph, byHand(graph, {{0}, {1}})), "none");
    EXPECT_THAT(faultOf(graph, byHand(graph, {{0, 1}})), HasSubstr("node 1 in batch 1 needs node 0"));
}

TEST(ValidateRule, AnUnbatchableOpRunsAlone) {
    const OpGraph graph = lettered("x x");
    EXPECT_EQ(faultOf(graph, byHand(graph, {{0}, {1}})), "none");
    EXPECT_THAT(faultOf(graph, byHand(graph, {{0, 1}})),
                HasSubstr("batch 1 holds 2 nodes of an op that cannot be batched"));
}

TEST(ValidateRule, NoBatchIsEmptyAndNoNodeIsMadeUp) {
    const OpGraph graph = lettered("a a b(0)");
    EXPECT_THAT(faultOf(graph, byHand(graph, {{0, 1}, {}, {2}})), HasSubstr("batch 2 is empty"));
    Schedule madeUp = byHand(graph, {{0, 1}, {2}});
    madeUp.nodes.back() = NodeId(graph.size());
    EXPECT_THAT(faultOf(graph, madeUp), HasSubstr("a node that does not exist"));
    madeUp.nodes.back() = NodeId();
    EXPECT_THAT(faultOf(graph, madeUp), HasSubstr("a node that does not exist"));
}

TEST(ValidateRule, TablesHaveTheSizesOfTheGraph) {
    const OpGraph graph = lettered("a a b(0)");
    Schedule fewPlaces = byHand(graph, {{0, 1}, {2}});
    fewPlaces.places.resize(2);
    EXPECT_THAT(faultOf(graph, fewPlaces), HasSubstr("tables do not match"));
    Schedule manyOffsets = byHand(graph, {{0, 1}, {2}});
    manyOffsets.batchOffsets.push_back(3);
    EXPECT_THAT(faultOf(graph, manyOffsets), HasSubstr("tables do not match"));
}

// ---- learning --------------------------------------------------------------------------------------------------

/// One walk without chance: a0; c2 (half of the frontier of `c`, above a third of that of `b`); b1,3,4; c5. The rewards
/// are 0, -0.5, 0 and 0.
constexpr std::string_view kOneLoss = "a b(0) c(0) b(2) b(2) c(1)";

LearnedTable walked(LearnOptions options) {
    options.episodes = 1;
    options.epsilon = 0.0;
    options.epsilonLeast = 0.0;
    return *learnTable(lettered(kOneLoss), options, {});
}

TEST(LearningRule, AStateIsWorthTheRewardsToTheEnd) {
    const LearnedTable table = walked({.alpha = 0.4});
    ASSERT_EQ(table.states.size(), 4U);
    EXPECT_THAT(table.states[0].ready, ElementsAre(0));
    // From 0 by 0.4 of the way to 0 - 0.5 + 0 + 0.
    EXPECT_DOUBLE_EQ(table.states[0].values[0], -0.2);
    EXPECT_THAT(table.states[0].visits, ElementsAre(1));
    // {b, c}: `b` was not tried; `c` was worth its reward already.
    EXPECT_THAT(table.states[1].ready, ElementsAre(1, 2));
    EXPECT_DOUBLE_EQ(table.states[1].values[0], 1.0 / 3.0 - 1.0);
    EXPECT_DOUBLE_EQ(table.states[1].values[1], -0.5);
    EXPECT_THAT(table.states[1].visits, ElementsAre(0, 1));
    EXPECT_EQ(table.batches, 4U);
    EXPECT_EQ(table.lowerBound, 3U);
}

TEST(LearningRule, LaterRewardsCountLessByGamma) {
    EXPECT_DOUBLE_EQ(walked({.alpha = 0.4, .gamma = 0.5}).states[0].values[0], -0.1);
}

TEST(LearningRule, BeyondTheLookAheadTheBestValueOfThatStateStands) {
    // One step ahead: reward 0, then the better of -2/3 and -1/2.
    EXPECT_DOUBLE_EQ(walked({.lookAhead = 1, .alpha = 0.4}).states[0].values[0], -0.2);
    EXPECT_DOUBLE_EQ(walked({.lookAhead = 1, .alpha = 1.0}).states[0].values[0], -0.5);
}

TEST(LearningRule, ChanceFallsToItsLeastAndNoFurther) {
    const auto triesOfWorse = [](double least) {
        const LearnOptions options{.episodes = 20, .epsilon = 0.0, .epsilonLeast = least};
        return learnTable(lettered(kOneLoss), options, {})->states[1].visits[0];
    };
    EXPECT_EQ(triesOfWorse(0.0), 0U) << "`c` stays the better one";
    EXPECT_GT(triesOfWorse(1.0), 0U) << "from the second walk on all is chance";
}

} // namespace
} // namespace batchscope
