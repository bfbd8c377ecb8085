// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/line_plot.h"

#include "core/bench/plot_figures.h"
#include "views/models/words.h"
#include "views/plots/measured.h"
#include "views/plots/plot_style.h"

#include <QString>
#include <QStringList>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <vector>

namespace batchscope {

namespace {

// Draws one curve with QCustomPlot: its fitted line, its samples, the confidence of its medians, and the medians, which
// are hollow if they are noisy.

inline constexpr double kPointSize = 7.0;
/// The name of a layer that the plot must have, below that of the points, so that it never hides a point.
inline constexpr auto kProofLayer = "proof";

struct CurveOnPlot {
    QCustomPlot& plot; ///< owns everything that is drawn
    const PlotCurve& curve;
    const CurveLook& look;
    QString name;  ///< name in the legend
    QColor ground; ///< fill of hollow points
};

/// A graph without a line and without an entry in the legend.
QCPGraph& addQuietGraph(QCustomPlot& plot) {
    QCPGraph* const graph = plot.addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    graph->removeFromLegend();
    return *graph;
}

QColor fainter(QColor color, float alpha) {
    color.setAlphaF(alpha);
    return color;
}

/// The pen of fitted lines: thinner than any curve, with a different dash.
QPen fitPen(const QColor& color) {
    QPen pen(color, 1.0);
    pen.setDashPattern({7.0, 4.0});
    return pen;
}

void drawFit(const CurveOnPlot& what) {
    if (!what.curve.fit) {
        return;
    }
    QCPGraph& line = addQuietGraph(what.plot);
    line.setLineStyle(QCPGraph::lsLine);
    line.setPen(fitPen(what.look.color));
    line.setLayer(QString::fromLatin1(kProofLayer));
    for (const PlotDot& dot : what.curve.fit->line) {
        line.addData(dot.x, dot.y);
    }
}

void drawDots(const CurveOnPlot& what) {
    constexpr double kDotSize = 4.0;
    constexpr float kFaint = 0.30F;
    const QColor faint = fainter(what.look.color, kFaint);
    QCPGraph& dots = addQuietGraph(what.plot);
    dots.setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(faint, 0.5), QBrush(faint), kDotSize));
    for (const PlotDot& dot : what.curve.dots) {
        dots.addData(dot.x, dot.y);
    }
}

/// A band between the ends of the ranges; points without a range do not interrupt it.
void drawRanges(const CurveOnPlot& what) {
    constexpr float kFaint = 0.18F;
    QCPGraph& low = addQuietGraph(what.plot);
    QCPGraph& high = addQuietGraph(what.plot);
    for (QCPGraph* edge : {&low, &high}) {
        edge->setLineStyle(QCPGraph::lsLine); // the band fills the area between two lines
        edge->setPen(Qt::NoPen);
    }
    for (const PlotPoint& point : what.curve.points) {
        if (point.range) {
            low.addData(point.x, point.range->low);
            high.addData(point.x, point.range->high);
        }
    }
    high.setBrush(fainter(what.look.color, kFaint));
    high.setChannelFillGraph(&low);
}

void drawMedians(const CurveOnPlot& what) {
    QCPGraph* const line = what.plot.addGraph();
    line->setName(what.name);
    line->setLineStyle(QCPGraph::lsLine);
    line->setPen(QPen(what.look.color, 1.8, what.look.dash));
    line->setScatterStyle(markerOf(what.look, what.look.color, kPointSize));
    QCPGraph& hollow = addQuietGraph(what.plot);
    hollow.setScatterStyle(markerOf(what.look, what.ground, kPointSize));
    QVector<double> below;
    QVector<double> above;
    for (const PlotPoint& point : what.curve.points) {
        line->addData(point.x, point.y);
        if (point.isNoisy) {
            hollow.addData(point.x, point.y);
        }
        below << (point.range ? point.y - point.range->low : qQNaN());
        above << (point.range ? point.range->high - point.y : qQNaN());
    }
    if (what.curve.points.size() == 1) {                                               // a single point has no band
        QCPErrorBars* const bars = new QCPErrorBars(what.plot.xAxis, what.plot.yAxis); // the plot owns it
        bars->setDataPlottable(line);
        bars->setPen(QPen(what.look.color, 1.2));
        bars->setData(below, above);
        bars->removeFromLegend();
    }
}

/// Only the medians are in the legend.
void drawCurve(const CurveOnPlot& what) {
    drawFit(what);
    drawDots(what);
    if (what.curve.points.size() > 1) {
        drawRanges(what);
    }
    drawMedians(what);
}

/// Unlike QCPRange, it does not swap the ends of an empty range.
struct Extent {
    double lower = std::numeric_limits<double>::max();
    double upper = 0.0;

    void hold(double value) {
        lower = std::min(lower, value);
        upper = std::max(upper, value);
    }
};

QString axisLabel(const PlotAxis& axis, bool isLow) {
    return isLow ? toText(axis.brief) : toText(fmt::format("{} (log scale)", axis.label));
}

} // namespace

LinePlot::LinePlot(QWidget* parent) : PlotWidget(parent) {
    letZoom(Qt::Horizontal | Qt::Vertical);
    m_plot->addLayer(QString::fromLatin1(kProofLayer), m_plot->layer(QStringLiteral("main")), QCustomPlot::limBelow);
    connect(m_plot, &QCustomPlot::afterLayout, this, &LinePlot::spreadLabels);
    rebuild();
}

void LinePlot::setKind(PlotKind kind) {
    if (kind != m_kind) {
        m_kind = kind;
        rebuild();
    }
}

void LinePlot::setReport(std::shared_ptr<const BenchReport> report) {
    m_report = std::move(report);
    rebuild();
}

QStringList LinePlot::curveNames() const {
    QStringList names;
    for (const PlotCurve& curve : m_figure.curves) {
        names << toText(curve.name);
    }
    return names;
}

std::unique_ptr<PlotWidget> LinePlot::copyForPage(int width) const {
    auto page = std::make_unique<LinePlot>();
    page->becomePage(width);
    page->m_kind = m_kind;
    page->setReport(m_report);
    return page;
}

void LinePlot::rebuild() {
    const PlotKindEntry& entry = plotKindEntry(m_kind);
    m_plot->setAccessibleName(toText(entry.about));
    styleAxes(*m_plot, theme());
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_labels.clear();
    m_figure = m_report ? figureOf(*m_report, m_kind) : PlotFigure();
    setUnit(*m_plot->xAxis, entry.x.unit, true);
    setUnit(*m_plot->yAxis, entry.y.unit, true);
    if (!isEmpty()) {
        const std::vector<CurveLook> looks = curveLooks(m_figure, theme());
        for (std::size_t curve = 0; curve < looks.size(); ++curve) {
            const PlotCurve& own = m_figure.curves[curve];
            drawCurve({*m_plot, own, looks[curve], toText(own.name), theme().panel});
        }
        for (const PlotCurve& curve : m_figure.curves) { // above all curves
            addFactors(curve);
        }
        for (const PlotMark& mark : m_figure.marks) {
            const auto curve = std::find_if(m_figure.curves.begin(), m_figure.curves.end(),
                                            [&mark](const PlotCurve& candidate) { return candidate.key == mark.key; });
            const auto place = static_cast<std::size_t>(curve - m_figure.curves.begin());
            addMark(mark, looks.at(place));
        }
        explainFits();
        explainHollowPoints();
        arrange();
        fitAxes();
    }
    describe();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

/// A vertical line below all points, with an entry in the legend: a position that the samples support.
void LinePlot::addMark(const PlotMark& mark, const CurveLook& look) {
    const QPen pen(look.color, 1.0, Qt::DotLine);
    auto* const line = new QCPItemStraightLine(m_plot); // the plot owns it
    line->point1->setCoords(mark.x, 1.0);
    line->point2->setCoords(mark.x, 2.0);
    line->setPen(pen);
    line->setLayer(QString::fromLatin1(kProofLayer));
    QCPGraph* const entry = m_plot->addGraph(); // a graph without points
    entry->setName(toText(mark.brief));         // its color identifies the curve
    entry->setPen(pen);
}

void LinePlot::describe() {
    QStringList lines = {tr("Line chart; the table next to it shows the same figures.")};
    for (const PlotMark& mark : m_figure.marks) {
        lines << toText(mark.name) % u'.';
    }
    m_plot->setAccessibleDescription(lines.join(u' '));
}

void LinePlot::explainFits() {
    const auto hasFit = [](const PlotCurve& curve) { return curve.fit.has_value(); };
    if (std::any_of(m_figure.curves.begin(), m_figure.curves.end(), hasFit)) {
        QCPGraph* const entry = m_plot->addGraph(); // a graph without points
        entry->setName(tr("line: start + time per tree"));
        entry->setPen(fitPen(theme().text));
    }
}

void LinePlot::explainHollowPoints() {
    const auto isNoisy = [](const PlotCurve& curve) {
        return std::any_of(curve.points.begin(), curve.points.end(),
                           [](const PlotPoint& point) { return point.isNoisy; });
    };
    if (std::any_of(m_figure.curves.begin(), m_figure.curves.end(), isNoisy)) {
        QCPGraph* const entry = m_plot->addGraph(); // a graph without points
        entry->setName(tr("hollow: times varied"));
        entry->setLineStyle(QCPGraph::lsNone);
        entry->setScatterStyle(
            QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme().text, 1.4), QBrush(theme().panel), kPointSize));
    }
}

void LinePlot::addFactors(const PlotCurve& curve) {
    const Theme& theme = this->theme();
    for (const PlotPoint& point : curve.points) {
        if (!point.factor) {
            continue;
        }
        QCPItemText* label = new QCPItemText(m_plot);   // the plot owns it
        label->setObjectName(timesText(*point.factor)); // its text, shown if there is room
        label->setColor(theme.text);
        label->setFont(plotFont());
        label->setClipToAxisRect(false);
        label->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        label->position->setCoords(point.x, point.y);
        m_labels.push_back(label);
    }
}

/// Places labels right below the points, where rising curves leave room; those of one batch size below each other.
void LinePlot::spreadLabels() {
    constexpr int kAside = 8;
    constexpr int kBelow = 3;
    const auto place = [this](const QCPItemText* label) {
        return std::pair(label->position->key(), m_plot->yAxis->coordToPixel(label->position->value()));
    };
    std::vector<QCPItemText*> labels = m_labels;
    std::stable_sort(labels.begin(), labels.end(), [&place](const QCPItemText* left, const QCPItemText* right) {
        return place(left) < place(right);
    });
    const int line = QFontMetrics(plotFont()).height();
    double batch = 0.0;
    double free = 0.0; // the first free pixel below the labels of this batch size
    for (QCPItemText* label : labels) {
        const auto [key, pixel] = place(label);
        const double top = key == batch ? std::max(pixel + kBelow, free) : pixel + kBelow;
        label->setPadding(QMargins(kAside, qRound(top - pixel), 0, 0));
        label->setText(2.0 * top + line <= 2.0 * m_plot->axisRect()->bottom() ? label->objectName() : QString());
        batch = key;
        free = top + line;
    }
}

void LinePlot::arrange() {
    constexpr double kShareOfAxis = 0.55; // share of the height; a longer label would reach into the legend
    const PlotKindEntry& entry = plotKindEntry(m_kind);
    const bool isLow = arrangeLegend();
    labelBelow(axisLabel(entry.x, isLow), m_figure.caption);
    const QString along = axisLabel(entry.y, isLow);
    const bool fits = isPage() || QFontMetrics(plotFont()).horizontalAdvance(along) <= kShareOfAxis * height();
    m_plot->yAxis->setLabel(fits ? along : toText(entry.y.brief));
}

/// Places ticks at the measured sizes.
void LinePlot::tickTrees() {
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (const PlotCurve& curve : m_figure.curves) {
        for (const PlotPoint& point : curve.points) {
            ticker->addTick(point.x, unitText(PlotUnit::Count, point.x));
        }
    }
    m_plot->xAxis->setTicker(ticker);
}

void LinePlot::fitAxes() {
    if (isEmpty()) {
        return;
    }
    Extent xRange;
    Extent yRange;
    const auto holdX = [&xRange](double x) { xRange.hold(x); };
    const auto holdY = [&yRange](double y) { yRange.hold(y); };
    for (const PlotCurve& curve : m_figure.curves) {
        for (const PlotPoint& point : curve.points) {
            holdX(point.x);
            holdY(point.y);
            holdY(point.range.value_or(MedianRange{point.y, point.y}).low);
            holdY(point.range.value_or(MedianRange{point.y, point.y}).high);
        }
        for (const PlotDot& dot : curve.dots) {
            holdY(dot.y);
        }
    }
    constexpr double kLeft = 1.5;
    constexpr double kRight = 2.4; // room for the speed-ups
    constexpr double kBelow = 2.2;
    constexpr double kAbove = 1.5;
    tickTrees();
    m_plot->xAxis->setRange(xRange.lower / kLeft, xRange.upper * kRight);
    m_plot->yAxis->setRange(yRange.lower / kBelow, yRange.upper * kAbove);
}

/// The nearest point; null if none is near.
const PlotPoint* LinePlot::pointAt(const QPointF& place) const {
    constexpr double kNear = 12.0; // pixels
    const PlotPoint* nearest = nullptr;
    double best = kNear;
    for (const PlotCurve& curve : m_figure.curves) {
        for (const PlotPoint& point : curve.points) {
            const QPointF at(m_plot->xAxis->coordToPixel(point.x), m_plot->yAxis->coordToPixel(point.y));
            const double distance = QLineF(at, place).length();
            if (distance < best) {
                best = distance;
                nearest = &point;
            }
        }
    }
    return nearest;
}

/// Describes the fitted line of the curve that the point is on; empty if it has none.
QString LinePlot::fitTip(const PlotPoint& point) const {
    for (const PlotCurve& curve : m_figure.curves) {
        const bool isOn = std::any_of(curve.points.begin(), curve.points.end(),
                                      [&point](const PlotPoint& own) { return &own == &point; });
        if (isOn && curve.fit) {
            return tr("the fitted line is %1 + %2 per tree")
                .arg(secondsText(curve.fit->fixedSeconds), secondsText(curve.fit->perTreeSeconds));
        }
    }
    return {};
}

QString LinePlot::tipAt(const QPoint& place) const {
    const PlotPoint* const nearest = pointAt(place);
    if (nearest == nullptr) {
        return {};
    }
    const BenchResult& result = m_report->results[nearest->result];
    const PlotAxis& axis = plotKindEntry(m_kind).y;
    QStringList lines = {resultHead(result), tr("%1: %2").arg(toText(axis.label), unitText(axis.unit, nearest->y)),
                         fitTip(*nearest), resultTip(result)};
    lines.removeAll(QString());
    return lines.join(u'\n');
}

} // namespace batchscope
