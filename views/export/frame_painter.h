// SPDX-License-Identifier: GPL-3.0-or-later
//
// All writers get their pictures here, from the function that draws the canvas (paintScene), so that a file cannot
// differ from the screen. Works in any thread; each object is for one thread.
#pragma once

#include "core/base/progress.h"
#include "views/canvas/scene/reach.h"
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
    /// All of it as an image, or these rows of it: the same, but for the smoothness of lines that cross the border.
    [[nodiscard]] QImage image(double time) const;
    [[nodiscard]] QImage rows(double time, int first, int count) const;
    /// The picture made smaller for a preview, at most of this size; strip by strip, so that a large one takes no more
    /// memory than its file does. Null when stopped.
    [[nodiscard]] QImage thumbnail(double time, QSize most, const RunControl& control) const;
    /// Rows of a strip of some ten MiB.
    [[nodiscard]] int rowsOfStrip() const;

private:
    [[nodiscard]] Camera cameraFor(const StoryState& state, const QRectF& canvas) const;
    [[nodiscard]] QImage blank(QSize size, double ratio) const;

    PictureLook m_look;
    SceneModel m_model;
    Reach m_reach; // of the selected node
};

} // namespace batchscope
