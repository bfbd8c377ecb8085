// SPDX-License-Identifier: GPL-3.0-or-later
//
// A benchmark as curves, in any of the kinds of plot that are curves: medians in their 95 % confidence band, every
// sample as a faint dot, the batching factor next to the times of arms that batch. Hollow points are noisy. Times also
// have, below all points, the line that describes them and the places from which folding pays. A click on an entry of
// the legend hides its curve, with all that belongs to it, or shows it again. All figures come from
// core/bench/plot_figures.h.
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

    /// Any kind of curves; at first the time per run. A change shows the whole of the plot again.
    void setKind(PlotKind kind);
    [[nodiscard]] PlotKind kind() const { return m_kind; }
    /// Null empties the plot.
    void setReport(std::shared_ptr<const BenchReport> report);
    [[nodiscard]] bool isEmpty() const override { return m_figure.isEmpty(); }
    /// What is drawn; without a report, nothing.
    [[nodiscard]] const PlotFigure& figure() const { return m_figure; }
    /// Names of the curves, as the legend has them.
    [[nodiscard]] QStringList curveNames() const;
    [[nodiscard]] bool isHidden(int curve) const;
    /// As a click on its entry of the legend does.
    void toggleCurve(int curve);

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override;
    void rebuild() override;
    void fitAxes() override;
    void arrange() override;
    [[nodiscard]] QString tipAt(const QPoint& place) const override;
    void clickEntry(const QCPAbstractPlottable& part) override;

private:
    /// A curve on the plot, which owns all of it.
    struct Drawn {
        std::vector<QCPAbstractPlottable*> plottables;
        std::vector<QCPItemText*> labels;
        std::vector<QCPItemStraightLine*> marks;
    };
    /// Of a curve, whatever else is measured later.
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
    std::vector<Drawn> m_drawn; // by curve
    std::set<CurveId> m_hidden;
};

} // namespace batchscope
