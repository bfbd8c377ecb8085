// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: each tree that could not be read is one line here, `file:line:column: error: message`, as on the command line.
#pragma once

#include "core/base/result.h" // moc 6.4 cannot read <compare>, which id.h includes, unless <cstdint> came first
#include "core/tree/treebank.h"
#include "views/theme/theme.h"

#include <QAbstractListModel>

#include <memory>

namespace batchscope {

class DiagnosticsModel final : public QAbstractListModel {
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    void setTreebank(std::shared_ptr<const Treebank> bank);
    void setTheme(const Theme& theme) { m_theme = &theme; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::shared_ptr<const Treebank> m_bank;
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
