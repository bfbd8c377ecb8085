// SPDX-License-Identifier: GPL-3.0-or-later
//
// A schedule that no policy makes: that of a policy with its first batch in two.
#pragma once

#include "core/schedule/given_schedule.h"

namespace batchscope::testing {

/// `rows` of the first batch stay together; the rest of them runs next.
[[nodiscard]] inline Schedule withFirstBatchSplit(const OpGraph& graph, const Schedule& schedule, std::size_t rows) {
    BatchList batches;
    const auto first = schedule.batch(BatchId(std::size_t{0}));
    batches.add(first.first(rows));
    batches.add(first.subspan(rows));
    for (std::size_t step = 1; step < schedule.batchCount(); ++step) {
        batches.add(schedule.batch(BatchId(step)));
    }
    return arranged(graph, "split", std::move(batches));
}

} // namespace batchscope::testing
