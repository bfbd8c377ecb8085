// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statistics of a treebank before anything runs: how large and high its trees are, which shapes they share, which words
// and labels they have; for all trees, and for those that the filter found. A click on a bar filters.
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

// The numbers that the statistics panel draws and that its table contains, computed once: a series of bars with a
// text for each bar and the filter that finds its trees.

class BarPlot;

/// What is counted of a treebank.
struct TreebankNumbers {
    std::shared_ptr<const Treebank> bank;
    std::shared_ptr<const TreeHistograms> all;
    std::shared_ptr<const TreeHistograms> found; ///< null where nothing is filtered
    std::vector<SymbolCount> labels;             ///< of all trees, the most frequent first
};

enum class Subject { Sizes, Words, Heights, Arities, Shapes, Labels };

/// A bar, and a row of the table.
struct NumberBar {
    double centre = 0.0;
    double width = 1.0;
    std::uint64_t all = 0;
    std::uint64_t found = 0;
    QString label;      ///< "10–14", "NP", "12 nodes, height 4"
    QString filter;     ///< that finds these trees; empty where there is none
    QString row = {};   ///< what the table says where that is more than the label: "NP (class 3)"
    QString plain = {}; ///< for other programs, where label and row are written for people: "1000–1999"
};

struct NumberSeries {
    std::vector<NumberBar> bars;
    QString what;            ///< of the table's first column, and the axis below
    QString counted;         ///< the axis at the left
    QString summary;         ///< one or two sentences
    std::uint64_t total = 0; ///< what a share is a part of: all trees, words or nodes
    bool named = false;      ///< the axis below shows the labels
    bool hasFound = false;   ///< `found` counts
};

[[nodiscard]] NumberSeries seriesOf(const TreebankNumbers& numbers, Subject subject);
/// As the user chooses among them.
[[nodiscard]] QString titleOf(Subject subject);

/// A row of the table.
struct NumberRow {
    NumberBar bar;
    double percent = 0.0;
    bool hasFound = false;
};

/// The first column is named after what is counted.
class NumbersModel final : public RowsModel<NumberRow> {
public:
    explicit NumbersModel(QObject* parent);

    /// Empty bars are left out.
    void setSeries(const NumberSeries& series);

protected:
    [[nodiscard]] QString title(int column) const override;

private:
    QString m_what;
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
    void take(std::shared_ptr<const TreebankNumbers> numbers);
    void showSeries();
    void filterBy(const QString& filter);

    BarPlot* m_plot;
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
