// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two runs compared, a row for each series that both have, with the figures and verdicts of core/bench/compare_runs.h.
#pragma once

#ifndef Q_MOC_RUN
#include "core/bench/compare_runs.h"
#endif
#include "views/tables/table_model.h"
#include "views/theme/theme.h"

namespace batchscope {

class ComparisonModel final : public TableModel {
    Q_OBJECT

public:
    enum Column { Series, Verdict, Ratio, Old, New, Superiority, PValue, ColumnCount };

    ComparisonModel(RunComparison comparison, QObject* parent);

    void setTheme(const Theme& theme);

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_comparison.series.size()); }
    [[nodiscard]] int columns() const override { return ColumnCount; }
    [[nodiscard]] bool isText(int column) const override { return column == Series || column == Verdict; }
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QString titleTip(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;

private:
    RunComparison m_comparison;
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
