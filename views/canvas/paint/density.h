// SPDX-License-Identifier: GPL-3.0-or-later
//
// Below one pixel per unit, many nodes share a pixel. The pixel gets the mean of their colors, and of the background in
// proportion to the space they leave, so that a million nodes still show where they are dense and what they are.
// Letting the last node win would produce noise.
#pragma once

#include "views/canvas/scene/camera.h"

#include <QColor>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cstddef>

namespace batchscope {

class Density {
public:
    /// Red, green, blue from 0 to 255; 1. Four floats that are added at once.
    using Colour = float __attribute__((vector_size(16)));
    [[nodiscard]] static Colour colourOf(const QColor& colour);

    /// Over these pixels of the painter's device. Cells have `side` logical pixels, at most one device pixel. Only one
    /// Density of a thread may live at a time. It takes the memory of rowsShown() (raster.h). `grain`: device pixels of
    /// a pixel of the mean; more than 1 only on widgets.
    Density(QPainter& painter, const QRectF& canvas, const Camera& camera, double side, double grain = 1.0);

    /// A cell around this point of the world; parts outside the canvas are left out.
    void add(Point centre, Colour colour) {
        // One column and row more on each side, so that a cell across the border needs no test.
        const auto x = static_cast<float>(static_cast<double>(centre.x) * m_scale + m_left);
        const auto y = static_cast<float>(static_cast<double>(centre.y) * m_scale + m_up);
        if (!(x >= 0.0F && y >= 0.0F && x < m_right && y < m_down)) {
            return;
        }
        const int column = static_cast<int>(x);
        const int row = static_cast<int>(y);
        const Shares& across = m_shares[static_cast<std::size_t>((x - static_cast<float>(column)) * kPlaces)];
        const Shares& down = m_shares[static_cast<std::size_t>((y - static_cast<float>(row)) * kPlaces)];
        m_top = std::min(m_top, row);
        m_bottom = std::max(m_bottom, row + 2);
        Colour* const sum =
            m_sums + (static_cast<std::ptrdiff_t>(row) * (m_width + 2) + column); // NOLINTBEGIN(*-pointer-arithmetic)
        const Colour above = colour * down.here;
        const Colour below = colour * down.next;
        sum[0] += above * across.here;
        sum[1] += above * across.next;
        sum[m_width + 2] += below * across.here;
        sum[m_width + 3] += below * across.next; // NOLINTEND(*-pointer-arithmetic)
    }
    /// Puts what was added onto the painter's device.
    void flush();

private:
    static constexpr float kPlaces = 64.0F; ///< in a pixel; a table instead of an unpredictable branch
    /// How a cell that begins at some place of a pixel is divided between it and the next.
    struct Shares {
        float here;
        float next;
    };

    QPainter& m_painter;
    QRectF m_canvas;
    double m_ratio; ///< pixels of the mean a logical pixel
    double m_scale; ///< pixels of the mean a unit
    double m_left = 0.0;
    double m_up = 0.0;
    float m_right = 0.0F;
    float m_down = 0.0F;
    float m_side;         ///< of what is spread, in device pixels: thin things must not vanish
    float m_exact = 1.0F; ///< of it, what the cell really covers
    int m_width;
    int m_firstRow = 0; ///< of the canvas, that is shown
    int m_height = 0;   ///< rows that are shown
    std::array<Shares, static_cast<std::size_t>(kPlaces)> m_shares = {};
    Colour* m_sums = nullptr; ///< colors by covered share, and that share; with a border of one cell
    int m_top = 0;            ///< rows that were touched, half open
    int m_bottom = 0;
};

} // namespace batchscope
