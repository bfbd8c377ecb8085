// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the time of a run goes: one bar for each arm, stacked from its phases, at one batch size, width and number of
// threads. A click on an entry of the legend hides its phase, whose part of the bars goes away, or shows it again. All
// figures come from core/bench/phase_bars.h.
#pragma once

#include "core/bench/phase_bars.h"
#include "views/plots/moving_legend.h"
#include "views/plots/plot_widget.h"
#include "views/plots/shown_net.h"

#include <QStringList>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

class QCPAbstractLegendItem;
class QCPBars;
class QMouseEvent;

namespace batchscope {

class PhasesPlot final : public PlotWidget {
    Q_OBJECT

public:
    explicit PhasesPlot(QWidget* parent = nullptr);

    /// The bars of this cell of the report; null empties the plot.
    void setReport(std::shared_ptr<const BenchReport> report, const PhaseCell& cell, ShownNet shown = {});
    void restyle() { rebuild(); }
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
    void resizeEvent(QResizeEvent* event) override;

private:
    void rebuild();
    void addPhases();
    void arrange();
    void fitAxes();
    void toggleAt(QCPAbstractLegendItem* entry);
    void showToolTip(const QMouseEvent& event);
    [[nodiscard]] const PhaseBar* barAt(const QPoint& place) const;
    [[nodiscard]] bool isOther() const { return m_shown.isOther(m_cell.dim); }

    std::shared_ptr<const BenchReport> m_report;
    PhaseCell m_cell;
    ShownNet m_shown;
    PhaseBars m_bars;
    std::vector<QCPBars*> m_drawn;  // by phase
    std::set<std::string> m_hidden; // also phases that these bars have not
    MovingLegend m_legend;
};

} // namespace batchscope
