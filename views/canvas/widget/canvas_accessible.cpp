// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/widget/canvas_accessible.h"

#include "views/canvas/scene/node_names.h"
#include "views/canvas/widget/canvas_view.h"

#include <QWindow>

#include <algorithm>

namespace batchscope {

namespace {

/// One node of the picture.
class NodeAccessible final : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    NodeAccessible(CanvasView& view, NodeId node) : m_view(&view), m_node(node) {}

    [[nodiscard]] NodeId node() const { return m_node; }
    [[nodiscard]] bool isValid() const override {
        return m_view != nullptr && m_view->sight().picture().hasNode(m_node);
    }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QWindow* window() const override {
        return m_view != nullptr ? m_view->window()->windowHandle() : nullptr;
    }
    [[nodiscard]] QAccessibleInterface* parent() const override {
        return m_view != nullptr ? QAccessible::queryAccessibleInterface(m_view) : nullptr;
    }
    [[nodiscard]] QAccessibleInterface* child(int /*index*/) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* /*child*/) const override { return -1; }

    [[nodiscard]] QString text(QAccessible::Text kind) const override {
        if (!isValid()) {
            return {};
        }
        switch (kind) {
        case QAccessible::Name: return nodeName(m_view->sight().picture().model(), m_node);
        case QAccessible::Description: return nodePlaceText(m_view->sight().picture().model(), m_node);
        default: return {};
        }
    }
    void setText(QAccessible::Text /*kind*/, const QString& /*text*/) override {}
    [[nodiscard]] QRect rect() const override {
        if (!isValid()) {
            return {};
        }
        const QRect inside = m_view->sight().nodeRect(m_node).toAlignedRect();
        return {m_view->mapToGlobal(inside.topLeft()), inside.size()};
    }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::Graphic; }
    [[nodiscard]] QAccessible::State state() const override {
        QAccessible::State state;
        state.invalid = !isValid();
        state.focusable = true;
        state.selectable = true;
        state.selected = isValid() && m_view->selection().node() == m_node;
        state.focused = state.selected && m_view->hasFocus();
        state.offscreen = isValid() && !m_view->rect().intersects(m_view->sight().nodeRect(m_node).toAlignedRect());
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    [[nodiscard]] QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString& action) override {
        if (isValid() && actionNames().contains(action)) {
            m_view->setFocus(Qt::OtherFocusReason);
            m_view->navigation().chooseNode(m_node);
        }
    }
    [[nodiscard]] QStringList keyBindingsForAction(const QString& /*action*/) const override { return {}; }

private:
    QPointer<CanvasView> m_view;
    NodeId m_node;
};

QAccessibleInterface* accessibleOf(const QString& type, QObject* object) {
    auto* view = type == QLatin1String("batchscope::CanvasView") ? qobject_cast<CanvasView*>(object) : nullptr;
    return view != nullptr ? new CanvasAccessible(*view) : nullptr; // Qt's cache owns it
}

} // namespace

void installCanvasAccessibility() {
    static const bool kInstalled = [] {
        QAccessible::installFactory(accessibleOf);
        return true;
    }();
    Q_UNUSED(kInstalled)
}

void tellFocus(CanvasView& view, NodeId node) {
    if (!view.hasFocus()) {
        return;
    }
    auto* canvas = dynamic_cast<CanvasAccessible*>(QAccessible::queryAccessibleInterface(&view));
    QAccessibleInterface* told = canvas != nullptr ? canvas->ofNode(node) : nullptr;
    if (told != nullptr) {
        QAccessibleEvent event(told, QAccessible::Focus);
        QAccessible::updateAccessibility(&event);
    }
}

CanvasAccessible::CanvasAccessible(CanvasView& view) : QAccessibleWidget(&view, QAccessible::Canvas), m_view(view) {}

CanvasAccessible::~CanvasAccessible() {
    for (const auto& [node, id] : m_ids) {
        QAccessible::deleteAccessibleInterface(id);
    }
}

const std::vector<NodeId>& CanvasAccessible::nodes() const {
    m_nodes = m_view.sight().nearestNodes(kMostNodes);
    return m_nodes;
}

void CanvasAccessible::forgetFarNodes() const {
    constexpr std::size_t kMostKept = 4 * kMostNodes;
    if (m_ids.size() < kMostKept) {
        return;
    }
    std::erase_if(m_ids, [this](const auto& told) {
        const bool isFar = !std::binary_search(m_nodes.begin(), m_nodes.end(), told.first);
        if (isFar) {
            QAccessible::deleteAccessibleInterface(told.second);
        }
        return isFar;
    });
}

QAccessibleInterface* CanvasAccessible::ofNode(NodeId node) const {
    if (!m_view.sight().picture().hasNode(node)) {
        return nullptr;
    }
    const auto known = m_ids.find(node);
    if (known != m_ids.end()) {
        if (QAccessibleInterface* told = QAccessible::accessibleInterface(known->second)) {
            return told;
        }
    }
    forgetFarNodes();
    auto* made = new NodeAccessible(m_view, node); // Qt's cache owns it
    m_ids[node] = QAccessible::registerAccessibleInterface(made);
    return made;
}

int CanvasAccessible::childCount() const {
    return widgetCount() + static_cast<int>(nodes().size());
}

QAccessibleInterface* CanvasAccessible::child(int index) const {
    const int place = index - widgetCount();
    if (place < 0) {
        return QAccessibleWidget::child(index);
    }
    // Asked for one after another: the list of the last count stays valid until the next one.
    const std::vector<NodeId>& told = m_nodes.empty() ? nodes() : m_nodes;
    return static_cast<std::size_t>(place) < told.size() ? ofNode(told[static_cast<std::size_t>(place)]) : nullptr;
}

int CanvasAccessible::indexOfChild(const QAccessibleInterface* child) const {
    const auto* told = dynamic_cast<const NodeAccessible*>(child);
    if (told == nullptr) {
        return QAccessibleWidget::indexOfChild(child);
    }
    const auto place = std::lower_bound(m_nodes.begin(), m_nodes.end(), told->node());
    return place == m_nodes.end() || *place != told->node() ? -1
                                                            : widgetCount() + static_cast<int>(place - m_nodes.begin());
}

QAccessibleInterface* CanvasAccessible::childAt(int x, int y) const {
    if (QAccessibleInterface* widget = QAccessibleWidget::childAt(x, y)) {
        return widget;
    }
    const NodeId node = m_view.sight().hitAt(m_view.mapFromGlobal(QPoint(x, y))).node;
    return node.valid() ? ofNode(node) : nullptr;
}

QAccessibleInterface* CanvasAccessible::focusChild() const {
    const NodeId selected = m_view.selection().node();
    QAccessibleInterface* told = m_view.hasFocus() && selected.valid() ? ofNode(selected) : nullptr;
    return told != nullptr ? told : QAccessibleWidget::focusChild();
}

} // namespace batchscope
