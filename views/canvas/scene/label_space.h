// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: no text may lie on another, at any zoom and any moment, whoever draws it. Each label of a frame asks for its
// place first; what gets none is not drawn (tool tips and tables still tell it). What stands above the picture, like
// the legend, reserves its place before all others.
#pragma once

#include <QRectF>

#include <cstddef>
#include <vector>

namespace batchscope {

class LabelSpace {
public:
    /// Labels must lie wholly on the canvas: half a number is a wrong number.
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
