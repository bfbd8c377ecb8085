// SPDX-License-Identifier: GPL-3.0-or-later
//
// The schedule as rows that a table can show without copying them, with marks for ops and for the current step.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/tables.h"
#include "views/tables/column_model.h"
#endif
#include "views/theme/theme.h"

#include <memory>

namespace batchscope {

class StepsModel final : public ColumnModel<StepRow> {
    Q_OBJECT

public:
    explicit StepsModel(QObject* parent = nullptr);

    /// Shows the rows of another schedule.
    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    /// Sets a snapshot of the same schedule. Operands, launches and bytes are recorded if there is a run, else planned.
    void setTrace(std::shared_ptr<const Snapshot> snapshot);
    /// Marks the step that playback shows; an invalid id marks none.
    void setPresent(BatchId batch);
    void setTheme(const Theme& theme);

    [[nodiscard]] BatchId present() const { return m_present; }

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_steps.levels.size()); }
    [[nodiscard]] StepRow rowAt(int row) const override { return {&m_steps, BatchId(static_cast<std::size_t>(row))}; }
    [[nodiscard]] QVariant look(int row, int column, int role) const override;

private:
    [[nodiscard]] QVariant toolTip(BatchId batch, std::string_view column) const;

    std::shared_ptr<const Snapshot> m_snapshot;
    Steps m_steps; ///< steps of m_snapshot; empty without a schedule
    BatchId m_present;
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
