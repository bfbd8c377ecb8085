// SPDX-License-Identifier: GPL-3.0-or-later
//
// To a screen reader, a painted picture is one gray rectangle. This file exposes the visible nodes as separate objects,
// each with a name, a position on the screen and a press action that selects it; walking with the arrow keys moves the
// focus of the reader from one node to the next.
//
// Only the nodes nearest to the selected one (or to the center) are exposed, at most kMostNodes: a reader cannot go
// through a million nodes, and the Nodes table contains them all.
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
    /// The node as a separate object, created on first use; null if it is not in the graph.
    [[nodiscard]] QAccessibleInterface* ofNode(NodeId node) const;

private:
    [[nodiscard]] int widgetCount() const { return QAccessibleWidget::childCount(); }
    /// The nodes that are exposed at this moment.
    [[nodiscard]] const std::vector<NodeId>& nodes() const;
    /// The nodes that were exposed at earlier places and no longer are, if there are many.
    void forgetFarNodes() const;

    CanvasView& m_view;
    mutable std::vector<NodeId> m_nodes;
    mutable std::map<NodeId, QAccessible::Id> m_ids;
};

} // namespace batchscope
