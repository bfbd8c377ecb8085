// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/budget.h"
#include "core/bench/arm_step.h"
#include "core/bench/arms.h"
#include "core/bench/bench.h"
#include "core/formats/read_treebank.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

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
    EXPECT_THAT(report->notes,
                ::testing::ElementsAre(HasSubstr("skipped batch size 99: the selection has only 5 trees")));
    for (const BenchResult& result : report->results) {
        EXPECT_EQ(result.samples.size(), 2U);
        EXPECT_GT(result.medianSeconds, 0.0);
        EXPECT_TRUE(result.equal) << result.arm;
        EXPECT_GT(result.speedup, 0.0);
        EXPECT_NEAR(result.phases.total(), result.medianSeconds, 1e-9 * result.medianSeconds) << "phases add up";
        EXPECT_EQ(result.arm == "regular", result.batches == result.nodes);
        EXPECT_EQ(result.figures.executor, ExecutorKind::Engine) << result.arm;
    }
    EXPECT_FALSE(report->context.cpu.empty());
}

TEST(Bench, IsRefusedWhereItsRunsDoNotFitWhateverTheOrderOfItsArms) {
    const Treebank bank = *generateTreebank({.leaves = 40, .trees = 200});
    for (const std::vector<std::string>& arms : {std::vector<std::string>{"folded@off"},
                                                 {"folded@off", "direct@off"},
                                                 {"direct@off", "folded@off"},
                                                 {"folded"}}) {
        BenchConfig config;
        config.arms = arms;
        config.batches = {200};
        config.dims = {300};
        config.warmups = 0;
        config.repeats = 1;
        setMemoryLimit(kLeastMemoryLimit);
        const Result<BenchReport> report = runBench(bank, config, {}, [](const BenchReport&) {});
        setMemoryLimit(std::nullopt);
        ASSERT_FALSE(report.hasValue()) << arms.front();
        EXPECT_THAT(report.error().message, HasSubstr("the run needs about")) << arms.front();
    }
}

TEST(Bench, TellsBatchingAndEngineApartUnlessAskedOtherwise) {
    BenchConfig config;
    config.batches = {3};
    config.dims = {8};
    config.warmups = 0;
    config.repeats = 1;
    const BenchReport report = *runBench(*generateTreebank({.trees = 3}), config, {}, [](const BenchReport&) {});
    ASSERT_EQ(report.results.size(), 4U);
    for (const BenchResult& result : report.results) {
        EXPECT_TRUE(result.equal) << result.arm;
        EXPECT_GT(result.speedup, 0.0) << result.arm;
        EXPECT_EQ(result.figures.executor == ExecutorKind::Engine, result.kernels.has_value()) << result.arm;
        EXPECT_EQ(result.speedupEngine.has_value(), result.kernels.has_value()) << result.arm;
        EXPECT_TRUE(result.speedupBoth.has_value()) << result.arm;
        EXPECT_EQ(result.learnSeconds, std::nullopt) << result.arm;
    }
    EXPECT_GT(report.results[0].figures.launches, report.results[2].figures.launches) << "node by node";
}

/// `largest` after a look at the graph, counted.
class Studious final : public Policy {
public:
    Studious() : Policy({.name = "studious", .title = "studious"}) {}
    [[nodiscard]] Result<std::unique_ptr<Policy>> prepared(const OpGraph& graph,
                                                           const RunControl& control) const override {
        ++m_studies;
        static_cast<void>(graph);
        static_cast<void>(control);
        return std::unique_ptr<Policy>(std::make_unique<Ready>());
    }
    [[nodiscard]] Pick choose(const Frontier& frontier) const override { return largest().choose(frontier); }
    [[nodiscard]] int studies() const { return m_studies; }

private:
    static const Policy& largest() { return **findPolicy("largest"); }
    class Ready final : public Policy {
    public:
        Ready() : Policy({.name = "studious", .title = "studious"}) {}
        [[nodiscard]] Pick choose(const Frontier& frontier) const override { return largest().choose(frontier); }
    };
    mutable int m_studies = 0;
};

TEST(Bench, APolicyStudiesTheGraphOnceAndNotInAStep) {
    const Studious policy;
    const Treebank bank = *generateTreebank({.trees = 3});
    const GraphOptions options{.dim = 8};
    const GraphBuilder builder = *GraphBuilder::make(bank, options.dtype);
    ArmStep step = *ArmStep::make(builder, {.name = "folded:studious", .policy = &policy}, options, {});
    const OpGraph graph = *buildGraph(bank, options, {});
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    for (int round = 0; round < 3; ++round) {
        ASSERT_TRUE(step.run(parameters, {}, {}).hasValue());
    }
    EXPECT_EQ(policy.studies(), 1);
    EXPECT_TRUE(step.learnSeconds().has_value());
    const CheckedRun run = *runBoth({graph, policy, parameters}, {}, {}, {});
    EXPECT_EQ(policy.studies(), 2) << "nor in any run of a checked one";
    EXPECT_GT(run.report.learnSeconds, 0.0);
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
        ASSERT_EQ(report.results.size(), ablationArms().size() + 1);
        EXPECT_EQ(report.results[0].arm, "regular@off");
        EXPECT_EQ(report.results[1].arm, "regular@all");
        EXPECT_EQ(report.results.back().arm, "direct");
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
        const BenchResult& all = report.results[ablationArms().size() - 1];
        EXPECT_EQ(all.arm, "folded@all");
        EXPECT_LT(all.figures.launches, off.figures.launches);
        EXPECT_LE(all.figures.productFlops, off.figures.productFlops);
        EXPECT_GT(report.results[1].figures.launches, all.figures.launches) << "node by node";
        EXPECT_DOUBLE_EQ(report.results[1].figures.productFlops, all.figures.productFlops)
            << "batching alone takes no product away";
    }
    EXPECT_EQ(ablationOf("transition-parser", Work::Inference).results.back().arm, "folded@all")
        << "nobody batches by hand what depends on values";
}

TEST(Bench, LimitsAreMeasuredWhenAskedFor) {
    BenchConfig config = quick();
    config.batches = {1};
    config.dims = {8};
    config.run.executor = EngineOptions{.instructionSet = InstructionSet::Portable};
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
        const bool isBounded =
            result.figures.executor == ExecutorKind::Engine || bestInstructionSet() == InstructionSet::Portable;
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
    EXPECT_THAT(message([](BenchConfig& config) { config.threads = {}; }), HasSubstr("number of threads"));
    EXPECT_THAT(message([](BenchConfig& config) { config.miniBatches = 3; }),
                HasSubstr("3 mini-batches cannot each be measured in 2 repeats; ask for at least 3"));
}

TEST(Bench, MeasuresEachSizeOnSeveralMiniBatches) {
    BenchConfig config = quick();
    config.batches = {1, 4, 5};
    config.dims = {8};
    config.repeats = 6;
    config.miniBatches = 3;
    const BenchReport report = *runBench(*generateTreebank({.trees = 5}), config, {}, [](const BenchReport&) {});
    ASSERT_EQ(report.results.size(), 9U);
    for (const BenchResult& result : report.results) {
        const std::size_t expected = result.batch == 5 ? 1 : 3; // all trees: there is only one such batch
        EXPECT_EQ(result.miniBatches, expected) << result.batch;
        EXPECT_EQ(result.spreadOverBatches.has_value(), expected > 1) << result.batch;
        EXPECT_TRUE(result.spreadOverRepeats.has_value());
        EXPECT_TRUE(result.equal) << result.arm;
        ASSERT_EQ(result.sampleBatches.size(), result.samples.size());
        for (std::uint32_t batch = 0; batch < expected; ++batch) {
            EXPECT_EQ(std::count(result.sampleBatches.begin(), result.sampleBatches.end(), batch),
                      static_cast<std::ptrdiff_t>(6 / expected));
        }
        EXPECT_EQ(result.sampleBatches, report.results.at(result.batch == 1   ? 0
                                                          : result.batch == 4 ? 3
                                                                              : 6)
                                            .sampleBatches)
            << "arms run on the same trees in turn";
    }
}

TEST(Bench, WhatAPolicyHasLearnedServesEveryMiniBatch) {
    // The second tree alone has a signature that the first, on which the policy may be trained, lacks.
    const Treebank bank = testing::bankOf("(1 (1 a) (1 b))\n(1 (1 a) (1 b) (1 c))\n(1 (1 (1 a) (1 b) (1 d)) (1 c))\n");
    BenchConfig config = quick();
    config.graph.model = "child-sum-tree-lstm";
    config.arms = {"folded:learned"};
    config.batches = {1, 2};
    config.dims = {4};
    config.repeats = 9;
    config.miniBatches = 3;
    const Result<BenchReport> report = runBench(bank, config, {}, [](const BenchReport&) {});
    ASSERT_TRUE(report.hasValue()) << report.error().message;
    for (const BenchResult& result : report->results) {
        EXPECT_EQ(result.miniBatches, 3U);
        EXPECT_TRUE(result.equal);
        EXPECT_TRUE(result.learnSeconds.has_value());
    }
}

TEST(Bench, ThreadsAreSweptLikeWidths) {
    BenchConfig config = quick();
    config.batches = {2};
    config.dims = {8};
    config.threads = {1, 2, 1};
    const BenchReport report = *runBench(*generateTreebank({.trees = 5}), config, {}, [](const BenchReport&) {});
    ASSERT_EQ(report.results.size(), 6U);
    EXPECT_THAT(report.notes,
                ::testing::Contains("number of threads 1 is listed more than once but is measured only once"));
    for (std::size_t index = 0; index < report.results.size(); ++index) {
        const BenchResult& result = report.results[index];
        const BenchResult& regular = report.results[index - index % 3];
        EXPECT_EQ(result.threads, index < 3 ? 1 : 2);
        EXPECT_DOUBLE_EQ(result.speedup, regular.medianSeconds / result.medianSeconds) << "of the same threads";
        EXPECT_EQ(result.load.threads, result.threads);
    }
    EXPECT_EQ(report.context.threads, 1);
}

TEST(Bench, TrainsOnTheMiniBatchesThatHaveLabels) {
    std::string text;
    for (int pair = 0; pair < 10; ++pair) { // two trees each
        text += pair < 5 ? R"({"gold_label": "no")" : R"({"gold_label": "-")";
        text += R"(, "sentence1_binary_parse": "a", "sentence2_binary_parse": "b"})";
        text += '\n';
    }
    const Treebank bank = *readTreebankText(text, "snli.jsonl", {});
    BenchConfig config = quick();
    config.run.work = Work::Training;
    config.batches = {1, 20};
    config.dims = {8};
    config.repeats = 10;
    config.miniBatches = 10;
    const Result<BenchReport> report = runBench(bank, config, {}, [](const BenchReport&) {});
    ASSERT_TRUE(report.hasValue()) << report.error().message;
    EXPECT_EQ(report->results.front().miniBatches, 5U);
    EXPECT_THAT(report->notes,
                ::testing::Contains("batch size 1: 5 of the 10 mini-batches drawn were left out, because "
                                    "they have no labels to train on"));
    config.graph.trees = {10, 20};
    config.batches = {1};
    EXPECT_THAT(runBench(bank, config, {}, [](const BenchReport&) {}).error().message, HasSubstr("batch size 1: "));
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
