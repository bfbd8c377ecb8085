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

// One curve of a plot, as QCustomPlot's parts: the line that describes it, its samples, the confidence of its medians,
// and the medians, hollow where they are noisy.

inline constexpr double kPointSize = 7.0;
/// The name of a layer that the plot must have, below that of the points: nothing on it can hide one.
inline constexpr auto kProofLayer = "proof";

struct CurveOnPlot {
    QCustomPlot& plot; ///< owns what is drawn
    const PlotCurve& curve;
    const CurveLook& look;
    QString name;  ///< in the legend
    QColor ground; ///< inside hollow points
};

/// Of fitted lines: thinner than any curve, and dashed otherwise.
[[nodiscard]] QPen fitPen(const QColor& colour);

/// A graph without a line or a place in the legend.
QCPGraph& addQuietGraph(QCustomPlot& plot) {
    QCPGraph* const graph = plot.addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    graph->removeFromLegend();
    return *graph;
}

QColor fainter(QColor colour, const CurveLook& look, float alpha) {
    colour.setAlphaF(look.isOther ? alpha / 2 : alpha);
    return colour;
}

void drawFit(const CurveOnPlot& what, std::vector<QCPAbstractPlottable*>& drawn) {
    if (!what.curve.fit) {
        return;
    }
    QCPGraph& line = addQuietGraph(what.plot);
    line.setLineStyle(QCPGraph::lsLine);
    line.setPen(fitPen(what.look.colour));
    line.setLayer(QString::fromLatin1(kProofLayer));
    for (const PlotDot& dot : what.curve.fit->line) {
        line.addData(dot.x, dot.y);
    }
    drawn.push_back(&line);
}

void drawDots(const CurveOnPlot& what, std::vector<QCPAbstractPlottable*>& drawn) {
    constexpr double kDotSize = 4.0;
    constexpr float kFaint = 0.30F;
    const QColor faint = fainter(what.look.colour, what.look, kFaint);
    QCPGraph& dots = addQuietGraph(what.plot);
    dots.setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(faint, 0.5), QBrush(faint), kDotSize));
    for (const PlotDot& dot : what.curve.dots) {
        dots.addData(dot.x, dot.y);
    }
    drawn.push_back(&dots);
}

/// A band between the ends of the ranges; points without one interrupt nothing.
void drawRanges(const CurveOnPlot& what, std::vector<QCPAbstractPlottable*>& drawn) {
    constexpr float kFaint = 0.18F;
    QCPGraph& low = addQuietGraph(what.plot);
    QCPGraph& high = addQuietGraph(what.plot);
    for (QCPGraph* edge : {&low, &high}) {
        edge->setLineStyle(QCPGraph::lsLine); // what is filled is what the lines enclose
        edge->setPen(Qt::NoPen);
        drawn.push_back(edge);
    }
    for (const PlotPoint& point : what.curve.points) {
        if (point.range) {
            low.addData(point.x, point.range->low);
            high.addData(point.x, point.range->high);
        }
    }
    high.setBrush(fainter(what.look.colour, what.look, kFaint));
    high.setChannelFillGraph(&low);
}

void drawMedians(const CurveOnPlot& what, std::vector<QCPAbstractPlottable*>& drawn) {
    QCPGraph* const line = what.plot.addGraph();
    line->setName(what.name);
    line->setLineStyle(QCPGraph::lsLine);
    line->setPen(QPen(what.look.colour, 1.8, what.look.dash));
    line->setScatterStyle(markerOf(what.look, what.look.colour, kPointSize));
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
    drawn.push_back(line);
    drawn.push_back(&hollow);
    if (what.curve.points.size() == 1) {                                               // where no band shows them
        QCPErrorBars* const bars = new QCPErrorBars(what.plot.xAxis, what.plot.yAxis); // the plot owns it
        bars->setDataPlottable(line);
        bars->setPen(QPen(what.look.colour, 1.2));
        bars->setData(below, above);
        bars->removeFromLegend();
        drawn.push_back(bars);
    }
}

/// Always as many parts, in the same order, for the same curve. Only the medians have a place in the legend.
std::vector<QCPAbstractPlottable*> drawCurve(const CurveOnPlot& what) {
    std::vector<QCPAbstractPlottable*> drawn;
    drawFit(what, drawn);
    drawDots(what, drawn);
    if (what.curve.points.size() > 1) {
        drawRanges(what, drawn);
    }
    drawMedians(what, drawn);
    return drawn;
}

QPen fitPen(const QColor& colour) {
    QPen pen(colour, 1.0);
    pen.setDashPattern({7.0, 4.0});
    return pen;
}

} // namespace

// The places on the x axis that the samples prove something about: an arrow down to each, and its name at the bottom,
// one above the other, where that leaves enough for the curves. Else tooltips have the names, and on paper the legend.
// All of it is below the points.

class PlotMarks {
public:
    /// The plot outlives the marks and has the layer kProofLayer.
    explicit PlotMarks(QCustomPlot& plot) : m_plot(&plot) {}

    /// The plot has deleted its items.
    void clear() { m_shown.clear(); }
    void add(const PlotMark& mark, const CurveLook& look, const Theme& theme);
    /// Marks of this curve.
    void setVisible(const BenchKey& curve, bool isVisible);
    [[nodiscard]] bool isEmpty() const { return m_shown.empty(); }

    /// What the marks take above the x axis with their names; 0 where they are not named there.
    [[nodiscard]] int height(int axesHeight) const;
    /// Beside their arrows, towards the middle of the plot as far as they fit. To be called when the axes are laid out.
    void stack(int axesHeight);
    /// Adds entries to the legend for those that are visible.
    void addToLegend();
    /// The names at this place of the plot; empty where none is.
    [[nodiscard]] QString namesAt(const QPointF& place) const;

private:
    /// The plot owns both items.
    struct Shown {
        PlotMark mark;
        QCPItemLine* arrow = nullptr;
        QCPItemText* name = nullptr;
    };

    QCustomPlot* m_plot;
    std::vector<Shown> m_shown;
};

constexpr int kArrowHeight = 10; // of its head
void PlotMarks::add(const PlotMark& mark, const CurveLook& look, const Theme& theme) {
    auto* const arrow = new QCPItemLine(m_plot);
    for (QCPItemPosition* end : {arrow->start, arrow->end}) {
        end->setTypeX(QCPItemPosition::ptPlotCoords);
        end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    arrow->start->setCoords(mark.x, 0.0);
    arrow->end->setCoords(mark.x, 1.0);
    arrow->setPen(QPen(look.colour, 1.0, Qt::DotLine));
    arrow->setHead(QCPLineEnding(QCPLineEnding::esFlatArrow, 8.0, 9.0));
    auto* const name = new QCPItemText(m_plot);
    name->position->setType(QCPItemPosition::ptAbsolute); // see stack()
    name->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    name->setBrush(theme.panel); // the lines of other marks do not run through it
    name->setColor(look.isOther ? theme.mutedText : theme.text);
    name->setFont(m_plot->font());
    arrow->setLayer(QString::fromLatin1(kProofLayer));
    name->setLayer(QString::fromLatin1(kProofLayer));
    m_shown.push_back({mark, arrow, name});
}

void PlotMarks::setVisible(const BenchKey& curve, bool isVisible) {
    for (const Shown& shown : m_shown) {
        if (shown.mark.key == curve) {
            shown.arrow->setVisible(isVisible);
            shown.name->setVisible(isVisible);
        }
    }
}

int PlotMarks::height(int axesHeight) const {
    constexpr double kMostShare = 0.25;
    const auto visible =
        std::count_if(m_shown.begin(), m_shown.end(), [](const Shown& shown) { return shown.arrow->visible(); });
    const int needed = static_cast<int>(visible) * QFontMetrics(m_plot->font()).height() + kArrowHeight;
    return visible > 0 && needed <= kMostShare * axesHeight ? needed : 0;
}

void PlotMarks::stack(int axesHeight) {
    constexpr int kAside = 6;
    const bool fits = height(axesHeight) > 0;
    const QFontMetrics metrics(m_plot->font());
    const QRect axes = m_plot->axisRect()->rect();
    int bottom = axes.bottom() - kArrowHeight;
    for (const Shown& shown : m_shown) {
        const QString text = toText(shown.mark.name);
        const double arrow = m_plot->xAxis->coordToPixel(shown.mark.x);
        const double length = metrics.horizontalAdvance(text);
        const bool isLeft = arrow <= axes.center().x();
        const double left = std::min(isLeft ? arrow + kAside : arrow - kAside - length, axes.right() - length);
        shown.name->setText(fits ? text : QString());
        shown.name->position->setCoords(std::max<double>(left, axes.left()), bottom);
        bottom -= shown.name->visible() ? metrics.height() : 0;
    }
}

void PlotMarks::addToLegend() {
    for (const Shown& shown : m_shown) {
        if (shown.arrow->visible()) {
            QCPGraph* const entry = m_plot->addGraph(); // without a point of its own
            entry->setPen(shown.arrow->pen());
            entry->setName(toText(shown.mark.name));
        }
    }
}

QString PlotMarks::namesAt(const QPointF& place) const {
    constexpr double kNear = 5.0; // pixels
    QStringList names;
    for (const Shown& shown : m_shown) {
        const bool isNear = std::abs(m_plot->xAxis->coordToPixel(shown.mark.x) - place.x()) <= kNear;
        if (shown.arrow->visible() && isNear && m_plot->axisRect()->rect().contains(place.toPoint())) {
            names << toText(shown.mark.name);
        }
    }
    return names.join(u'\n');
}

namespace {

/// Not a QCPRange, which would swap the ends of an empty one.
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

LinePlot::LinePlot(QWidget* parent) : PlotWidget(parent), m_marks(std::make_unique<PlotMarks>(*m_plot)) {
    letZoom(Qt::Horizontal | Qt::Vertical);
    m_plot->addLayer(QString::fromLatin1(kProofLayer), m_plot->layer(QStringLiteral("main")), QCustomPlot::limBelow);
    connect(m_plot, &QCustomPlot::afterLayout, this, &LinePlot::spreadLabels);
    connect(m_plot, &QCustomPlot::afterLayout, this, [this] { m_marks->stack(axesHeight()); });
    rebuild();
}

LinePlot::~LinePlot() = default;

void LinePlot::setKind(PlotKind kind) {
    if (kind != m_kind) {
        m_kind = kind;
        rebuild();
    }
}

void LinePlot::setReport(std::shared_ptr<const BenchReport> report, ShownNet shown) {
    m_report = std::move(report);
    m_shown = shown;
    rebuild();
}

QString LinePlot::nameOf(const PlotCurve& curve) const {
    const QString name = toText(curve.name);
    return m_shown.isOther(curve.key.dim) ? tr("%1 (not shown)").arg(name) : name;
}

QStringList LinePlot::curveNames() const {
    QStringList names;
    for (const PlotCurve& curve : m_figure.curves) {
        names << nameOf(curve);
    }
    return names;
}

std::unique_ptr<PlotWidget> LinePlot::copyForPage(int width) const {
    auto page = std::make_unique<LinePlot>();
    page->becomePage(width);
    page->m_kind = m_kind;
    page->m_hidden = m_hidden;
    page->m_isFittedPage = m_plot->yAxis->range().lower == m_fittedLower;
    page->setReport(m_report, m_shown);
    return page;
}

void LinePlot::rebuild() {
    const PlotKindEntry& entry = plotKindEntry(m_kind);
    m_plot->setAccessibleName(toText(entry.about));
    styleAxes(*m_plot, theme());
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_drawn.clear();
    m_marks->clear();
    m_figure = m_report ? figureOf(*m_report, m_kind) : PlotFigure();
    setUnit(*m_plot->xAxis, entry.x.unit, true);
    setUnit(*m_plot->yAxis, entry.y.unit, true);
    if (!isEmpty()) {
        const std::vector<CurveLook> looks = curveLooks(m_figure, theme(), m_shown);
        for (std::size_t curve = 0; curve < looks.size(); ++curve) {
            const PlotCurve& own = m_figure.curves[curve];
            m_drawn.push_back({drawCurve({*m_plot, own, looks[curve], nameOf(own), theme().panel}), {}});
        }
        for (std::size_t curve = 0; curve < looks.size(); ++curve) { // above all curves
            addFactors(m_figure.curves[curve], m_drawn[curve]);
        }
        for (const PlotMark& mark : m_figure.marks) {
            const auto curve = std::find_if(m_figure.curves.begin(), m_figure.curves.end(),
                                            [&mark](const PlotCurve& candidate) { return candidate.key == mark.key; });
            const auto place = static_cast<std::size_t>(curve - m_figure.curves.begin());
            m_marks->add(mark, looks.at(place), theme());
        }
        explainFits();
        explainHollowPoints();
        showHidden();
        if (isPage() && m_marks->height(axesHeight()) == 0) {
            m_marks->addToLegend();
        }
        arrange();
        fitAxes();
    }
    describe();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
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
        QCPGraph* const entry = m_plot->addGraph(); // without a point of its own
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
        QCPGraph* const entry = m_plot->addGraph(); // without a point of its own
        entry->setName(tr("hollow: times varied"));
        entry->setLineStyle(QCPGraph::lsNone);
        entry->setScatterStyle(
            QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme().text, 1.4), QBrush(theme().panel), kPointSize));
    }
}

void LinePlot::addFactors(const PlotCurve& curve, Drawn& drawn) {
    const Theme& theme = this->theme();
    for (const PlotPoint& point : curve.points) {
        if (!point.factor) {
            continue;
        }
        QCPItemText* label = new QCPItemText(m_plot);   // the plot owns it
        label->setObjectName(timesText(*point.factor)); // its text, where there is room for it
        label->setColor(m_shown.isOther(curve.key.dim) ? theme.mutedText : theme.text);
        label->setFont(plotFont());
        label->setClipToAxisRect(false);
        label->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        label->position->setCoords(point.x, point.y);
        drawn.labels.push_back(label);
    }
}

bool LinePlot::isHidden(int curve) const {
    const PlotCurve& asked = m_figure.curves.at(static_cast<std::size_t>(curve));
    return m_hidden.contains({asked.key, asked.part});
}

void LinePlot::toggleCurve(int curve) {
    const PlotCurve& asked = m_figure.curves.at(static_cast<std::size_t>(curve));
    const CurveId id = {asked.key, asked.part};
    if (m_hidden.erase(id) == 0) {
        m_hidden.insert(id);
    }
    showHidden();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void LinePlot::clickEntry(const QCPAbstractPlottable& part) {
    for (std::size_t curve = 0; curve < m_drawn.size(); ++curve) {
        const auto& parts = m_drawn[curve].plottables;
        if (std::find(parts.begin(), parts.end(), &part) != parts.end()) {
            toggleCurve(static_cast<int>(curve));
            return;
        }
    }
}

/// A hidden curve keeps its entry in the legend, which brings it back; on a page it has none (PlotWidget::page).
void LinePlot::showHidden() {
    for (std::size_t curve = 0; curve < m_drawn.size(); ++curve) {
        const bool isShown = !isHidden(static_cast<int>(curve));
        for (QCPAbstractPlottable* part : m_drawn[curve].plottables) {
            part->setVisible(isShown);
            if (QCPPlottableLegendItem* const entry = m_plot->legend->itemWithPlottable(part)) {
                entry->setTextColor(isShown ? theme().text : paler(theme().mutedText));
            }
        }
        for (QCPItemText* label : m_drawn[curve].labels) {
            label->setVisible(isShown);
        }
        m_marks->setVisible(m_figure.curves[curve].key, isShown);
    }
}

/// Right below the points, where curves that rise leave room; those of one batch size one below the other.
void LinePlot::spreadLabels() {
    constexpr int kAside = 8;
    constexpr int kBelow = 3;
    const auto place = [this](const QCPItemText* label) {
        return std::pair(label->position->key(), m_plot->yAxis->coordToPixel(label->position->value()));
    };
    std::vector<QCPItemText*> labels;
    for (const Drawn& drawn : m_drawn) {
        std::copy_if(drawn.labels.begin(), drawn.labels.end(), std::back_inserter(labels),
                     [](const QCPItemText* label) { return label->visible(); });
    }
    std::stable_sort(labels.begin(), labels.end(), [&place](const QCPItemText* left, const QCPItemText* right) {
        return place(left) < place(right);
    });
    const int line = QFontMetrics(plotFont()).height();
    double batch = 0.0;
    double free = 0.0; // first free pixel below the labels of this batch size
    for (QCPItemText* label : labels) {
        const auto [key, pixel] = place(label);
        const double top = key == batch ? std::max(pixel + kBelow, free) : pixel + kBelow;
        label->setPadding(QMargins(kAside, qRound(top - pixel), 0, 0));
        label->setText(2.0 * top + line <= 2.0 * m_plot->axisRect()->bottom() ? label->objectName() : QString());
        batch = key;
        free = top + line;
    }
}

/// Of a page, which is laid out when it is drawn, about.
int LinePlot::axesHeight() const {
    constexpr double kShareOfPage = 0.45; // of its width, see plot_export.h
    return isPage() ? static_cast<int>(kShareOfPage * width()) : m_plot->axisRect()->height();
}

/// Text on paper is larger, so the names of the marks need more room there; a range that the user chose stays.
void LinePlot::fitPage() {
    if (m_isFittedPage && m_marks->height(axesHeight()) > 0) {
        fitAxes();
    }
}

void LinePlot::arrange() {
    constexpr double kShareOfAxis = 0.55; // of the height; a longer label would reach into the legend
    const PlotKindEntry& entry = plotKindEntry(m_kind);
    const bool isLow = arrangeLegend();
    labelBelow(axisLabel(entry.x, isLow), m_figure.caption);
    const QString along = axisLabel(entry.y, isLow);
    const bool fits = isPage() || QFontMetrics(plotFont()).horizontalAdvance(along) <= kShareOfAxis * height();
    m_plot->yAxis->setLabel(fits ? along : toText(entry.y.brief));
}

void LinePlot::resizeEvent(QResizeEvent* event) {
    PlotWidget::resizeEvent(event);
    if (!m_figure.marks.empty() && m_plot->yAxis->range().lower == m_fittedLower) { // neither zoomed nor moved
        m_plot->replot(); // lays the axes out, which decides how much room the names take
        fitAxes();
    }
}

/// Ticks where something was measured.
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
    const double top = yRange.upper * kAbove;
    // The lowest point, with the factor that is written below it, stays above the names of the marks.
    const int names = m_marks->height(axesHeight());
    const int line = QFontMetrics(plotFont()).height();
    const double share = names == 0 ? 0.0 : static_cast<double>(names + line) / axesHeight();
    const double below = std::exp((std::log(yRange.lower) - share * std::log(top)) / (1.0 - share));
    m_plot->yAxis->setRange(std::min(yRange.lower / kBelow, below), top);
    m_fittedLower = m_plot->yAxis->range().lower;
}

/// The nearest of those that are shown; null where none is near.
const PlotPoint* LinePlot::pointAt(const QPointF& place) const {
    constexpr double kNear = 12.0; // pixels
    const PlotPoint* nearest = nullptr;
    double best = kNear;
    for (std::size_t curve = 0; curve < m_figure.curves.size(); ++curve) {
        for (const PlotPoint& point : m_figure.curves[curve].points) {
            const QPointF at(m_plot->xAxis->coordToPixel(point.x), m_plot->yAxis->coordToPixel(point.y));
            const double distance = QLineF(at, place).length();
            if (distance < best && !isHidden(static_cast<int>(curve))) {
                best = distance;
                nearest = &point;
            }
        }
    }
    return nearest;
}

std::optional<std::size_t> LinePlot::resultAt(const QPoint& place) const {
    const PlotPoint* const point = pointAt(m_plot->mapFrom(this, place));
    return point == nullptr ? std::nullopt : std::optional(point->result);
}

/// Of the curve that the point is on; empty where no line describes it.
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
        return m_marks->namesAt(place);
    }
    const BenchResult& result = m_report->results[nearest->result];
    const PlotAxis& axis = plotKindEntry(m_kind).y;
    QStringList lines = {resultHead(result), tr("%1: %2").arg(toText(axis.label), unitText(axis.unit, nearest->y)),
                         fitTip(*nearest), resultTip(result)};
    lines.removeAll(QString());
    return lines.join(u'\n');
}

} // namespace batchscope
