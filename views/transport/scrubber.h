// SPDX-License-Identifier: GPL-3.0-or-later
//
// The whole schedule at a glance, with access to any moment. There is one bar per step: its height is the batch size,
// its color the op. Dragging scrubs, a click glides to a step, Left and Right step, Home and End jump.
#pragma once

#include "core/base/id.h"
#include "core/schedule/schedule.h"
#include "core/session/node_values.h"
#include "views/session/playback.h"
#include "views/session/session.h"

#include <QWidget>

#include <vector>

namespace batchscope {

// The geometry of the scrubber: pixel columns of stops, and heights of bars. Pure functions, tested with tables.
//
// The axis is the time of the storyboard, 0 … end; a batch fills the interval before its stop. Bar heights are
// proportional to the batch size, with a minimum that keeps small batches visible.

struct StepBar {
    double left = 0.0; ///< pixels
    double right = 0.0;
    double height = 0.0; ///< 0 … 1; for the largest batch in the bar
    BatchId batch;       ///< the largest batch in the bar
};

/// A linear map between stops and pixels.
struct StepAxis {
    double left = 0.0;
    double width = 1.0;
    double end = 1.0; ///< last stop

    [[nodiscard]] double toPixel(double time) const { return left + width * time / end; }
    /// Clamped to the axis.
    [[nodiscard]] double toTime(double pixel) const;
};

/// One bar per batch; where several batches share a pixel, one bar per pixel.
[[nodiscard]] std::vector<StepBar> stepBars(const Schedule& schedule, const StepAxis& axis);

/// The batch whose interval contains `time`; invalid before the first and after the last batch.
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
    void paintBars(QPainter& painter, const QRectF& area) const;
    void paintOvertime(QPainter& painter, const QRectF& area) const;
    void paintMarks(QPainter& painter, const QRectF& area) const;
    void paintDots(QPainter& painter, double y, const QColor& color, const std::vector<BatchId>& steps) const;
    void paintPosition(QPainter& painter, const QRectF& area) const;
    void describe();

    Session& m_session;
    Playback& m_playback;
    DifferingNodes m_differing; // for the current snapshot
    double m_pressed = 0.0;
    bool m_down = false;
    bool m_dragging = false;
};

} // namespace batchscope
