// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rehearsed faults, and graphs in which the rows of a batch read different values, so that faults can occur.
#pragma once

#include "core/trace/rehearsed_fault.h"
#include "tests/support/forests.h"

#include <array>

namespace batchscope::testing {

inline constexpr std::array kEveryFault = {Fault::SwapRows, Fault::DropArgument, Fault::StaleValue, Fault::WrongChunk};

/// kRepeatingTrees under a net of width 8.
[[nodiscard]] inline OpGraph confusableGraph(const char* net) {
    GraphOptions options;
    options.model = net;
    options.dim = 8;
    return graphOf(bankOf(kRepeatingTrees), options);
}

} // namespace batchscope::testing
