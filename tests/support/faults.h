// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rehearsed faults, and graphs in which the rows of a batch read different values, so that a fault has a place.
#pragma once

#include "core/trace/rehearsed_fault.h"
#include "tests/support/forests.h"

#include <array>

namespace batchscope::testing {

inline constexpr std::array kEveryFault = {Fault::SwapRows, Fault::DropArgument, Fault::StaleValue, Fault::WrongChunk};

/// kRepeatingTrees under a net, 8 wide.
[[nodiscard]] inline OpGraph confusableGraph(const char* net) {
    GraphOptions options;
    options.model = net;
    options.dim = 8;
    return graphOf(bankOf(kRepeatingTrees), options);
}

} // namespace batchscope::testing
