// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/batch_histogram.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>

namespace batchscope {

namespace {

/// 1 → 0, 2 → 1, 3 and 4 → 2, 5 to 8 → 3.
std::size_t sizeBinOf(std::size_t size) {
    return static_cast<std::size_t>(std::bit_width(size - 1));
}

BatchSizeBin sizeBinAt(std::size_t bin) {
    return bin == 0 ? BatchSizeBin{1, 1} : BatchSizeBin{(std::size_t{1} << (bin - 1)) + 1, std::size_t{1} << bin};
}

} // namespace

std::size_t BatchHistogram::batchesIn(std::size_t bin) const {
    std::size_t batches = 0;
    for (const OpBatchCounts& counts : ops) {
        batches += counts.batches[bin];
    }
    return batches;
}

BatchHistogram batchHistogram(const OpGraph& graph, const Schedule& schedule) {
    BatchHistogram made;
    for (std::size_t batch = 0; batch < schedule.batchCount(); ++batch) {
        while (made.bins.size() <= sizeBinOf(schedule.batchSize(BatchId(batch)))) {
            made.bins.push_back(sizeBinAt(made.bins.size()));
        }
    }
    std::map<OpId, OpBatchCounts> byOp;
    for (std::size_t batch = 0; batch < schedule.batchCount(); ++batch) {
        const OpId op = graph.signatures[schedule.batchSignatures[BatchId(batch)]].op;
        OpBatchCounts& counts =
            byOp.try_emplace(op, OpBatchCounts{op, std::vector<std::size_t>(made.bins.size())}).first->second;
        ++counts.batches[sizeBinOf(schedule.batchSize(BatchId(batch)))];
    }
    std::transform(byOp.begin(), byOp.end(), std::back_inserter(made.ops),
                   [](auto& entry) { return std::move(entry.second); });
    return made;
}

} // namespace batchscope
