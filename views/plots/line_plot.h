// SPDX-License-Identifier: GPL-3.0-or-later
//
// A benchmark as curves, for all kinds of plots that consist of curves: medians in their 95 % confidence band, every
// sample as a faint dot, and the batching factor next to the times of arms that batch. Hollow points are noisy. Below
// the points, times also have their fitted line and the sizes from which folding pays off. All
// figures come from core/bench/plot_figures.h.
#pragma once

#include "core/bench/plot_figures.h"
#include "views/plots/plot_widget.h"

#include <QStringList>

#include <memory>
#include <vector>

class QCPItemText;

namespace batchscope {

struct CurveLook;

class LinePlot final : public PlotWidget {
    Q_OBJECT

public:
    explicit LinePlot(QWidget* parent = nullptr);

    /// Sets the kind of curves, initially the time per run. A change resets the zoom.
    void setKind(PlotKind kind);
    [[nodiscard]] PlotKind kind() const { return m_kind; }
    /// Sets the report; null empties the plot.
    void setReport(std::shared_ptr<const BenchReport> report);
    [[nodiscard]] bool isEmpty() const override { return m_figure.isEmpty(); }
    /// The figure that is drawn; empty without a report.
    [[nodiscard]] const PlotFigure& figure() const { return m_figure; }
    /// The names of the curves, as in the legend.
    [[nodiscard]] QStringList curveNames() const;

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override;
    void rebuild() override;
    void fitAxes() override;
    void arrange() override;
    [[nodiscard]] QString tipAt(const QPoint& place) const override;

private:
    void addMark(const PlotMark& mark, const CurveLook& look);
    void explainFits();
    void explainHollowPoints();
    void addFactors(const PlotCurve& curve);
    void spreadLabels();
    void tickTrees();
    [[nodiscard]] const PlotPoint* pointAt(const QPointF& place) const;
    [[nodiscard]] QString fitTip(const PlotPoint& point) const;
    void describe();

    std::shared_ptr<const BenchReport> m_report;
    PlotKind m_kind = PlotKind::Time;
    PlotFigure m_figure;
    std::vector<QCPItemText*> m_labels; // factors, on the plot, which owns them
};

} // namespace batchscope
