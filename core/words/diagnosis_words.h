// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a run takes as long as it does: causes with what they cost, and what would change that. Counts and times as
// text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kCausesOverlap =
    "Causes overlap: a small batch is also a start. Shares are of one run with building, scheduling and planning.";

} // namespace batchscope::words
