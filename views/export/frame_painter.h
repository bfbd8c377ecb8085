// SPDX-License-Identifier: GPL-3.0-or-later
//
// All writers get their pictures here, from the function that draws the canvas (paintScene), so that a file cannot
// differ from the screen. Works in any thread; each object is for one thread.
#pragma once

#include "views/canvas/scene/scene_model.h"
#include "views/export/export_request.h"

#include <QImage>
#include <QPainter>

namespace batchscope {

class FramePainter {
public:
    /// Of a checked request. Keeps what it needs.
    FramePainter(const Snapshot& snapshot, PictureLook look);

    [[nodiscard]] const PictureLook& look() const { return m_look; }
    [[nodiscard]] QSize size() const { return m_look.size; }
    /// The canvas that such a picture is drawn on: `size` divided by the scale, in pixels of the screen.
    [[nodiscard]] QSizeF canvas() const { return QSizeF(m_look.size) / m_look.scale; }

    /// The moment `time`, (0, 0) to canvas().
    void paint(QPainter& painter, double time) const;
    /// All of it; without transparency where the ground is filled.
    [[nodiscard]] QImage image(double time) const;

private:
    [[nodiscard]] Camera cameraFor(const StoryState& state, const QRectF& canvas) const;

    PictureLook m_look;
    SceneModel m_model;
};

} // namespace batchscope
