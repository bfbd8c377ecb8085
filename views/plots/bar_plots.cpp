// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/bar_plots.h"

#include "core/bench/arms.h"
#include "views/models/words.h"
#include "views/plots/measured.h"
#include "views/plots/plot_style.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <map>

namespace batchscope {

namespace {

const QString kMarkLayer = QStringLiteral("mark");
const QString kNotesLayer = QStringLiteral("notes");
constexpr qsizetype kMostBars = 600; // more are lines one pixel wide

} // namespace

BarPlot::BarPlot(QWidget* parent) : PlotWidget(parent) {
    m_plot->addLayer(kMarkLayer, m_plot->layer(QStringLiteral("main")), QCustomPlot::limBelow);
    m_plot->layer(kMarkLayer)->setMode(QCPLayer::lmBuffered);
    m_plot->addLayer(kNotesLayer, m_plot->layer(QStringLiteral("main")), QCustomPlot::limAbove);
    m_plot->setAccessibleName(tr("Bars")); // until a figure has a title
    letZoom(Qt::Horizontal);
    m_plot->installEventFilter(this);
    connect(m_plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) { m_pressed = event->pos(); });
    connect(m_plot, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
        constexpr int kStill = 4; // pixels; more is a drag
        const std::optional<std::size_t> bar = barAt(event->pos());
        if (event->button() == Qt::LeftButton && bar && (event->pos() - m_pressed).manhattanLength() <= kStill) {
            emit barClicked(static_cast<int>(*bar));
        }
    });
}

void BarPlot::setFigure(BarFigure figure) {
    m_figure = std::move(figure);
    m_present.reset();
    rebuild();
}

std::unique_ptr<PlotWidget> BarPlot::copyForPage(int width) const {
    auto page = std::make_unique<BarPlot>();
    page->becomePage(width);
    page->m_hidden = m_hidden;
    page->setFigure(m_figure);
    return page;
}

void BarPlot::rebuild() {
    const bool lies = m_figure.lies;
    m_plot->setAccessibleName(m_figure.title);
    m_plot->setAccessibleDescription(m_figure.description);
    styleAxes(*m_plot, theme());
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_mark = nullptr;
    QCPAxis& along = lies ? *m_plot->yAxis : *m_plot->xAxis;
    QCPAxis& lengths = lies ? *m_plot->xAxis : *m_plot->yAxis;
    setUnit(along, PlotUnit::Count, false);
    setUnit(lengths, m_figure.unit, m_figure.isLogarithmic);
    m_plot->yAxis->setRangeReversed(lies);
    along.grid()->setVisible(false);
    lengths.grid()->setVisible(true);
    if (!m_figure.names.isEmpty()) {
        const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
        for (qsizetype bar = 0; bar < m_figure.places.size(); ++bar) {
            ticker->addTick(m_figure.places[bar], m_figure.names.at(bar));
        }
        along.setTicker(ticker);
    }
    addParts();
    addNotes();
    arrange();
    fitAxes();
    placeMark();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BarPlot::addParts() {
    const bool lies = m_figure.lies;
    const double base = m_figure.isLogarithmic ? kLogFloor : 0.0;
    const double thickness = m_figure.pitch * m_figure.thickness;
    QCPBars* below = nullptr; // the last one that is shown
    for (const BarPart& part : m_figure.parts) {
        const QColor colour = part.colour(theme());
        if (m_figure.places.size() > kMostBars) {
            QCPGraph* const lines = m_plot->addGraph();
            lines->setName(part.name);
            lines->setLineStyle(QCPGraph::lsImpulse);
            lines->setPen(QPen(colour, 1.0));
            lines->setAntialiased(false);
            lines->setData(part.places, part.lengths, true);
            if (part.name.isEmpty()) {
                lines->removeFromLegend();
            }
            continue;
        }
        QCPBars* const bars = lies ? addBars(*m_plot->yAxis, *m_plot->xAxis, thickness, colour, part.name)
                                   : addBars(*m_plot->xAxis, *m_plot->yAxis, thickness, colour, part.name);
        bars->setAntialiased(lies);
        bars->setBaseValue(base);
        QVector<double> lengths = part.lengths;
        std::for_each(lengths.begin(), lengths.end(), [base](double& length) { length -= base; }); // it begins there
        bars->setData(part.places, lengths, true);
        if (isHidden(part.name)) { // its entry brings it back; a page has none (PlotWidget::page)
            bars->setVisible(false);
            m_plot->legend->itemWithPlottable(bars)->setTextColor(paler(theme().mutedText));
            continue;
        }
        if (below != nullptr && m_figure.isStacked) {
            bars->moveAbove(below);
        }
        below = bars;
        if (!part.ranges.empty()) {
            auto* const ranges = new QCPErrorBars(bars->keyAxis(), bars->valueAxis()); // the plot owns it
            ranges->setDataPlottable(bars);
            ranges->setPen(QPen(theme().text, 1.0));
            ranges->removeFromLegend();
            for (std::size_t bar = 0; bar < part.ranges.size(); ++bar) {
                const double length = part.lengths[static_cast<qsizetype>(bar)];
                ranges->addData(length - part.ranges[bar].low, part.ranges[bar].high - length);
            }
        }
    }
}

void BarPlot::addNotes() {
    constexpr double kLong = 0.55; // of the longest
    constexpr int kAside = 6;
    const double longest = this->longest();
    for (const BarNote& bar : m_figure.notes) {
        const bool isInside = bar.end > kLong * longest;
        auto* const note = new QCPItemText(m_plot); // the plot owns it
        note->setText(bar.text);
        note->setFont(plotFont());
        note->setLayer(kNotesLayer);
        note->setColor(isInside ? Theme::onFill(bar.fill(theme())) : bar.end > 0.0 ? theme().text : theme().mutedText);
        note->setPositionAlignment((isInside ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        note->setPadding(QMargins(isInside ? 0 : kAside, 0, isInside ? kAside : 0, 0));
        note->position->setCoords(isInside ? bar.inner : bar.end, bar.place);
    }
}

double BarPlot::longest() const {
    std::map<double, double> sums;
    double longest = 0.0;
    for (const BarPart& part : m_figure.parts) {
        for (qsizetype bar = 0; bar < part.lengths.size() && !isHidden(part.name); ++bar) {
            const double end =
                part.ranges.empty() ? part.lengths[bar] : part.ranges[static_cast<std::size_t>(bar)].high;
            longest = std::max(longest, m_figure.isStacked ? sums[part.places[bar]] += end : end);
        }
    }
    return longest;
}

void BarPlot::fitAxes() {
    if (isEmpty()) {
        return;
    }
    constexpr double kRoom = 1.08;
    constexpr double kLogRoom = 1.5;
    constexpr double kDecade = 12.0; // less than a power of ten would show no second label
    constexpr double kNothing = 1e-3;
    const bool lies = m_figure.lies;
    QCPAxis& along = lies ? *m_plot->yAxis : *m_plot->xAxis;
    QCPAxis& lengths = lies ? *m_plot->xAxis : *m_plot->yAxis;
    const double most = std::max(longest(), kNothing);
    if (m_figure.isLogarithmic) {
        lengths.setRange(kLogFloor, std::max(most * kLogRoom, kDecade));
    } else {
        lengths.setRange(0.0, most * kRoom);
    }
    const double half = m_figure.pitch / 2.0;
    along.setRange(m_figure.places.front() - half, m_figure.places.back() + half);
}

void BarPlot::arrange() {
    constexpr int kUsualTicks = 5;
    constexpr double kTurned = 60.0;
    const bool lies = m_figure.lies;
    const bool isLow = m_figure.hasLegend && arrangeLegend();
    const QString lengths = isLow && !m_figure.brief.isEmpty() ? m_figure.brief : m_figure.lengths;
    labelBelow(lies ? lengths : m_figure.along, m_figure.caption.toStdString());
    m_plot->yAxis->setLabel(lies ? m_figure.along : lengths);
    int widest = 0; // name below a bar, with a gap to the next one
    for (const QString& name : m_figure.names) {
        widest = std::max(widest, QFontMetrics(plotFont()).horizontalAdvance(name + QStringLiteral("  ")));
    }
    const bool turns = !lies && widest * m_figure.names.size() > width();
    m_plot->xAxis->setTickLabelRotation(turns ? kTurned : 0.0);
    if (lies) {
        m_plot->xAxis->ticker()->setTickCount(isLow ? 2 : isPage() ? 3 : kUsualTicks);
    }
}

void BarPlot::setPresent(std::optional<std::size_t> bar) {
    m_present = bar;
    placeMark();
    m_plot->layer(kMarkLayer)->replot();
}

void BarPlot::placeMark() {
    const bool isThere = m_present && static_cast<qsizetype>(*m_present) < m_figure.places.size() && !isPage();
    if (m_mark == nullptr && isThere) {
        m_mark = new QCPItemRect(m_plot); // the plot owns it
        m_mark->setLayer(kMarkLayer);
        for (QCPItemPosition* corner : {m_mark->topLeft, m_mark->bottomRight}) {
            corner->setTypeX(QCPItemPosition::ptPlotCoords);
            corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
        }
    }
    if (m_mark == nullptr) {
        return;
    }
    m_mark->setVisible(isThere);
    if (isThere) {
        constexpr float kTint = 0.22F;
        QColor tint = theme().accent;
        tint.setAlphaF(kTint);
        m_mark->setBrush(tint);
        m_mark->setPen(QPen(theme().accent, 1.0));
        const double place = m_figure.places[static_cast<qsizetype>(*m_present)];
        m_mark->topLeft->setCoords(place - m_figure.pitch / 2.0, 0.0);
        m_mark->bottomRight->setCoords(place + m_figure.pitch / 2.0, 1.0);
    }
}

void BarPlot::togglePart(const QString& part) {
    if (m_hidden.erase(part) == 0) {
        m_hidden.insert(part);
    }
    rebuild();
}

void BarPlot::clickEntry(const QCPAbstractPlottable& part) {
    // Later: this entry is still being clicked, and the bars are made anew.
    QMetaObject::invokeMethod(
        this, [this, name = part.name()] { togglePart(name); }, Qt::QueuedConnection);
}

std::optional<std::size_t> BarPlot::barAt(const QPoint& place) const {
    const QVector<double>& places = m_figure.places;
    if (isEmpty() || !m_plot->axisRect()->rect().contains(place)) {
        return std::nullopt;
    }
    const double at = m_figure.lies ? m_plot->yAxis->pixelToCoord(place.y()) : m_plot->xAxis->pixelToCoord(place.x());
    const auto next = std::lower_bound(places.begin(), places.end(), at);
    auto nearest = next == places.end() ? std::prev(next) : next;
    if (nearest != places.begin() && at - *std::prev(nearest) < *nearest - at) {
        nearest = std::prev(nearest);
    }
    const bool isHit = std::abs(*nearest - at) <= m_figure.pitch / 2.0;
    return isHit ? std::optional(static_cast<std::size_t>(nearest - places.begin())) : std::nullopt;
}

QString BarPlot::tipAt(const QPoint& place) const {
    const std::optional<std::size_t> bar = barAt(place);
    return bar && m_figure.tip ? m_figure.tip(*bar) : QString();
}

bool BarPlot::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Left || key == Qt::Key_Right) {
            emit stepAsked(key == Qt::Key_Left ? -1 : 1);
            return true;
        }
    }
    return PlotWidget::eventFilter(watched, event);
}

namespace {

/// Lying bars of a kind of plot, counted from 1.
BarFigure lyingBars(PlotKind kind, const std::string& caption) {
    const PlotKindEntry& entry = plotKindEntry(kind);
    BarFigure figure;
    figure.title = toText(entry.about);
    figure.lies = true;
    figure.lengths = toText(entry.x.label);
    figure.brief = toText(entry.x.brief);
    figure.caption = toText(caption);
    figure.unit = entry.x.unit;
    return figure;
}

} // namespace

BarFigure phasesFigure(const PhaseBars& bars, const BenchReport& report) {
    BarFigure figure = lyingBars(PlotKind::Phases, bars.caption);
    figure.description = BarPlot::tr("Bar chart; the table next to it has the phases of each row in a tooltip.");
    figure.isStacked = true;
    figure.hasLegend = true;
    for (std::size_t phase = 0; phase < bars.phases.size(); ++phase) {
        figure.parts.push_back(
            {toText(bars.phases[phase]), [phase](const Theme& theme) { return theme.op(OpId(phase)); }});
    }
    QStringList tips;
    for (std::size_t bar = 0; bar < bars.bars.size(); ++bar) {
        const PhaseBar& shown = bars.bars[bar];
        const auto place = static_cast<double>(bar + 1);
        const QString name = toText(armTitle(shown.arm));
        figure.places << place;
        figure.names << (shown.isNoisy ? BarPlot::tr("%1 (times varied)").arg(name) : name);
        QStringList lines = {resultHead(report.results[shown.result])};
        for (std::size_t phase = 0; phase < bars.phases.size(); ++phase) {
            figure.parts[phase].places << place;
            figure.parts[phase].lengths << shown.seconds[phase];
            lines << QStringLiteral("%1: %2").arg(toText(bars.phases[phase]), secondsText(shown.seconds[phase]));
        }
        lines << resultTip(report.results[shown.result]);
        tips << lines.join(u'\n');
    }
    figure.tip = [tips](std::size_t bar) { return tips.at(static_cast<qsizetype>(bar)); };
    return figure;
}

namespace {

/// Of TimedArm in SplitWay::steps: the first way goes by regular on the engine, the second by folded on LibTorch.
TimedArm armOf(std::size_t way, std::size_t step) {
    if (step == 1) {
        return way == 0 ? TimedArm::Regular : TimedArm::FoldedOff;
    }
    return step == 0 ? TimedArm::RegularOff : TimedArm::Folded;
}

QString stepTip(const SplitStep& step) {
    QString tip = BarPlot::tr("%1\nmedian %2, between %3 and %4 (95% confidence)")
                      .arg(toText(step.name), secondsText(step.time.seconds), secondsText(step.time.range.low),
                           secondsText(step.time.range.high));
    if (step.factor) {
        tip += BarPlot::tr("\n%1 %2 against the bar above")
                   .arg(toText(speedPartName(step.factor->part)), toText(factorText(step.factor->ratio)));
    }
    return tip;
}

} // namespace

BarFigure splitFigure(const SpeedSplit& split) {
    constexpr float kSaved = 0.16F;
    enum : std::size_t { kSavedPart, kRegularPart, kFoldedPart };
    BarFigure figure = lyingBars(PlotKind::Split, split.caption);
    figure.description = toText(describedSplit(split));
    figure.thickness = 0.62;
    figure.parts.push_back({{}, [](const Theme& theme) {
                                QColor saved = theme.mutedText;
                                saved.setAlphaF(kSaved);
                                return saved;
                            }});
    figure.parts.push_back({{}, [](const Theme& theme) { return theme.regular; }});
    figure.parts.push_back({{}, [](const Theme& theme) { return theme.folded; }});
    QStringList tips;
    double place = 1.0;
    const auto addBar = [&](const QString& name, const QString& tip) {
        figure.places << place;
        figure.names << name;
        tips << tip;
        place += 1.0;
    };
    for (std::size_t way = 0; way < split.ways.size(); ++way) {
        if (split.ways.size() > 1) { // a line for the name of the way
            figure.notes.push_back({place, 0.0, 0.0, toText(split.ways[way].name), {}});
            addBar({}, {});
        }
        double before = 0.0;
        for (std::size_t step = 0; step < split.ways[way].steps.size(); ++step) {
            const SplitStep& shown = split.ways[way].steps[step];
            const TimedArm arm = armOf(way, step);
            const bool isFolded = arm == TimedArm::Folded || arm == TimedArm::FoldedOff;
            BarPart& part = figure.parts[isFolded ? kFoldedPart : kRegularPart];
            part.places << place;
            part.lengths << shown.time.seconds;
            part.ranges.push_back(shown.time.range);
            if (before > shown.time.seconds) { // what it is shorter by is behind it
                figure.parts[kSavedPart].places << place;
                figure.parts[kSavedPart].lengths << before;
            }
            QString note = secondsText(shown.time.seconds);
            if (shown.factor) {
                note += QStringLiteral(" · ") + toText(speedPartName(shown.factor->part)) + u' ' +
                        toText(factorText(shown.factor->ratio));
            }
            figure.notes.push_back({place, shown.time.range.high, shown.time.range.low, note, part.colour});
            addBar(toText(shown.name), stepTip(shown));
            before = shown.time.seconds;
        }
    }
    figure.tip = [tips](std::size_t bar) { return tips.at(static_cast<qsizetype>(bar)); };
    return figure;
}

} // namespace batchscope
