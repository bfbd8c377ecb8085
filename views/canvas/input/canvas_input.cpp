// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/input/canvas_input.h"

#include "views/canvas/paint/caption_strip.h"
#include "views/canvas/paint/scene_painter.h"
#include "views/canvas/scene/node_names.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <QWidget>

#include <cmath>
#include <utility>

namespace batchscope {

namespace {

bool isPanButton(const QMouseEvent& event) {
    return event.button() == Qt::LeftButton || event.button() == Qt::MiddleButton;
}

/// True for Space without modifiers. Space drags while it is held down; pressed alone, it plays on its release.
bool isSpaceAlone(const QKeyEvent& key) {
    return key.key() == Qt::Key_Space && key.modifiers() == Qt::NoModifier;
}

} // namespace

QRectF CanvasInput::canvas() const {
    return m_widget.rect();
}

bool CanvasInput::handle(QEvent& event) {
    switch (event.type()) {
    case QEvent::ShortcutOverride:
        if (!isSpaceAlone(static_cast<QKeyEvent&>(event))) {
            return false;
        }
        event.accept();
        return true;
    case QEvent::ToolTip: showTip(static_cast<QHelpEvent&>(event)); return true;
    case QEvent::FocusOut: m_space = Space::Up; return false; // the key may be released elsewhere
    default: return m_widget.isEnabled() && handleWhenEnabled(event);
    }
}

bool CanvasInput::handleWhenEnabled(QEvent& event) {
    switch (event.type()) {
    case QEvent::MouseButtonPress: return press(static_cast<QMouseEvent&>(event));
    case QEvent::MouseMove: move(static_cast<QMouseEvent&>(event).position()); return true;
    case QEvent::MouseButtonRelease: return release(static_cast<QMouseEvent&>(event));
    case QEvent::MouseButtonDblClick: return doubleClick(static_cast<QMouseEvent&>(event));
    case QEvent::Wheel: wheel(static_cast<QWheelEvent&>(event)); return true;
    case QEvent::KeyPress: return pressKey(static_cast<QKeyEvent&>(event));
    case QEvent::KeyRelease: return releaseKey(static_cast<QKeyEvent&>(event));
    case QEvent::ContextMenu: askMenu(static_cast<QContextMenuEvent&>(event)); return true;
    default: return false;
    }
}

void CanvasInput::setDrag(Drag drag) {
    m_drag = drag;
    m_parts.sight.setHand(drag == Drag::None ? CanvasSight::Hand::Free : CanvasSight::Hand::Holding);
}

bool CanvasInput::isOverMap(QPointF pixel) const {
    const auto map = m_parts.sight.minimap();
    return map && map->box.contains(pixel);
}

bool CanvasInput::press(const QMouseEvent& event) {
    if (!isPanButton(event)) {
        return false;
    }
    const bool left = event.button() == Qt::LeftButton;
    m_pressed = event.position();
    m_last = m_pressed;
    m_dragged = !left || m_space != Space::Up;
    if (left && isOverMap(m_pressed)) {
        setDrag(Drag::Map);
        m_parts.sight.lookAtMap(m_pressed);
    } else {
        setDrag(Drag::Pan);
        m_space = m_space == Space::Held ? Space::Used : m_space;
    }
    return true;
}

void CanvasInput::move(QPointF place) {
    if (m_drag != Drag::None) {
        drag(place);
        return;
    }
    const bool clickable = m_parts.sight.hitAt(place).any() || m_parts.sight.captionStrip().button.contains(place);
    m_widget.setCursor(m_space != Space::Up ? Qt::OpenHandCursor
                       : clickable          ? Qt::PointingHandCursor
                                            : Qt::ArrowCursor);
}

void CanvasInput::drag(QPointF place) {
    m_dragged = m_dragged || (place - m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if (!m_dragged || !m_parts.sight.picture().model().hasPicture()) {
        return;
    }
    if (m_drag == Drag::Map) {
        m_parts.sight.lookAtMap(place);
    } else {
        m_parts.sight.pan(place - m_last);
        m_widget.setCursor(Qt::ClosedHandCursor);
    }
    m_last = place;
    m_widget.update();
}

bool CanvasInput::release(const QMouseEvent& event) {
    if (m_drag == Drag::None || !isPanButton(event)) {
        return false;
    }
    const Drag ended = m_drag;
    setDrag(Drag::None);
    m_widget.setCursor(m_space != Space::Up ? Qt::OpenHandCursor : Qt::ArrowCursor);
    if (ended != Drag::Map && !m_dragged && event.button() == Qt::LeftButton && !clickCaption(event.position())) {
        const Hit hit = m_parts.sight.hitAt(event.position());
        if (event.modifiers() != Qt::ControlModifier) {
            m_parts.sight.select(hit);
        } else if (hit.node.valid()) {
            m_parts.playback.markSecond(hit.node);
        }
    }
    m_dragged = false;
    m_widget.update();
    return true;
}

bool CanvasInput::doubleClick(const QMouseEvent& event) {
    if (isOverMap(event.position())) { // on the map, two quick clicks are two single clicks
        return press(event);
    }
    if (event.button() == Qt::LeftButton) {
        m_parts.sight.select(m_parts.sight.hitAt(event.position()));
        m_parts.navigation.focusSelection();
    }
    return true;
}

/// Opens the reason on a click on its button, and closes it on a click on the open reason.
bool CanvasInput::clickCaption(QPointF pixel) {
    const CaptionStrip strip = m_parts.sight.captionStrip();
    const bool isOpen = m_parts.sight.reasonLayer() == ReasonLayer::Open;
    if (!(isOpen ? strip.box : strip.button).contains(pixel)) {
        return false;
    }
    m_parts.playback.setReasonsShown(!isOpen);
    return true;
}

void CanvasInput::wheel(QWheelEvent& event) {
    constexpr double kPerNotch = 1.2;
    constexpr double kNotch = 120.0;
    const double notches = event.angleDelta().y() / kNotch;
    if (notches != 0.0) {
        m_parts.sight.zoomBy(event.position(), std::pow(kPerNotch, notches));
    }
    event.accept();
}

bool CanvasInput::pressKey(const QKeyEvent& event) {
    if (event.modifiers() != Qt::NoModifier && event.modifiers() != Qt::KeypadModifier) {
        return false;
    }
    switch (event.key()) {
    case Qt::Key_Up: m_parts.navigation.walk(WalkDirection::Consumer); return true;
    case Qt::Key_Down: m_parts.navigation.walk(WalkDirection::Argument); return true;
    case Qt::Key_Left: m_parts.navigation.walk(WalkDirection::Previous); return true;
    case Qt::Key_Right: m_parts.navigation.walk(WalkDirection::Next); return true;
    case Qt::Key_Escape: m_parts.sight.select({}); return true;
    case Qt::Key_Space:
        if (!event.isAutoRepeat() && m_space == Space::Up) {
            m_space = Space::Held;
            m_widget.setCursor(Qt::OpenHandCursor);
        }
        return true;
    default: return false;
    }
}

bool CanvasInput::releaseKey(const QKeyEvent& event) {
    if (event.key() != Qt::Key_Space || event.isAutoRepeat() || m_space == Space::Up) {
        return false;
    }
    m_widget.setCursor(Qt::ArrowCursor);
    if (std::exchange(m_space, Space::Up) == Space::Held) {
        m_parts.playback.toggle();
    }
    return true;
}

/// A right click first selects the item under the cursor; with the Menu key, the menu is for the selection.
void CanvasInput::askMenu(QContextMenuEvent& event) {
    const CanvasPicture& picture = m_parts.sight.picture();
    if (!picture.model().hasPicture()) {
        event.ignore();
        return;
    }
    setDrag(Drag::None);
    event.accept();
    QPoint place = event.globalPos();
    if (event.reason() == QContextMenuEvent::Keyboard) {
        m_parts.sight.refresh();
        const NodeId node = m_parts.playback.focus().node;
        const QPointF at =
            picture.hasNode(node) ? m_parts.sight.camera().toPixel(picture.placeOf(node)) : canvas().center();
        place = m_widget.mapToGlobal(m_widget.rect().contains(at.toPoint()) ? at.toPoint() : m_widget.rect().center());
    } else if (const Hit hit = m_parts.sight.hitAt(event.pos()); hit.any() && hit != m_parts.sight.selected()) {
        m_parts.sight.select(hit);
    } else if (!hit.any()) {
        emit menuAsked(Hit(), place);
        return;
    }
    emit menuAsked(m_parts.sight.selected(), place);
}

void CanvasInput::showTip(const QHelpEvent& event) {
    const SceneModel& model = m_parts.sight.picture().model();
    const CaptionStrip strip = m_parts.sight.captionStrip();
    const QString tip = strip.box.contains(event.pos()) ? captionTip(strip, event.pos())
                                                        : tipFor(model, m_parts.sight.hitAt(event.pos()));
    tip.isEmpty() ? QToolTip::hideText() : QToolTip::showText(event.globalPos(), tip, &m_widget);
}

} // namespace batchscope
