// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two schedules as rows: pairs of batches, and batches that only one schedule has, in the order of the second schedule
// (core/schedule/schedule_diff.h). Texts are created only for visible rows.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/chosen_policy.h"
#include "core/session/tables.h"
#include "views/tables/column_model.h"
#endif
#include "views/theme/theme.h"

#include <memory>
#include <vector>

namespace batchscope {

class ChangesModel final : public ColumnModel<ChangeRow> {
    Q_OBJECT

public:
    explicit ChangesModel(QObject* parent = nullptr) : ColumnModel(changeColumns(), parent) {}

    /// Shows a row for each batch that changes. Null: no rows.
    void setCompared(std::shared_ptr<const ScheduleComparison> compared);
    void setTheme(const Theme& theme);

    /// The step of the shown schedule for a row: its own, or the step that has most of its nodes.
    [[nodiscard]] BatchId shownBatch(int row) const;
    /// The row of a batch of the shown schedule; -1 if it has none.
    [[nodiscard]] int rowOf(BatchId batch) const;

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] ChangeRow rowAt(int row) const override;
    [[nodiscard]] QVariant look(int row, int column, int role) const override;

private:
    void fillRows();
    [[nodiscard]] ChangeRow rowOf(const BatchDifference& difference) const;

    std::shared_ptr<const ScheduleComparison> m_compared;
    std::vector<std::uint32_t> m_rows;       // indexes into the differences
    IdVector<BatchId, std::int32_t> m_rowOf; // indexed by batch of the shown schedule; -1: none
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
