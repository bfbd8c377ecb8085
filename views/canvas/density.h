// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: below a pixel a unit many nodes share a pixel. It takes the mean of their colours, and as much of the ground as
// they leave, so that a million nodes still show where they are dense and what they are; the last writer would make
// noise of it.
#pragma once

#include <QColor>
#include <QPainter>

#include <array>
#include <vector>

namespace batchscope {

class Density {
public:
    using Colour = std::array<float, 4>; ///< red, green, blue from 0 to 255; 1
    [[nodiscard]] static Colour colourOf(const QColor& colour);

    /// Over these pixels of the painter's device. Cells have `side` logical pixels, at most one device pixel. Only one
    /// Density of a thread may live at a time.
    Density(QPainter& painter, const QRectF& canvas, double side);

    /// A cell around the centre; what lies off the canvas is left out.
    void add(QPointF centre, const Colour& colour);
    /// Puts what was added onto the painter's device.
    void flush();

private:
    QPainter& m_painter;
    QRectF m_canvas;
    double m_ratio;
    float m_side;  ///< of what is spread, in device pixels: thin things must not vanish
    float m_exact; ///< of it, what the cell really covers
    int m_width;
    int m_height;
    std::vector<Colour>& m_sums; ///< colours by covered share, and that share; with a border of one cell
    int m_top;                   ///< rows that were touched, half open
    int m_bottom = 0;
};

} // namespace batchscope
