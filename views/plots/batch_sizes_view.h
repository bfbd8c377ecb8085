// SPDX-License-Identifier: GPL-3.0-or-later
//
// What batching bought, step by step and op by op: bars on the left, one for each step, as high as its batch, in the
// colors of ops; the table of ops on the right, and above them the mean, which is the figure that matters, since
// regular execution runs nodes one by one.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which comes first here
#include "core/schedule/metrics.h"
#include "views/tables/column_model.h"
#endif
#include "core/session/snapshot.h"
#include "views/plots/plot_widget.h"

#include <memory>

class QCheckBox;
class QLabel;
class QSplitter;

namespace batchscope {

class BarPlot;

/// Of a row of the table.
struct OpRow {
    OpSummary summary;
    std::string name;
};

class BatchSizesView final : public PlotView {
    Q_OBJECT

public:
    BatchSizesView(Session& session, Playback& playback, QWidget* parent = nullptr);

    [[nodiscard]] const PlotWidget& plot() const override;
    [[nodiscard]] const QTableView& table() const override { return *m_table; }

protected:
    void catchUp(const Changes& changes) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildTable();
    void showHeadline();
    void showBars();
    void markStep();

    BarPlot* m_plot;
    std::unique_ptr<RowsModel<OpRow>> m_summary;
    QTableView* m_table;
    QLabel* m_headline;
    QCheckBox* m_log;
    QSplitter* m_splitter;
};

} // namespace batchscope
