// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/nodes_model.h"

#include "views/models/op_mark.h"

#include <QPixmap>

#include <algorithm>

namespace batchscope {

namespace {

/// A tree's color as narrow as it is on the tiles of the picture.
QPixmap stripe(const QColor& colour) {
    QPixmap pixmap(6, 14);
    pixmap.fill(colour);
    return pixmap;
}

} // namespace

void NodesModel::setRows(std::shared_ptr<const Snapshot> snapshot, std::shared_ptr<const std::vector<NodeId>> rows) {
    resetBy([&] {
        m_snapshot = std::move(snapshot);
        m_rows = std::move(rows);
    });
}

int NodesModel::rowOf(NodeId node) const {
    if (!m_rows) {
        return -1;
    }
    const auto found = std::find(m_rows->begin(), m_rows->end(), node);
    return found == m_rows->end() ? -1 : static_cast<int>(found - m_rows->begin());
}

QVariant NodesModel::look(int row, int column, int role) const {
    if (role != Qt::DecorationRole) {
        return {};
    }
    const NodeId node = nodeAt(row);
    return column == columnOf("op")     ? QVariant(opIcon(*m_theme, m_snapshot->graph->nodeOps[node]))
           : column == columnOf("tree") ? QVariant(stripe(m_theme->tree(m_snapshot->graph->origins[node].tree)))
                                        : QVariant();
}

} // namespace batchscope
