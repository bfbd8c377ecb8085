// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/changes/changes_model.h"

#include "views/models/op_mark.h"
#include "views/models/words.h"

#include <utility>

namespace batchscope {

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
    columnsChanged(0, columns() - 1, {Qt::DecorationRole, Qt::ForegroundRole});
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
        if (const BatchId shown = rowOf(all[index]).shown(); shown.valid()) {
            m_rowOf[shown] = static_cast<std::int32_t>(m_rows.size());
        }
        m_rows.push_back(static_cast<std::uint32_t>(index));
    }
}

ChangeRow ChangesModel::rowOf(const BatchDifference& difference) const {
    const OpGraph* const shown = m_compared->graph.get();
    const OpGraph* const other = &m_compared->graphOfOther();
    const bool isBackward = m_compared->isBackward;
    return {&difference, isBackward ? other : shown, isBackward ? shown : other, isBackward};
}

ChangeRow ChangesModel::rowAt(int row) const {
    return rowOf(m_compared->diff.batches[m_rows[static_cast<std::size_t>(row)]]);
}

BatchId ChangesModel::shownBatch(int row) const {
    const BatchId shown = rowAt(row).shown();
    return shown.valid() ? shown : rowAt(row).difference->relative;
}

/// Whether its signature is one of the shown graph: it is that of the first graph, where the batch is there.
bool ChangesModel::isOfShown(const BatchDifference& difference) const {
    return m_compared->otherGraph == nullptr || difference.before.valid() != m_compared->isBackward;
}

int ChangesModel::rowOf(BatchId batch) const {
    return m_rowOf.contains(batch) ? m_rowOf[batch] : -1;
}

QVariant ChangesModel::look(int row, int column, int role) const {
    const BatchDifference& difference = *rowAt(row).difference;
    const bool isOp = column == columnOf("op");
    switch (role) {
    case Qt::ToolTipRole: {
        const OpGraph& graph = isOfShown(difference) ? *m_compared->graph : m_compared->graphOfOther();
        return isOp ? toText(signatureText(graph.signatures[difference.signature], graph.ops)) : QVariant();
    }
    case Qt::DecorationRole:
        return isOp && isOfShown(difference) ? opIcon(*m_theme, m_compared->graph->signatures[difference.signature].op)
                                             : QVariant();
    case Qt::ForegroundRole:
        return column == columnOf("change") && difference.change == BatchChange::OnlyAfter ? QVariant(m_theme->warning)
                                                                                           : QVariant();
    default: return {};
    }
}

} // namespace batchscope
