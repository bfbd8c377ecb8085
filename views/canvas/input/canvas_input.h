// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mouse, keys and tool tips of the canvas: events in; moves, selection and questions out. What they do is said in
// widget/canvas_view.h.
#pragma once

#include "views/canvas/input/canvas_navigation.h"
#include "views/canvas/input/canvas_selection.h"
#include "views/canvas/input/canvas_sight.h"
#include "views/session/session.h"

#include <QObject>
#include <QPoint>
#include <QRectF>

class QContextMenuEvent;
class QHelpEvent;
class QKeyEvent;
class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace batchscope {

/// What the events act on.
struct CanvasParts {
    Playback& playback;
    CanvasSight& sight;
    CanvasSelection& selection;
    CanvasNavigation& navigation;
};

class CanvasInput final : public QObject {
    Q_OBJECT

public:
    /// Cursor, tool tips and the size are those of `widget`.
    CanvasInput(QWidget& widget, const CanvasParts& parts) : m_widget(widget), m_parts(parts) {}

    /// True for an event that is done with; any other is the widget's.
    bool handle(QEvent& event);

    [[nodiscard]] NodeId hovered() const { return m_hovered; }
    /// The nodes are others now.
    void forgetHovered() { m_hovered = NodeId(); }

signals:
    /// A right click or the Menu key: on a node, a batch, a tree (selected by now), or on nothing.
    void menuAsked(const batchscope::Hit& on, const QPoint& globalPlace);

private:
    enum class Drag { None, Pan, Map };
    enum class Space { Up, Held, Used };

    [[nodiscard]] bool handleWhenEnabled(QEvent& event);
    bool press(const QMouseEvent& event);
    void move(QPointF place);
    void drag(QPointF place);
    bool release(const QMouseEvent& event);
    bool doubleClick(const QMouseEvent& event);
    void wheel(QWheelEvent& event);
    bool pressKey(const QKeyEvent& event);
    bool releaseKey(const QKeyEvent& event);
    void askMenu(QContextMenuEvent& event);
    void showTip(const QHelpEvent& event);
    void leave();
    void setDrag(Drag drag);
    [[nodiscard]] bool clickCaption(QPointF pixel);
    [[nodiscard]] bool isOverMap(QPointF pixel) const;
    [[nodiscard]] QRectF canvas() const;

    QWidget& m_widget;
    CanvasParts m_parts;
    Drag m_drag = Drag::None;
    Space m_space = Space::Up;
    bool m_dragged = false; // so far that it is not a click
    QPointF m_pressed;
    QPointF m_last;
    NodeId m_hovered;
};

} // namespace batchscope
