// SPDX-License-Identifier: GPL-3.0-or-later
//
// The part of the world that is selected: the same for showing the selection on the screen and for exporting it.
#pragma once

#include "core/story/cursor.h"
#include "views/canvas/scene/scene_model.h"

#include <optional>

namespace batchscope {

/// Around what is selected at this moment, with a margin of 3 units: a node and its arguments, or a batch, or a tree.
/// Nothing where nothing is selected.
[[nodiscard]] std::optional<Box> focusBox(const SceneModel& model, const StoryState& state, const Focus& focus);

} // namespace batchscope
