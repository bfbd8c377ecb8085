// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statistics of a treebank before anything runs: the sizes and heights of its trees, their shapes, words and labels,
// for all trees and for those that match the filter. A click on a bar sets a filter.
#pragma once

#include "core/treebank/tree_histograms.h"
#include "views/plots/plot_widget.h"
#include "views/session/lanes.h"
#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>
#include "views/tables/column_model.h"
#endif

#include <QString>

#include <memory>
#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QSplitter;

namespace batchscope {

// The numbers that the statistics panel draws and lists, computed once: a series of bars, each with its text and the
// filter that finds its trees.

class BarPlot;

/// The counts of a treebank.
struct TreebankNumbers {
    std::shared_ptr<const Treebank> bank;
    std::shared_ptr<const TreeHistograms> all;
    std::shared_ptr<const TreeHistograms> found; ///< null without a filter
    std::vector<SymbolCount> labels;             ///< labels of all trees, the most frequent first
};

enum class Subject { Sizes, Words, Heights, Arities, Shapes, Labels };

/// A bar, and a row of the table.
struct NumberBar {
    double center = 0.0;
    double width = 1.0;
    std::uint64_t all = 0;
    std::uint64_t found = 0;
    QString label;  ///< "10–14", "NP", "12 nodes, height 4"
    QString filter; ///< finds these trees
};

struct NumberSeries {
    std::vector<NumberBar> bars;
    QString what;            ///< label of the lower axis
    QString counted;         ///< label of the left axis
    QString summary;         ///< one or two sentences
    std::uint64_t total = 0; ///< the total of the shares: all trees, words or nodes
    bool named = false;      ///< the lower axis shows the labels
    bool hasFound = false;   ///< `found` is valid
};

[[nodiscard]] NumberSeries seriesOf(const TreebankNumbers& numbers, Subject subject);
/// The title of a subject, for users to choose from.
[[nodiscard]] QString titleOf(Subject subject);

/// A row of the table.
struct NumberRow {
    NumberBar bar;
    double percent = 0.0;
    bool hasFound = false;
};

class TreebankStatisticsView final : public PlotView {
    Q_OBJECT

public:
    TreebankStatisticsView(Session& session, Playback& playback, QWidget* parent = nullptr);
    ~TreebankStatisticsView() override;
    TreebankStatisticsView(const TreebankStatisticsView&) = delete;
    TreebankStatisticsView& operator=(const TreebankStatisticsView&) = delete;

    [[nodiscard]] const PlotWidget& plot() const override;
    [[nodiscard]] const QTableView& table() const override { return *m_table; }

protected:
    void catchUp(const Changes& changes) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildControls();
    void buildTable();
    void count();
    void showSeries();

    BarPlot* m_plot;
    std::unique_ptr<RowsModel<NumberRow>> m_model;
    QTableView* m_table;
    QComboBox* m_subject;
    QCheckBox* m_log;
    QLabel* m_headline;
    QSplitter* m_splitter;
    std::shared_ptr<const TreebankNumbers> m_numbers;
    NumberSeries m_series;
    bool m_dirty = true; // the trees or the filter changed since the last count
    ViewLane m_lane;
};

} // namespace batchscope
