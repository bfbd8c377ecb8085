// SPDX-License-Identifier: GPL-3.0-or-later
//
// The context that is reported with every figure: the machine, its libraries, and how fast it was during the
// measurement.
#pragma once

#include "core/bench/bench.h"

namespace batchscope {

/// Without rooflines. The threads are those in force.
[[nodiscard]] BenchContext contextOf(const Treebank& bank, const BenchConfig& config);

/// Measures the rooflines if they are asked for. Called before the sweep, and after it if that was long: a disturbance
/// only ever slows, so the better figures are kept.
void measureLimits(const BenchConfig& config, BenchContext& context);

} // namespace batchscope
