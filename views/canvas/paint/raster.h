// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws cells and lines directly into one image, which is kept from frame to frame, so that a frame of a hundred
// thousand nodes takes a few milliseconds. QPainter takes about 100 ns for each rectangle and more for each line.
//
// Cells that touch in the world touch in the image: their borders are rounded, not their sizes, so that gaps of varying
// width do not form a pattern.
#pragma once

#include <QColor>
#include <QImage>
#include <QPainter>

#include <array>
#include <cstddef>

namespace batchscope {

/// One color for smooth lines, by how much of a pixel they cover. Of two lines of one ink that cross, a pixel keeps
/// the larger share: crossings make no blots, and the order does not matter.
class Ink {
public:
    /// Any alpha of the color is left out.
    explicit Ink(const QColor& colour);
    /// Premultiplied; `share` of 256, at most.
    [[nodiscard]] QRgb at(std::size_t share) const { return m_shades[share]; }

private:
    std::array<QRgb, 257> m_shades;
};

class Raster {
public:
    /// Over these pixels of the painter's device, clear. Only one Raster of a thread may live at a time.
    Raster(QPainter& painter, const QRectF& canvas);
    ~Raster();
    Raster(const Raster&) = delete;
    Raster& operator=(const Raster&) = delete;
    Raster(Raster&&) = delete;
    Raster& operator=(Raster&&) = delete;

    /// A square of `side` pixels around the center, at least one device pixel; clipped.
    void cell(QPointF centre, double side, QRgb colour);
    /// One device pixel wide, without smooth edges; clipped.
    void line(QPointF from, QPointF to, QRgb colour);
    /// As many pixels wide, smooth; clipped. Each pixel takes the share that is covered on the line's shorter axis. All
    /// smooth lines of one Raster have one ink, and nothing else is drawn into it.
    void smoothLine(QPointF from, QPointF to, double width, const Ink& ink);
    /// Puts what was drawn onto the painter's device.
    void flush();

private:
    void touch(int left, int top, int right, int bottom);

    QPainter& m_painter;
    QRectF m_canvas;
    double m_ratio;
    int m_width; ///< of the canvas, in device pixels
    int m_height;
    QImage& m_image;
    QRgb* m_pixels;
    int m_left; ///< what was drawn on, as half-open ranges
    int m_top;
    int m_right = 0;
    int m_bottom = 0;
};

} // namespace batchscope
