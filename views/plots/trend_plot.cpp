// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/trend_plot.h"

#include "core/bench/plot_kind.h"
#include "views/models/words.h"
#include "views/plots/curve_look.h"
#include "views/plots/plot_units.h"
#include "views/plots/trend_tip.h"

#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace batchscope {

namespace {

constexpr double kTrendPointSize = 7.0;
constexpr double kTrendMarkSize = 15.0;

/// What the comparison of a point found, as a mark around it.
struct TrendMark {
    bool (*holds)(const TrendPoint& point);
    QCPScatterStyle::ScatterShape shape;
    QColor Theme::*colour;
    QString (*name)();
};

bool isUndecided(const TrendPoint& point) {
    return point.is(SeriesVerdict::Unsteady) || point.is(SeriesVerdict::OtherSpeed) ||
           point.is(SeriesVerdict::TooFewSamples);
}

const std::array kTrendMarks = {
    TrendMark{[](const TrendPoint& point) { return point.is(SeriesVerdict::Slower); }, QCPScatterStyle::ssTriangle,
              &Theme::warning, [] { return TrendPlot::tr("slower"); }},
    TrendMark{[](const TrendPoint& point) { return point.is(SeriesVerdict::Faster); },
              QCPScatterStyle::ssTriangleInverted, &Theme::accent, [] { return TrendPlot::tr("faster"); }},
    TrendMark{isUndecided, QCPScatterStyle::ssSquare, &Theme::mutedText, [] { return TrendPlot::tr("no verdict"); }},
};

/// Labels of runs on the axis: by their number in the history; whole places only.
class RunTicker final : public QCPAxisTicker {
public:
    explicit RunTicker(std::vector<std::int64_t> ids) : m_ids(std::move(ids)) {}

protected:
    QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*formatChar*/, int /*precision*/) override {
        const auto place = std::llround(tick);
        const bool isRun = place >= 0 && place < static_cast<long long>(m_ids.size()) &&
                           std::abs(tick - static_cast<double>(place)) < 0.01;
        return isRun ? QStringLiteral("#") % QString::number(m_ids[static_cast<std::size_t>(place)]) : QString();
    }
    double getTickStep(const QCPRange& range) override {
        return std::max(1.0, std::round(QCPAxisTicker::getTickStep(range)));
    }
    int getSubTickCount(double /*step*/) override { return 0; }

private:
    std::vector<std::int64_t> m_ids;
};

/// The looks of the arms are those of the other plots of times.
std::vector<CurveLook> armLooks(const HistoryTrend& trend, const std::vector<std::size_t>& series, const Theme& theme) {
    PlotFigure figure;
    for (const std::size_t index : series) {
        figure.curves.emplace_back().key.arm = trend.series[index].key.arm;
    }
    return curveLooks(figure, theme, ShownNet());
}

QCPGraph& addPoints(QCustomPlot& plot) {
    QCPGraph* const graph = plot.addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    return *graph;
}

} // namespace

TrendPlot::TrendPlot(QWidget* parent) : PlotWidget(parent), m_legend(*m_plot) {
    m_plot->setFocusPolicy(Qt::StrongFocus);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->axisRect()->setRangeDrag(Qt::Horizontal);
    m_plot->axisRect()->setRangeZoom(Qt::Horizontal);
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, [this] {
        fitAxes();
        m_plot->replot();
    });
    connect(m_plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) { showToolTip(*event); });
    connect(m_plot, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
        const Near near = pointAt(event->position());
        if (event->button() == Qt::LeftButton && near.point != nullptr) {
            emit runClicked(m_trend->runs[near.point->run].entry.id);
        }
    });
    connect(m_plot, &QCustomPlot::legendClick, this,
            [this](QCPLegend* /*legend*/, QCPAbstractLegendItem* entry) { toggleAt(entry); });
    rebuild();
}

TrendPlot::~TrendPlot() = default;

void TrendPlot::setTrend(std::shared_ptr<const HistoryTrend> trend, std::vector<std::size_t> series) {
    m_trend = std::move(trend);
    m_series = m_trend ? std::move(series) : std::vector<std::size_t>();
    rebuild();
}

void TrendPlot::setChosen(std::int64_t run) {
    if (m_chosen != run) {
        m_chosen = run;
        showChosen();
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    }
}

void TrendPlot::restyle() {
    rebuild();
}

std::unique_ptr<PlotWidget> TrendPlot::copyForPage(int width) const {
    auto page = std::make_unique<TrendPlot>();
    page->becomePage(width);
    page->m_hidden = m_hidden;
    page->setTrend(m_trend, m_series);
    return page;
}

void TrendPlot::rebuild() {
    styleAxes(*m_plot, theme());
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_line = nullptr;
    m_drawn.clear();
    listRuns();
    if (!isEmpty()) {
        const std::vector<CurveLook> looks = armLooks(*m_trend, m_series, theme());
        for (std::size_t place = 0; place < m_series.size(); ++place) {
            drawSeries(m_trend->series[m_series[place]], looks[place]);
        }
        drawMarks();
        showHidden();
        fitAxes();
        arrange();
        showChosen();
    }
    describe();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void TrendPlot::listRuns() {
    std::set<std::size_t> runs;
    for (const std::size_t index : m_series) {
        for (const TrendPoint& point : m_trend->series[index].points) {
            runs.insert(point.run);
        }
    }
    m_runs.assign(runs.begin(), runs.end());
}

double TrendPlot::placeOf(std::size_t run) const {
    return static_cast<double>(std::lower_bound(m_runs.begin(), m_runs.end(), run) - m_runs.begin());
}

std::optional<double> TrendPlot::placeOfEntry(std::int64_t run) const {
    const auto found = std::find_if(m_runs.begin(), m_runs.end(),
                                    [&](std::size_t index) { return m_trend->runs[index].entry.id == run; });
    return found == m_runs.end() ? std::nullopt : std::optional(static_cast<double>(found - m_runs.begin()));
}

void TrendPlot::drawSeries(const TrendSeries& series, const CurveLook& look) {
    std::vector<QCPAbstractPlottable*> drawn;
    drawWays(series, look, drawn);
    drawMedians(series, look, drawn);
    m_drawn.push_back(std::move(drawn));
}

/// From each run to the next one that is held against it.
void TrendPlot::drawWays(const TrendSeries& series, const CurveLook& look, std::vector<QCPAbstractPlottable*>& drawn) {
    auto* const ways = new QCPCurve(m_plot->xAxis, m_plot->yAxis); // the plot owns it
    ways->setPen(QPen(look.colour, 1.6, look.dash));
    ways->removeFromLegend();
    QVector<double> order;
    QVector<double> places;
    QVector<double> seconds;
    const auto add = [&](double place, double value) {
        order << static_cast<double>(order.size());
        places << place;
        seconds << value;
    };
    for (const TrendPoint& point : series.points) {
        const auto before = std::find_if(series.points.begin(), series.points.end(), [&](const TrendPoint& each) {
            return point.change && m_trend->runs[each.run].entry.id == point.before;
        });
        if (before != series.points.end()) {
            add(placeOf(before->run), before->medianSeconds);
            add(placeOf(point.run), point.medianSeconds);
            add(qQNaN(), qQNaN()); // ends the line
        }
    }
    ways->setData(order, places, seconds, true);
    drawn.push_back(ways);
}

void TrendPlot::drawMedians(const TrendSeries& series, const CurveLook& look,
                            std::vector<QCPAbstractPlottable*>& drawn) {
    QCPGraph& medians = addPoints(*m_plot);
    medians.setName(toText(series.key.arm));
    medians.setPen(QPen(look.colour, 1.6, look.dash));
    medians.setScatterStyle(markerOf(look, look.colour, kTrendPointSize));
    QCPGraph& hollow = addPoints(*m_plot);
    hollow.removeFromLegend();
    hollow.setScatterStyle(markerOf(look, theme().panel, kTrendPointSize));
    QVector<double> below;
    QVector<double> above;
    for (const TrendPoint& point : series.points) {
        medians.addData(placeOf(point.run), point.medianSeconds);
        if (point.verdict != SpeedVerdict::Steady) {
            hollow.addData(placeOf(point.run), point.medianSeconds);
        }
        below << std::max(0.0, point.medianSeconds - point.range.low);
        above << std::max(0.0, point.range.high - point.medianSeconds);
    }
    auto* const bars = new QCPErrorBars(m_plot->xAxis, m_plot->yAxis); // the plot owns it
    bars->setDataPlottable(&medians);
    bars->setPen(QPen(look.colour, 1.2));
    bars->setWhiskerWidth(5.0);
    bars->setData(below, above);
    bars->removeFromLegend();
    drawn.insert(drawn.end(), {&medians, &hollow, bars});
}

/// Above all points; of each mark one entry in the legend, where it occurs.
void TrendPlot::drawMarks() {
    bool hasHollow = false;
    for (const TrendMark& mark : kTrendMarks) {
        QCPGraph* first = nullptr;
        const QPen pen(theme().*mark.colour, 2.0);
        for (std::size_t place = 0; place < m_series.size(); ++place) {
            QCPGraph& around = addPoints(*m_plot);
            around.setScatterStyle(QCPScatterStyle(mark.shape, pen, Qt::NoBrush, kTrendMarkSize));
            around.removeFromLegend();
            for (const TrendPoint& point : m_trend->series[m_series[place]].points) {
                if (mark.holds(point)) {
                    around.addData(placeOf(point.run), point.medianSeconds);
                    first = &around;
                }
                hasHollow = hasHollow || point.verdict != SpeedVerdict::Steady;
            }
            m_drawn[place].push_back(&around);
        }
        if (first != nullptr) {
            QCPGraph& entry = addPoints(*m_plot); // without a point of its own
            entry.setName(mark.name());
            entry.setScatterStyle(QCPScatterStyle(mark.shape, pen, Qt::NoBrush, kTrendPointSize + 3.0));
        }
    }
    if (hasHollow) {
        QCPGraph& entry = addPoints(*m_plot);
        entry.setName(tr("hollow: noisy"));
        entry.setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme().text, 1.4), QBrush(theme().panel),
                                              kTrendPointSize));
    }
}

QStringList TrendPlot::legendNames() const {
    QStringList names;
    for (int entry = 0; entry < m_plot->legend->itemCount(); ++entry) {
        if (auto* const item = qobject_cast<QCPPlottableLegendItem*>(m_plot->legend->item(entry))) {
            names << item->plottable()->name();
        }
    }
    return names;
}

/// A page has no marks of the moment.
void TrendPlot::showChosen() {
    const std::optional<double> place = isPage() ? std::nullopt : placeOfEntry(m_chosen);
    if (!place && m_line == nullptr) {
        return;
    }
    if (m_line == nullptr) {
        m_line = new QCPItemStraightLine(m_plot); // the plot owns it
        m_line->setLayer(QStringLiteral("grid"));
    }
    m_line->setPen(QPen(theme().accent, 1.5));
    m_line->setVisible(place.has_value());
    m_line->point1->setCoords(place.value_or(0.0), 1.0);
    m_line->point2->setCoords(place.value_or(0.0), 2.0);
}

void TrendPlot::toggleCurve(const std::string& arm) {
    if (m_hidden.erase(arm) == 0) {
        m_hidden.insert(arm);
    }
    showHidden();
    fitAxes(); // those that are shown fill the plot
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void TrendPlot::toggleAt(QCPAbstractLegendItem* entry) {
    auto* const item = qobject_cast<QCPPlottableLegendItem*>(entry);
    for (std::size_t place = 0; item != nullptr && place < m_drawn.size(); ++place) {
        const auto& parts = m_drawn[place];
        if (std::find(parts.begin(), parts.end(), item->plottable()) != parts.end()) {
            toggleCurve(m_trend->series[m_series[place]].key.arm);
            return;
        }
    }
}

/// A hidden curve keeps its entry in the legend, which brings it back.
void TrendPlot::showHidden() {
    for (std::size_t place = 0; place < m_drawn.size(); ++place) {
        const bool isShown = !isHidden(m_trend->series[m_series[place]].key.arm);
        for (QCPAbstractPlottable* part : m_drawn[place]) {
            part->setVisible(isShown);
            if (QCPPlottableLegendItem* const entry = m_plot->legend->itemWithPlottable(part)) {
                entry->setTextColor(isShown ? theme().text : paler(theme().mutedText));
            }
        }
    }
}

/// From 0 where that leaves the curves apart; else logarithmic: an axis that begins elsewhere makes much of little.
void TrendPlot::fitAxes() {
    constexpr double kLinearUpTo = 8.0; // the greatest over the least
    double lower = std::numeric_limits<double>::max();
    double upper = 0.0;
    for (const std::size_t index : m_series) {
        const TrendSeries& series = m_trend->series[index];
        for (const TrendPoint& point : series.points) {
            if (!isHidden(series.key.arm)) {
                lower = std::min({lower, point.medianSeconds, point.range.low});
                upper = std::max({upper, point.medianSeconds, point.range.high});
            }
        }
    }
    if (upper == 0.0) {
        return; // all are hidden
    }
    const bool isLinear = upper < kLinearUpTo * lower;
    PlotAxis axis = plotKindEntry(PlotKind::Time).y;
    axis.scale = isLinear ? PlotScale::Linear : PlotScale::Logarithmic;
    setUnit(*m_plot->yAxis, axis);
    constexpr double kAbove = 1.15;
    constexpr double kApart = 1.6;
    m_plot->yAxis->setRange(isLinear ? 0.0 : lower / kApart, upper * (isLinear ? kAbove : kApart));
    std::vector<std::int64_t> ids;
    for (const std::size_t run : m_runs) {
        ids.push_back(m_trend->runs[run].entry.id);
    }
    m_plot->xAxis->setTicker(QSharedPointer<RunTicker>::create(std::move(ids)));
    constexpr double kBeside = 0.6;
    m_plot->xAxis->setRange(-kBeside, static_cast<double>(m_runs.size()) - 1.0 + kBeside);
}

void TrendPlot::arrange() {
    if (isEmpty()) {
        return;
    }
    const bool isLow = !isPage() && m_legend.arrange(size());
    if (isPage()) {
        m_legend.hide();
    }
    constexpr int kDay = 10; // characters
    const QString first = runDateText(m_trend->runs[m_runs.front()].entry.date).left(kDay);
    const QString last = runDateText(m_trend->runs[m_runs.back()].entry.date).left(kDay);
    const QString days = first == last ? first : tr("%1 to %2").arg(first, last);
    const QString caption = isPage() ? toText(placeName(m_trend->series[m_series.front()].key)) : QString();
    m_plot->xAxis->setLabel(QStringList({isLow ? tr("Run") : tr("Run, %1").arg(days), caption}).join(u'\n').trimmed());
    const PlotAxis& axis = plotKindEntry(PlotKind::Time).y;
    m_plot->yAxis->setLabel(toText(isLow ? axis.brief : axis.label));
}

void TrendPlot::resizeEvent(QResizeEvent* event) {
    PlotWidget::resizeEvent(event);
    arrange();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void TrendPlot::describe() {
    m_plot->setAccessibleName(tr("Times over the runs of the history"));
    QStringList lines = {tr("Line chart; the table next to it shows the same figures.")};
    for (const std::size_t place : m_series) {
        const TrendSeries& series = m_trend->series[place];
        const auto slower = std::count_if(series.points.begin(), series.points.end(),
                                          [](const TrendPoint& point) { return point.is(SeriesVerdict::Slower); });
        lines << tr("%1: %2 runs, %3 of them slower than the run before.")
                     .arg(toText(seriesName(series.key)), countText(series.points.size()),
                          countText(static_cast<std::uint64_t>(slower)));
    }
    m_plot->setAccessibleDescription(lines.join(u' '));
}

/// The nearest of those that are shown; none where none is near.
TrendPlot::Near TrendPlot::pointAt(const QPointF& place) const {
    constexpr double kNear = 12.0; // pixels
    Near nearest;
    double best = kNear;
    for (const std::size_t index : m_series) {
        const TrendSeries& series = m_trend->series[index];
        for (const TrendPoint& point : series.points) {
            const QPointF at(m_plot->xAxis->coordToPixel(placeOf(point.run)),
                             m_plot->yAxis->coordToPixel(point.medianSeconds));
            const double distance = QLineF(at, place).length();
            if (distance < best && !isHidden(series.key.arm)) {
                best = distance;
                nearest = {&series, &point};
            }
        }
    }
    return nearest;
}

void TrendPlot::showToolTip(const QMouseEvent& event) {
    const Near near = pointAt(event.position());
    const QString text = near.point == nullptr ? QString() : trendTip(*near.series, *near.point, *m_trend);
    QToolTip::showText(event.globalPosition().toPoint(), text, m_plot);
}

} // namespace batchscope
