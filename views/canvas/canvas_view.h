// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the picture as a widget: events in, camera and selection out. What is drawn is in scene_painter.h. It follows
// the story's own camera until the user pans or zooms; fitAll returns to that.
//
// Mouse: wheel zooms at the cursor, left or middle drag pans, a click selects, a double click shows the thing
// large. Arrows walk the graph: up to a consumer, down to the first argument, sideways to siblings.
#pragma once

#include "views/canvas/camera.h"
#include "views/canvas/graph_walk.h"
#include "views/canvas/hit_test.h"
#include "views/canvas/scene.h"
#include "views/session/playback.h"
#include "views/session/session.h"

#include <QTimer>
#include <QWidget>

namespace batchscope {

class CanvasView final : public QWidget {
    Q_OBJECT

public:
    CanvasView(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// Shows everything and follows the story again.
    void fitAll();
    /// Shows what is selected, large; fits all when nothing is.
    void focusSelection();
    void zoomIn();
    void zoomOut();
    [[nodiscard]] bool following() const { return m_following; }
    [[nodiscard]] const Camera& camera() const { return m_camera; }

    [[nodiscard]] QSize sizeHint() const override { return {960, 600}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 160}; }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Sight {
        std::vector<NodeId> nodes;
        std::vector<NodeId> edges;
    };

    void adoptSnapshot();
    void adoptTime();
    void refreshState();
    void follow();
    void zoomBy(QPointF pixel, double factor);
    void showBox(const Box& world);
    void select(const Hit& hit);
    void walk(WalkDirection direction);
    void describe();
    [[nodiscard]] Hit hitAt(QPointF pixel);
    [[nodiscard]] QString tipFor(const Hit& hit) const;
    [[nodiscard]] QString nodeTip(NodeId node) const;
    [[nodiscard]] bool selectionBox(Box& box) const;
    [[nodiscard]] QRectF canvas() const { return QRectF(rect()); }
    void paintEmpty(QPainter& painter) const;
    void draw(QPainter& painter);
    void findInSight(SceneOptions& options);

    Session& m_session;
    Playback& m_playback;
    SceneModel m_model;
    StoryState m_state;
    SceneIndex m_index;     // of m_state
    SceneIndex m_twinIndex; // of m_model.twin()
    Camera m_camera;
    QTimer m_settle; // after the last movement, draws once more with smooth edges
    bool m_stale = true;
    bool m_following = true;
    bool m_panning = false;
    bool m_dragged = false;
    QPointF m_pressed;
    QPointF m_last;
    NodeId m_hovered;
    Sight m_sight;
    Sight m_twinSight;
    int m_framesOfState = 0;
};

} // namespace batchscope
