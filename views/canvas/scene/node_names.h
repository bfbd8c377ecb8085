// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is in the picture, in words: for tool tips, screen readers, menus and the clipboard. Nodes, trees and steps
// count from 1, levels from 0. The model must have the node, batch or tree that is named.
#pragma once

#include "core/story/cursor.h"
#include "views/canvas/scene/hit_test.h"

namespace batchscope {

/// `leaf “film”, node 109`.
[[nodiscard]] QString nodeName(const SceneModel& model, NodeId node);
/// Tree, level, step and with how many others it runs, in words.
[[nodiscard]] QString nodePlaceText(const SceneModel& model, NodeId node);
/// Rich text for the tool tip; empty for nothing.
[[nodiscard]] QString tipFor(const SceneModel& model, const Hit& hit);
/// `leaf “film”, node 109`, `step 5, children ×7`, `tree 3`; empty for nothing. `hit` is of the focus.
[[nodiscard]] QString hitName(const SceneModel& model, const Hit& hit, const Focus& focus);

} // namespace batchscope
