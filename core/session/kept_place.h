// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the user's place again after the snapshot has changed: moment and selection after a reload, another policy,
// another shape of the window. Pure, so that it is tested without a window.
#pragma once

#include "core/session/snapshot.h"
#include "core/story/cursor.h"

#include <memory>

namespace batchscope {

/// A moment and a selection, with all that is needed to find them again in another snapshot.
struct KeptPlace {
    std::shared_ptr<const OpGraph> graph;
    std::shared_ptr<const Schedule> schedule; ///< null: there is no place to keep
    SessionConfig config;
    double time = 0.0; ///< stops
    Focus focus;
};

/// The place in `snapshot` that corresponds to `before`. Needs snapshot.graph, schedule and storyboard.
///
/// The same graph, or the same files under the same choices: the moment stays (cursor.h: by share of the batches under
/// another policy, else by step), and so does what is selected as far as it still exists. A node is the same when its
/// number, op and tree node are; a batch when it consists of the same nodes.
/// The same files under choices that make another graph (trees, net, outputs, merging, granularity…): the share of the
/// batches stays. What is selected stays where a node has the same op name and tree node, else only its tree, as far as
/// it is among those shown. Other files start at 0 with nothing selected.
struct FoundPlace {
    double time = 0.0;
    Focus focus;
};
[[nodiscard]] FoundPlace placeIn(const Snapshot& snapshot, const KeptPlace& before);

} // namespace batchscope
