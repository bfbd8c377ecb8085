// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/timing_plot.h"

#include "core/base/statistics.h"
#include "views/models/words.h"
#include "views/plots/plot_style.h"

#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace batchscope {

namespace {

constexpr double kPointSize = 7.0;

template <typename T>
std::size_t placeAmong(std::vector<T>& seen, const T& value) {
    const auto found = std::find(seen.begin(), seen.end(), value);
    if (found == seen.end()) {
        seen.push_back(value);
        return seen.size() - 1;
    }
    return static_cast<std::size_t>(found - seen.begin());
}

/// The first folded arm has folding's own color; `place` counts the folded arms only.
QColor foldedColour(const Theme& theme, std::size_t place) {
    return place == 0 ? theme.folded : theme.op(OpId(place + 1)); // ops 0 and 1 resemble folded and regular
}

/// Arms that differ in nothing but the engine share a color.
std::string colourKey(const BenchResult& result) {
    return result.kernels ? result.arm : result.arm.substr(0, result.arm.find("@off"));
}

QColor paler(QColor colour) {
    constexpr float kPale = 0.35F;
    colour.setAlphaF(kPale);
    return colour;
}

} // namespace

/// One arm at one width, points by rising batch size.
struct TimingPlot::Curve {
    QString name;
    QColor colour;
    std::size_t dimPlace = 0; // which dash and which marker
    bool isRegular = false;
    bool isOnEngine = true; // filled markers
    bool isOther = false;   // not of what the window shows
    std::vector<const BenchResult*> points;
};

TimingPlot::TimingPlot(QWidget* parent) : PlotWidget(parent) {
    m_plot->setAccessibleName(tr("Time per run against the number of trees"));
    m_plot->setAccessibleDescription(tr("Line chart; the table next to it shows the same figures."));
    m_plot->setFocusPolicy(Qt::StrongFocus);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->xAxis->setScaleType(QCPAxis::stLogarithmic);
    m_plot->yAxis->setScaleType(QCPAxis::stLogarithmic);
    m_plot->yAxis->setTicker(QSharedPointer<SecondsTicker>::create());
    m_plot->legend->setFillOrder(QCPLegend::foColumnsFirst);
    m_plot->legend->setVisible(false);
    connect(m_plot, &QCustomPlot::afterLayout, this, &TimingPlot::spreadLabels);
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, [this] {
        fitAxes();
        m_plot->replot();
    });
    connect(m_plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) { showToolTip(*event); });
}

void TimingPlot::setReport(std::shared_ptr<const BenchReport> report, ShownNet shown) {
    m_report = std::move(report);
    m_shown = shown;
    rebuild();
}

QStringList TimingPlot::curveNames() const {
    QStringList names;
    for (const Curve& curve : m_report ? curves() : std::vector<Curve>()) {
        names << curve.name;
    }
    return names;
}

void TimingPlot::restyle() {
    rebuild();
}

bool TimingPlot::isEmpty() const {
    return !m_report || m_report->results.empty();
}

std::unique_ptr<PlotWidget> TimingPlot::copyForPage(int width) const {
    auto page = std::make_unique<TimingPlot>();
    page->becomePage(width);
    page->setReport(m_report, m_shown);
    return page;
}

bool TimingPlot::isOther(const BenchResult& result) const {
    return !m_shown.isMeasured || (!m_shown.hasMeasuredDim && result.dim != m_shown.dim);
}

std::vector<TimingPlot::Curve> TimingPlot::curves() const {
    const Theme& theme = this->theme();
    std::vector<std::string> arms;
    std::vector<std::string> foldedColours;
    std::vector<std::int32_t> dims;
    std::map<std::pair<std::size_t, std::size_t>, Curve> byKey;
    for (const BenchResult& result : m_report->results) {
        const std::size_t arm = placeAmong(arms, result.arm);
        const std::size_t dim = placeAmong(dims, result.dim);
        Curve& curve = byKey[{arm, dim}];
        curve.isRegular = colourKey(result) == "regular";
        curve.isOnEngine = result.kernels.has_value();
        curve.isOther = isOther(result);
        curve.colour =
            curve.isRegular ? theme.regular : foldedColour(theme, placeAmong(foldedColours, colourKey(result)));
        curve.colour = curve.isOther ? paler(curve.colour) : curve.colour;
        curve.dimPlace = dim;
        curve.name = QString::fromStdString(result.model + ", " + result.arm);
        curve.name += result.dim > 0 ? tr(", dim %1").arg(result.dim) : QString();
        curve.name += curve.isOther ? tr(" (not shown)") : QString();
        curve.points.push_back(&result);
    }
    std::vector<Curve> all;
    for (auto& [key, curve] : byKey) {
        std::sort(curve.points.begin(), curve.points.end(),
                  [](const BenchResult* left, const BenchResult* right) { return left->batch < right->batch; });
        all.push_back(std::move(curve));
    }
    return all;
}

void TimingPlot::rebuild() {
    styleAxes(*m_plot, theme());
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_labels.clear();
    if (!isEmpty()) {
        const std::vector<Curve> all = curves();
        for (const Curve& curve : all) {
            addCurve(curve);
        }
        for (const Curve& curve : all) {
            addSpeedups(curve);
        }
        addNoisyMarks();
        arrange();
        fitAxes();
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void TimingPlot::addCurve(const Curve& curve) {
    static constexpr std::array<Qt::PenStyle, 4> kDashes = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    static constexpr std::array<QCPScatterStyle::ScatterShape, 4> kMarkers = {
        QCPScatterStyle::ssCircle, QCPScatterStyle::ssSquare, QCPScatterStyle::ssDiamond, QCPScatterStyle::ssTriangle};
    QVector<double> batches;
    QVector<double> medians;
    QVector<double> below;
    QVector<double> above;
    QVector<double> sampleBatches;
    QVector<double> samples;
    for (const BenchResult* point : curve.points) {
        const auto batch = static_cast<double>(point->batch);
        batches << batch;
        medians << point->medianSeconds;
        below << point->medianSeconds - quantile(point->samples, 0.25);
        above << quantile(point->samples, 0.75) - point->medianSeconds;
        for (const double sample : point->samples) {
            sampleBatches << batch;
            samples << sample;
        }
    }
    QCPGraph* dots = m_plot->addGraph();
    QColor faint = curve.colour;
    constexpr float kFaint = 0.30F;
    faint.setAlphaF(curve.isOther ? kFaint / 2 : kFaint);
    constexpr double kDotSize = 4.0;
    dots->setLineStyle(QCPGraph::lsNone);
    dots->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(faint, 0.5), QBrush(faint), kDotSize));
    dots->setData(sampleBatches, samples);
    dots->removeFromLegend();

    QCPGraph* line = m_plot->addGraph();
    const std::size_t style = curve.dimPlace % kDashes.size();
    line->setName(curve.name);
    line->setPen(QPen(curve.colour, 1.8, kDashes[style]));
    line->setScatterStyle(QCPScatterStyle(kMarkers[style], QPen(curve.colour, 1.4),
                                          curve.isOnEngine ? QBrush(curve.colour) : QBrush(theme().panel), kPointSize));
    line->setData(batches, medians, true);

    QCPErrorBars* bars = new QCPErrorBars(m_plot->xAxis, m_plot->yAxis); // the plot owns it
    bars->setDataPlottable(line);
    bars->setPen(QPen(curve.colour, 1.2));
    bars->setData(below, above);
    bars->removeFromLegend();
}

void TimingPlot::addSpeedups(const Curve& curve) {
    if (curve.isRegular) {
        return;
    }
    const Theme& theme = this->theme();
    for (const BenchResult* point : curve.points) {
        if (!(point->speedup > 0.0)) {
            continue;
        }
        QCPItemText* label = new QCPItemText(m_plot); // the plot owns it
        label->setText(timesText(point->speedup));
        label->setColor(curve.isOther ? theme.mutedText : theme.text);
        label->setFont(plotFont());
        label->setClipToAxisRect(false);
        label->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        label->position->setCoords(static_cast<double>(point->batch), point->medianSeconds);
        m_labels.push_back(label);
    }
}

/// Right below the points, where curves that rise leave room; those of one batch size one below the other.
void TimingPlot::spreadLabels() {
    constexpr int kAside = 8;
    constexpr int kBelow = 3;
    const auto place = [this](const QCPItemText* label) {
        return std::pair(label->position->key(), m_plot->yAxis->coordToPixel(label->position->value()));
    };
    std::sort(m_labels.begin(), m_labels.end(),
              [&place](const QCPItemText* left, const QCPItemText* right) { return place(left) < place(right); });
    const int line = QFontMetrics(plotFont()).height();
    double batch = 0.0;
    double free = 0.0; // first free pixel below the labels of this batch size
    for (QCPItemText* label : m_labels) {
        const auto [key, pixel] = place(label);
        const double top = key == batch ? std::max(pixel + kBelow, free) : pixel + kBelow;
        label->setPadding(QMargins(kAside, qRound(top - pixel), 0, 0));
        batch = key;
        free = top + line;
    }
}

void TimingPlot::addNoisyMarks() {
    QVector<double> batches;
    QVector<double> medians;
    for (const BenchResult& result : m_report->results) {
        if (result.noisy) {
            batches << static_cast<double>(result.batch);
            medians << result.medianSeconds;
        }
    }
    if (batches.isEmpty()) {
        return;
    }
    constexpr double kRing = 2.0 * kPointSize;
    QCPGraph* rings = m_plot->addGraph();
    rings->setName(tr("noisy"));
    rings->setLineStyle(QCPGraph::lsNone);
    rings->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme().text, 1.2, Qt::DotLine),
                                           QBrush(Qt::NoBrush),
                                           kRing)); // a color would be taken for that of a curve
    rings->setData(batches, medians);
}

/// Above the axes, as many entries side by side as fit without cutting one; where that would leave too little for the
/// curves, beside them, one below the other. A page, which makes room for its legend, places it itself.
void TimingPlot::arrange() {
    constexpr int kAxesLines = 10; // ticks, a title and what a curve needs, in lines of text
    constexpr int kAxesLetters = 40;
    const int widest = widestLegendEntry(*m_plot);
    const int line = fontMetrics().height();
    const int entries = m_plot->legend->itemCount();
    const int perLine = legendEntriesPerLine(*m_plot, width());
    const int lines = (entries + perLine - 1) / perLine;
    const bool isLow = !isPage() && height() < (lines + kAxesLines) * line;
    const bool fitsBeside =
        height() > (entries + 1) * line && width() > widest + kAxesLetters * fontMetrics().averageCharWidth();
    if (isPage() || (isLow && !fitsBeside)) {
        placeLegend(LegendPlace::Nowhere, perLine);
    } else if (isLow) {
        placeLegend(LegendPlace::Beside, 1);
    } else {
        placeLegend(LegendPlace::Above, perLine);
    }
    m_plot->xAxis->setLabel(isLow ? tr("trees per run") : tr("trees per run (log scale)"));
    m_plot->yAxis->setLabel(isLow ? tr("time") : tr("time per run (log scale)"));
}

void TimingPlot::placeLegend(LegendPlace place, int entriesPerLine) {
    m_plot->legend->setWrap(entriesPerLine);
    m_plot->legend->setFillOrder(QCPLegend::foColumnsFirst, true); // entries that are there already follow only so
    if (place == m_legendPlace) {
        return;
    }
    m_legendPlace = place;
    if (place == LegendPlace::Above) {
        placeLegendAbove(*m_plot, entriesPerLine);
        return;
    }
    QCPLegend* const legend = m_plot->legend;
    legend->layout()->take(legend);
    QCPLayoutGrid& grid = *m_plot->plotLayout();
    grid.simplify(); // the row or column that it leaves
    if (place == LegendPlace::Beside) {
        grid.addElement(0, 1, legend);
        grid.setColumnStretchFactor(1, kLeastStretch);
        grid.setRowStretchFactor(0, 1.0);
    } else {
        m_plot->axisRect()->insetLayout()->addElement(legend, Qt::AlignTop | Qt::AlignRight);
        grid.setRowStretchFactor(0, 1.0);
    }
    legend->setVisible(place != LegendPlace::Nowhere);
}

void TimingPlot::resizeEvent(QResizeEvent* event) {
    PlotWidget::resizeEvent(event);
    arrange();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void TimingPlot::fitAxes() {
    if (isEmpty()) {
        return;
    }
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    double lowX = std::numeric_limits<double>::max();
    double highX = 0.0;
    double lowY = std::numeric_limits<double>::max();
    double highY = 0.0;
    for (const BenchResult& result : m_report->results) {
        const auto batch = static_cast<double>(result.batch);
        ticker->addTick(batch, countText(result.batch));
        lowX = std::min(lowX, batch);
        highX = std::max(highX, batch);
        for (const double sample : result.samples) {
            lowY = std::min(lowY, sample);
            highY = std::max(highY, sample);
        }
    }
    constexpr double kLeft = 1.5;
    constexpr double kRight = 2.4; // room for the speed-ups
    constexpr double kBelow = 2.2;
    constexpr double kAbove = 1.5;
    m_plot->xAxis->setTicker(ticker);
    m_plot->xAxis->setRange(lowX / kLeft, highX * kRight);
    m_plot->yAxis->setRange(lowY / kBelow, highY * kAbove);
}

void TimingPlot::showToolTip(const QMouseEvent& event) {
    constexpr double kNear = 12.0; // pixels
    const BenchResult* nearest = nullptr;
    double best = kNear;
    for (const BenchResult& result : m_report ? m_report->results : std::vector<BenchResult>()) {
        const QPointF at(m_plot->xAxis->coordToPixel(static_cast<double>(result.batch)),
                         m_plot->yAxis->coordToPixel(result.medianSeconds));
        const double distance = QLineF(at, event.position()).length();
        if (distance < best) {
            best = distance;
            nearest = &result;
        }
    }
    if (nearest == nullptr) {
        QToolTip::hideText();
        return;
    }
    QString text = tr("%1, %2, dim %3, %4 trees\nmedian %5, IQR %6\n%7 batches")
                       .arg(QString::fromStdString(nearest->model), QString::fromStdString(nearest->arm))
                       .arg(nearest->dim)
                       .arg(countText(nearest->batch), secondsText(nearest->medianSeconds),
                            secondsText(nearest->iqrSeconds), countText(nearest->batches));
    if (nearest->speedup > 0.0) {
        text +=
            tr("\nbatching %1, running only %2").arg(timesText(nearest->speedup), timesText(nearest->speedupExecution));
    }
    if (nearest->speedupEngine) {
        text += tr("\nengine %1").arg(timesText(*nearest->speedupEngine));
    }
    QToolTip::showText(event.globalPosition().toPoint(), text, m_plot);
}

} // namespace batchscope
