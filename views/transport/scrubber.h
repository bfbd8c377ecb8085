// SPDX-License-Identifier: GPL-3.0-or-later
//
// The whole schedule at a glance, and the way to any moment of it. One bar per step, as tall as its batch is large, in
// the color of its op. Dragging scrubs, a click glides to a step, Left and Right step, Home and End jump.
#pragma once

#include "core/session/node_values.h"
#include "views/session/playback.h"
#include "views/session/session.h"
#include "views/transport/step_bars.h"

#include <QWidget>

namespace batchscope {

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
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] const Schedule* schedule() const { return m_session.snapshot()->schedule.get(); }
    [[nodiscard]] StepAxis axis() const;
    [[nodiscard]] QString tipAt(double pixel) const;
    void paintBars(QPainter& painter, const QRectF& area);
    void paintOvertime(QPainter& painter, const QRectF& area) const;
    void paintMarks(QPainter& painter, const QRectF& area) const;
    void paintBookmarks(QPainter& painter, const QRectF& area) const;
    void paintDiffering(QPainter& painter, const QRectF& area) const;
    void paintBreakpoints(QPainter& painter, const QRectF& area, const std::vector<BatchId>& hits) const;
    void paintFound(QPainter& painter, const QRectF& area, const std::vector<std::uint32_t>& found) const;
    void paintPosition(QPainter& painter, const QRectF& area) const;
    void describe();

    Session& m_session;
    Playback& m_playback;
    DifferingNodes m_differing;  // of the present snapshot
    std::vector<StepBar> m_bars; // for m_barsWidth and m_barsRevision
    double m_barsWidth = -1.0;
    std::uint64_t m_barsRevision = 0;
    double m_pressed = 0.0;
    double m_hovered = -1.0;
    bool m_down = false;
    bool m_dragging = false;
};

} // namespace batchscope
