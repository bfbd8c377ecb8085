// SPDX-License-Identifier: GPL-3.0-or-later
//
// CanvasView: mouse, keys, context menu and tool tips.
#include "core/base/text.h"
#include "core/session/execution_text.h"
#include "views/canvas/canvas_accessible.h"
#include "views/canvas/canvas_view.h"
#include "views/canvas/scene_painter.h"
#include "views/canvas/top_strip.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>
#include <utility>

namespace batchscope {

namespace {

constexpr double kReachPixels = CanvasView::kTargetSide / 2.0;

bool isPanButton(const QMouseEvent& event) {
    return event.button() == Qt::LeftButton || event.button() == Qt::MiddleButton;
}

} // namespace

Hit CanvasView::hitAt(QPointF pixel) {
    if (!m_model.hasPicture() || m_state.nodes.size() != m_model.graph().size()) {
        return {}; // between a new snapshot and its first frame
    }
    const auto reach = static_cast<float>(kReachPixels / m_camera.scale);
    return hitTest(m_model, m_state, m_camera.toWorld(pixel), reach, &m_index, &m_twinIndex);
}

void CanvasView::select(const Hit& hit) {
    m_second = NodeId();
    if (hit.node.valid()) {
        m_playback.selectNode(hit.node);
    } else if (hit.batch.valid()) {
        m_playback.selectBatch(hit.batch);
    } else if (hit.tree.valid()) {
        m_playback.selectTree(hit.tree);
    } else {
        m_playback.clearSelection();
    }
}

void CanvasView::markSecond(NodeId node) {
    if (!node.valid() || node == selectedNode()) {
        return;
    }
    if (!selectedNode().valid()) {
        m_playback.selectNode(node);
        return;
    }
    m_second = node == m_second ? NodeId() : node;
    update();
}

Hit CanvasView::selection() const {
    const Focus& focus = m_playback.focus();
    if (hasNode(focus.node)) {
        return {focus.node, {}, {}};
    }
    return focus.batch.valid() ? Hit{{}, focus.batch, {}} : Hit{{}, {}, focus.tree};
}

/// By mouse the thing under the cursor is selected first, as everywhere; by key the menu is that of the selection.
void CanvasView::contextMenuEvent(QContextMenuEvent* event) {
    if (!m_model.hasPicture()) {
        event->ignore();
        return;
    }
    m_drag = Drag::None;
    QPoint place = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard) {
        refreshState();
        const NodeId node = selectedNode();
        const QPointF at = hasNode(node) ? m_camera.toPixel(m_state.nodes[node.index()]) : canvas().center();
        place = mapToGlobal(rect().contains(at.toPoint()) ? at.toPoint() : rect().center());
    } else if (const Hit hit = hitAt(event->pos()); hit.any() && hit != selection()) {
        select(hit);
    } else if (!hit.any()) {
        emit menuAsked(Hit(), place);
        event->accept();
        return;
    }
    emit menuAsked(selection(), place);
    event->accept();
}

void CanvasView::walk(WalkDirection direction) {
    if (!m_model.hasPicture() || m_model.graph().size() == 0) {
        return;
    }
    const NodeId present = m_playback.focus().node;
    const bool known = present.valid() && present.index() < m_model.graph().size();
    // Nothing selected: begin at the last node, which is a result.
    const NodeId next = known ? walked(m_model, present, direction) : NodeId(m_model.graph().size() - 1);
    m_playback.selectNode(next);
    refreshState();
    keepInView(next);
    tellFocus(*this, next);
    update();
}

QString CanvasView::nodeTip(NodeId node) const {
    const OpGraph& graph = m_model.graph();
    const Origin& origin = graph.origins[node];
    QString tip = QStringLiteral("<b>%1</b>").arg(m_model.opName(graph.nodeOps[node]).toHtmlEscaped());
    const QString word = m_model.caption(node);
    if (!word.isEmpty()) {
        tip += QStringLiteral(" “%1”").arg(word.toHtmlEscaped());
    }
    tip += QStringLiteral("<br>") + tr("tree %1 · level %2").arg(origin.tree.index() + 1).arg(graph.levels[node]);
    if (m_model.schedule() != nullptr) {
        const Place place = m_model.schedule()->places[node];
        tip += QStringLiteral("<br>") + tr("step %1 · row %2 of %3")
                                            .arg(place.batch.index() + 1)
                                            .arg(place.row + 1)
                                            .arg(m_model.schedule()->batchSize(place.batch));
    }
    if (const PassReport* passes = m_model.snapshot().passes.get()) {
        if (const std::size_t others = sharedWith(*passes, node).size(); others > 0) {
            tip += QStringLiteral("<br>") + (others == 1 ? tr("shares its row with 1 other node")
                                                         : tr("shares its row with %1 other nodes").arg(others));
        }
    }
    return tip;
}

QString CanvasView::tipFor(const Hit& hit) const {
    if (hit.node.valid()) {
        return nodeTip(hit.node);
    }
    if (hit.batch.valid() && m_model.schedule() != nullptr) {
        std::size_t viewed = 0;
        std::size_t gathered = 0;
        for (const Flow& flow : m_model.flows().into(hit.batch)) {
            (flow.kind == OperandKind::View ? viewed : gathered) += flow.rows;
        }
        const QString text = tr("<b>%1</b> %2<br>step %3<br>rows: %4 adjacent, %5 scattered")
                                 .arg(m_model.batchLabel(hit.batch).toHtmlEscaped(), m_model.batchShape(hit.batch))
                                 .arg(hit.batch.index() + 1)
                                 .arg(viewed)
                                 .arg(gathered);
        const std::string ran = launchesText(m_model.snapshot(), hit.batch);
        return ran.empty() ? text : text + QStringLiteral("<br>") + tr("ran: %1").arg(QString::fromStdString(ran));
    }
    if (hit.tree.valid() && m_model.snapshot().treebank) {
        constexpr std::size_t kLongest = 120;
        return tr("<b>tree %1</b><br>%2")
            .arg(hit.tree.index() + 1)
            .arg(QString::fromStdString(m_model.snapshot().treebank->sentence(hit.tree, kLongest)).toHtmlEscaped());
    }
    return {};
}

bool CanvasView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) { // held down, Space drags; alone it still plays, on its release
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Space && key->modifiers() == Qt::NoModifier) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const CaptionStrip strip = captionStrip(canvas(), font(), captionText(m_model, m_playback.time()));
        const bool caption = strip.cut && strip.box.contains(help->pos());
        const QString tip =
            caption ? QStringLiteral("<p>%1</p>").arg(strip.text.toHtmlEscaped()) : tipFor(hitAt(help->pos()));
        tip.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), tip, this);
        return true;
    }
    return QWidget::event(event);
}

void CanvasView::wheelEvent(QWheelEvent* event) {
    constexpr double kPerNotch = 1.2;
    constexpr double kNotch = 120.0;
    const double notches = event->angleDelta().y() / kNotch;
    if (notches != 0.0) {
        zoomBy(event->position(), std::pow(kPerNotch, notches));
    }
    event->accept();
}

void CanvasView::mousePressEvent(QMouseEvent* event) {
    if (!isPanButton(*event)) {
        QWidget::mousePressEvent(event);
        return;
    }
    const auto map = minimap();
    const bool left = event->button() == Qt::LeftButton;
    m_pressed = event->position();
    m_last = m_pressed;
    m_dragged = !left || m_space != Space::Up;
    if (left && map && map->box.contains(m_pressed)) {
        m_drag = Drag::Map;
        moveByMinimap(m_pressed);
    } else if (left && event->modifiers() == Qt::ShiftModifier) {
        m_drag = Drag::Box;
    } else {
        m_drag = Drag::Pan;
        m_space = m_space == Space::Held ? Space::Used : m_space;
    }
}

void CanvasView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF place = event->position();
    if (m_drag != Drag::None) {
        drag(place);
        return;
    }
    const Hit hit = hitAt(place);
    const bool clickable = hit.any() || legendOpAt(m_model, m_state.stage, canvas(), font(), place).valid();
    setCursor(m_space != Space::Up ? Qt::OpenHandCursor : clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hit.node != m_hovered) {
        m_hovered = hit.node;
        update();
    }
}

void CanvasView::drag(QPointF place) {
    m_dragged = m_dragged || (place - m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if (!m_dragged || !m_model.hasPicture()) {
        return;
    }
    if (m_drag == Drag::Map) {
        moveByMinimap(place);
    } else if (m_drag == Drag::Pan) {
        m_following = false;
        m_camera = m_camera.panned(place - m_last);
        setCursor(Qt::ClosedHandCursor);
        noteView();
    } else {
        setCursor(Qt::CrossCursor);
    }
    m_last = place;
    update();
}

void CanvasView::mouseReleaseEvent(QMouseEvent* event) {
    if (m_drag == Drag::None || !isPanButton(*event)) {
        QWidget::mouseReleaseEvent(event);
        return;
    }
    const Drag ended = std::exchange(m_drag, Drag::None);
    setCursor(m_space != Space::Up ? Qt::OpenHandCursor : Qt::ArrowCursor);
    if (ended == Drag::Box && m_dragged) {
        zoomIntoBox();
    } else if (ended != Drag::Map && !m_dragged && event->button() == Qt::LeftButton &&
               !clickLegend(event->position())) {
        const Hit hit = hitAt(event->position());
        event->modifiers() == Qt::ControlModifier ? markSecond(hit.node) : select(hit);
    }
    m_dragged = false;
    update();
}

void CanvasView::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto map = minimap();
    const bool overPicture = (map && map->box.contains(event->position())) ||
                             legendOpAt(m_model, m_state.stage, canvas(), font(), event->position()).valid();
    if (overPicture) { // there two quick clicks are two clicks
        mousePressEvent(event);
    } else if (event->button() == Qt::LeftButton) {
        select(hitAt(event->position()));
        focusSelection();
    }
}

void CanvasView::leaveEvent(QEvent* event) {
    if (m_hovered.valid()) {
        m_hovered = NodeId();
        update();
    }
    QWidget::leaveEvent(event);
}

void CanvasView::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier) {
        switch (event->key()) {
        case Qt::Key_Up: walk(WalkDirection::Consumer); return;
        case Qt::Key_Down: walk(WalkDirection::Argument); return;
        case Qt::Key_Left: walk(WalkDirection::Previous); return;
        case Qt::Key_Right: walk(WalkDirection::Next); return;
        case Qt::Key_Escape: select({}); return;
        case Qt::Key_Space:
            if (!event->isAutoRepeat() && m_space == Space::Up) {
                m_space = Space::Held;
                setCursor(Qt::OpenHandCursor);
            }
            return;
        default: break;
        }
    }
    QWidget::keyPressEvent(event);
}

void CanvasView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Space || event->isAutoRepeat() || m_space == Space::Up) {
        QWidget::keyReleaseEvent(event);
        return;
    }
    setCursor(Qt::ArrowCursor);
    if (std::exchange(m_space, Space::Up) == Space::Held) {
        m_playback.toggle();
    }
}

void CanvasView::focusOutEvent(QFocusEvent* event) {
    m_space = Space::Up; // its release goes elsewhere
    QWidget::focusOutEvent(event);
}

} // namespace batchscope
