// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/op_summary_model.h"

#include "views/models/op_mark.h"
#include "views/models/words.h"

namespace batchscope {

void OpSummaryModel::setSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    resetBy([&] {
        m_snapshot = std::move(snapshot);
        m_summaries.clear();
        if (m_snapshot && m_snapshot->schedule) {
            m_summaries = opSummaries(*m_snapshot->graph, *m_snapshot->schedule);
        }
    });
}

void OpSummaryModel::setTheme(const Theme& theme) {
    m_theme = &theme;
    columnsChanged(OpName, OpName, {Qt::DecorationRole});
}

int OpSummaryModel::rows() const {
    return static_cast<int>(m_summaries.size());
}

QVariant OpSummaryModel::cell(int row, int column, int role) const {
    const OpSummary& summary = m_summaries[static_cast<std::size_t>(row)];
    if (role == Qt::DecorationRole && column == OpName) {
        return opIcon(*m_theme, summary.op);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (column) {
    case OpName: return QString::fromStdString(m_snapshot->graph->ops.ops[summary.op].name);
    case Nodes: return countText(summary.nodes);
    case Batches: return countText(summary.batches);
    case Mean: return meanText(summary.meanBatchSize);
    case Largest: return countText(summary.largestBatch);
    default: return {};
    }
}

QStringList OpSummaryModel::plainTitles() const {
    QStringList titles;
    for (int column = 0; column < columns(); ++column) {
        titles << title(column);
    }
    return titles;
}

QStringList OpSummaryModel::plainRow(int row) const {
    const OpSummary& summary = m_summaries[static_cast<std::size_t>(row)];
    return {QString::fromStdString(m_snapshot->graph->ops.ops[summary.op].name), QString::number(summary.nodes),
            QString::number(summary.batches), plainNumber(summary.meanBatchSize),
            QString::number(summary.largestBatch)};
}

bool OpSummaryModel::isText(int column) const {
    return column == OpName;
}

QString OpSummaryModel::titleTip(int column) const {
    return column == Nodes     ? tr("Nodes; in the regular run each runs by itself")
           : column == Batches ? tr("Batches in the folded run")
           : column == Mean    ? tr("Mean batch size")
           : column == Largest ? tr("Largest batch")
                               : tr("Kind of computation");
}

QString OpSummaryModel::title(int column) const {
    switch (column) {
    case OpName: return tr("Op");
    case Nodes: return tr("Nodes");
    case Batches: return tr("Batches");
    case Mean: return tr("Mean");
    case Largest: return tr("Largest");
    default: return {};
    }
}

} // namespace batchscope
