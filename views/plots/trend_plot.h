// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the times of a benchmark developed: a curve for each series, over the runs of a history, the oldest first. A line
// leads to a run from the one that it is held against, and to a run that is compared with nothing there is none. A mark
// around a point says what the comparison found: slower, faster, or nothing that can be said. Hollow points are noisy.
// All figures and verdicts come from core/records/history_trend.h.
#pragma once

#include "core/records/history_trend.h"
#include "views/plots/moving_legend.h"
#include "views/plots/plot_widget.h"

#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

class QCPAbstractLegendItem;
class QCPAbstractPlottable;
class QCPItemStraightLine;
class QMouseEvent;

namespace batchscope {

struct CurveLook;

class TrendPlot final : public PlotWidget {
    Q_OBJECT

public:
    explicit TrendPlot(QWidget* parent = nullptr);
    ~TrendPlot() override;
    TrendPlot(const TrendPlot&) = delete;
    TrendPlot& operator=(const TrendPlot&) = delete;

    /// Null empties the plot. `series` are indices into trend->series; those of one place, so that only arms differ.
    void setTrend(std::shared_ptr<const HistoryTrend> trend, std::vector<std::size_t> series);
    /// Marks a run by its number in the history; 0: none.
    void setChosen(std::int64_t run);
    void restyle();
    [[nodiscard]] bool isEmpty() const override { return m_runs.empty(); }
    /// Names of the curves, and what the marks that occur mean, as the legend has them.
    [[nodiscard]] QStringList legendNames() const;
    /// As a click on its entry of the legend does.
    void toggleCurve(const std::string& arm);
    [[nodiscard]] bool isHidden(const std::string& arm) const { return m_hidden.contains(arm); }

signals:
    /// A click near a point, with the run's number in the history.
    void runClicked(qlonglong run);

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A point, with where it is drawn.
    struct Near {
        const TrendSeries* series = nullptr;
        const TrendPoint* point = nullptr;
    };

    void rebuild();
    void listRuns();
    void drawSeries(const TrendSeries& series, const CurveLook& look);
    void drawWays(const TrendSeries& series, const CurveLook& look, std::vector<QCPAbstractPlottable*>& drawn);
    void drawMedians(const TrendSeries& series, const CurveLook& look, std::vector<QCPAbstractPlottable*>& drawn);
    void drawMarks();
    void showChosen();
    void showHidden();
    void fitAxes();
    void arrange();
    void describe();
    void toggleAt(QCPAbstractLegendItem* entry);
    [[nodiscard]] Near pointAt(const QPointF& place) const;
    void showToolTip(const QMouseEvent& event);
    /// On the x axis.
    [[nodiscard]] double placeOf(std::size_t run) const;
    [[nodiscard]] std::optional<double> placeOfEntry(std::int64_t run) const;

    std::shared_ptr<const HistoryTrend> m_trend;
    std::vector<std::size_t> m_series;
    std::vector<std::size_t> m_runs;                         // of the trend, those that have a point, by date
    std::vector<std::vector<QCPAbstractPlottable*>> m_drawn; // by m_series
    std::set<std::string> m_hidden;                          // arms
    std::int64_t m_chosen = 0;
    QCPItemStraightLine* m_line = nullptr; // at the chosen run; the plot owns it
    MovingLegend m_legend;
};

} // namespace batchscope
