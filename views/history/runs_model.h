// SPDX-License-Identifier: GPL-3.0-or-later
//
// The runs of a history as rows: what was measured where, what the comparison with the run before found, a note that
// can be edited, and the times that are plotted beside the table, a column for each arm. Nothing is computed here.
#pragma once

#ifndef Q_MOC_RUN
#include "core/records/history_trend.h"
#endif
#include "views/plots/plain_table.h"
#include "views/tables/table_model.h"
#include "views/theme/theme.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace batchscope {

class RunsModel final : public TableModel, public PlainTable {
    Q_OBJECT

public:
    /// Those of the arms are behind.
    enum Column { Change, Run, Date, Net, Note, File, Commit, Measured, Host, ColumnCount };
    static constexpr int kSortRole = Qt::UserRole;

    using TableModel::TableModel;

    /// `trend` may be null or lag behind the entries; what it does not know is not shown yet.
    void setRuns(std::vector<HistoryEntry> entries, std::shared_ptr<const HistoryTrend> trend);
    /// Whose times are shown, as indices into the trend's series, at most as many as one place has; columns behind
    /// them are empty.
    void setSeries(std::vector<std::size_t> series);
    void setTheme(const Theme& theme);
    [[nodiscard]] const HistoryEntry& entryAt(int row) const { return m_entries[static_cast<std::size_t>(row)]; }
    /// What the trend knows of the run in this row; null: nothing.
    [[nodiscard]] const TrendRun* runAt(int row) const;
    /// -1 where there is no such run.
    [[nodiscard]] int rowOf(std::int64_t run) const;

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Asks for the note to be changed; the cell follows when that has happened.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    [[nodiscard]] QStringList plainTitles() const override;
    [[nodiscard]] QStringList plainRow(int row) const override;

signals:
    void noteEdited(qlonglong run, const QString& text);

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_entries.size()); }
    [[nodiscard]] int columns() const override { return ColumnCount + m_mostArms; }
    [[nodiscard]] bool isText(int column) const override { return column != Run && column < ColumnCount; }
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QString titleTip(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;

private:
    [[nodiscard]] QString textOf(int row, int column) const;
    [[nodiscard]] const TrendSeries* seriesOf(int column) const;
    [[nodiscard]] const TrendPoint* pointAt(int row, int column) const;
    [[nodiscard]] QVariant armCell(int row, int column, int role) const;

    std::vector<HistoryEntry> m_entries;
    std::shared_ptr<const HistoryTrend> m_trend;
    std::map<std::int64_t, std::size_t> m_places; // of the trend's runs, by number
    std::vector<std::size_t> m_series;            // whose times are shown
    int m_mostArms = 0;                           // of a place
    const Theme* m_theme = &lightTheme();
};

/// "2 slower", "same", "not compared"; empty of a run that is not known yet.
[[nodiscard]] QString changeText(const TrendRun& run);
/// A sentence on the same.
[[nodiscard]] QString changeTip(const TrendRun& run, double tolerance);
/// "regular, folded · batch sizes 8, 32 · dim 100".
[[nodiscard]] QString measuredText(const TrendRun& run);

} // namespace batchscope
