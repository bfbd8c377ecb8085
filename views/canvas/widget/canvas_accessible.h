// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a painted picture is one grey rectangle to a screen reader. Here the nodes in sight are told as things of their
// own, each with a name, a place on the screen and a press that selects it; walking by arrow keys moves the reader's
// focus from one to the next.
//
// Only the nodes nearest to the selected one (or to the middle) are told, at most kMostNodes: a reader cannot go
// through a million, and the Nodes table has them all.
#pragma once

#include "core/base/id.h"

#include <QAccessibleWidget>

#include <map>
#include <vector>

namespace batchscope {

class CanvasView;

/// Makes QAccessible ask this file about canvases; once for each program, later calls do nothing.
void installCanvasAccessibility();

/// Tells a reader that this node is where the user is now.
void tellFocus(CanvasView& view, NodeId node);

class CanvasAccessible final : public QAccessibleWidget {
public:
    explicit CanvasAccessible(CanvasView& view);
    ~CanvasAccessible() override;
    CanvasAccessible(const CanvasAccessible&) = delete;
    CanvasAccessible& operator=(const CanvasAccessible&) = delete;

    static constexpr std::size_t kMostNodes = 200;

    [[nodiscard]] int childCount() const override;
    [[nodiscard]] QAccessibleInterface* child(int index) const override;
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override;
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override;
    [[nodiscard]] QAccessibleInterface* focusChild() const override;
    /// The node as a thing of its own, made when it is asked for first; null where it is not in the graph.
    [[nodiscard]] QAccessibleInterface* ofNode(NodeId node) const;

private:
    [[nodiscard]] int widgetCount() const { return QAccessibleWidget::childCount(); }
    /// The nodes that are told at this moment.
    [[nodiscard]] const std::vector<NodeId>& nodes() const;
    /// Those that were told at places that were left since, when there are many.
    void forgetFarNodes() const;

    CanvasView& m_view;
    mutable std::vector<NodeId> m_nodes;
    mutable std::map<NodeId, QAccessible::Id> m_ids;
};

} // namespace batchscope
