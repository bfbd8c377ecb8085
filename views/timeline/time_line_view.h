// SPDX-License-Identifier: GPL-3.0-or-later
//
// The *Timeline* tab: the recorded runs on one time axis, and below it a note about what the axis cannot show.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 cannot read <concepts>, which the core's headers include
#include "core/session/time_bars.h"
#endif
#include "views/models/live_view.h"

#include <QString>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;

namespace batchscope {

// Shows runs as rows of spans on one time axis. The wheel zooms at the cursor, dragging moves, a double click fits the
// runs that are not cold; a click on a span goes to its batch, or selects its node in a run of single nodes.

class TimeLineChart final : public QWidget {
    Q_OBJECT

public:
    explicit TimeLineChart(QWidget* parent = nullptr);

    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    /// Sets the batch that the picture shows, which is marked in the runs that have it.
    void setPresent(BatchId batch);

    [[nodiscard]] const std::vector<TimeLane>& lanes() const { return m_lanes; }
    /// The center of a span, in pixels.
    [[nodiscard]] QPointF placeOf(std::size_t lane, const TimeSpan& span) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void batchChosen(batchscope::BatchId batch);
    void nodeChosen(batchscope::NodeId node);
    /// Emitted on the Left (-1) and Right (1) keys.
    void stepAsked(int direction);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Hit {
        std::size_t lane = 0;
        std::size_t span = 0;
    };

    /// Shows all runs but the first, which may be a hundred times as long as the others; zooming out shows it.
    void fit();
    /// Shows this time, in nanoseconds, as far as the runs last that long.
    void show(double from, double to);
    /// Zooms so that the time at `pixel` stays there; a `factor` above 1 enlarges.
    void zoomAt(double pixel, double factor);
    [[nodiscard]] double toPixel(double time) const;
    [[nodiscard]] double toTime(double pixel) const;
    [[nodiscard]] double endOfRuns(bool withFirst) const;
    [[nodiscard]] QRectF rowOf(std::size_t lane) const;
    /// The part of a run's row below its title.
    [[nodiscard]] QRectF bandOf(std::size_t lane) const;
    [[nodiscard]] QRectF boxIn(const QRectF& band, const TimeSpan& span) const;
    [[nodiscard]] std::optional<Hit> hitAt(QPointF pixel) const;
    [[nodiscard]] QColor colorOf(const TimeLane& lane, const TimeSpan& span) const;
    [[nodiscard]] QString labelOf(const TimeLane& lane, const TimeSpan& span) const;
    void paintLane(QPainter& painter, std::size_t index) const;
    void paintAxis(QPainter& painter) const;
    void choose(const Hit& hit);

    std::shared_ptr<const Snapshot> m_snapshot;
    std::vector<TimeLane> m_lanes;
    double m_from = 0.0; ///< the visible time, in nanoseconds
    double m_to = 1.0;
    BatchId m_present;
    QPointF m_pressed;
    QPointF m_moved;
    bool m_isDown = false;
    bool m_isDragging = false;
};

class TimeLineView final : public LiveView {
    Q_OBJECT

public:
    TimeLineView(Session& session, Playback& playback, QWidget* parent = nullptr);

    [[nodiscard]] TimeLineChart& chart() const { return *m_chart; }

protected:
    void catchUp(const Changes& changes) override;

private:
    TimeLineChart* m_chart;
    QLabel* m_legend;
    QLabel* m_note;
};

} // namespace batchscope
