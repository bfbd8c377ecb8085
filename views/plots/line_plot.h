// SPDX-License-Identifier: GPL-3.0-or-later
//
// A benchmark as curves, for all kinds of plots that consist of curves: medians in their 95 % confidence band, every
// sample as a faint dot, and the batching factor next to the times of arms that batch. Hollow points are noisy. Below
// the points, times also have their fitted line and the sizes from which folding pays off. A click on an entry of the
// legend hides or shows its curve with everything that belongs to it. All figures come from core/bench/plot_figures.h.
#pragma once

#include "core/bench/plot_figures.h"
#include "views/plots/plot_widget.h"

#include <QStringList>

#include <memory>
#include <set>
#include <utility>
#include <vector>

class QCPAbstractPlottable;
class QCPItemStraightLine;
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
    [[nodiscard]] bool isHidden(int curve) const;
    /// Hides or shows a curve, like a click on its entry of the legend.
    void toggleCurve(int curve);

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override;
    void rebuild() override;
    void fitAxes() override;
    void arrange() override;
    [[nodiscard]] QString tipAt(const QPoint& place) const override;
    void clickEntry(const QCPAbstractPlottable& part) override;

private:
    /// The parts of a curve on the plot, which owns them.
    struct Drawn {
        std::vector<QCPAbstractPlottable*> plottables;
        std::vector<QCPItemText*> labels;
        std::vector<QCPItemStraightLine*> marks;
    };
    /// Identifies a curve, regardless of later measurements.
    using CurveId = std::pair<BenchKey, CurvePart>;

    void addMark(const PlotMark& mark, const CurveLook& look, Drawn& drawn);
    void explainFits();
    void explainHollowPoints();
    void addFactors(const PlotCurve& curve, Drawn& drawn);
    void showHidden();
    void spreadLabels();
    void tickTrees();
    [[nodiscard]] const PlotPoint* pointAt(const QPointF& place) const;
    [[nodiscard]] QString fitTip(const PlotPoint& point) const;
    void describe();

    std::shared_ptr<const BenchReport> m_report;
    PlotKind m_kind = PlotKind::Time;
    PlotFigure m_figure;
    std::vector<Drawn> m_drawn; // one per curve
    std::set<CurveId> m_hidden;
};

} // namespace batchscope
