// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs as rows of spans over one axis of time. The wheel zooms at the cursor, dragging moves, a double click fits
// the runs that are not cold; a click on a span goes to its batch, or selects its node in a run of single nodes.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/time_lanes.h"
#endif
#include "views/timeline/time_axis.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace batchscope {

class TimeLineChart final : public QWidget {
    Q_OBJECT

public:
    explicit TimeLineChart(QWidget* parent = nullptr);

    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    /// The batch that the picture shows, marked in the runs that have it.
    void setPresent(BatchId batch);

    [[nodiscard]] const std::vector<TimeLane>& lanes() const { return m_lanes; }
    /// The middle of a span, in pixels.
    [[nodiscard]] QPointF placeOf(std::size_t lane, const TimeSpan& span) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void batchChosen(batchscope::BatchId batch);
    void nodeChosen(batchscope::NodeId node);
    /// Left and right keys: -1 or 1.
    void stepAsked(int direction);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    struct Hit {
        std::size_t lane = 0;
        std::size_t span = 0;
        bool operator==(const Hit&) const = default;
    };

    void fitAxis();
    [[nodiscard]] QRectF rowOf(std::size_t lane) const;
    /// Of a run's row, the part below its title.
    [[nodiscard]] QRectF bandOf(std::size_t lane) const;
    [[nodiscard]] QRectF boxIn(const QRectF& band, const TimeSpan& span) const;
    [[nodiscard]] std::optional<Hit> hitAt(QPointF pixel) const;
    [[nodiscard]] QColor colorOf(const TimeLane& lane, const TimeSpan& span) const;
    [[nodiscard]] QString labelOf(const TimeLane& lane, const TimeSpan& span) const;
    void paintLane(QPainter& painter, std::size_t index) const;
    void paintAxis(QPainter& painter) const;
    void choose(const Hit& hit);
    void describe();

    std::shared_ptr<const Snapshot> m_snapshot;
    std::shared_ptr<const OpGraph> m_graph; ///< whose runs the axis is for
    std::vector<TimeLane> m_lanes;
    TimeAxis m_axis;
    BatchId m_present;
    std::optional<Hit> m_hovered;
    QPointF m_pressed;
    QPointF m_moved;
    bool m_isDown = false;
    bool m_isDragging = false;
};

} // namespace batchscope
