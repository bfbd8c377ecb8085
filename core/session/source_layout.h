// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gives a snapshot other places of its source trees and leaves everything else as it was.
#pragma once

#include "core/session/snapshot.h"

#include <memory>
#include <vector>

namespace batchscope {

/// Columns that each node's word and, in dependency trees, its labels need, in units, by NodeId: the picture's text is
/// a little narrower than a node. Needs snapshot.graph, snapshot.treebank.
[[nodiscard]] std::vector<float> captionWidths(const Snapshot& snapshot);

/// The source trees as forest_layout.h places them for the config's layout. Needs snapshot.graph, snapshot.treebank.
[[nodiscard]] std::shared_ptr<const ForestLayout> forestOf(const Snapshot& snapshot);

/// The size of a picture, in units.
struct PictureRoom {
    float width = 0.0F;
    float height = 0.0F;
};

/// How many of the first trees that the config asks for fit into this room; at least 1. Without user's nets and
/// programs, whose trees it does not place: all that were asked for. Needs snapshot.treebank.
[[nodiscard]] std::size_t treesWithRoom(const Snapshot& snapshot, PictureRoom room, const RunControl& control);

/// The level lanes of these source trees. Needs snapshot.graph, snapshot.forest.
[[nodiscard]] std::shared_ptr<const LaneLayout> lanesOf(const Snapshot& snapshot);

/// Needs snapshot.forest, lanes, schedule.
[[nodiscard]] std::shared_ptr<const Storyboard> storyboardOf(const Snapshot& snapshot);

/// The snapshot with its source trees placed for its config; its lanes are made again, and its storyboard where there
/// was one.
[[nodiscard]] Snapshot placedAnew(Snapshot snapshot);

} // namespace batchscope
