// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sweeps that are interrupted between their cells.
#include "core/bench/bench.h"
#include "core/exec/machine.h"
#include "core/treebank/generate.h"

#include <gtest/gtest.h>

#include <stop_token>
#include <string>

namespace batchscope {
namespace {

BenchConfig fourCells() {
    BenchConfig config;
    config.arms = {"regular", "folded"};
    config.batches = {2, 3};
    config.dims = {4, 5};
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

TEST(BenchRun, ACellThatWasInterruptedIsMeasuredAgain) {
    const Treebank bank = labeledTrees();
    const std::unique_ptr<BenchRun> run = begun(bank, fourCells());
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
    const std::unique_ptr<BenchRun> run = begun(bank, fourCells());
    setThreadCount(2);
    ASSERT_TRUE(run->measureNext({}));
    EXPECT_EQ(run->report().results.back().threads, 1);
}

} // namespace
} // namespace batchscope
