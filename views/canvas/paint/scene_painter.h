// SPDX-License-Identifier: GPL-3.0-or-later
//
// One function draws the picture for the screen, for PNG files and for headless export, so that they cannot differ.
#pragma once

#include "views/canvas/scene/scene.h"

#include <QPainter>

namespace batchscope {

/// Draws the whole frame, including background and overlays. The scene's model must have a picture.
void paintScene(QPainter& painter, const Scene& asked);

/// The camera that shows the source trees next to the folded graph. Needs a storyboard.
[[nodiscard]] Camera twinCamera(const SourceTwin& twin, Camera camera);

/// The camera that shows what the story wants to show, on a canvas of this size, with the labels of the blocks.
[[nodiscard]] Camera followingCamera(const SceneModel& model, const StoryState& state, const QRectF& canvas,
                                     const QFont& font);

} // namespace batchscope
