// SPDX-License-Identifier: GPL-3.0-or-later
//
// The whole schedule at a glance, and the way to any moment of it. One bar per step, as tall as its batch is large, in
// the color of its op. Dragging scrubs, a click glides to a step, Left and Right step, Home and End jump.
#pragma once

#include "core/base/id.h"
#include "core/schedule/schedule.h"
#include "core/session/node_values.h"
#include "views/session/playback.h"
#include "views/session/session.h"

#include <QWidget>

#include <vector>

namespace batchscope {

// The geometry of the scrubber: which stops are in which pixel column, how tall a batch is. Pure, so that it is tested
// with tables.
//
// The axis is the time of the storyboard, 0 … end; a batch fills the interval before its stop. Heights are shares of
// the bar area, by the logarithm of the batch size, so that a batch of 1 is still visible next to one of 10,000.

struct StepBar {
    double left = 0.0; ///< pixels
    double right = 0.0;
    double height = 0.0; ///< 0 … 1; of the largest batch in it
    BatchId batch;       ///< that batch
};

/// A straight map between stops and pixels.
struct StepAxis {
    double left = 0.0;
    double width = 1.0;
    double end = 1.0; ///< last stop

    [[nodiscard]] double toPixel(double time) const { return left + width * time / end; }
    /// Clamped to the axis.
    [[nodiscard]] double toTime(double pixel) const;
};

/// One bar a batch; where several batches share a pixel, one bar a pixel.
[[nodiscard]] std::vector<StepBar> stepBars(const Schedule& schedule, const StepAxis& axis);

/// The batch whose time holds `time`; invalid before the first and after the last.
[[nodiscard]] BatchId batchUnder(const Schedule& schedule, double time);

class Scrubber final : public QWidget {
    Q_OBJECT

public:
    Scrubber(Session& session, Playback& playback, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, 34}; }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] const Schedule* schedule() const { return m_session.snapshot()->schedule.get(); }
    [[nodiscard]] StepAxis axis() const;
    [[nodiscard]] QString tipAt(double pixel) const;
    void paintBars(QPainter& painter, const QRectF& area);
    void paintOvertime(QPainter& painter, const QRectF& area) const;
    void paintMarks(QPainter& painter, const QRectF& area) const;
    void paintDots(QPainter& painter, double y, const QColor& color, const std::vector<BatchId>& steps) const;
    void paintPosition(QPainter& painter, const QRectF& area) const;
    void describe();

    Session& m_session;
    Playback& m_playback;
    DifferingNodes m_differing;  // of the present snapshot
    std::vector<StepBar> m_bars; // for m_barsWidth and m_barsRevision
    double m_barsWidth = -1.0;
    std::uint64_t m_barsRevision = 0;
    double m_pressed = 0.0;
    bool m_down = false;
    bool m_dragging = false;
};

} // namespace batchscope
