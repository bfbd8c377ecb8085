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
        if (all[index].change == BatchChange::Same) {
            continue;
        }
        if (const BatchId shown = rowOf(all[index]).shown(); shown.valid()) {
            m_rowOf[shown] = static_cast<std::int32_t>(m_rows.size());
        }
        m_rows.push_back(static_cast<std::uint32_t>(index));
    }
}

ChangeRow ChangesModel::rowOf(const BatchDifference& difference) const {
    return {&difference, m_compared->graph.get(), m_compared->isBackward};
}

ChangeRow ChangesModel::rowAt(int row) const {
    return rowOf(m_compared->diff.batches[m_rows[static_cast<std::size_t>(row)]]);
}

BatchId ChangesModel::shownBatch(int row) const {
    const BatchId shown = rowAt(row).shown();
    return shown.valid() ? shown : rowAt(row).difference->relative;
}

int ChangesModel::rowOf(BatchId batch) const {
    return m_rowOf.contains(batch) ? m_rowOf[batch] : -1;
}

QVariant ChangesModel::look(int row, int column, int role) const {
    const BatchDifference& difference = *rowAt(row).difference;
    const Signature& signature = m_compared->graph->signatures[difference.signature];
    const bool isOp = column == columnOf("op");
    switch (role) {
    case Qt::ToolTipRole: return isOp ? toText(signatureText(signature, m_compared->graph->ops)) : QVariant();
    case Qt::DecorationRole: return isOp ? opIcon(*m_theme, signature.op) : QVariant();
    case Qt::ForegroundRole:
        return column == columnOf("change") && difference.change == BatchChange::OnlyAfter ? QVariant(m_theme->warning)
                                                                                           : QVariant();
    default: return {};
    }
}

} // namespace batchscope
