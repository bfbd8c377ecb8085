// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the table twin of the timing plot: every figure of BenchReport as it is, nothing computed here.
#pragma once

#include "core/bench/bench.h"
#include "views/theme/theme.h"

#include <QAbstractTableModel>

#include <memory>

namespace batchscope {

class BenchModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    /// What matters first: a narrow table must show the speed-up, and whether the values are right.
    enum Column {
        Arm,
        Dim,
        Batch,
        Median,
        Speedup,
        Engine,
        Equal,
        Iqr,
        TreesPerSecond,
        Launches,
        Execution,
        Both,
        ColumnCount
    };
    static constexpr int kSortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// Null empties the table. A report that goes on from the present one adds rows.
    void setReport(std::shared_ptr<const BenchReport> report);
    void setTheme(const Theme& theme);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const BenchReport> m_report;
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
