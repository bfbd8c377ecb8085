// SPDX-License-Identifier: GPL-3.0-or-later
//
// What folding buys, over the number of trees: time per run on logarithmic axes, one curve for each arm and width;
// medians with their quartiles, every sample as a faint dot, the batching factor next to the folded points. Filled
// points were measured on the engine, hollow ones on LibTorch's plain bodies. All figures come from BenchReport.
#pragma once

#include "core/bench/bench.h"
#include "views/plots/plot_widget.h"

#include <QStringList>

#include <memory>
#include <vector>

class QCPItemText;
class QMouseEvent;

namespace batchscope {

/// What the window shows now. Other curves are pale, and the legend says so.
struct ShownNet {
    std::int32_t dim = 0;
    bool isMeasured = true;     ///< net, files, graph options and passes are those that were measured
    bool hasMeasuredDim = true; ///< the window's width has not changed since; a sweep may be over others
};

class TimingPlot final : public PlotWidget {
    Q_OBJECT

public:
    explicit TimingPlot(QWidget* parent = nullptr);

    /// Null empties the plot.
    void setReport(std::shared_ptr<const BenchReport> report, ShownNet shown = {});
    void restyle();
    [[nodiscard]] bool isEmpty() const override;
    /// Names of the curves, as the legend has them.
    [[nodiscard]] QStringList curveNames() const;

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Curve;
    enum class LegendPlace { Above, Beside, Nowhere };
    [[nodiscard]] std::vector<Curve> curves() const;
    [[nodiscard]] bool isOther(const BenchResult& result) const;
    void rebuild();
    void addCurve(const Curve& curve);
    void addSpeedups(const Curve& curve);
    void spreadLabels();
    void addNoisyMarks();
    void arrange();
    void placeLegend(LegendPlace place, int entriesPerLine);
    void fitAxes();
    void showToolTip(const QMouseEvent& event);

    std::shared_ptr<const BenchReport> m_report;
    ShownNet m_shown;
    LegendPlace m_legendPlace = LegendPlace::Nowhere;
    std::vector<QCPItemText*> m_labels; // the plot owns them
};

} // namespace batchscope
