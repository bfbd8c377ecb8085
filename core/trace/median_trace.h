// SPDX-License-Identifier: GPL-3.0-or-later
//
// One run may have been interrupted at any of its batches. A trace whose times are medians of several runs of one and
// the same plan tells what each batch takes.
#pragma once

#include "core/trace/trace.h"

#include <span>

namespace batchscope {

/// `shown` with the median of each duration, and of each gap between two events; `shown` itself where the runs did not
/// do the same. Trace::runs is then the number of runs, `shown` among them.
[[nodiscard]] Trace withMedianTimes(const Trace& shown, std::span<const Trace> others);

} // namespace batchscope
