// SPDX-License-Identifier: GPL-3.0-or-later
//
// The schedule as rows that a table can show without copying them: texts are created only for visible rows.
#pragma once

#include "core/schedule/batch_facts.h"
#include "core/session/snapshot.h"
#include "views/tables/table_model.h"
#include "views/theme/theme.h"

#include <chrono>
#include <memory>
#include <vector>

namespace batchscope {

class StepsModel final : public TableModel {
    Q_OBJECT

public:
    enum Column { Batch, OpName, Size, Levels, Operands, Ran, Bytes, Memory, Time, Why, ColumnCount };

    using TableModel::TableModel;

    /// Rows of another schedule.
    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    /// The same schedule, with or without a run: then operands, launches and bytes are what ran, else what is planned.
    void setTrace(std::shared_ptr<const Snapshot> snapshot);
    /// The step that playback shows; an invalid id marks none.
    void setPresent(BatchId batch);
    void setTheme(const Theme& theme);

    [[nodiscard]] BatchId present() const { return m_present; }

protected:
    [[nodiscard]] int rows() const override;
    [[nodiscard]] int columns() const override { return ColumnCount; }
    [[nodiscard]] bool isText(int column) const override;
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QString titleTip(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;

private:
    void readTimes();
    [[nodiscard]] bool hasMemory() const;
    [[nodiscard]] const Op& opOf(BatchId batch) const;
    [[nodiscard]] QVariant text(BatchId batch, int column) const;
    [[nodiscard]] QVariant sortKey(BatchId batch, int column) const;
    [[nodiscard]] QVariant toolTip(BatchId batch, int column) const;

    std::shared_ptr<const Snapshot> m_snapshot;
    IdVector<BatchId, LevelRange> m_levels;
    std::vector<std::chrono::nanoseconds> m_times; // empty before a run
    BatchId m_present;
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
