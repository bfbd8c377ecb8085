// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/changes/changes_model.h"

#include "views/models/op_mark.h"
#include "views/models/words.h"

#include <utility>

namespace batchscope {

namespace {

QString numberOrDash(BatchId batch) {
    return batch.valid() ? ordinalText(batch.index()) : QStringLiteral("–");
}

QString sizeOrDash(std::uint32_t size) {
    return size == 0 ? QStringLiteral("–") : countText(size);
}

} // namespace

void ChangesModel::setCompared(std::shared_ptr<const ComparedRun> compared) {
    resetBy([&] {
        m_compared = std::move(compared);
        fillRows();
    });
}

void ChangesModel::setShowsSame(bool showsSame) {
    if (m_showsSame != showsSame) {
        resetBy([&] {
            m_showsSame = showsSame;
            fillRows();
        });
    }
}

void ChangesModel::setTheme(const Theme& theme) {
    m_theme = &theme;
    columnsChanged(0, ColumnCount - 1, {Qt::DecorationRole, Qt::ForegroundRole});
}

void ChangesModel::fillRows() {
    m_rows.clear();
    m_rowOf = {};
    if (m_compared == nullptr) {
        return;
    }
    const std::vector<BatchDifference>& all = m_compared->diff.batches;
    m_rowOf.resize(m_compared->shown->batchCount(), -1);
    for (std::size_t index = 0; index < all.size(); ++index) {
        if (all[index].change == BatchChange::Same && !m_showsSame) {
            continue;
        }
        if (const BatchId shown = sideOf(all[index], Side::Shown); shown.valid()) {
            m_rowOf[shown] = static_cast<std::int32_t>(m_rows.size());
        }
        m_rows.push_back(static_cast<std::uint32_t>(index));
    }
}

const BatchDifference& ChangesModel::at(int row) const {
    return m_compared->diff.batches[m_rows[static_cast<std::size_t>(row)]];
}

BatchId ChangesModel::shownBatch(int row) const {
    const BatchDifference& difference = at(row);
    const BatchId shown = sideOf(difference, Side::Shown);
    return shown.valid() ? shown : difference.relative;
}

BatchId ChangesModel::sideOf(const BatchDifference& difference, Side side) const {
    return (side == Side::Shown) != m_compared->isBackward ? difference.before : difference.after;
}

std::uint32_t ChangesModel::sizeOf(const BatchDifference& difference, Side side) const {
    return (side == Side::Shown) != m_compared->isBackward ? difference.sizeBefore : difference.sizeAfter;
}

/// Whether its signature is one of the shown graph: it is that of the first graph, where the batch is there.
bool ChangesModel::isOfShown(const BatchDifference& difference) const {
    return m_compared->otherGraph == nullptr || difference.before.valid() != m_compared->isBackward;
}

int ChangesModel::rowOf(BatchId batch) const {
    return m_rowOf.contains(batch) ? m_rowOf[batch] : -1;
}

bool ChangesModel::isText(int column) const {
    return column == Change || column == OpName || column == What;
}

QString ChangesModel::title(int column) const {
    switch (column) {
    case Change: return tr("Change");
    case OpName: return tr("Op");
    case ShownBatch: return tr("Batch");
    case ShownSize: return tr("Size");
    case OtherBatch: return tr("Other batch");
    case OtherSize: return tr("Other size");
    case What: return tr("What becomes of it");
    default: return {};
    }
}

QString ChangesModel::titleTip(int column) const {
    switch (column) {
    case Change:
        return tr("What the other choice does with the batch. A batch that only the shown schedule has is saved; one "
                  "that only the other has is added.");
    case ShownBatch: return tr("Number of the batch in the schedule that is shown");
    case ShownSize: return tr("Nodes in that batch");
    case OtherBatch: return tr("Number of the counterpart: the batch of the other schedule with most nodes in common");
    case OtherSize: return tr("Nodes in the counterpart");
    default: return {};
    }
}

QString ChangesModel::text(const BatchDifference& difference, int column) const {
    switch (column) {
    case Change: return toText(batchChangeTitle(difference.change));
    case OpName:
        return toText(m_compared->isBackward ? opOf(difference, m_compared->graphOfOther(), *m_compared->graph)
                                             : opOf(difference, *m_compared->graph, m_compared->graphOfOther()));
    case ShownBatch: return numberOrDash(sideOf(difference, Side::Shown));
    case ShownSize: return sizeOrDash(sizeOf(difference, Side::Shown));
    case OtherBatch: return numberOrDash(sideOf(difference, Side::Other));
    case OtherSize: return sizeOrDash(sizeOf(difference, Side::Other));
    case What: return toText(changeText(difference));
    default: return {};
    }
}

QVariant ChangesModel::cell(int row, int column, int role) const {
    const BatchDifference& difference = at(row);
    switch (role) {
    case Qt::DisplayRole: return text(difference, column);
    case Qt::ToolTipRole: {
        const OpGraph& graph = isOfShown(difference) ? *m_compared->graph : m_compared->graphOfOther();
        return column == OpName ? toText(signatureText(graph.signatures[difference.signature], graph.ops)) : QVariant();
    }
    case Qt::DecorationRole: {
        return column == OpName && isOfShown(difference)
                   ? opIcon(*m_theme, m_compared->graph->signatures[difference.signature].op)
                   : QVariant();
    }
    case Qt::ForegroundRole:
        return column == Change && difference.change == BatchChange::OnlyAfter ? QVariant(m_theme->warning)
                                                                               : QVariant();
    default: return {};
    }
}

} // namespace batchscope
