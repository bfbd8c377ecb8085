// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: where the user is in the animation, and what is selected, as one value that every view follows. Moving is pure
// arithmetic over a storyboard and a schedule, so it is tested without a window.
#pragma once

#include "core/base/id.h"
#include "core/layout/storyboard.h"

namespace batchscope {

/// What is looked at. Selecting a node also names its batch and its tree; a batch names no node. Invalid ids: nothing.
struct Focus {
    NodeId node;
    BatchId batch;
    TreeId tree;
    bool operator==(const Focus&) const = default;
};

/// What one step moves over.
enum class StepUnit { Batch, Level };

/// The stop at or before t.
[[nodiscard]] std::size_t stopBefore(double t);
/// The next stop after t (strictly), at most the last.
[[nodiscard]] double nextStop(const Storyboard& story, double t);
/// The last stop before t (strictly), at least 0.
[[nodiscard]] double previousStop(const Storyboard& story, double t);
/// The stop at which the next level begins: the first batch after t whose lowest level differs from the present one.
[[nodiscard]] double nextLevelStop(const OpGraph& graph, const Schedule& schedule, const Storyboard& story, double t);
[[nodiscard]] double previousLevelStop(const OpGraph& graph, const Schedule& schedule, const Storyboard& story,
                                       double t);
/// The batch that is shown as current at t; invalid at the source, lanes and folded stops.
[[nodiscard]] BatchId batchAt(const Storyboard& story, double t);
/// A caption in plain words for the moment t, made from the real data.
[[nodiscard]] std::string captionAt(const OpGraph& graph, const Schedule& schedule, const Storyboard& story, double t);

} // namespace batchscope
