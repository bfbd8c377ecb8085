// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/bar_plots.h"

#include "core/bench/arms.h"
#include "core/bench/plot_figures.h"
#include "core/trace/speed_text.h"
#include "views/models/words.h"
#include "views/plots/measured.h"
#include "views/plots/plot_style.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr double kHalfBar = 0.5; // with its share of the gap

/// Bars lie, the first on top.
void layBars(QCustomPlot& plot, PlotKind kind) {
    const PlotKindEntry& entry = plotKindEntry(kind);
    plot.setAccessibleName(toText(entry.about));
    plot.yAxis->setRangeReversed(true);
    setUnit(*plot.xAxis, entry.x.unit, false);
}

/// Bars are counted from 1.
double barPosition(std::size_t bar) {
    return static_cast<double>(bar + 1);
}

} // namespace

PhasesPlot::PhasesPlot(QWidget* parent) : PlotWidget(parent) {
    layBars(*m_plot, PlotKind::Phases);
    letZoom(Qt::Horizontal);
    m_plot->setAccessibleDescription(tr("Bar chart; the table next to it has the phases of each row in a tooltip."));
}

void PhasesPlot::setReport(std::shared_ptr<const BenchReport> report, const BenchKey& cell, ShownNet shown) {
    m_report = std::move(report);
    m_cell = cell;
    m_shown = shown;
    rebuild();
}

QStringList PhasesPlot::barNames() const {
    QStringList names;
    for (const PhaseBar& bar : m_bars.bars) {
        QString name = toText(armTitle(bar.arm));
        name = bar.isNoisy ? tr("%1 (times varied)").arg(name) : name;
        names << (isOther() ? tr("%1 (not shown)").arg(name) : name);
    }
    return names;
}

std::unique_ptr<PlotWidget> PhasesPlot::copyForPage(int width) const {
    auto page = std::make_unique<PhasesPlot>();
    page->becomePage(width);
    page->m_hidden = m_hidden;
    page->setReport(m_report, m_cell, m_shown);
    return page;
}

void PhasesPlot::rebuild() {
    styleAxes(*m_plot, theme());
    m_plot->clearPlottables();
    m_drawn.clear();
    m_plot->yAxis->grid()->setVisible(false);
    m_bars = m_report ? phaseBarsOf(*m_report, m_cell) : PhaseBars();
    if (!isEmpty()) {
        addPhases();
        arrange();
        fitAxes();
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PhasesPlot::addPhases() {
    constexpr double kBarWidth = 0.7;
    const Theme& theme = this->theme();
    QCPBars* below = nullptr; // the last one that is shown
    for (std::size_t phase = 0; phase < m_bars.phases.size(); ++phase) {
        const QColor colour = theme.op(OpId(phase));
        QCPBars* const bars = addBars(*m_plot->yAxis, *m_plot->xAxis, kBarWidth, isOther() ? paler(colour) : colour,
                                      toText(m_bars.phases[phase]));
        for (std::size_t bar = 0; bar < m_bars.bars.size(); ++bar) {
            bars->addData(barPosition(bar), m_bars.bars[bar].seconds[phase]);
        }
        m_drawn.push_back(bars);
        if (isHidden(m_bars.phases[phase])) { // its entry brings it back; a page has none (PlotWidget::page)
            bars->setVisible(false);
            m_plot->legend->itemWithPlottable(bars)->setTextColor(paler(theme.mutedText));
            continue;
        }
        if (below != nullptr) {
            bars->moveAbove(below);
        }
        below = bars;
    }
}

void PhasesPlot::togglePhase(const std::string& phase) {
    if (m_hidden.erase(phase) == 0) {
        m_hidden.insert(phase);
    }
    rebuild();
}

void PhasesPlot::clickEntry(const QCPAbstractPlottable& part) {
    const auto found = std::find(m_drawn.begin(), m_drawn.end(), &part);
    if (found != m_drawn.end()) {
        // Later: this entry is still being clicked, and the bars are made anew.
        QMetaObject::invokeMethod(
            this,
            [this, phase = m_bars.phases[static_cast<std::size_t>(found - m_drawn.begin())]] { togglePhase(phase); },
            Qt::QueuedConnection);
    }
}

void PhasesPlot::arrange() {
    constexpr int kUsualTicks = 5;
    const PlotAxis& axis = plotKindEntry(PlotKind::Phases).x;
    const bool isLow = arrangeLegend();
    m_plot->xAxis->ticker()->setTickCount(isLow ? 2 : kUsualTicks); // beside the legend there is room for no more
    labelBelow(toText(isLow ? axis.brief : axis.label), m_bars.caption);
}

void PhasesPlot::fitAxes() {
    if (isEmpty()) {
        return;
    }
    constexpr double kRoom = 1.05;
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    const QStringList names = barNames();
    double longest = 0.0;
    for (std::size_t bar = 0; bar < m_bars.bars.size(); ++bar) {
        ticker->addTick(barPosition(bar), names.at(static_cast<qsizetype>(bar)));
        double shown = 0.0;
        for (std::size_t phase = 0; phase < m_bars.phases.size(); ++phase) {
            shown += isHidden(m_bars.phases[phase]) ? 0.0 : m_bars.bars[bar].seconds[phase];
        }
        longest = std::max(longest, shown);
    }
    m_plot->yAxis->setTicker(ticker);
    m_plot->yAxis->setRange(kHalfBar, static_cast<double>(m_bars.bars.size()) + kHalfBar);
    constexpr double kAllHidden = 1e-3; // of a second: any length will do
    m_plot->xAxis->setRange(0.0, longest > 0.0 ? longest * kRoom : kAllHidden);
}

const PhaseBar* PhasesPlot::barAt(const QPoint& place) const {
    const double row = std::round(m_plot->yAxis->pixelToCoord(place.y())) - 1.0;
    const bool isOnBar = !isEmpty() && m_plot->axisRect()->rect().contains(place) && row >= 0.0 &&
                         row < static_cast<double>(m_bars.bars.size());
    return isOnBar ? &m_bars.bars[static_cast<std::size_t>(row)] : nullptr;
}

std::optional<std::size_t> PhasesPlot::resultAt(const QPoint& place) const {
    const PhaseBar* const bar = barAt(m_plot->mapFrom(this, place));
    return bar == nullptr ? std::nullopt : std::optional(bar->result);
}

QString PhasesPlot::tipAt(const QPoint& place) const {
    const PhaseBar* const bar = barAt(place);
    if (bar == nullptr) {
        return {};
    }
    const BenchResult& result = m_report->results[bar->result];
    QStringList lines = {resultHead(result)};
    for (std::size_t phase = 0; phase < m_bars.phases.size(); ++phase) {
        lines << tr("%1: %2").arg(toText(m_bars.phases[phase]), secondsText(bar->seconds[phase]));
    }
    lines << resultTip(result);
    return lines.join(u'\n');
}

namespace {

constexpr double kStepWidth = 0.62;
constexpr double kHead = 0.75; // height of a way's name, in bars
constexpr double kGap = 0.35;  // above it, where another way is above
constexpr double kHalfRow = 0.5;
const QString kTextLayer = QStringLiteral("texts");

/// Of TimedArm in SplitWay::steps: the first way goes by regular on the engine, the second by folded on LibTorch.
TimedArm armOf(std::size_t way, std::size_t step) {
    if (step == 1) {
        return way == 0 ? TimedArm::Regular : TimedArm::FoldedOff;
    }
    return step == 0 ? TimedArm::RegularOff : TimedArm::Folded;
}

/// Longest first.
QStringList textsOf(const SplitStep& step) {
    const QString time = secondsText(step.time.seconds);
    if (!step.factor) {
        return {time};
    }
    const QString part = toText(speedPartName(step.factor->part));
    const QString brief = part % u' ' % toText(factorText(step.factor->ratio.value));
    return {time % QStringLiteral(" · ") % part % u' ' % toText(factorText(step.factor->ratio)),
            time % QStringLiteral(" · ") % brief, brief, toText(factorText(step.factor->ratio.value))};
}

} // namespace

SplitPlot::SplitPlot(QWidget* parent) : PlotWidget(parent) {
    layBars(*m_plot, PlotKind::Split);
    letZoom(Qt::Horizontal);
    m_plot->addLayer(kTextLayer, m_plot->layer(QStringLiteral("main")), QCustomPlot::limAbove);
    m_plot->legend->setVisible(false); // the labels say it
    connect(m_plot, &QCustomPlot::afterLayout, this, &SplitPlot::placeLabels);
}

void SplitPlot::setSplit(const SpeedSplit& split, Shown shown,
                         const std::array<std::optional<std::size_t>, kTimedArmCount>& results) {
    m_split = split;
    m_shown = shown;
    m_results = results;
    rebuild();
}

std::unique_ptr<PlotWidget> SplitPlot::copyForPage(int width) const {
    auto page = std::make_unique<SplitPlot>();
    page->becomePage(width);
    page->setSplit(m_split, m_shown, m_results);
    return page;
}

void SplitPlot::rebuild() {
    styleAxes(*m_plot, theme());
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_plot->yAxis->grid()->setVisible(false);
    m_plot->setAccessibleDescription(toText(describedSplit(m_split)));
    listRows();
    if (!isEmpty()) {
        addSteps();
        addTexts();
        arrange();
        fitAxes();
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void SplitPlot::listRows() {
    m_rows.clear();
    m_heads.clear();
    const bool hasHeads = m_split.ways.size() > 1;
    double top = 0.0;
    for (std::size_t way = 0; way < m_split.ways.size(); ++way) {
        const SplitWay& shown = m_split.ways[way];
        if (hasHeads) {
            top += way == 0 ? 0.0 : kGap;
            m_heads.emplace_back(top + kHead / 2.0, toText(shown.name));
            top += kHead;
        }
        double before = 0.0;
        for (std::size_t step = 0; step < shown.steps.size(); ++step) {
            const SplitStep& own = shown.steps[step];
            m_rows.push_back({&own, armOf(way, step), top + kHalfRow, before, textsOf(own), nullptr});
            before = own.time.seconds;
            top += 1.0;
        }
    }
}

QColor SplitPlot::colourOf(const Row& row) const {
    const bool isFolded = row.arm == TimedArm::Folded || row.arm == TimedArm::FoldedOff;
    const QColor colour = isFolded ? theme().folded : theme().regular;
    return m_shown == Shown::Other ? paler(colour) : colour;
}

/// Each bar by itself, since each has a color of its own; what it is shorter by is behind it.
void SplitPlot::addSteps() {
    constexpr float kSaved = 0.16F;
    QColor saved = theme().mutedText;
    saved.setAlphaF(kSaved);
    for (const Row& row : m_rows) {
        const MedianTime& time = row.step->time;
        if (row.before > time.seconds) {
            addBars(*m_plot->yAxis, *m_plot->xAxis, kStepWidth, saved)->addData(row.place, row.before);
        }
        QCPBars* const bar = addBars(*m_plot->yAxis, *m_plot->xAxis, kStepWidth, colourOf(row));
        bar->addData(row.place, time.seconds);
        QCPErrorBars* const range = new QCPErrorBars(m_plot->yAxis, m_plot->xAxis);
        range->setDataPlottable(bar);
        range->setPen(QPen(theme().text, 1.0));
        range->addData(time.seconds - time.range.low, time.range.high - time.seconds);
        range->removeFromLegend();
    }
}

/// Of the ways, their names; of the rows, what placeLabels() finds room for.
void SplitPlot::addTexts() {
    const auto add = [this] {
        auto* const text = new QCPItemText(m_plot);
        text->setFont(plotFont());
        text->setLayer(kTextLayer);
        return text;
    };
    for (const auto& [place, name] : m_heads) {
        QCPItemText* const head = add();
        head->setText(name);
        head->setColor(theme().mutedText);
        head->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        head->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
        head->position->setTypeY(QCPItemPosition::ptPlotCoords);
        head->position->setCoords(0.0, place);
        head->setPadding(QMargins(6, 0, 0, 0));
    }
    for (Row& row : m_rows) {
        row.label = add();
        row.label->position->setCoords(0.0, row.place);
    }
}

void SplitPlot::arrange() {
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (const Row& row : m_rows) {
        ticker->addTick(row.place, toText(row.step->name));
    }
    m_plot->yAxis->setTicker(ticker);
    m_plot->xAxis->ticker()->setTickCount(isPage() ? 3 : 5);
    labelBelow(toText(plotKindEntry(PlotKind::Split).x.label), m_split.caption);
}

void SplitPlot::fitAxes() {
    if (isEmpty()) {
        return;
    }
    constexpr double kRoom = 1.08;
    double longest = 0.0;
    for (const Row& row : m_rows) {
        longest = std::max(longest, row.step->time.range.high);
    }
    m_plot->xAxis->setRange(0.0, longest * kRoom);
    m_plot->yAxis->setRange(m_heads.empty() ? 0.0 : -0.1, m_rows.back().place + kHalfRow + 0.1);
}

/// Right of the bar, or inside it where there is more room; the longest text that fits.
void SplitPlot::placeLabels() {
    constexpr int kAside = 6;
    const QFontMetrics metrics(plotFont());
    const int right = m_plot->axisRect()->rect().right();
    const int left = m_plot->axisRect()->rect().left();
    for (Row& row : m_rows) {
        const double end = std::max(row.step->time.seconds, row.step->time.range.high);
        const double inner = m_plot->xAxis->coordToPixel(row.step->time.range.low);
        const double outer = m_plot->xAxis->coordToPixel(end);
        const double roomOutside = right - outer - 2 * kAside;
        const double roomInside = inner - left - 2 * kAside;
        const auto fitting = [&](double room) {
            return std::find_if(row.texts.begin(), row.texts.end(),
                                [&](const QString& text) { return metrics.horizontalAdvance(text) <= room; }) -
                   row.texts.begin();
        };
        const bool isOutside = fitting(roomOutside) <= fitting(roomInside);
        const auto place = std::min<qsizetype>(fitting(isOutside ? roomOutside : roomInside), row.texts.size() - 1);
        row.label->setText(row.texts.at(place));
        row.label->setColor(isOutside ? theme().text : Theme::onFill(colourOf(row)));
        row.label->setPositionAlignment((isOutside ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        row.label->setPadding(QMargins(isOutside ? kAside : 0, 0, isOutside ? 0 : kAside, 0));
        row.label->position->setCoords(isOutside ? end : row.step->time.range.low, row.place);
    }
}

const SplitPlot::Row* SplitPlot::rowAt(const QPoint& place) const {
    const double at = m_plot->yAxis->pixelToCoord(place.y());
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [at](const Row& row) { return std::abs(row.place - at) <= kHalfRow; });
    return found == m_rows.end() || !m_plot->axisRect()->rect().contains(place) ? nullptr : &*found;
}

std::optional<std::size_t> SplitPlot::resultAt(const QPoint& place) const {
    const Row* const row = rowAt(m_plot->mapFrom(this, place));
    return row == nullptr ? std::nullopt : m_results[static_cast<std::size_t>(row->arm)];
}

QString SplitPlot::tipAt(const QPoint& place) const {
    const Row* const row = rowAt(place);
    if (row == nullptr) {
        return {};
    }
    const MedianTime& time = row->step->time;
    QStringList lines = {toText(row->step->name), tr("median %1, between %2 and %3 (95% confidence)")
                                                      .arg(secondsText(time.seconds), secondsText(time.range.low),
                                                           secondsText(time.range.high))};
    if (row->step->factor) {
        lines << tr("%1 %2 against the bar above")
                     .arg(toText(speedPartName(row->step->factor->part)), toText(factorText(row->step->factor->ratio)));
    }
    return lines.join(u'\n');
}

} // namespace batchscope
