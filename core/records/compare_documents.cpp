// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/compare_documents.h"

#include "core/records/run_conditions.h"

namespace batchscope {

std::vector<TimedSeries> timedSeries(const BenchReport& report, Work work) {
    std::vector<TimedSeries> all;
    for (const BenchResult& result : report.results) {
        all.push_back({{result.arm, result.model, result.dim, result.batch, result.threads, work == Work::Training},
                       result.samples,
                       result.sampleBatches});
    }
    return all;
}

Result<RunComparison> compareDocuments(const BenchDocument& before, const BenchDocument& after, double tolerance) {
    std::vector<TimedSeries> olds = timedSeries(before.report, before.config.run.work);
    if (!haveSameDraw(conditionsOf(before), conditionsOf(after))) {
        forgetMiniBatches(olds);
    }
    return compareRuns(olds, timedSeries(after.report, after.config.run.work), tolerance);
}

void forgetMiniBatches(std::vector<TimedSeries>& series) {
    for (TimedSeries& each : series) {
        each.miniBatches.clear();
    }
}

} // namespace batchscope
