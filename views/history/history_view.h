// SPDX-License-Identifier: GPL-3.0-or-later
//
// The benchmarks that were kept: a row for each run, and beside it how the times of one place (net, width, batch size)
// developed from run to run. Every sweep of the window that ends with results is added, unless that is switched off.
// The list is read again when the panel is shown, when it is asked for, and after every change; other programs may add
// to the same history.
#pragma once

#include "views/history/run_history.h"
#include "views/history/trend_places.h"
#include "views/plots/plot_view.h"

#include <cstdint>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QModelIndex;
class QSortFilterProxyModel;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace batchscope {

class RunsModel;
class TrendPlot;

class HistoryView final : public PlotView {
    Q_OBJECT

public:
    HistoryView(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// Whether sweeps that end are kept; at first they are not.
    enum class Keeping { Off, On };
    void setKeeping(Keeping keeping);
    [[nodiscard]] Keeping keeping() const { return m_keeping; }

    [[nodiscard]] RunHistory& history() { return m_history; }
    [[nodiscard]] const RunHistory& history() const { return m_history; }
    /// The runs of the selected rows, the oldest first.
    [[nodiscard]] std::vector<std::int64_t> chosenRuns() const;
    /// Selects the rows of these runs. A Config error for one that is not listed.
    Status chooseRuns(const std::vector<std::int64_t>& runs);
    /// Which times are plotted, by the name in the list. A Config error with the names that there are.
    Status showPlace(const QString& name);
    /// Of which arm, by its name, or "all". A Config error with the names that there are. Without this the panel
    /// chooses one for the run that is selected.
    Status showArm(const QString& name);
    /// Opens the cell of the run's note. A Config error for one that is not listed.
    Status editNote(std::int64_t run);

    [[nodiscard]] const PlotWidget& plot() const override;
    [[nodiscard]] const QTableView& table() const override { return *m_table; }
    [[nodiscard]] const PlainTable& plainTable() const override;
    /// Small, even if everything is stacked now.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// Enter or a double click on a run.
    void openAsked(qlonglong run);
    /// The Delete key on the selected runs.
    void removeAsked();
    /// A right click or the Menu key on a run, in global pixels.
    void runMenuAsked(const QPoint& place);

protected:
    void catchUp(const Changes& changes) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void buildTable();
    void buildBar(QWidget& parent);
    void arrange();
    void followHistory();
    void rereadInPeace();
    void showRuns();
    void fitTable();
    void showPlaces();
    void showTrend();
    void showState();
    void showEmpty();
    void followRow();
    void selectRuns(const std::vector<std::int64_t>& runs);
    [[nodiscard]] bool isEditing() const;
    [[nodiscard]] std::int64_t currentRun() const;

    RunsModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    TrendPlot* m_plot;
    QLineEdit* m_filter;
    QLabel* m_state;
    QToolButton* m_stop;
    QToolButton* m_refresh;
    QComboBox* m_place;
    QComboBox* m_arm;
    QLabel* m_empty;
    QStackedWidget* m_stack;
    QSplitter* m_splitter;
    TrendPlaces m_places; // of m_shown
    std::shared_ptr<const HistoryTrend> m_shown;
    Keeping m_keeping = Keeping::Off;
    bool m_hasOwnArm = false; // chosen by the user
    bool m_isStale = false;   // the rows wait until a note is edited
    bool m_isOutdated = false;
    QString m_progress;
    RunHistory m_history; // last: its jobs may end while the view goes
};

} // namespace batchscope
