// SPDX-License-Identifier: GPL-3.0-or-later
//
// The trees that could not be read, one line for each: `file:line:column: error: message`, as on the command line.
#pragma once

#include "core/base/result.h" // moc 6.4 cannot read <compare>, which id.h includes, unless <cstdint> came first
#include "core/treebank/treebank.h"
#include "views/tables/table_model.h"
#include "views/theme/theme.h"

#include <memory>

namespace batchscope {

class DiagnosticsModel final : public TableModel {
    Q_OBJECT

public:
    using TableModel::TableModel;

    void setTreebank(std::shared_ptr<const Treebank> bank);
    void setTheme(const Theme& theme) { m_theme = &theme; }

protected:
    [[nodiscard]] int rows() const override;
    [[nodiscard]] int columns() const override { return 1; }
    [[nodiscard]] bool isText(int /*column*/) const override { return true; }
    [[nodiscard]] QString title(int /*column*/) const override { return {}; }
    [[nodiscard]] QString titleTip(int /*column*/) const override { return {}; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;

private:
    std::shared_ptr<const Treebank> m_bank;
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
