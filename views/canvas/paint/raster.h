// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws cells and lines directly into one image, which is reused for each frame, so that a frame of a hundred thousand
// nodes takes a few milliseconds. QPainter takes about 100 ns per rectangle and more per line.
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

/// One color for smooth lines, in shades by how much of a pixel they cover. Where two lines of one ink cross, a pixel
/// keeps the larger share: crossings make no blots, and the order does not matter.
class Ink {
public:
    /// Ignores the alpha of the color.
    explicit Ink(const QColor& color);
    /// The premultiplied color for a share of at most 256.
    [[nodiscard]] QRgb at(std::size_t share) const { return m_shades[share]; }

private:
    std::array<QRgb, 257> m_shades;
};

class Raster {
public:
    /// Covers these pixels of the painter's device and is clear at first. At most one Raster may exist per thread.
    Raster(QPainter& painter, const QRectF& canvas);
    ~Raster();
    Raster(const Raster&) = delete;
    Raster& operator=(const Raster&) = delete;
    Raster(Raster&&) = delete;
    Raster& operator=(Raster&&) = delete;

    /// Draws a square of `side` pixels around the center, at least one device pixel wide; clipped.
    void cell(QPointF center, double side, QRgb color);
    /// Draws a line that is one device pixel wide, without smooth edges; clipped.
    void line(QPointF from, QPointF to, QRgb color);
    /// Draws a smooth line that is `width` pixels wide; clipped. Each pixel takes the share that is covered on the
    /// line's shorter axis. All smooth lines of one Raster have one ink, and nothing else is drawn into it.
    void smoothLine(QPointF from, QPointF to, double width, const Ink& ink);
    /// Puts what was drawn onto the painter's device.
    void flush();

private:
    void touch(int left, int top, int right, int bottom);

    QPainter& m_painter;
    QRectF m_canvas;
    double m_ratio;
    int m_width; ///< width of the canvas in device pixels
    int m_height;
    QImage& m_image;
    QRgb* m_pixels;
    int m_left; ///< bounds of what was drawn, as half-open ranges
    int m_top;
    int m_right = 0;
    int m_bottom = 0;
};

} // namespace batchscope
