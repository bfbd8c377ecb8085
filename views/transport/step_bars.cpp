// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/transport/step_bars.h"

#include "core/story/storyboard.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

double StepAxis::toTime(double pixel) const {
    return std::clamp((pixel - left) / std::max(width, 1.0) * end, 0.0, end);
}

std::vector<StepBar> stepBars(const Schedule& schedule, const StepAxis& axis) {
    std::size_t largest = 1;
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        largest = std::max(largest, schedule.batchSize(BatchId(step)));
    }
    constexpr double kLeastHeight = 0.06; // that a batch of one node is seen
    std::vector<StepBar> bars;
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const auto begin = static_cast<double>(step + Storyboard::kFirstBatchStop);
        const double share = static_cast<double>(schedule.batchSize(BatchId(step))) / static_cast<double>(largest);
        const StepBar bar{axis.toPixel(begin), axis.toPixel(begin + 1.0), std::max(share, kLeastHeight), BatchId(step)};
        const bool shares = !bars.empty() && std::floor(bars.back().left) == std::floor(bar.left);
        if (!shares) {
            bars.push_back(bar);
            continue;
        }
        StepBar& last = bars.back();
        last.right = bar.right;
        if (bar.height > last.height) {
            last.height = bar.height;
            last.batch = bar.batch;
        }
    }
    return bars;
}

BatchId batchUnder(const Schedule& schedule, double time) {
    constexpr auto kFirst = static_cast<double>(Storyboard::kFirstBatchStop);
    if (time < kFirst || time >= kFirst + static_cast<double>(schedule.batchCount())) {
        return {};
    }
    return BatchId(static_cast<std::size_t>(time - kFirst));
}

} // namespace batchscope
