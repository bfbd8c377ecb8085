// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two schedules as rows: pairs of batches, and batches that only one of them has, in the order of the
// second schedule (core/schedule/schedule_diff.h). Texts are made only for rows that are seen.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/compared_run.h"
#endif
#include "views/tables/table_model.h"
#include "views/theme/theme.h"

#include <memory>
#include <vector>

namespace batchscope {

class ChangesModel final : public TableModel {
    Q_OBJECT

public:
    enum Column { Change, OpName, ShownBatch, ShownSize, OtherBatch, OtherSize, What, ColumnCount };

    using TableModel::TableModel;

    /// Null: no rows.
    void setCompared(std::shared_ptr<const ComparedRun> compared);
    /// Whether batches that stay the same have rows, too.
    void setShowsSame(bool showsSame);
    void setTheme(const Theme& theme);

    /// The step of the shown schedule that a row is about: its own, or the one with most of its nodes.
    [[nodiscard]] BatchId shownBatch(int row) const;
    /// The row of a batch of the shown schedule; -1 where it has none.
    [[nodiscard]] int rowOf(BatchId batch) const;

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] int columns() const override { return ColumnCount; }
    [[nodiscard]] bool isText(int column) const override;
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QString titleTip(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;

private:
    enum class Side { Shown, Other };

    void fillRows();
    /// Invalid, or 0, where only the other schedule has such a batch.
    [[nodiscard]] BatchId sideOf(const BatchDifference& difference, Side side) const;
    [[nodiscard]] std::uint32_t sizeOf(const BatchDifference& difference, Side side) const;
    [[nodiscard]] bool isOfShown(const BatchDifference& difference) const;
    [[nodiscard]] const BatchDifference& at(int row) const;
    [[nodiscard]] QString text(const BatchDifference& difference, int column) const;

    std::shared_ptr<const ComparedRun> m_compared;
    std::vector<std::uint32_t> m_rows;       // entries of the differences
    IdVector<BatchId, std::int32_t> m_rowOf; // by batch of the shown schedule; -1: none
    bool m_showsSame = false;
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
