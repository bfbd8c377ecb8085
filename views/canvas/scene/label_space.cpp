// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/scene/label_space.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr double kCell = 64.0; // pixels

std::size_t cellsAlong(double length) {
    return static_cast<std::size_t>(std::ceil(std::max(length, 1.0) / kCell));
}

std::size_t cellAt(double offset, std::size_t count) {
    return static_cast<std::size_t>(std::clamp(offset / kCell, 0.0, static_cast<double>(count - 1)));
}

} // namespace

LabelSpace::LabelSpace(const QRectF& canvas)
    : m_canvas(canvas), m_columns(cellsAlong(canvas.width())), m_rows(cellsAlong(canvas.height())),
      m_cells(m_columns * m_rows) {}

LabelSpace::Cells LabelSpace::cellsOf(const QRectF& place) const {
    return {cellAt(place.left() - m_canvas.left(), m_columns), cellAt(place.top() - m_canvas.top(), m_rows),
            cellAt(place.right() - m_canvas.left(), m_columns), cellAt(place.bottom() - m_canvas.top(), m_rows)};
}

void LabelSpace::reserve(const QRectF& place) {
    const Cells cells = cellsOf(place);
    for (std::size_t row = cells.top; row <= cells.bottom; ++row) {
        for (std::size_t column = cells.left; column <= cells.right; ++column) {
            m_cells[row * m_columns + column].push_back(place);
        }
    }
}

bool LabelSpace::take(const QRectF& place) {
    if (!m_canvas.contains(place)) {
        return false;
    }
    const Cells cells = cellsOf(place);
    for (std::size_t row = cells.top; row <= cells.bottom; ++row) {
        for (std::size_t column = cells.left; column <= cells.right; ++column) {
            const auto& others = m_cells[row * m_columns + column];
            if (std::any_of(others.begin(), others.end(),
                            [&](const QRectF& other) { return other.intersects(place); })) {
                return false;
            }
        }
    }
    reserve(place);
    return true;
}

} // namespace batchscope
