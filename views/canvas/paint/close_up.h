// SPDX-License-Identifier: GPL-3.0-or-later
//
// The trees while a batch is close up. Where all of them would be too small to read, the view goes from batch to batch
// to the nodes of its first rows, and shows as much of the trees around them as words of a readable size leave room
// for.
#pragma once

#include "views/canvas/scene/scene.h"

namespace batchscope {

/// Pixels of the canvas for the trees; the rest is for the rows.
[[nodiscard]] QRectF closeUpRoom(const SceneModel& model, const QRectF& canvas, const QFont& font);

/// What of that room the trees fill without being whole in it; null where they are.
[[nodiscard]] QRectF closeUpClip(const Scene& scene);

/// `all`, which shows all trees, or nearer where their words are too small.
[[nodiscard]] Camera closeUpCamera(const SceneModel& model, const StoryState& state, const QRectF& canvas,
                                   const QFont& font, const Camera& all);

} // namespace batchscope
