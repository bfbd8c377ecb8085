// SPDX-License-Identifier: GPL-3.0-or-later
//
// The most memory that the process held while one batch size was measured, all arms together. Whether memory grows with
// the batch and no faster can only be seen from outside.
#pragma once

#include <cstddef>

namespace batchscope {

/// Lets the peak begin anew from what the process holds now. Where the system does not allow it, peaks only grow.
void restartPeakMemory();
/// Bytes in memory at most since then; 0 where the system does not tell.
[[nodiscard]] std::size_t peakMemory();

} // namespace batchscope
