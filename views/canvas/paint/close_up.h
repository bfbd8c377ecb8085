// SPDX-License-Identifier: GPL-3.0-or-later
//
// The trees in the close-up view of a batch. If trees would be too small to read, the view moves from batch to batch to
// the nodes of its first rows, and shows as much of the trees around them as fits with readable words.
#pragma once

#include "views/canvas/scene/scene.h"

namespace batchscope {

/// The area of the canvas for the trees, in pixels; the rest is for the rows.
[[nodiscard]] QRectF closeUpRoom(const SceneModel& model, const QRectF& canvas, const QFont& font);

/// The area to which the trees are clipped; null if all of them fit into that room.
[[nodiscard]] QRectF closeUpClip(const Scene& scene);

/// The camera `all`, which shows all trees, or a nearer one if their words would be too small.
[[nodiscard]] Camera closeUpCamera(const SceneModel& model, const StoryState& state, const QRectF& canvas,
                                   const QFont& font, const Camera& all);

} // namespace batchscope
