// SPDX-License-Identifier: GPL-3.0-or-later
//
// Answers the main question of dynamic batching: how much does it gain for this net on these trees? One click starts
// the measurement; plots and table, which name the machine, are filled while it runs. The click, the key and the script
// all measure what the form describes.
#pragma once

#include "core/bench/plot_figures.h"
#include "core/session/session_config.h"
#include "views/plots/bench_form.h"
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

    /// Writes the entries into the form and measures what it then describes. Config error without a treebank, or while
    /// an entry is invalid.
    Status measure(const BenchEntries& entries = {});

    /// Shows the runs in these files next to the measured run and the runs opened before. Files that can be read are
    /// shown even if others fail; the error is that of the first failing file.
    Status openRuns(const QStringList& paths);
    /// Closes the run with this name; without a name, all opened runs.
    void closeRuns(const QString& name = {});
    [[nodiscard]] const ShownRuns& shownRuns() const { return m_runs; }

    /// Sets the plot that is shown; allowed before anything is measured.
    void setPlotKind(PlotKind kind);

    [[nodiscard]] const PlotWidget& plot() const override;
    [[nodiscard]] const QTableView& table() const override { return *m_table; }
    /// The first run in the format of bench --json.
    [[nodiscard]] std::string documentText() const override;

    /// Small even if everything is stacked now: at the bottom of the window, all parts are placed side by side.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// The user clicked to compare these two runs.
    void comparisonAsked(const QStringList& names);

protected:
    void catchUp(const Changes& changes) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildTable();
    void arrange();
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
    QLabel* m_advice;  ///< the conclusion from the figures
    QLabel* m_runList; ///< the runs that are shown together; hidden if none was opened
    QLabel* m_stale;   ///< shown if the figures are of other trees, another net or other options than the current ones
    QStackedWidget* m_stack;
    QSplitter* m_splitter;
    QBoxLayout* m_row = nullptr;
    std::shared_ptr<const BenchReport> m_shown;
    ShownRuns m_runs;
    bool m_measuring = false; // requested, perhaps waiting, and not yet ended
    QString m_end;            // the reason why the last measurement ended early; empty if it did not
    BenchForm::Tone m_endTone = BenchForm::Tone::Plain;
};

} // namespace batchscope
