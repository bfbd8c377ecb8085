// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a step costs as a line over the batch size (core/bench/cost_fit.h), written for people.
#pragma once

#include "core/bench/bench.h"

#include <string>
#include <vector>

namespace batchscope {

struct FittedCost {
    std::string name; ///< what tells the series from the others, as in legends (plot_series.h)
    std::string cost; ///< "1 ms + 100 µs × batch size (within 1%)", or that no line fits
};

/// Of all series that have enough sizes.
[[nodiscard]] std::vector<FittedCost> fittedCosts(const BenchReport& report);

} // namespace batchscope
