// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the tooltip of a point or a bar says of the result behind it.
#pragma once

#include "core/bench/bench.h"

#include <QString>

namespace batchscope {

/// Which one it is: "tree-lstm, folded:depth, dim 100, 1 thread, 32 trees".
[[nodiscard]] QString resultHead(const BenchResult& result);
/// Its figures, several lines: the median and its range, the launches, and the speed-ups that were measured.
[[nodiscard]] QString resultTip(const BenchResult& result);
/// Why a result that is marked is worth little, and what to do.
[[nodiscard]] QString noiseTip(const BenchResult& result);

} // namespace batchscope
