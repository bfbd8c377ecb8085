// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds what is under the mouse. Reads the same state that is painted, so it cannot disagree with the picture.
#pragma once

#include "views/canvas/scene/scene_model.h"

namespace batchscope {

/// At most one is valid: a node takes precedence over its batch or tree.
struct Hit {
    NodeId node;
    BatchId batch;
    TreeId tree;
    [[nodiscard]] bool any() const { return node.valid() || batch.valid() || tree.valid(); }
    bool operator==(const Hit&) const = default;
};

/// Finds the item at `world`. `reach`: how far from a node's center, in units, the node is still hit; at least half a
/// unit outside the twin.
[[nodiscard]] Hit hitTest(const SceneModel& model, const StoryState& state, Point world, float reach);

} // namespace batchscope
