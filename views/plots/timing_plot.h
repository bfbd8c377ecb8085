// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what folding buys, over the number of trees: time of a step on logarithmic axes, one curve for each arm and
// width; medians with their quartiles, every sample as a faint dot, the speed-up written beside the folded points. All
// figures are BenchReport's.
#pragma once

#include "core/bench/bench.h"

#include <QWidget>

#include <memory>
#include <vector>

class QCPItemText;
class QCustomPlot;
class QMouseEvent;

namespace batchscope {

class TimingPlot final : public QWidget {
    Q_OBJECT

public:
    explicit TimingPlot(QWidget* parent = nullptr);

    /// Null empties the plot.
    void setReport(std::shared_ptr<const BenchReport> report);
    void restyle();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Curve;
    [[nodiscard]] std::vector<Curve> curves() const;
    void rebuild();
    void addCurve(const Curve& curve);
    void addSpeedups(const Curve& curve);
    void spreadLabels();
    void addNoisyMarks();
    void wrapLegend();
    void fitAxes();
    void showToolTip(const QMouseEvent& event);

    std::shared_ptr<const BenchReport> m_report;
    QCustomPlot* m_plot;
    std::vector<QCPItemText*> m_labels; // the plot owns them
};

} // namespace batchscope
