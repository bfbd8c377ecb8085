// SPDX-License-Identifier: GPL-3.0-or-later
//
// The geometry of the scrubber: which stops are in which pixel column, how tall a batch is. Pure, so that it is tested
// with tables.
//
// The axis is the time of the storyboard, 0 … end; a batch fills the interval before its stop. Heights are shares of
// the bar area, by the logarithm of the batch size, so that a batch of 1 is still visible next to one of 10,000.
#pragma once

#include "core/base/id.h"
#include "core/schedule/schedule.h"

#include <vector>

namespace batchscope {

struct StepBar {
    double left = 0.0; ///< pixels
    double right = 0.0;
    double height = 0.0; ///< 0 … 1; of the largest batch in it
    BatchId batch;       ///< that batch
};

/// A straight map between stops and pixels.
struct StepAxis {
    double left = 0.0;
    double width = 1.0;
    double end = 1.0; ///< last stop

    [[nodiscard]] double toPixel(double time) const { return left + width * time / end; }
    /// Clamped to the axis.
    [[nodiscard]] double toTime(double pixel) const;
};

/// One bar a batch; where several batches share a pixel, one bar a pixel.
[[nodiscard]] std::vector<StepBar> stepBars(const Schedule& schedule, const StepAxis& axis);

/// The batch whose time holds `time`; invalid before the first and after the last.
[[nodiscard]] BatchId batchUnder(const Schedule& schedule, double time);

} // namespace batchscope
