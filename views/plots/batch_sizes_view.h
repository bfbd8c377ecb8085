// SPDX-License-Identifier: GPL-3.0-or-later
//
// What batching bought, step by step and op by op: bars on the left, one for each step or for each range of sizes, the
// table of ops on the right, and above them the mean, which is the figure that matters, since regular execution runs
// nodes one by one.
#pragma once

#include "views/plots/plot_view.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QSplitter;
class QStackedWidget;

namespace batchscope {

class BatchHistogramPlot;
class BatchSizesPlot;
class OpSummaryModel;

class BatchSizesView final : public PlotView {
    Q_OBJECT

public:
    /// Bars for each step, or for each range of batch sizes.
    enum class Kind { Steps, Histogram };

    BatchSizesView(Session& session, Playback& playback, QWidget* parent = nullptr);

    void setKind(Kind kind);

    [[nodiscard]] const PlotWidget& plot() const override;
    [[nodiscard]] const QTableView& table() const override { return *m_table; }
    [[nodiscard]] const PlainTable& plainTable() const override;

protected:
    void catchUp(const Changes& changes) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildTable();
    void showHeadline();
    [[nodiscard]] bool hasHistogram() const;

    BatchSizesPlot* m_plot;
    BatchHistogramPlot* m_histogram;
    OpSummaryModel* m_summary;
    QTableView* m_table;
    QLabel* m_headline;
    QComboBox* m_kinds;
    QCheckBox* m_log;
    QStackedWidget* m_stack;
    QSplitter* m_splitter;
};

} // namespace batchscope
