// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window shows now, beside what was measured: figures of another configuration are pale, and say so.
#pragma once

#include <cstdint>

namespace batchscope {

struct ShownNet {
    std::int32_t dim = 0;
    bool isMeasured = true;     ///< net, files, graph options and passes are those that were measured
    bool hasMeasuredDim = true; ///< the window's width has not changed since; a sweep may be over others

    /// Whether what was measured at this width belongs to another configuration than the shown one.
    [[nodiscard]] bool isOther(std::int32_t measuredDim) const {
        return !isMeasured || (!hasMeasuredDim && measuredDim != dim);
    }
};

} // namespace batchscope
