// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the speed-up of the shown run is made of: its split as a waterfall and as a table, or why there is none.
#pragma once

#include "views/plots/plot_view.h"

class QLabel;
class QPushButton;
class QStackedWidget;

namespace batchscope {

class SplitModel;
class SplitPlot;
struct SpeedSplit;

class SpeedView final : public PlotView {
    Q_OBJECT

public:
    SpeedView(Session& session, Playback& playback, QWidget* parent = nullptr);

    [[nodiscard]] const PlotWidget& plot() const override;
    [[nodiscard]] const QTableView& table() const override { return *m_table; }
    [[nodiscard]] const PlainTable& plainTable() const override;
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
    SplitPlot* m_plot;
    SplitModel* m_model;
    QTableView* m_table;
    QStackedWidget* m_stack;
};

} // namespace batchscope
