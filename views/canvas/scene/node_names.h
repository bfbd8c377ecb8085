// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of the items in the picture, for tooltips, screen readers, menus and the clipboard. Trees and batches count
// from 1, nodes and levels from 0. The node, batch or tree must exist in the model.
#pragma once

#include "core/story/cursor.h"
#include "views/canvas/scene/hit_test.h"

namespace batchscope {

/// For example `leaf “film”, node 109`.
[[nodiscard]] QString nodeName(const SceneModel& model, NodeId node);
/// The tree and level of the node and, if there is a schedule, its batch and how many other nodes run with it.
[[nodiscard]] QString nodePlaceText(const SceneModel& model, NodeId node);
/// Rich text for the tooltip; empty if nothing is hit.
[[nodiscard]] QString tipFor(const SceneModel& model, const Hit& hit);
/// For example `leaf “film”, node 109`, `batch 5, children ×7` or `tree 3`; empty if nothing is hit. `hit` must be the
/// item that `focus` selects.
[[nodiscard]] QString hitName(const SceneModel& model, const Hit& hit, const Focus& focus);

} // namespace batchscope
