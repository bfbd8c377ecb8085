// SPDX-License-Identifier: GPL-3.0-or-later
//
// `run --list memory`: what the run holds and needs, step by step, and what keeps the most alive.
#pragma once

#include "core/plan/memory_use.h"
#include "core/records/json.h"

namespace batchscope {

/// The schedule is the one that the use is of.
void printMemory(const OpGraph& graph, const Schedule& schedule, const MemoryUse& use);
/// The value of the key `memory`.
[[nodiscard]] Json memoryJson(const OpGraph& graph, const Schedule& schedule, const MemoryUse& use);

} // namespace batchscope
