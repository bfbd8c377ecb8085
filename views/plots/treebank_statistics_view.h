// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statistics of a treebank before anything runs: how large and high its trees are, which shapes they share, which words
// and labels they have; for all trees, and for those that the filter found. A click on a bar filters.
#pragma once

#include "views/plots/plot_view.h"
#include "views/plots/treebank_numbers.h"
#include "views/session/lanes.h"

#include <memory>

class QCheckBox;
class QComboBox;
class QLabel;
class QSplitter;

namespace batchscope {

class NumberPlot;
class NumbersModel;

class TreebankStatisticsView final : public PlotView {
    Q_OBJECT

public:
    TreebankStatisticsView(Session& session, Playback& playback, QWidget* parent = nullptr);
    ~TreebankStatisticsView() override;
    TreebankStatisticsView(const TreebankStatisticsView&) = delete;
    TreebankStatisticsView& operator=(const TreebankStatisticsView&) = delete;

    [[nodiscard]] const PlotWidget& plot() const override;
    [[nodiscard]] const QTableView& table() const override { return *m_table; }
    [[nodiscard]] const PlainTable& plainTable() const override;

protected:
    void catchUp(const Changes& changes) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildControls();
    void buildTable();
    void count();
    void take(std::shared_ptr<const TreebankNumbers> numbers);
    void showSeries();
    void filterBy(const QString& filter);

    NumberPlot* m_plot;
    NumbersModel* m_model;
    QTableView* m_table;
    QComboBox* m_subject;
    QCheckBox* m_log;
    QLabel* m_headline;
    QSplitter* m_splitter;
    std::shared_ptr<const TreebankNumbers> m_numbers;
    NumberSeries m_series;
    bool m_dirty = true; // other trees or another filter since it was counted
    ViewLane m_lane;
};

} // namespace batchscope
