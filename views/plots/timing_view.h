// SPDX-License-Identifier: GPL-3.0-or-later
//
// Answers the question behind dynamic batching: what does it buy for this net on these trees? One click starts the
// measurement; plots and table fill while it runs, and name the machine. The click, the key and the script all measure
// what the form says.
#pragma once

#include "core/bench/plot_figures.h"
#include "core/session/session_config.h"
#include "views/plots/bench_form.h"
#include "views/plots/measured.h"
#include "views/plots/plot_widget.h"
#include "views/plots/shown_runs.h"

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>
#include "views/tables/column_model.h"
#endif

#include <QStringList>

#include <memory>
#include <optional>

class QBoxLayout;
class QLabel;
class QScrollArea;
class QSplitter;
class QStackedWidget;

namespace batchscope {

class PlotChooser;

class TimingView final : public PlotView {
    Q_OBJECT

public:
    TimingView(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// Writes the entries into the form and measures what it says then. A Config error without a treebank, or while
    /// an entry is wrong.
    Status measure(const BenchEntries& entries = {});

    /// Shows the runs in these files beside what is measured, and beside those that were opened before. Those that can
    /// be read are shown whatever is wrong with the others; the error is of the first that cannot.
    Status openRuns(const QStringList& paths);
    /// The one with this name, or all of them.
    void closeRuns(const QString& name = {});
    [[nodiscard]] const ShownRuns& shownRuns() const { return m_runs; }

    /// Which plot is shown; also before anything is measured.
    void setPlotKind(PlotKind kind);

    [[nodiscard]] const PlotWidget& plot() const override;
    [[nodiscard]] const QTableView& table() const override { return *m_table; }
    /// As bench --json writes it; of several runs, the first.
    [[nodiscard]] std::string documentText() const override;

    /// Small, even if everything is stacked now: at the bottom of the window it is all placed side by side.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// A click asks to compare these two runs, by their names.
    void comparisonAsked(const QStringList& names);

protected:
    void catchUp(const Changes& changes) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildTable();
    void arrange();
    void connectForm();
    void followBench();
    void noteEnd(const QString& text, BenchForm::Tone tone);
    void showState();
    void showReport();
    void showContext();
    void showStale();
    void showRuns();
    [[nodiscard]] QString ofFirstRun(const QString& text) const;
    void followRunLink(const QString& link);
    void fitForm();

    BenchForm* m_form;
    QScrollArea* m_formArea;
    PlotChooser* m_plots;
    std::unique_ptr<RowsModel<BenchResult>> m_model;
    QTableView* m_table;
    QLabel* m_empty;
    QLabel* m_context;
    QLabel* m_advice;  ///< what the figures come to
    QLabel* m_runList; ///< the runs that are shown together; hidden if none was opened
    QLabel* m_stale;   ///< the figures are of another net, other options or other passes than the present ones
    QStackedWidget* m_stack;
    QSplitter* m_splitter;
    QBoxLayout* m_row = nullptr;
    std::shared_ptr<const BenchReport> m_shown;
    ShownRuns m_runs;
    MeasuredSweep m_shownOf;  // of the first run that is shown
    bool m_measuring = false; // asked for, perhaps waiting, and not yet ended
    QString m_end;            // how the last one ended, when that was not by itself
    BenchForm::Tone m_endTone = BenchForm::Tone::Plain;
};

} // namespace batchscope
