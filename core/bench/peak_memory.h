// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: whether memory grows with the batch and no faster is seen from outside only: what the process held at most while
// one batch size was measured, all arms together.
#pragma once

#include <cstddef>

namespace batchscope {

/// Lets the peak begin anew from what the process holds now. Where the system does not allow it, peaks only grow.
void restartPeakMemory();
/// Bytes in memory at most since then; 0 where the system does not tell.
[[nodiscard]] std::size_t peakMemory();

} // namespace batchscope
