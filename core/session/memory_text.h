// SPDX-License-Identifier: GPL-3.0-or-later
//
// The memory of a run in words, the same for the window and the command line.
#pragma once

#include "core/plan/memory_use.h"
#include "core/schedule/schedule.h"

#include <string>
#include <vector>

namespace batchscope {

/// What is held at the end and why, in training with the gradients, and the most that is needed at one time. Empty
/// without steps.
[[nodiscard]] std::string memorySummary(const OpGraph& graph, const Schedule& schedule, const MemoryUse& use);

/// How much of the whole is needed in a step, and what has been written by then; whether it is the peak.
[[nodiscard]] std::string memoryOfStep(const MemoryUse& use, BatchId step);

/// Rows that are alive at the peak.
[[nodiscard]] std::string holderText(const MemoryHolder& holder);
/// Until when they are.
[[nodiscard]] std::string holderEndText(const MemoryHolder& holder);

} // namespace batchscope
