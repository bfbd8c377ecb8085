// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/metrics.h"
#include "core/schedule/scheduler.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <map>

namespace batchscope {
namespace {

OpGraph someGraph(std::size_t trees) {
    return testing::graphOf(*generateTreebank({.leaves = 11, .trees = trees, .seed = 5}), {.dim = 4});
}

TEST(BatchHistogram, BinsAreWholeAndDoubleInWidth) {
    const OpGraph graph = someGraph(9);
    const Schedule schedule = *makeSchedule(graph, **findPolicy("depth"), {});
    const BatchHistogram histogram = batchHistogram(graph, schedule);
    ASSERT_GT(histogram.bins.size(), 4U);
    EXPECT_EQ(histogram.bins[0].smallest, 1U);
    EXPECT_EQ(histogram.bins[0].largest, 1U);
    EXPECT_EQ(histogram.bins[1].smallest, 2U);
    EXPECT_EQ(histogram.bins[2].largest, 4U);
    for (std::size_t bin = 1; bin < histogram.bins.size(); ++bin) {
        EXPECT_EQ(histogram.bins[bin].smallest, histogram.bins[bin - 1].largest + 1);
        EXPECT_EQ(histogram.bins[bin].largest, 2 * histogram.bins[bin - 1].largest);
    }
    EXPECT_GT(histogram.batchesIn(histogram.bins.size() - 1), 0U) << "the last bin holds the largest batch";
}

TEST(BatchHistogram, CountsEveryBatchOnceUnderItsOpAndSize) {
    const OpGraph graph = someGraph(7);
    for (const char* policy : {"regular", "depth", "agenda"}) {
        const Schedule schedule = *makeSchedule(graph, **findPolicy(policy), {});
        const BatchHistogram histogram = batchHistogram(graph, schedule);
        std::map<std::pair<OpId, std::size_t>, std::size_t> expected; // by op and bin
        for (std::size_t batch = 0; batch < schedule.batchCount(); ++batch) {
            std::size_t bin = 0;
            while (histogram.bins[bin].largest < schedule.batchSize(BatchId(batch))) {
                ++bin;
            }
            ++expected[{graph.signatures[schedule.batchSignatures[BatchId(batch)]].op, bin}];
        }
        std::size_t all = 0;
        for (const OpBatchCounts& counts : histogram.ops) {
            ASSERT_EQ(counts.batches.size(), histogram.bins.size());
            for (std::size_t bin = 0; bin < counts.batches.size(); ++bin) {
                EXPECT_EQ(counts.batches[bin], (expected[{counts.op, bin}])) << policy;
                all += counts.batches[bin];
            }
        }
        EXPECT_EQ(all, schedule.batchCount()) << policy;
        EXPECT_EQ(histogram.ops.size(), opSummaries(graph, schedule).size()) << policy;
    }
}

} // namespace
} // namespace batchscope
