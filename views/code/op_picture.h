// SPDX-License-Identifier: GPL-3.0-or-later
//
// The body of an op as boxes and arrows in the colors of the theme, wherever they were placed. At first the whole
// picture is visible; the wheel zooms at the pointer, dragging pans, and a double click (or 0) shows the whole picture
// again. Pointing at a box explains its rows.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/layout/diagram.h"
#endif

#include <QPointF>
#include <QStringList>
#include <QWidget>

#include <cstddef>
#include <optional>
#include <vector>

namespace batchscope {

struct Theme;

class OpPicture final : public QWidget {
    Q_OBJECT

public:
    explicit OpPicture(QWidget* parent = nullptr);

    /// `tips` by box. All of it is seen.
    void show(std::vector<OpBox> boxes, PlacedDiagram placed);
    void setTips(QStringList tips);
    void clear();

    void fit();
    /// Keeps what is at `centre` (widget coordinates) there.
    void zoom(double factor, QPointF centre);
    /// The box at a place of the widget.
    [[nodiscard]] std::optional<std::size_t> boxAt(QPointF position) const;
    /// The position of a box in the widget.
    [[nodiscard]] QRectF rectOf(std::size_t box) const;
    /// What is shown; empty when nothing is.
    [[nodiscard]] const PlacedDiagram& placed() const { return m_placed; }

    [[nodiscard]] QSize sizeHint() const override { return {300, 260}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void paintArrow(QPainter& painter, const std::vector<Point>& points, const Theme& theme) const;
    void paintBox(QPainter& painter, std::size_t box, const Theme& theme) const;
    [[nodiscard]] QPointF toWidget(Point point) const;

    std::vector<OpBox> m_boxes;
    PlacedDiagram m_placed;
    QStringList m_tips;
    double m_scale = 1.0; // pixels a unit
    QPointF m_origin;     // where 0, 0 of the diagram is
    QPointF m_dragged;    // from here
    bool m_fitted = true;
};

} // namespace batchscope
