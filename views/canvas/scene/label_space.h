// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ensures that no two texts overlap, at any zoom and any moment, whoever draws them. Each label of a frame first asks
// for its place; a label that gets none is not drawn (tooltips and tables still show it). Whatever is above the
// picture, such as the legend, reserves its place before all others.
#pragma once

#include <QRectF>

#include <cstddef>
#include <vector>

namespace batchscope {

class LabelSpace {
public:
    /// Labels must be completely on the canvas: half a number is a wrong number.
    explicit LabelSpace(const QRectF& canvas);

    /// Takes the place, whatever is there.
    void reserve(const QRectF& place);
    /// Takes the place if it is on the canvas and free; false, and nothing changes, if not.
    [[nodiscard]] bool take(const QRectF& place);

private:
    struct Cells {
        std::size_t left;
        std::size_t top;
        std::size_t right; ///< inclusive
        std::size_t bottom;
    };
    [[nodiscard]] Cells cellsOf(const QRectF& place) const;

    QRectF m_canvas;
    std::size_t m_columns;
    std::size_t m_rows;
    std::vector<std::vector<QRectF>> m_cells; ///< places, by the squares that they touch
};

} // namespace batchscope
