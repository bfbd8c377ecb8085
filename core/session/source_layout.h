// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lays out the source trees of a snapshot again and leaves everything else as it was.
#pragma once

#include "core/session/snapshot.h"

#include <memory>
#include <vector>

namespace batchscope {

/// The width, in units, that each node's word and, in dependency trees, its labels need, by NodeId: text in the picture
/// is slightly narrower than its node. Needs snapshot.graph, snapshot.treebank.
[[nodiscard]] std::vector<float> captionWidths(const Snapshot& snapshot);

/// The source trees placed by forest_layout.h in the config's layout. Needs snapshot.graph, snapshot.treebank.
[[nodiscard]] std::shared_ptr<const ForestLayout> forestOf(const Snapshot& snapshot);

/// The size of a picture, in units.
struct PictureRoom {
    float width = 0.0F;
    float height = 0.0F;
};

/// The number of the config's first trees that fit into `room`; at least 1. Returns all of them for programs and users'
/// modules, which it does not place, and if no graph can be built. Needs snapshot.treebank.
[[nodiscard]] std::size_t treesWithRoom(const Snapshot& snapshot, PictureRoom room, const RunControl& control);

/// The level lanes of these source trees. Needs snapshot.graph, snapshot.forest.
[[nodiscard]] std::shared_ptr<const LaneLayout> lanesOf(const Snapshot& snapshot);

/// The storyboard for this layout. Needs snapshot.forest, lanes, schedule.
[[nodiscard]] std::shared_ptr<const Storyboard> storyboardOf(const Snapshot& snapshot);

/// The snapshot with its source trees placed for its config; its lanes are made again, and so is its storyboard if it
/// had one.
[[nodiscard]] Snapshot placedAnew(Snapshot snapshot);

} // namespace batchscope
