// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/arms.h"
#include "core/bench/bench.h"
#include "core/tree/generate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

BenchConfig quick() {
    BenchConfig config;
    config.arms = {"regular", "folded", "folded:agenda"};
    config.batches = {1, 4, 99};
    config.dims = {8, 16};
    config.warmups = 1;
    config.repeats = 2;
    return config;
}

TEST(Bench, MeasuresEveryCellAndTellsWhatItLeftOut) {
    const Treebank bank = *generateTreebank({.trees = 5});
    std::size_t calls = 0;
    const Result<BenchReport> report =
        runBench(bank, quick(), {}, [&](const BenchReport& soFar) { EXPECT_EQ(soFar.results.size(), ++calls * 3); });
    ASSERT_TRUE(report.hasValue());
    EXPECT_EQ(calls, 4U);
    ASSERT_EQ(report->results.size(), 3U * 2U * 2U);
    EXPECT_THAT(report->notes, ::testing::ElementsAre(HasSubstr("left out batch size 99: the selection has 5 trees")));
    for (const BenchResult& result : report->results) {
        EXPECT_EQ(result.samples.size(), 2U);
        EXPECT_GT(result.medianSeconds, 0.0);
        EXPECT_TRUE(result.equal) << result.arm;
        EXPECT_GT(result.speedup, 0.0);
        EXPECT_EQ(result.arm == "regular", result.batches == result.nodes);
    }
    EXPECT_FALSE(report->context.cpu.empty());
}

TEST(Bench, EqualityNeedsNoRegularArm) {
    BenchConfig config = quick();
    config.arms = {"folded:agenda"};
    const Result<BenchReport> report = runBench(*generateTreebank({.trees = 5}), config, {}, [](const BenchReport&) {});
    ASSERT_TRUE(report.hasValue());
    for (const BenchResult& result : report->results) {
        EXPECT_TRUE(result.equal);
        EXPECT_EQ(result.speedup, 0.0) << "unknown without the regular arm";
    }
}

BenchReport ablationOf(const std::string& model, Work work) {
    BenchConfig config = quick();
    config.graph.model = model;
    config.run.work = work;
    config.ablation = true;
    config.batches = {4};
    config.dims = {8};
    return *runBench(*generateTreebank({.trees = 4}), config, {}, [](const BenchReport&) {});
}

TEST(Bench, AnAblationTellsWhatEachRowAskedFor) {
    for (const Work work : {Work::Inference, Work::Training}) {
        const BenchReport report = ablationOf("tree-lstm", work);
        ASSERT_EQ(report.results.size(), 2 + ablationArms().size());
        EXPECT_EQ(report.results[0].arm, "regular");
        EXPECT_EQ(report.results[1].arm, "direct");
        const BenchResult& off = report.results[2];
        EXPECT_EQ(off.arm, "folded@off");
        for (const BenchResult& result : report.results) {
            EXPECT_TRUE(result.equal) << result.arm;
            EXPECT_GT(result.figures.launches, 0U) << result.arm;
            EXPECT_GT(result.figures.memoryBytes, 0U) << result.arm;
            EXPECT_TRUE(result.speedupOverOff.has_value()) << result.arm;
            EXPECT_EQ(result.fmaShare, std::nullopt) << "no roofline was asked for";
        }
        EXPECT_DOUBLE_EQ(off.figures.productFlops, report.results[0].figures.productFlops)
            << "folding alone takes no product away";
        EXPECT_LT(report.results.back().figures.launches, off.figures.launches);
        EXPECT_LE(report.results.back().figures.productFlops, off.figures.productFlops);
    }
    EXPECT_EQ(ablationOf("transition-parser", Work::Inference).results[1].arm, "folded@off")
        << "nobody batches by hand what depends on values";
}

TEST(Bench, ProductsWithoutPassesAreThoseOfTheBodies) {
    const BenchReport report = ablationOf("tree-lstm", Work::Inference);
    EXPECT_DOUBLE_EQ(report.results[3].figures.productFlops, report.results[2].figures.productFlops);
    EXPECT_EQ(report.results[3].arm, "folded@none");
}

TEST(Bench, LimitsAreMeasuredWhenAskedFor) {
    BenchConfig config = quick();
    config.batches = {1};
    config.dims = {8};
    config.run.engine = EngineOptions{.instructionSet = InstructionSet::Portable};
    const Treebank bank = *generateTreebank({.trees = 1});
    EXPECT_FALSE(runBench(bank, config, {}, [](const BenchReport&) {})->context.roofline.has_value());
    config.rooflineSeconds = 0.01;
    const BenchReport report = *runBench(bank, config, {}, [](const BenchReport&) {});
    ASSERT_TRUE(report.context.roofline.has_value());
    EXPECT_EQ(report.context.instructionSet, InstructionSet::Portable);
    EXPECT_EQ(report.context.roofline->instructionSet, InstructionSet::Portable);
    EXPECT_GT(report.context.roofline->copyBytes, 0.0);
    EXPECT_THAT(report.context.gemm, HasSubstr("oneDNN"));
    for (const BenchResult& result : report.results) {
        const bool isBounded = result.figures.onEngine || bestInstructionSet() == InstructionSet::Portable;
        EXPECT_EQ(result.fmaShare.has_value(), isBounded) << result.arm << ": a cap does not reach LibTorch";
    }
}

TEST(Bench, WrongConfigsAreNamed) {
    const Treebank bank = *generateTreebank({.trees = 2});
    const auto message = [&](auto change) {
        BenchConfig config = quick();
        change(config);
        const Result<BenchReport> report = runBench(bank, config, {}, [](const BenchReport&) {});
        return report ? std::string("measured") : report.error().message;
    };
    EXPECT_THAT(message([](BenchConfig& config) { config.arms = {"warp"}; }), HasSubstr("unknown arm 'warp'"));
    EXPECT_THAT(message([](BenchConfig& config) { config.arms = {"folded:x"}; }), HasSubstr("unknown policy 'x'"));
    EXPECT_THAT(message([](BenchConfig& config) { config.batches = {8}; }), HasSubstr("has 2 trees"));
    EXPECT_THAT(message([](BenchConfig& config) { config.batches = {0}; }), HasSubstr("start at 1"));
    EXPECT_THAT(message([](BenchConfig& config) { config.dims = {}; }), HasSubstr("at least one"));
    EXPECT_THAT(message([](BenchConfig& config) { config.repeats = 0; }), HasSubstr("at least 1 repeat"));
}

TEST(Bench, NotesAreSentences) {
    BenchConfig config = quick();
    config.arms = {"regular", "folded", "regular"};
    config.batches = {1, 2, 1, 4000};
    config.dims = {8};
    const Result<BenchReport> report = runBench(*generateTreebank({.trees = 1}), config, {}, [](const BenchReport&) {});
    ASSERT_TRUE(report.hasValue());
    EXPECT_EQ(report->results.size(), 2U);
    EXPECT_THAT(report->notes, ::testing::ElementsAre("arm 'regular' is asked for more than once; measured once",
                                                      "batch size 1 is asked for more than once; measured once",
                                                      "left out batch sizes 2; 4,000: the selection has 1 tree"));
}

TEST(Bench, StopsBetweenSteps) {
    const Treebank bank = *generateTreebank({.trees = 5});
    std::stop_source source;
    const RunControl control(source.get_token(), nullptr);
    std::size_t cells = 0;
    const Result<BenchReport> report = runBench(bank, quick(), control, [&](const BenchReport&) {
        ++cells;
        source.request_stop();
    });
    ASSERT_FALSE(report.hasValue());
    EXPECT_EQ(report.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(cells, 1U);
}

} // namespace
} // namespace batchscope
