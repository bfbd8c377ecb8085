// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the schedule as rows that a table can show without copying them: texts are made only for rows that are seen.
#pragma once

#include "core/schedule/batch_facts.h"
#include "core/session/snapshot.h"
#include "views/steps/step_filter.h"
#include "views/theme/theme.h"

#include <QAbstractTableModel>

#include <chrono>
#include <memory>
#include <vector>

namespace batchscope {

class StepsModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Step, OpName, Size, Levels, Operands, Ran, Bytes, Time, Why, ColumnCount };
    /// Numbers for sorting, texts where a column has none.
    static constexpr int kSortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// Rows of another schedule.
    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    /// The same schedule, with or without a run: then operands, bytes and times are those of the run, else of the plan.
    void setTrace(std::shared_ptr<const Snapshot> snapshot);
    /// The step that playback shows; an invalid id marks none.
    void setPresent(BatchId batch);
    void setTheme(const Theme& theme);

    [[nodiscard]] BatchId present() const { return m_present; }
    [[nodiscard]] StepFacts factsOf(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void readTimes();
    /// What ran is recorded.
    [[nodiscard]] bool hasRun() const;
    [[nodiscard]] QString headerTip(int section) const;
    [[nodiscard]] const Op& opOf(BatchId batch) const;
    [[nodiscard]] QVariant text(BatchId batch, int column) const;
    [[nodiscard]] QVariant sortKey(BatchId batch, int column) const;
    [[nodiscard]] QVariant toolTip(BatchId batch, int column) const;

    std::shared_ptr<const Snapshot> m_snapshot;
    IdVector<BatchId, BatchFacts> m_facts;
    std::vector<std::chrono::nanoseconds> m_times; // empty before a run
    BatchId m_present;
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
