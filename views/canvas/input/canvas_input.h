// SPDX-License-Identifier: GPL-3.0-or-later
//
// Handles mouse, keys and tooltips of the canvas: turns events into moves, selections and requests.
// widget/canvas_view.h describes what each event does.
#pragma once

#include "views/canvas/input/canvas_navigation.h"
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

/// The parts that events act on.
struct CanvasParts {
    Playback& playback;
    CanvasSight& sight;
    CanvasNavigation& navigation;
};

class CanvasInput final : public QObject {
    Q_OBJECT

public:
    /// Uses the cursor, the tooltips and the size of `widget`.
    CanvasInput(QWidget& widget, const CanvasParts& parts) : m_widget(widget), m_parts(parts) {}

    /// Returns true if the event needs no further handling; any other event is left to the widget.
    bool handle(QEvent& event);

signals:
    /// Emitted on a right click or the Menu key: on a node, batch or tree, which is selected by then, or on nothing.
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
    void setDrag(Drag drag);
    [[nodiscard]] bool clickCaption(QPointF pixel);
    [[nodiscard]] bool isOverMap(QPointF pixel) const;
    [[nodiscard]] QRectF canvas() const;

    QWidget& m_widget;
    CanvasParts m_parts;
    Drag m_drag = Drag::None;
    Space m_space = Space::Up;
    bool m_dragged = false; // far enough not to be a click
    QPointF m_pressed;
    QPointF m_last;
};

} // namespace batchscope
