// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/compare_documents.h"

#include "core/records/run_conditions.h"

namespace batchscope {

std::vector<TimedSeries> timedSeries(const BenchReport& report) {
    std::vector<TimedSeries> all;
    for (const BenchResult& result : report.results) {
        all.push_back(
            {{result.arm, result.model, result.dim, result.batch, result.threads, result.work == Work::Training},
             result.samples,
             result.sampleBatches,
             result.yardstickSeconds,
             result.verdict == SpeedVerdict::Busy});
    }
    return all;
}

Result<RunComparison> compareDocuments(const BenchDocument& before, const BenchDocument& after, double tolerance) {
    std::vector<TimedSeries> olds = timedSeries(before.report);
    if (!haveSameDraw(conditionsOf(before), conditionsOf(after))) {
        forgetMiniBatches(olds);
    }
    return compareRuns(olds, timedSeries(after.report), tolerance);
}

void forgetMiniBatches(std::vector<TimedSeries>& series) {
    for (TimedSeries& each : series) {
        each.miniBatches.clear();
    }
}

} // namespace batchscope
