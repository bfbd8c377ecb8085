// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule.h"

#include <fmt/format.h>

namespace batchscope {

std::string scheduleText(const OpGraph& graph, const Schedule& schedule) {
    std::string out =
        fmt::format("policy {}, {} node{}, {} batch{}\n", schedule.policy, graph.size(), graph.size() == 1 ? "" : "s",
                    schedule.batchCount(), schedule.batchCount() == 1 ? "" : "es");
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const BatchId batch(step);
        out += fmt::format("{:>4}  {} ×{}\n", step, graph.opOf(schedule.batchSignatures[batch]).name,
                           schedule.batchSize(batch));
    }
    return out;
}

} // namespace batchscope
