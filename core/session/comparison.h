// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compares two ways of running the same trees, side by side: regular and folded, two policies, cells and primitives.
// What one clock means for both, and what differs, is defined here once for every front end.
#pragma once

#include "core/session/snapshot.h"

#include <string_view>
#include <vector>

namespace batchscope {

/// What both sides have in common at a moment.
enum class CompareClock : std::uint8_t {
    Share,    ///< the same share of their batches: both end together
    Batches,  ///< the same number of batches: the side that needs fewer is done earlier
    Measured, ///< the same measured time, where both have run; else as Batches
};

/// Names as scripts spell them: share, batches, measured.
/// Also takes "launches", as batches were called once.
[[nodiscard]] Result<CompareClock> parseCompareClock(std::string_view name);

/// The moment of the other story that belongs to moment t of the present one. The stages before the first batch are
/// shown together, and so is the end where both are done. After the present story's end the other one goes on, stop for
/// stop, to its own end. Both need a schedule and a storyboard.
[[nodiscard]] double otherTime(CompareClock clock, const Snapshot& present, const Snapshot& other, double t);

/// How many stops the other story still has to go when the present one has ended; 0 when both end together. With
/// t = present end + overtime, otherTime is the other story's end.
[[nodiscard]] double overtimeOf(CompareClock clock, const Snapshot& present, const Snapshot& other);

/// Nodes of one graph whose batches are not made of the same nodes in both schedules, ascending. Linear in nodes.
[[nodiscard]] std::vector<NodeId> batchedOtherwise(const Schedule& left, const Schedule& right);

} // namespace batchscope
