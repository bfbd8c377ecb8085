// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/op_summary_model.h"

#include "views/models/op_mark.h"
#include "views/models/words.h"

namespace batchscope {

void OpSummaryModel::setSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_summaries.clear();
    if (m_snapshot && m_snapshot->schedule) {
        m_summaries = opSummaries(*m_snapshot->graph, *m_snapshot->schedule);
    }
    endResetModel();
}

void OpSummaryModel::setTheme(const Theme& theme) {
    m_theme = &theme;
    if (!m_summaries.empty()) {
        emit dataChanged(index(0, OpName), index(rowCount() - 1, OpName), {Qt::DecorationRole});
    }
}

int OpSummaryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_summaries.size());
}

int OpSummaryModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant OpSummaryModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const OpSummary& summary = m_summaries[static_cast<std::size_t>(index.row())];
    if (role == Qt::DecorationRole && index.column() == OpName) {
        return opIcon(*m_theme, summary.op);
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((index.column() == OpName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case OpName: return QString::fromStdString(m_snapshot->graph->ops.ops[summary.op].name);
    case Nodes: return countText(summary.nodes);
    case Batches: return countText(summary.batches);
    case Mean: return meanText(summary.meanBatchSize);
    case Largest: return countText(summary.largestBatch);
    default: return {};
    }
}

QVariant OpSummaryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((section == OpName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole) {
        return section == Nodes     ? tr("Nodes: in the regular run, each runs by itself")
               : section == Batches ? tr("Batches in the folded run")
               : section == Mean    ? tr("Mean batch size")
               : section == Largest ? tr("Largest batch")
                                    : tr("Kind of computation");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case OpName: return tr("Op");
    case Nodes: return tr("Nodes");
    case Batches: return tr("Batches");
    case Mean: return tr("Mean");
    case Largest: return tr("Largest");
    default: return {};
    }
}

} // namespace batchscope
