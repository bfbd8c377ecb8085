// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: one function draws the picture, for the screen, for PNG files and for headless export, so that they cannot
// differ.
#pragma once

#include "views/canvas/scene.h"

#include <QImage>
#include <QPainter>
#include <QSize>

namespace batchscope {

/// Draws the whole frame, ground and overlays included. The scene's model must have a picture.
void paintScene(QPainter& painter, const Scene& scene);

/// The picture at `time` as the canvas shows it when it follows the story, on any device (SVG, PDF); an empty ground
/// when the snapshot has no picture. Needs a QGuiApplication (offscreen will do).
void paintPicture(QPainter& painter, const Snapshot& snapshot, double time, const Focus& focus, const Theme& theme,
                  QSize size);

/// The same as an image.
[[nodiscard]] QImage renderPicture(const Snapshot& snapshot, double time, const Focus& focus, const Theme& theme,
                                   QSize size);

/// The caption in plain words for this moment; empty without a schedule.
[[nodiscard]] QString captionText(const SceneModel& model, double time);

/// The camera that shows a view box of the story in a canvas of this size.
[[nodiscard]] Camera followingCamera(const Box& view, const QRectF& canvas, const QFont& font);

} // namespace batchscope
