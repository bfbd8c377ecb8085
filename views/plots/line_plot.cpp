// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/line_plot.h"

#include "core/words/plot_words.h"
#include "views/models/words.h"
#include "views/plots/curve_drawing.h"
#include "views/plots/curve_look.h"
#include "views/plots/plot_marks.h"
#include "views/plots/plot_units.h"
#include "views/plots/result_tip.h"

#include <QMouseEvent>
#include <QToolTip>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace batchscope {

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
    if (isLow) {
        return toText(axis.brief);
    }
    return axis.scale == PlotScale::Logarithmic ? toText(fmt::format("{} (log scale)", axis.label))
                                                : toText(axis.label);
}

} // namespace

LinePlot::LinePlot(QWidget* parent)
    : PlotWidget(parent), m_marks(std::make_unique<PlotMarks>(*m_plot)), m_legend(*m_plot) {
    m_plot->setFocusPolicy(Qt::StrongFocus);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->addLayer(QString::fromLatin1(kProofLayer), m_plot->layer(QStringLiteral("main")), QCustomPlot::limBelow);
    connect(m_plot, &QCustomPlot::afterLayout, this, &LinePlot::spreadLabels);
    connect(m_plot, &QCustomPlot::afterLayout, this, [this] { m_marks->stack(axesHeight()); });
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, [this](QMouseEvent* event) {
        if (!activateResult(event->pos())) {
            fitAxes();
            m_plot->replot();
        }
    });
    connect(m_plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) { showToolTip(*event); });
    connect(m_plot, &QCustomPlot::legendClick, this,
            [this](QCPLegend* /*legend*/, QCPAbstractLegendItem* entry) { toggleAt(entry); });
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

void LinePlot::restyle() {
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
    setUnit(*m_plot->xAxis, entry.x);
    setUnit(*m_plot->yAxis, entry.y);
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
        entry->setName(toText(words::kFittedLine));
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
        entry->setName(tr("hollow: the times varied; measure again"));
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

void LinePlot::toggleAt(QCPAbstractLegendItem* entry) {
    auto* const item = qobject_cast<QCPPlottableLegendItem*>(entry);
    if (item == nullptr) {
        return;
    }
    for (std::size_t curve = 0; curve < m_drawn.size(); ++curve) {
        const auto& parts = m_drawn[curve].plottables;
        if (std::find(parts.begin(), parts.end(), item->plottable()) != parts.end()) {
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

/// A page says below its axis what the panel says above the plot.
void LinePlot::arrange() {
    const PlotKindEntry& entry = plotKindEntry(m_kind);
    const bool isLow = !isPage() && m_legend.arrange(size());
    if (isPage()) {
        m_legend.hide();
    }
    const QString caption = isPage() ? toText(m_figure.caption) : QString();
    m_plot->xAxis->setLabel(QStringList({axisLabel(entry.x, isLow), caption}).join(u'\n').trimmed());
    constexpr double kShareOfAxis = 0.55; // of the height; a longer label would reach into the legend
    const QString along = axisLabel(entry.y, isLow);
    const bool fits = isPage() || QFontMetrics(plotFont()).horizontalAdvance(along) <= kShareOfAxis * height();
    m_plot->yAxis->setLabel(fits ? along : toText(entry.y.brief));
}

void LinePlot::resizeEvent(QResizeEvent* event) {
    PlotWidget::resizeEvent(event);
    arrange();
    if (!m_figure.marks.empty() && m_plot->yAxis->range().lower == m_fittedLower) { // neither zoomed nor moved
        m_plot->replot(); // lays the axes out, which decides how much room the names take
        fitAxes();
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
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

void LinePlot::showToolTip(const QMouseEvent& event) {
    const PlotPoint* const nearest = pointAt(event.position());
    if (nearest == nullptr) {
        QToolTip::showText(event.globalPosition().toPoint(), m_marks->namesAt(event.position()), m_plot); // or none
        return;
    }
    const BenchResult& result = m_report->results[nearest->result];
    const PlotAxis& axis = plotKindEntry(m_kind).y;
    QStringList lines = {resultHead(result), tr("%1: %2").arg(toText(axis.label), unitText(axis.unit, nearest->y)),
                         fitTip(*nearest), resultTip(result)};
    lines.removeAll(QString());
    QToolTip::showText(event.globalPosition().toPoint(), lines.join(u'\n'), m_plot);
}

} // namespace batchscope
