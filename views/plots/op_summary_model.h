// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table next to the bars: the number and size of the batches of each op. Also the legend of the bars.
#pragma once

#include "core/schedule/metrics.h"
#include "core/session/snapshot.h"
#include "views/plots/plain_table.h"
#include "views/tables/table_model.h"
#include "views/theme/theme.h"

#include <memory>
#include <vector>

namespace batchscope {

class OpSummaryModel final : public TableModel, public PlainTable {
    Q_OBJECT

public:
    enum Column { OpName, Nodes, Batches, Mean, Largest, ColumnCount };

    using TableModel::TableModel;

    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    void setTheme(const Theme& theme);

    [[nodiscard]] QStringList plainTitles() const override;
    [[nodiscard]] QStringList plainRow(int row) const override;

protected:
    [[nodiscard]] int rows() const override;
    [[nodiscard]] int columns() const override { return ColumnCount; }
    [[nodiscard]] bool isText(int column) const override;
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QString titleTip(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;

private:
    std::shared_ptr<const Snapshot> m_snapshot;
    std::vector<OpSummary> m_summaries;
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
