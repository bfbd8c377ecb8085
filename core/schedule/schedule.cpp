// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule.h"

#include "core/words/schedule_words.h"

#include <fmt/format.h>

namespace batchscope {

std::string scheduleText(const OpGraph& graph, const Schedule& schedule) {
    std::string out = words::scheduleHeading(schedule.policy, graph.size(), schedule.batchCount());
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const BatchId batch(step);
        out += fmt::format("{:>4}  {} ×{}\n", step, graph.opOf(schedule.batchSignatures[batch]).name,
                           schedule.batchSize(batch));
    }
    return out;
}

} // namespace batchscope
