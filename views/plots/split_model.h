// SPDX-License-Identifier: GPL-3.0-or-later
//
// The steps of a split speed-up as table rows: the same figures as the waterfall.
#pragma once

#include "core/trace/speed_text.h"
#include "views/plots/plain_table.h"
#include "views/tables/table_model.h"

#include <vector>

namespace batchscope {

class SplitModel final : public TableModel, public PlainTable {
    Q_OBJECT

public:
    enum Column { Way, Arm, Time, TimeRange, Part, Factor, FactorRange, ColumnCount };

    using TableModel::TableModel;

    void setSplit(const SpeedSplit& split);

    [[nodiscard]] QStringList plainTitles() const override;
    [[nodiscard]] QStringList plainRow(int row) const override;

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] int columns() const override { return ColumnCount; }
    [[nodiscard]] bool isText(int column) const override;
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QString titleTip(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;

private:
    struct Row {
        std::string way;
        SplitStep step;
    };

    std::vector<Row> m_rows;
};

} // namespace batchscope
