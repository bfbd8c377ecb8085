// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the picture as a widget: events in, camera and selection out. What is drawn is in scene_painter.h. It follows
// the story's own camera until the user pans or zooms; fitAll returns to that.
//
// Mouse: wheel zooms at the cursor, left, middle or Space drag pans, Shift drag zooms into a box, a click selects (on
// the legend: searches for that op; on the small map: goes there), a Ctrl+click marks a second node beside the selected
// one, a double click shows the thing large, a right click asks for a menu (menuAsked). Arrows walk the graph: up to a
// consumer, down to the first argument, sideways to siblings. Space alone plays and pauses.
#pragma once

#include "views/canvas/camera.h"
#include "views/canvas/focus_box.h"
#include "views/canvas/graph_walk.h"
#include "views/canvas/hit_test.h"
#include "views/canvas/minimap.h"
#include "views/canvas/reach.h"
#include "views/canvas/scene.h"
#include "views/canvas/view_history.h"
#include "views/session/playback.h"
#include "views/session/session.h"

#include <QTimer>
#include <QWidget>

#include <optional>

namespace batchscope {

class FindBar;

class CanvasView final : public QWidget {
    Q_OBJECT

public:
    CanvasView(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// Shows everything and follows the story again.
    void fitAll();
    /// Shows what is selected, large; fits all when nothing is.
    void focusSelection();
    /// Shows a tree large, where the source trees are shown; the selection stays.
    void showTree(TreeId tree);
    void zoomIn();
    void zoomOut();
    /// To where one looked before, and forward again: view, selection and moment.
    void goBack();
    void goForward();
    /// The bar over the canvas: a search for nodes, or a place to go to.
    void openFind();
    void openGoTo();
    /// Selects the next (previous) node that was found, and brings it into view.
    void findNext();
    void findPrevious();
    /// Shows a place as core/session/go_to.h reads it.
    [[nodiscard]] Status goTo(const QString& place);
    /// Nodes that differ from another picture beside this one, ascending.
    void setMarked(std::vector<NodeId> nodes);
    [[nodiscard]] const std::vector<NodeId>& marked() const { return m_marked; }
    [[nodiscard]] bool following() const { return m_following; }
    [[nodiscard]] const Camera& camera() const { return m_camera; }

    // What canvas_accessible.h tells of the picture.
    [[nodiscard]] bool hasNode(NodeId node) const { return node.valid() && node.index() < m_state.nodes.size(); }
    /// Up to so many nodes in sight, by id: those nearest to the selected one, or to the middle.
    [[nodiscard]] std::vector<NodeId> nearestNodes(std::size_t most) const;
    [[nodiscard]] QRectF nodeRect(NodeId node) const;
    [[nodiscard]] NodeId nodeAt(QPointF pixel) { return hitAt(pixel).node; }
    [[nodiscard]] NodeId selectedNode() const { return m_playback.focus().node; }
    /// `leaf “film”, node 109`.
    [[nodiscard]] QString nodeName(NodeId node) const;
    /// Tree, level, step and row, in words.
    [[nodiscard]] QString nodeText(NodeId node) const;
    void chooseNode(NodeId node);
    /// What is selected, as one thing: a node before the batch and tree that it names.
    [[nodiscard]] Hit selection() const;
    /// `leaf “film”, node 109`, `step 5, children ×7`, `tree 3`; empty when nothing is selected.
    [[nodiscard]] QString selectionName() const;
    /// The name, and what the tool tip tells, in one line; of a tree its words.
    [[nodiscard]] QString selectionText() const;
    /// Marked by Ctrl+click, beside the selected one; a plain click or Escape ends it. Invalid: none.
    [[nodiscard]] NodeId secondNode() const { return m_second; }

    /// A node is hit within a square of so many pixels, whatever the zoom; the nearest one of several.
    static constexpr double kTargetSide = 16.0;

    [[nodiscard]] QSize sizeHint() const override { return {960, 600}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 160}; }

signals:
    /// A right click or the Menu key: on a node, a batch, a tree (selected by now), or on nothing.
    void menuAsked(const batchscope::Hit& on, const QPoint& globalPlace);

protected:
    bool event(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
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
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
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
    void showBox(const Box& world, double greatestScale = kLargeScale);
    void select(const Hit& hit);
    void markSecond(NodeId node);
    void walk(WalkDirection direction);
    void describe();
    [[nodiscard]] Hit hitAt(QPointF pixel);
    [[nodiscard]] QString tipFor(const Hit& hit) const;
    [[nodiscard]] QString nodeTip(NodeId node) const;
    void connectSearch();
    void selectFound(NodeId node);
    void keepInView(NodeId node);
    void placeFindBar();
    void noteView();
    void restore(const ViewPlace& place);
    [[nodiscard]] ViewPlace presentPlace() const;
    [[nodiscard]] std::optional<Minimap> minimap() const;
    [[nodiscard]] bool clickLegend(QPointF pixel);
    void moveByMinimap(QPointF pixel);
    void drag(QPointF place);
    void zoomIntoBox();
    void paintZoomBox(QPainter& painter) const;
    static constexpr double kLargeScale = 64.0;
    enum class Drag { None, Pan, Map, Box };
    enum class Space { Up, Held, Used };
    [[nodiscard]] QRectF canvas() const { return QRectF(rect()); }
    void paintEmpty(QPainter& painter) const;
    void draw(QPainter& painter);
    void findInSight(SceneOptions& options);
    void addMarks(SceneOptions& options);

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
    Drag m_drag = Drag::None;
    Space m_space = Space::Up;
    bool m_dragged = false;
    QPointF m_pressed;
    QPointF m_last;
    NodeId m_hovered;
    NodeId m_second;
    std::vector<NodeId> m_marked;
    Sight m_sight;
    Sight m_twinSight;
    int m_framesOfState = 0;
    Reach m_reach; // of the selected node
    MinimapPicture m_minimapPicture;
    ViewHistory m_history;
    QTimer m_noteView; // a place is noted when one has stopped there
    Around m_around = Around::Neighbours;
    Focus m_aroundOf;
    FindBar* m_findBar = nullptr;
};

} // namespace batchscope
