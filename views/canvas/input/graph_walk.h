// SPDX-License-Identifier: GPL-3.0-or-later
//
// Walking the graph with the arrow keys, as pure functions. If there is nothing in a direction, they return the node
// itself.
#pragma once

#include "views/canvas/scene/scene_model.h"

namespace batchscope {

enum class WalkDirection { Consumer, Argument, Previous, Next };

/// Consumer: the first node that uses this one. Argument: its first argument. Previous and Next: its sibling (another
/// argument of its first consumer), otherwise the neighbor in id order within its level.
[[nodiscard]] NodeId walked(const SceneModel& model, NodeId from, WalkDirection direction);

} // namespace batchscope
