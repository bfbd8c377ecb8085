// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/treebank/diagnostics_model.h"

namespace batchscope {

void DiagnosticsModel::setTreebank(std::shared_ptr<const Treebank> bank) {
    beginResetModel();
    m_bank = std::move(bank);
    endResetModel();
}

int DiagnosticsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_bank ? 0 : static_cast<int>(m_bank->diagnostics.size());
}

QVariant DiagnosticsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Diagnostic& diagnostic = m_bank->diagnostics[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return QString::fromStdString(diagnostic.text());
    case Qt::ToolTipRole: return QString::fromStdString(diagnostic.excerpt);
    case Qt::ForegroundRole: return m_theme->warning;
    default: return {};
    }
}

} // namespace batchscope
