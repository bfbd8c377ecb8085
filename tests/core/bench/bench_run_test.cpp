// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sweeps over nets and kinds of work, and sweeps that are interrupted between their steps.
#include "core/bench/bench.h"
#include "core/bench/plot_figures.h"
#include "core/exec/machine.h"
#include "core/treebank/generate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stop_token>
#include <string>

namespace batchscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

BenchConfig twoNets() {
    BenchConfig config;
    config.models = {"tree-lstm", "tree-rnn"};
    config.works = {Work::Inference, Work::Training};
    config.arms = {"regular", "folded"};
    config.batches = {2, 3};
    config.dims = {4};
    config.warmups = 0;
    config.repeats = 2;
    return config;
}

Treebank labeledTrees() {
    return *generateTreebank({.trees = 6});
}

std::unique_ptr<BenchRun> begun(const Treebank& bank, const BenchConfig& config) {
    Result<std::unique_ptr<BenchRun>> run = BenchRun::begin(bank, config, {});
    EXPECT_TRUE(run.hasValue()) << run.error().text();
    return run ? std::move(*run) : nullptr;
}

TEST(BenchRun, MeasuresEveryNetInEveryWorkOnTheSameTrees) {
    const Treebank bank = labeledTrees();
    const std::unique_ptr<BenchRun> run = begun(bank, twoNets());
    std::vector<std::string> cells;
    while (!run->isDone()) {
        ASSERT_TRUE(run->measureNext({}));
        const BenchResult& last = run->report().results.back();
        cells.push_back(last.model + " " + std::string(workText(last.work)) + " " + std::to_string(last.batch));
    }
    EXPECT_THAT(cells, ElementsAre("tree-lstm inference 2", "tree-lstm inference 3", "tree-lstm training 2",
                                   "tree-lstm training 3", "tree-rnn inference 2", "tree-rnn inference 3",
                                   "tree-rnn training 2", "tree-rnn training 3"));
    for (const BenchResult& result : run->report().results) {
        EXPECT_TRUE(result.equal) << result.model;
        EXPECT_EQ(result.phases.backward > 0.0, result.work == Work::Training) << result.model;
        if (result.arm == "regular") {
            EXPECT_DOUBLE_EQ(result.speedup, 1.0) << "against itself, not against another net or work";
        }
    }
    EXPECT_EQ(seriesOf(run->report().results).size(), 8U);
}

TEST(BenchRun, ACellThatWasInterruptedIsMeasuredAgain) {
    const Treebank bank = labeledTrees();
    BenchConfig config = twoNets();
    config.works = {Work::Inference};
    const std::unique_ptr<BenchRun> run = begun(bank, config);
    ASSERT_TRUE(run->measureNext({}));
    std::stop_source stop;
    stop.request_stop();
    const Status interrupted = run->measureNext(RunControl(stop.get_token(), {}));
    ASSERT_FALSE(interrupted);
    EXPECT_EQ(interrupted.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(run->report().results.size(), 2U) << "what was measured stays, and nothing is added";
    std::vector<std::size_t> done;
    while (!run->isDone()) {
        const RunControl control({}, [&](std::string_view, std::size_t step, std::size_t) { done.push_back(step); });
        ASSERT_TRUE(run->measureNext(control));
    }
    EXPECT_EQ(run->report().results.size(), 8U);
    EXPECT_TRUE(std::is_sorted(done.begin(), done.end())) << "progress does not go back";
    EXPECT_EQ(done.back(), 2U * 2U * 2U * 2U);
}

/// Somebody else may use the machine between two cells.
TEST(BenchRun, EachCellSetsItsThreads) {
    const Treebank bank = labeledTrees();
    BenchConfig config = twoNets();
    config.models = {};
    config.works = {};
    const std::unique_ptr<BenchRun> run = begun(bank, config);
    setThreadCount(2);
    ASSERT_TRUE(run->measureNext({}));
    EXPECT_EQ(run->report().results.back().threads, 1);
}

TEST(BenchRun, WhatOneOfSeveralNetsIsRefusedForNamesIt) {
    const Treebank bank = labeledTrees();
    BenchConfig config = twoNets();
    config.arms = {"padded"};
    config.models = {"lstm-acceptor", "tree-rnn"};
    const Result<std::unique_ptr<BenchRun>> run = BenchRun::begin(bank, config, {});
    ASSERT_FALSE(run.hasValue());
    EXPECT_THAT(run.error().message, HasSubstr("net 'tree-rnn': the arm 'padded' supports only"));
}

/// Not after the first net was measured.
TEST(BenchRun, TheLastNetIsCheckedBeforeTheFirstIsMeasured) {
    const Treebank bank = labeledTrees();
    BenchConfig config = twoNets();
    config.models = {"tree-rnn", "no-such-net"};
    const Result<std::unique_ptr<BenchRun>> run = BenchRun::begin(bank, config, {});
    ASSERT_FALSE(run.hasValue());
    EXPECT_THAT(run.error().message, HasSubstr("unknown model 'no-such-net'"));
}

} // namespace
} // namespace batchscope
