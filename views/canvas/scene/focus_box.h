// SPDX-License-Identifier: GPL-3.0-or-later
//
// The selected part of the world, both for showing the selection on the screen and for exporting it.
#pragma once

#include "core/story/cursor.h"
#include "views/canvas/scene/scene_model.h"

#include <optional>

namespace batchscope {

/// The box around the current selection (a node and its arguments, a batch, or a tree) with a margin of 3 units.
/// Nullopt if nothing is selected.
[[nodiscard]] std::optional<Box> focusBox(const SceneModel& model, const StoryState& state, const Focus& focus);

} // namespace batchscope
