// SPDX-License-Identifier: GPL-3.0-or-later
//
// A loss needs labels: without them training is refused, with what to do, whoever asks.
#include "core/formats/read_treebank.h"
#include "core/nets/trainable.h"

#include "core/bench/bench.h"
#include "core/exec/runner.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace batchscope {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kProgram = R"({"batchscope_program": 1,
 "ops": [{"name": "A", "arguments": [{"name": "a", "class": "constant", "width": 2}], "body": [], "outputs": ["a"]}],
 "calls": [{"name": "x", "op": "A", "args": [{"constant": [1, 2]}]}, {"name": "y", "op": "A", "args": [{"constant": [3, 4]}]}],
 "outputs": ["x", TARGET]})";

Treebank programWith(const std::string& output) {
    std::string text = kProgram;
    text.replace(text.find("TARGET"), 6, output);
    return *readTreebankText(text, "p.json", {});
}

Treebank images() {
    return *readTreebankText(std::string("\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x01\x33\x66", 18), "images", {});
}

/// Sentences: words, and no labels anywhere.
Treebank sentences() {
    return *readTreebankText("the dog barks\nthe cat sleeps\n", "plain.txt", {});
}

std::string refusalOf(const Treebank& bank, const GraphOptions& options = {}) {
    const Status status = checkTrainable(bank, options, testing::graphOf(bank, options));
    EXPECT_TRUE(status || status.error().code == ErrorCode::Config);
    return status ? std::string() : status.error().message;
}

TEST(Trainable, SaysWhereLabelsWouldComeFrom) {
    EXPECT_THAT(refusalOf(images(), {.model = "mlp"}),
                ::testing::AllOf(StartsWith("training needs labels, but none of the 2 requested outputs has one; "),
                                 HasSubstr("train-labels-idx1-ubyte")));
    EXPECT_THAT(refusalOf(programWith("\"y\"")), HasSubstr(R"({"value": "NAME", "target": 0})"));
    EXPECT_THAT(refusalOf(sentences(), {.model = "lstm-acceptor"}), HasSubstr("the format tokens has no labels"));
    const Treebank inside = testing::bankOf("(  (A (B a) (C b)))\n"); // an outer bracket without label
    EXPECT_EQ(refusalOf(inside, {.model = "nary-tree-lstm", .outputs = Outputs::All}), "");
    const Treebank snli =
        *readTreebankText(R"({"gold_label": "-", "sentence1_binary_parse": "a", "sentence2_binary_parse": "b"})"
                          "\n"
                          R"({"gold_label": "no", "sentence1_binary_parse": "a", "sentence2_binary_parse": "b"})",
                          "snli.jsonl", {});
    EXPECT_THAT(refusalOf(snli, {.trees = {0, 2}}), HasSubstr("choose other trees (--trees)"));
    EXPECT_EQ(refusalOf(snli), "");
}

TEST(Trainable, TheShareOfLabelsIsSaid) {
    EXPECT_EQ(labelShareText(12, 40), "12 of 40 requested outputs have a label; the loss is the mean over those");
    EXPECT_EQ(labelShareText(1, 1), "1 of 1 requested output has a label");
    EXPECT_EQ(labelShareText(2834, 2834), "2,834 of 2,834 requested outputs have a label");
}

/// The sum of what was requested stood in for the loss once.
TEST(Trainable, NoExecutorMakesALossOfNothing) {
    const Treebank bank = programWith("\"y\"");
    const OpGraph graph = testing::graphOf(bank);
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    for (const RunOptions& options :
         {RunOptions{.work = Work::Training}, RunOptions{.work = Work::Training, .executor = InterpreterOptions()}}) {
        const Result<ArmRun> run = runArm({graph, **findPolicy("depth"), parameters}, options, Recording::Seconds, {});
        ASSERT_FALSE(run.hasValue());
        EXPECT_EQ(run.error().code, ErrorCode::Config);
        EXPECT_THAT(run.error().message, HasSubstr("training needs labels"));
    }
    const OpGraph labeled = testing::graphOf(programWith(R"({"value": "y", "target": 1})"));
    const ArmRun run =
        *runArm({labeled, **findPolicy("depth"), parameters}, {.work = Work::Training}, Recording::Seconds, {});
    EXPECT_NEAR(run.gradients->loss(), std::log(1 + std::exp(3.0 - 4.0)), 1e-6) << "of the one output with a target";
}

TEST(Trainable, ABenchIsRefusedBeforeItMeasures) {
    BenchConfig config;
    config.graph.model = "lstm-acceptor";
    config.arms = {"folded"};
    config.batches = {1, 2};
    config.dims = {4};
    config.run.work = Work::Training;
    const Result<BenchReport> report = runBench(sentences(), config, {}, [](const BenchReport&) {});
    ASSERT_FALSE(report.hasValue());
    EXPECT_EQ(report.error().code, ErrorCode::Config);
    EXPECT_THAT(report.error().message, StartsWith("batch size 1: training needs labels"));
}

} // namespace
} // namespace batchscope
