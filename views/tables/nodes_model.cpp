// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/nodes_model.h"

#include "views/models/node_number.h"
#include "views/models/op_mark.h"

#include <QPixmap>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr std::array<NodeKey, NodesModel::ColumnCount> kKeys = {NodeKey::Node, NodeKey::Op,    NodeKey::Word,
                                                                NodeKey::Tree, NodeKey::Level, NodeKey::Step,
                                                                NodeKey::Row,  NodeKey::Node};

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

NodeKey NodesModel::keyOf(int column) {
    return kKeys.at(static_cast<std::size_t>(column));
}

NodesModel::Column NodesModel::columnOf(NodeKey key) {
    return static_cast<Column>(std::find(kKeys.begin(), kKeys.end(), key) - kKeys.begin());
}

int NodesModel::rows() const {
    return m_rows ? static_cast<int>(m_rows->size()) : 0;
}

QVariant NodesModel::cell(int row, int column, int role) const {
    const NodeId node = nodeAt(row);
    switch (role) {
    case Qt::DisplayRole: return text(node, column);
    case Qt::DecorationRole:
        return column == Op     ? QVariant(opIcon(*m_theme, m_snapshot->graph->nodeOps[node]))
               : column == Tree ? QVariant(stripe(m_theme->tree(m_snapshot->graph->origins[node].tree)))
                                : QVariant();
    default: return {};
    }
}

QString NodesModel::text(NodeId node, int column) const {
    const OpGraph& graph = *m_snapshot->graph;
    const Schedule* schedule = m_snapshot->schedule.get();
    const QString none = QStringLiteral("–");
    switch (column) {
    case Node: return nodeNumber(node);
    case Op: return toText(graph.opOf(node).name);
    case Word: return toText(captionOf(*m_snapshot, node));
    case Tree: return graph.origins[node].tree.valid() ? ordinalText(graph.origins[node].tree.index()) : none;
    case Level: return countText(graph.levels[node]);
    case Batch: return schedule != nullptr ? ordinalText(schedule->places[node].batch.index()) : none;
    case Row: return schedule != nullptr ? ordinalText(schedule->places[node].row) : none;
    default: return arguments(node);
    }
}

/// The nodes whose values it takes: the edges of the picture.
QString NodesModel::arguments(NodeId node) const {
    constexpr std::size_t kMost = 12;
    QStringList numbers;
    NodeId previous;
    for (const Argument& argument : m_snapshot->graph->argumentsOf(node)) {
        if (!argument.isValue() || argument.node() == previous) {
            continue;
        }
        previous = argument.node();
        if (static_cast<std::size_t>(numbers.size()) == kMost) {
            numbers.append(QStringLiteral("…"));
            break;
        }
        numbers.append(nodeNumber(previous));
    }
    return numbers.join(QStringLiteral(" · "));
}

bool NodesModel::isText(int column) const {
    return column == Op || column == Word || column == Arguments;
}

QString NodesModel::title(int column) const {
    switch (column) {
    case Node: return tr("Node");
    case Op: return tr("Op");
    case Word: return tr("Word");
    case Tree: return tr("Tree");
    case Level: return tr("Level");
    case Batch: return tr("Batch");
    case Row: return tr("Row");
    default: return tr("Arguments");
    }
}

QString NodesModel::titleTip(int column) const {
    switch (column) {
    case Node: return tr("Name of the node, a number from 0");
    case Op: return tr("Operation that the node computes");
    case Word: return tr("Word or letter that the node looks up");
    case Tree: return tr("Number of its tree as in the picture, from 1. Searches count from 0: tree:0 is tree 1.");
    case Level: return tr("0 without arguments, otherwise one more than the highest level of its arguments");
    case Batch: return tr("Batch that runs the node, from 1. Searches count from 0: step:0 is batch 1.");
    case Row: return tr("Its row in that batch, from 1");
    default: return tr("Nodes whose values the node reads");
    }
}

void NodesModel::sort(int column, Qt::SortOrder order) {
    if (column >= 0 && column < ColumnCount) {
        emit sortAsked(column, order);
    }
}

} // namespace batchscope
