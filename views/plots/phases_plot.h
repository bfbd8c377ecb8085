// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the time of a run goes: one bar for each arm, stacked from its phases, at one batch size, width and number of
// threads. All figures come from core/bench/phase_bars.h.
#pragma once

#include "core/bench/phase_bars.h"
#include "views/plots/moving_legend.h"
#include "views/plots/plot_widget.h"
#include "views/plots/shown_net.h"

#include <QStringList>

#include <memory>

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

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void rebuild();
    void addPhases();
    void arrange();
    void fitAxes();
    void showToolTip(const QMouseEvent& event);
    [[nodiscard]] bool isOther() const { return m_shown.isOther(m_cell.dim); }

    std::shared_ptr<const BenchReport> m_report;
    PhaseCell m_cell;
    ShownNet m_shown;
    PhaseBars m_bars;
    MovingLegend m_legend;
};

} // namespace batchscope
