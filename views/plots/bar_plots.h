// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the time of a run goes: one bar for each arm, stacked from its phases, at one batch size, width and number of
// threads. A click on an entry of the legend hides its phase, whose part of the bars goes away, or shows it again. All
// figures come from core/bench/plot_figures.h.
#pragma once

#include "core/bench/plot_figures.h"
#include "core/trace/speed_text.h"
#include "views/plots/plot_widget.h"

#include <QStringList>

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

class QCPBars;
class QCPItemText;

namespace batchscope {

class PhasesPlot final : public PlotWidget {
    Q_OBJECT

public:
    explicit PhasesPlot(QWidget* parent = nullptr);

    /// The bars of this cell of the report; null empties the plot.
    void setReport(std::shared_ptr<const BenchReport> report, const BenchKey& cell, ShownNet shown = {});
    [[nodiscard]] bool isEmpty() const override { return m_bars.isEmpty(); }
    [[nodiscard]] const PhaseBars& bars() const { return m_bars; }
    /// What stands beside each bar.
    [[nodiscard]] QStringList barNames() const;
    [[nodiscard]] bool isHidden(const std::string& phase) const { return m_hidden.contains(phase); }
    /// As a click on its entry of the legend does.
    void togglePhase(const std::string& phase);
    [[nodiscard]] std::optional<std::size_t> resultAt(const QPoint& place) const override;

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override;
    void rebuild() override;
    void fitAxes() override;
    void arrange() override;
    [[nodiscard]] QString tipAt(const QPoint& place) const override;
    void clickEntry(const QCPAbstractPlottable& part) override;

private:
    void addPhases();
    [[nodiscard]] const PhaseBar* barAt(const QPoint& place) const;
    [[nodiscard]] bool isOther() const { return m_shown.isOther(m_cell.dim); }

    std::shared_ptr<const BenchReport> m_report;
    BenchKey m_cell;
    ShownNet m_shown;
    PhaseBars m_bars;
    std::vector<QCPBars*> m_drawn;  // by phase
    std::set<std::string> m_hidden; // also phases that these bars have not
};

// A speed-up as a waterfall of times, from regular on LibTorch down to folded on the engine: one bar for each step,
// from 0 on a linear axis, so that lengths compare as times do; behind each bar, pale, what it is shorter by, and
// beside it the time and the factor. Both ways round are below each other. All figures come from
// core/trace/speed_split.h.

class SplitPlot final : public PlotWidget {
    Q_OBJECT

public:
    explicit SplitPlot(QWidget* parent = nullptr);

    /// Figures of another configuration than the shown one are pale.
    enum class Shown { Present, Other };

    /// `results`: of each arm the result that it is, where the split is of a benchmark.
    void setSplit(const SpeedSplit& split, Shown shown = Shown::Present,
                  const std::array<std::optional<std::size_t>, kTimedArmCount>& results = {});
    [[nodiscard]] bool isEmpty() const override { return m_split.isEmpty(); }
    [[nodiscard]] const SpeedSplit& split() const { return m_split; }
    [[nodiscard]] std::optional<std::size_t> resultAt(const QPoint& place) const override;

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override;
    void rebuild() override;
    void fitAxes() override;
    void arrange() override;
    [[nodiscard]] QString tipAt(const QPoint& place) const override;

private:
    /// A bar with what is written beside it, from the longest text to the shortest.
    struct Row {
        const SplitStep* step = nullptr;
        TimedArm arm = TimedArm::Regular;
        double place = 0.0;  ///< on the y axis
        double before = 0.0; ///< seconds of the step that it is compared with; 0 of the first
        QStringList texts;
        QCPItemText* label = nullptr;
    };

    void listRows();
    void addSteps();
    void addTexts();
    void placeLabels();
    [[nodiscard]] const Row* rowAt(const QPoint& place) const;
    [[nodiscard]] QColor colourOf(const Row& row) const;

    SpeedSplit m_split;
    Shown m_shown = Shown::Present;
    std::array<std::optional<std::size_t>, kTimedArmCount> m_results;
    std::vector<Row> m_rows;
    std::vector<std::pair<double, QString>> m_heads; // of the ways: their place and name
};

} // namespace batchscope
