// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/arm_step.h"
#include "core/bench/arms.h"
#include "core/bench/bench_series.h"
#include "core/exec/runner.h"
#include "core/formats/read_treebank.h"
#include "core/nets/net.h"
#include "core/schedule/validate.h"
#include "core/treebank/generate.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace batchscope {
namespace {

using testing::bankOf;
using ::testing::DoubleEq;
using ::testing::ElementsAre;
using testing::graphOf;
using ::testing::HasSubstr;
using ::testing::Optional;

LegacyStacking stackingOf(const OpGraph& graph) {
    const Schedule schedule = testing::scheduleOf(graph, "depth");
    return legacyStacking(graph, schedule, makePlan(graph, schedule));
}

std::size_t callsOf(const OpGraph& graph, std::string_view op) {
    return static_cast<std::size_t>(std::count_if(graph.nodeOps.begin(), graph.nodeOps.end(),
                                                  [&](OpId id) { return graph.ops.ops[id].name == op; }));
}

std::vector<std::size_t> sizesOf(const HandBatched& batched, std::string_view op) {
    std::vector<std::size_t> sizes;
    for (std::size_t step = 0; step < batched.schedule.batchCount(); ++step) {
        if (batched.graph.opOf(batched.schedule.batchSignatures[BatchId(step)]).name == op) {
            sizes.push_back(batched.schedule.batchSize(BatchId(step)));
        }
    }
    return sizes;
}

BenchConfig once(std::string model, std::vector<std::string> arms) {
    BenchConfig config;
    config.graph.model = std::move(model);
    config.arms = std::move(arms);
    config.batches = {1, 7};
    config.dims = {8};
    config.warmups = 0;
    config.repeats = 1;
    return config;
}

void expectEqual(const Treebank& bank, const BenchConfig& config, const std::string& about) {
    const Result<BenchReport> report = runBench(bank, config, {}, [](const BenchReport&) {});
    ASSERT_TRUE(report.hasValue()) << about << ": " << report.error().message;
    EXPECT_EQ(report->results.size(), config.arms.size() * config.batches.size());
    for (const BenchResult& result : report->results) {
        EXPECT_TRUE(result.equal) << about << ", " << result.arm << " ×" << result.batch;
    }
}

TEST(LegacyStacking, IsTorchFoldsOnRealTrees) {
    REQUIRE_DATA(path, "sst/train.txt");
    const Treebank bank = *readTreebank({*path}, {});
    GraphOptions options{.trees = {0, 64}, .dim = 4};
    EXPECT_EQ(callsOf(graphOf(bank, options), "leaf"), 1417U);
    options.merge = Merge::Leaves;
    const OpGraph graph = graphOf(bank, options);
    EXPECT_EQ(callsOf(graph, "leaf"), 678U);
    EXPECT_EQ(testing::scheduleOf(graph, "depth").batchCount(), 43U);
    const LegacyStacking stacking = stackingOf(graph);
    EXPECT_EQ(stacking.columnsReused, 7U);
    EXPECT_EQ(stacking.columnsStacked, 107U);
    EXPECT_EQ(stacking.tensors(), 5469U);
}

TEST(HandBatched, OneShapeMeansOneBatchForEachPlaceAndNoCopies) {
    const Treebank bank = *generateTreebank({.shape = TreeShape::Same, .leaves = 9, .trees = 5});
    const OpGraph graph = graphOf(bank, {.dim = 4});
    ASSERT_TRUE(haveOneShape(graph));
    const HandBatched batched = *batchByHand(graph, HandBatching::SameShape, "direct");
    EXPECT_TRUE(validate(batched.graph, batched.schedule).hasValue());
    EXPECT_EQ(batched.schedule.batchCount(), graph.size() / 5);
    EXPECT_EQ(batched.plan.rowsGathered, 0U);
    EXPECT_EQ(batched.waste(), 0.0);
}

TEST(HandBatched, ShapesDifferByCallsAndByWhatTheyRead) {
    EXPECT_FALSE(haveOneShape(graphOf(bankOf(testing::kTwoTrees))));
    EXPECT_FALSE(haveOneShape(graphOf(bankOf("(0 (1 (1 a) (1 b)) (1 c))\n(0 (1 a) (1 (1 b) (1 c)))\n"))));
    EXPECT_TRUE(haveOneShape(graphOf(bankOf("(0 (1 a) (1 b))\n(0 (1 c) (1 c))\n"))));
}

TEST(HandBatched, EqualCallsOnOtherNodesAreAnotherShape) {
    const auto oneShape = [](std::size_t firstOfSecond) {
        Fold fold((*findNet("tree-lstm"))->ops({.dim = 4, .vocabulary = 3}), {});
        for (const std::size_t tree : {0U, 1U}) {
            fold.setOrigin(TreeId(tree), TreeNodeId(0));
            const std::array leaves = {fold.add(OpId(0), {Argument::integer(0)}),
                                       fold.add(OpId(0), {Argument::integer(1)})};
            const Value left = leaves[tree == 0 ? 0 : firstOfSecond];
            const Value right = leaves[1];
            fold.add(OpId(1),
                     {fold.output(left, 0), fold.output(left, 1), fold.output(right, 0), fold.output(right, 1)});
        }
        return haveOneShape(*std::move(fold).finish());
    };
    EXPECT_TRUE(oneShape(0));
    EXPECT_FALSE(oneShape(1));
}

TEST(HandBatched, PaddingIsCountedByLevel) {
    // Tree 0: 3 leaves, 1 + 1 children, 1 logits; tree 1: 2 leaves, 1 children, 1 logits. Two rows of twelve are
    // padding.
    const OpGraph graph = graphOf(bankOf(testing::kTwoTrees), {.dim = 4});
    const HandBatched batched = *batchByHand(graph, HandBatching::LevelPadded, "direct");
    EXPECT_TRUE(validate(batched.graph, batched.schedule).hasValue());
    EXPECT_THAT(sizesOf(batched, "leaf"), ElementsAre(6));
    EXPECT_THAT(sizesOf(batched, "children"), ElementsAre(2, 2));
    EXPECT_THAT(sizesOf(batched, "logits"), ElementsAre(2)) << "once, at the end";
    EXPECT_EQ(batched.surplusRows, 2U);
    EXPECT_DOUBLE_EQ(batched.waste(), 2.0 / 12.0);
    EXPECT_EQ(batched.graph.outputs, graph.outputs) << "no surplus row is asked for";
}

TEST(HandBatched, SequencesArePaddedOrPackedWithoutGathersInTheChain) {
    const Treebank bank = bankOf("(0 (1 a) (1 b))\n(0 (1 a) (1 b) (1 c) (1 d))\n(0 (1 a) (1 b) (1 c))\n");
    const OpGraph graph = graphOf(bank, {.model = "lstm-acceptor", .dim = 4});
    const HandBatched padded = *batchByHand(graph, HandBatching::LevelPadded, "padded");
    EXPECT_TRUE(validate(padded.graph, padded.schedule).hasValue());
    EXPECT_THAT(sizesOf(padded, "lstm"), ElementsAre(3, 3, 3, 3));
    EXPECT_EQ(padded.surplusRows, 2U * 3U) << "lookups and steps";
    EXPECT_EQ(padded.plan.rowsGathered, 3U) << "last states only";
    const HandBatched packed = *batchByHand(graph, HandBatching::Packed, "packed");
    EXPECT_TRUE(validate(packed.graph, packed.schedule).hasValue());
    EXPECT_THAT(sizesOf(packed, "lookup"), ElementsAre(9));
    EXPECT_THAT(sizesOf(packed, "lstm"), ElementsAre(3, 3, 2, 1));
    EXPECT_EQ(packed.waste(), 0.0);
    const NodeId first = packed.schedule.batch(BatchId(0)).front();
    EXPECT_EQ(packed.graph.origins[first].tree, TreeId(1)) << "the longest stands first";
    EXPECT_EQ(packed.plan.rowsGathered, 3U);
}

TEST(HandBatched, ADirectionRunsAsAWholeSoThatTagsReadItsStatesInPlace) {
    const Treebank bank = bankOf("(0 (1 a) (1 b))\n(0 (1 a) (1 b) (1 c))\n");
    const OpGraph graph = graphOf(bank, {.model = "bilstm-tagger", .dim = 4});
    const HandBatched packed = *batchByHand(graph, HandBatching::Packed, "packed");
    EXPECT_THAT(sizesOf(packed, "tag"), ElementsAre(5));
    const auto tag = packed.plan.operandsOf(BatchId(packed.schedule.batchCount() - 1));
    EXPECT_EQ(tag[0].kind, OperandKind::View);
    EXPECT_EQ(tag[1].kind, OperandKind::Gather) << "the other direction counts from the end of each sentence";
}

TEST(HandBatched, OnlyWordIdsAreBoundAgain) {
    const OpGraph graph = graphOf(bankOf("(0 (1 a) (1 b))\n(0 (1 c) (1 d))\n"), {.dim = 4});
    HandBatched batched = *batchByHand(graph, HandBatching::SameShape, "direct");
    const std::vector<std::int64_t> indices = batched.plan.indices;
    std::fill(batched.plan.indices.begin(), batched.plan.indices.end(), -1);
    bindIntegers(batched.graph, batched.schedule, batched.plan);
    EXPECT_EQ(batched.plan.indices, indices) << "same trees, same ids; nothing is gathered, so ids are all there is";
}

TEST(Arms, TreeNetsEqualTheRegularRun) {
    const Treebank bank = *generateTreebank({.leaves = 7, .trees = 7, .seed = 3});
    for (const char* const model :
         {"tree-lstm", "tree-rnn", "nary-tree-lstm", "child-sum-tree-lstm", "spinn", "looks"}) {
        for (const Work work : {Work::Inference, Work::Training}) {
            BenchConfig config =
                once(model, {"regular", "regular@off", "folded", "folded-legacy", "direct", "direct@off"});
            config.run.work = work;
            expectEqual(bank, config, model);
            config.graph.outputs = Outputs::All;
            config.graph.variadic = Variadic::SegmentSum;
            expectEqual(bank, config, std::string(model) + ", all outputs");
        }
    }
}

TEST(Arms, SequenceNetsEqualTheRegularRun) {
    const Treebank bank = bankOf("(0 (1 a) (1 b))\n(1 (1 a) (1 b) (1 c) (1 d))\n(0 (1 a) (1 b) (1 c))\n(2 e)\n"
                                 "(3 (1 a) (1 b))\n(0 (1 f) (1 g) (1 h) (1 i) (1 j))\n(0 (1 a) (1 k))\n");
    for (const char* const model : {"lstm-acceptor", "bilstm-tagger"}) {
        for (const Granularity granularity : {Granularity::Cell, Granularity::Primitive}) {
            BenchConfig config =
                once(model, {"regular", "folded", "folded-legacy", "direct", "direct@off", "padded", "packed"});
            config.graph.granularity = granularity;
            config.run.work = Work::Training;
            expectEqual(bank, config, model);
        }
    }
    expectEqual(bank, once("transition-parser", {"folded", "folded-legacy"}), "transition-parser");
    expectEqual(bank, once("bilstm-char-tagger", {"folded", "folded-legacy", "direct"}), "bilstm-char-tagger");
}

TEST(Arms, MergedGraphsAreComparedByWhatWasAskedFor) {
    BenchConfig config = once("tree-lstm", {"regular", "folded", "folded-legacy", "direct"});
    config.graph.merge = Merge::Subtrees;
    expectEqual(*generateTreebank({.leaves = 4, .trees = 7, .vocabulary = 2}), config, "merged subtrees");
}

TEST(Arms, SomeChangeWhatAllShare) {
    const GraphOptions merged{.merge = Merge::Subtrees};
    const Arm legacy = *parseArm("folded-legacy");
    EXPECT_EQ(graphOptionsOf(legacy, merged).merge, Merge::Leaves);
    EXPECT_EQ(runOptionsOf(legacy, {}).executor, ExecutorOptions(InterpreterOptions{Stacking::ChunkCat}));
    EXPECT_EQ(runOptionsOf(legacy, {}).rowOrder, RowOrder::Created);
    EXPECT_EQ(graphOptionsOf(*parseArm("direct"), merged).merge, Merge::Off);
    EXPECT_EQ(graphOptionsOf(*parseArm("folded"), merged), merged);
    EXPECT_EQ(runOptionsOf(*parseArm("folded"), {}), RunOptions());
    EXPECT_EQ(runOptionsOf(*parseArm("regular"), {}), RunOptions()) << "on the engine";
    EXPECT_EQ(runOptionsOf(*parseArm("direct"), {}), RunOptions());
    EXPECT_EQ(kernelsOf(*parseArm("regular"), {}), PassChoice(PassSet::all()));
    for (const char* const plain : {"regular@off", "folded@off", "direct@off", "folded-legacy", "padded", "packed"}) {
        EXPECT_EQ(kernelsOf(*parseArm(plain), {}), std::nullopt) << plain;
    }
}

TEST(Arms, SomeMayNameTheirPasses) {
    const Arm arm = *parseArm("folded:agenda@cse+fuse");
    EXPECT_STREQ(arm.policy->name(), "agenda");
    EXPECT_EQ(arm.passes, std::optional(PassChoice(PassSet().with(Pass::Cse).with(Pass::Fuse))));
    EXPECT_EQ(canonicalName(arm), "folded:agenda@cse+fuse");
    EXPECT_EQ(canonicalName(*parseArm("folded@-dedup")), canonicalName(*parseArm("folded:depth@-dedup")));
    EXPECT_EQ(canonicalName(*parseArm("folded@off")), "folded:depth@off");
    EXPECT_EQ(canonicalName(*parseArm("folded:regular@off")), "regular@off");
    EXPECT_EQ(canonicalName(*parseArm("direct@cse")), "direct@cse");
    EXPECT_EQ(groupingOf(*parseArm("direct@cse")), "direct");
    EXPECT_EQ(groupingOf(*parseArm("folded@off")), "folded:depth");
    EXPECT_EQ(parseArm("folded")->passes, std::nullopt);
    for (const char* const wrong : {"folded@", "folded@warp", "folded@cse+", "folded@cse:agenda", "padded@all",
                                    "folded-legacy@all", "direct:depth", "@all"}) {
        EXPECT_FALSE(parseArm(wrong).hasValue()) << wrong;
    }
}

TEST(Arms, PassesOfAnArmGoBeforeThoseOfTheOptions) {
    const RunOptions given{.executor = EngineOptions{.passes = PassSet(), .instructionSet = InstructionSet::Portable}};
    EXPECT_EQ(runOptionsOf(*parseArm("folded"), given), given);
    EXPECT_EQ(runOptionsOf(*parseArm("folded@off"), given).executor, ExecutorOptions(InterpreterOptions()));
    const EngineOptions own = std::get<EngineOptions>(runOptionsOf(*parseArm("folded@all"), given).executor);
    EXPECT_EQ(own.passes, PassSet::all());
    EXPECT_EQ(own.instructionSet, InstructionSet::Portable);
    const RunOptions plain{.executor = InterpreterOptions()};
    EXPECT_EQ(kindOf(runOptionsOf(*parseArm("folded@none"), plain).executor), ExecutorKind::Engine);
}

TEST(Arms, PassChoicesAreReadAsTheyAreWritten) {
    for (const char* const text : {"off", "all", "none", "cse,fuse"}) {
        EXPECT_EQ(passChoiceText(*parsePassChoice(text)), text);
    }
    EXPECT_EQ(*parsePassChoice("-dedup"), PassChoice(PassSet::all().without(Pass::Dedup)));
    for (const char* const wrong : {"", "cse,", ",cse", "off,cse", "ALL", "cse+fuse"}) {
        EXPECT_FALSE(parsePassChoice(wrong).hasValue()) << wrong;
    }
    EXPECT_EQ(
        parsePassChoice("cse,-magic").error().message,
        "unknown pass 'magic'; expected all, none, off, or passes from cse, fuse, push, order, pack, dedup, table");
}

TEST(Arms, ANetThatAnArmDoesNotServeIsNamedAtOnce) {
    const auto message = [](const BenchConfig& config) {
        std::size_t cells = 0;
        const Result<BenchReport> report =
            runBench(*generateTreebank({.trees = 7}), config, {}, [&](const BenchReport&) { ++cells; });
        EXPECT_EQ(cells, 0U);
        return report ? std::string("measured") : report.error().message;
    };
    EXPECT_THAT(message(once("tree-lstm", {"regular", "padded"})),
                HasSubstr("the arm 'padded' supports only nets that read one sequence (lstm-acceptor, bilstm-tagger)"));
    EXPECT_THAT(message(once("tree-lstm", {"packed"})), HasSubstr("not 'tree-lstm'"));
    EXPECT_THAT(message(once("transition-parser", {"direct"})), HasSubstr("depend on values that are read"));
}

BenchResult measured(const char* arm, std::size_t batch, double seconds) {
    BenchResult result;
    result.arm = arm;
    result.grouping = groupingOf(*parseArm(arm));
    result.kernels = kernelsOf(*parseArm(arm), {});
    result.dim = 8;
    result.batch = batch;
    result.phases.compute = seconds;
    result.phases.build = seconds; // ratios of Looks et al. are without construction
    result.medianSeconds = 2.0 * seconds;
    result.nodes = 10 * batch;
    result.equal = true;
    return result;
}

TEST(Ratios, AreThoseOfLooksEtAl) {
    // Their CPU rows of batch 1 and 32, rounded: manual 0.52 and 1.27 s, full dynamic 1.10 s at 32.
    std::vector<BenchResult> results = {measured("direct", 1, 0.52), measured("direct", 32, 1.27),
                                        measured("folded", 32, 1.10), measured("regular", 32, 16.0),
                                        measured("folded", 64, 1.78)};
    fillRatios(results);
    EXPECT_THAT(results[2].costRatio, Optional(DoubleEq(1.10 / 1.27)));
    EXPECT_THAT(results[2].speedupRatio, Optional(DoubleEq(0.52 / (1.10 / 32))));
    EXPECT_DOUBLE_EQ(results[2].speedup, 16.0 / 1.10);
    EXPECT_THAT(results[1].costRatio, Optional(1.0));
    EXPECT_EQ(results[4].costRatio, std::nullopt) << "direct was not measured at 64";
    EXPECT_TRUE(results[4].speedupRatio.has_value());
    std::vector<BenchResult> alone = {measured("folded", 32, 1.0)};
    fillRatios(alone);
    EXPECT_EQ(alone[0].costRatio, std::nullopt);
    EXPECT_EQ(alone[0].speedupRatio, std::nullopt);
}

TEST(Ratios, OtherValuesHaveNone) {
    std::vector<BenchResult> results = {measured("regular@off", 8, 24.0), measured("regular", 8, 12.0),
                                        measured("direct", 8, 3.0), measured("folded", 8, 2.0)};
    std::vector<BenchResult> folded = results;
    folded[3].equal = false;
    fillRatios(folded);
    EXPECT_EQ(folded[3].speedup, 0.0);
    EXPECT_EQ(folded[3].speedupBoth, std::nullopt);
    EXPECT_EQ(folded[3].speedupOverBefore, std::nullopt);
    EXPECT_EQ(folded[3].costRatio, std::nullopt);
    EXPECT_EQ(folded[2].speedup, 4.0) << "the others keep theirs";
    std::vector<BenchResult> regular = results;
    regular[1].equal = false;
    fillRatios(regular);
    EXPECT_EQ(regular[3].speedup, 0.0) << "nor is anything held against them";
    EXPECT_EQ(regular[3].speedupEngine, std::nullopt);
    EXPECT_EQ(regular[2].speedupOverBefore, std::nullopt);
    EXPECT_THAT(regular[3].speedupBoth, Optional(12.0));
}

TEST(Ratios, LikeIsHeldAgainstLike) {
    std::vector<BenchResult> results = {measured("regular@off", 8, 24.0), measured("regular", 8, 12.0),
                                        measured("folded@off", 8, 6.0),   measured("folded", 8, 2.0),
                                        measured("direct@off", 8, 3.0),   measured("folded@none", 8, 4.0)};
    fillRatios(results);
    EXPECT_EQ(results[3].speedup, 6.0) << "batching: regular on the engine over folded on the engine";
    EXPECT_EQ(results[2].speedup, 4.0) << "batching on LibTorch";
    EXPECT_THAT(results[1].speedupEngine, Optional(2.0));
    EXPECT_THAT(results[3].speedupEngine, Optional(2.0)) << "as with regular, so that it multiplies";
    EXPECT_THAT(results[3].speedupEngineHere, Optional(3.0));
    EXPECT_EQ(results[2].speedupEngine, std::nullopt) << "there is no engine in it";
    EXPECT_THAT(results[3].speedupBoth, Optional(12.0));
    EXPECT_EQ(*results[3].speedupBoth, results[3].speedup * *results[3].speedupEngine);
    EXPECT_EQ(results[5].speedupEngine, std::nullopt);
    EXPECT_EQ(results[5].speedup, 0.0) << "regular without passes was not measured";
    EXPECT_THAT(results[2].costRatio, Optional(2.0));
    EXPECT_EQ(results[3].costRatio, std::nullopt) << "direct ran on other kernels";
}

TEST(Ratios, RowsOfAnAblationAreHeldAgainstOffAndTheRowBefore) {
    std::vector<BenchResult> results = {measured("folded@off", 8, 4.0), measured("folded@none", 8, 2.0),
                                        measured("folded@all", 8, 0.5), measured("folded@all", 16, 1.0)};
    fillRatios(results);
    EXPECT_EQ(results[0].speedupOverBefore, std::nullopt);
    EXPECT_THAT(results[0].speedupOverOff, Optional(1.0));
    EXPECT_THAT(results[2].speedupOverBefore, Optional(4.0));
    EXPECT_THAT(results[2].speedupOverOff, Optional(8.0));
    EXPECT_EQ(results[3].speedupOverBefore, std::nullopt) << "another batch size";
    EXPECT_EQ(results[3].speedupOverOff, std::nullopt);
    results[2].figures.productFlops = 3e9;
    fillShares(results, {.instructionSet = bestInstructionSet(), .fmaFlops = 6e9});
    EXPECT_THAT(results[2].fmaShare, Optional(DoubleEq(0.5))) << "half a second at the bound, one measured";
}

} // namespace
} // namespace batchscope
