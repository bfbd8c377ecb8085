// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table counterpart of the timing plot: every figure of BenchReport, unchanged; nothing is computed here.
#pragma once

#include "core/bench/bench.h"
#include "views/plots/plain_table.h"
#include "views/tables/table_model.h"
#include "views/theme/theme.h"

#include <memory>

namespace batchscope {

class BenchModel final : public TableModel, public PlainTable {
    Q_OBJECT

public:
    /// What matters first: a narrow table must show the speed-up, and whether the values are right.
    enum Column {
        Arm,
        Run,
        Net,
        Work,
        Dim,
        Threads,
        Batch,
        Median,
        Speedup,
        Engine,
        Equal,
        Iqr,
        TreesPerSecond,
        Batches,
        Launches,
        Memory,
        Padding,
        Peak,
        Execution,
        Both,
        ColumnCount
    };

    using TableModel::TableModel;

    /// Null empties the table. A report that goes on from the present one adds rows.
    void setReport(std::shared_ptr<const BenchReport> report);
    [[nodiscard]] const std::shared_ptr<const BenchReport>& report() const { return m_report; }
    void setTheme(const Theme& theme);
    /// Whether rows differ in it: run, net, work and threads are worth a column only then.
    [[nodiscard]] bool isVaried(Column column) const;

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
    std::shared_ptr<const BenchReport> m_report;
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
