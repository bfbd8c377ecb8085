// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is under the mouse. Reads the same state that is painted, so it cannot disagree with the picture.
#pragma once

#include "views/canvas/scene/scene_index.h"

namespace batchscope {

/// At most one is valid: a node takes precedence over its batch or tree.
struct Hit {
    NodeId node;
    BatchId batch;
    TreeId tree;
    [[nodiscard]] bool any() const { return node.valid() || batch.valid() || tree.valid(); }
    bool operator==(const Hit&) const = default;
};

/// `reach`: how far, in units, a node may be missed; at least half a unit counts as hit. With indexes of this state and
/// of the twin it takes microseconds, and says the same.
[[nodiscard]] Hit hitTest(const SceneModel& model, const StoryState& state, Point world, float reach,
                          SceneIndex* index = nullptr, SceneIndex* twinIndex = nullptr);

} // namespace batchscope
