// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/treebank/diagnostics_model.h"

namespace batchscope {

void DiagnosticsModel::setTreebank(std::shared_ptr<const Treebank> bank) {
    resetBy([&] { m_bank = std::move(bank); });
}

int DiagnosticsModel::rows() const {
    return m_bank ? static_cast<int>(m_bank->diagnostics.size()) : 0;
}

QVariant DiagnosticsModel::cell(int row, int /*column*/, int role) const {
    const Diagnostic& diagnostic = m_bank->diagnostics[static_cast<std::size_t>(row)];
    switch (role) {
    case Qt::DisplayRole: return QString::fromStdString(diagnostic.text());
    case Qt::ToolTipRole: return QString::fromStdString(diagnostic.excerpt);
    case Qt::ForegroundRole: return m_theme->warning;
    default: return {};
    }
}

} // namespace batchscope
