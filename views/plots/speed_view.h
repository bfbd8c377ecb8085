// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the speed-up of the shown run is made of: its split as a waterfall and as a table, or why there is none.
#pragma once

#include "core/trace/speed_text.h"
#include "views/plots/plot_widget.h"
#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>
#include "views/tables/column_model.h"
#endif

#include <memory>
#include <string>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace batchscope {

class BarPlot;

/// A row of the table: a step of one of the two ways round.
struct SplitRow {
    std::string way;
    SplitStep step;
};

class SpeedView final : public PlotView {
    Q_OBJECT

public:
    SpeedView(Session& session, Playback& playback, QWidget* parent = nullptr);

    [[nodiscard]] const PlotWidget& plot() const override;
    [[nodiscard]] const QTableView& table() const override { return *m_table; }
    /// Why there is no waterfall; nothing if there is one.
    [[nodiscard]] QString emptyReason() const;

protected:
    void catchUp(const Changes& changes) override;

private:
    void build();
    void measure();
    void showSplit(const SpeedSplit& split);

    QLabel* m_headline;
    QLabel* m_caption;
    QLabel* m_empty;
    QPushButton* m_measure; // where that would fill the page
    BarPlot* m_plot;
    std::unique_ptr<RowsModel<SplitRow>> m_model;
    QTableView* m_table;
    QStackedWidget* m_stack;
};

} // namespace batchscope
