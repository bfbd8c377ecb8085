// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/split_plot.h"

#include "core/bench/plot_kind.h"
#include "core/trace/speed_text.h"
#include "views/models/words.h"
#include "views/plots/curve_look.h"
#include "views/plots/plot_units.h"

#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr double kBarWidth = 0.62;
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
    const PlotKindEntry& entry = plotKindEntry(PlotKind::Split);
    m_plot->setAccessibleName(toText(entry.about));
    m_plot->setFocusPolicy(Qt::StrongFocus);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->axisRect()->setRangeDrag(Qt::Horizontal);
    m_plot->axisRect()->setRangeZoom(Qt::Horizontal);
    m_plot->addLayer(kTextLayer, m_plot->layer(QStringLiteral("main")), QCustomPlot::limAbove);
    m_plot->yAxis->setRangeReversed(true); // the first step on top
    m_plot->legend->setVisible(false);     // the labels say it
    setUnit(*m_plot->xAxis, entry.x);
    connect(m_plot, &QCustomPlot::afterLayout, this, &SplitPlot::placeLabels);
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, [this](QMouseEvent* event) {
        if (!activateResult(event->pos())) {
            fitAxes();
            m_plot->replot();
        }
    });
    connect(m_plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) { showToolTip(*event); });
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
        addBars();
        addHeads();
        label();
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
void SplitPlot::addBars() {
    constexpr float kSaved = 0.16F;
    for (const Row& row : m_rows) {
        const auto addBar = [&](double seconds, const QColor& colour) {
            QCPBars* const bar = new QCPBars(m_plot->yAxis, m_plot->xAxis); // the plot owns it
            bar->setWidth(kBarWidth);
            bar->setPen(Qt::NoPen);
            bar->setBrush(colour);
            bar->addData(row.place, seconds);
            bar->removeFromLegend();
            return bar;
        };
        if (row.before > row.step->time.seconds) {
            QColor saved = theme().mutedText;
            saved.setAlphaF(kSaved);
            addBar(row.before, saved);
        }
        QCPBars* const bar = addBar(row.step->time.seconds, colourOf(row));
        QCPErrorBars* const range = new QCPErrorBars(m_plot->yAxis, m_plot->xAxis);
        range->setDataPlottable(bar);
        range->setPen(QPen(theme().text, 1.0));
        range->addData(row.step->time.seconds - row.step->time.range.low,
                       row.step->time.range.high - row.step->time.seconds);
        range->removeFromLegend();
    }
}

void SplitPlot::addHeads() {
    for (const auto& [place, name] : m_heads) {
        QCPItemText* const head = new QCPItemText(m_plot);
        head->setText(name);
        head->setFont(plotFont());
        head->setColor(theme().mutedText);
        head->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        head->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
        head->position->setTypeY(QCPItemPosition::ptPlotCoords);
        head->position->setCoords(0.0, place);
        head->setPadding(QMargins(6, 0, 0, 0));
        head->setLayer(kTextLayer);
    }
}

void SplitPlot::label() {
    for (Row& row : m_rows) {
        row.label = new QCPItemText(m_plot);
        row.label->setFont(plotFont());
        row.label->setLayer(kTextLayer);
        row.label->position->setCoords(0.0, row.place);
    }
}

void SplitPlot::arrange() {
    const PlotAxis& axis = plotKindEntry(PlotKind::Split).x;
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (const Row& row : m_rows) {
        ticker->addTick(row.place, toText(row.step->name));
    }
    m_plot->yAxis->setTicker(ticker);
    m_plot->xAxis->ticker()->setTickCount(isPage() ? 3 : 5);
    const QString caption = isPage() ? toText(m_split.caption) : QString();
    m_plot->xAxis->setLabel(QStringList({toText(axis.label), caption}).join(u'\n').trimmed());
}

void SplitPlot::resizeEvent(QResizeEvent* event) {
    PlotWidget::resizeEvent(event);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
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

void SplitPlot::showToolTip(const QMouseEvent& event) {
    const Row* const row = rowAt(event.pos());
    if (row == nullptr) {
        QToolTip::hideText();
        return;
    }
    const MedianTime& time = row->step->time;
    QStringList lines = {toText(row->step->name), tr("median %1, between %2 and %3 (95% confidence)")
                                                      .arg(secondsText(time.seconds), secondsText(time.range.low),
                                                           secondsText(time.range.high))};
    if (row->step->factor) {
        lines << tr("%1 %2 against the bar above")
                     .arg(toText(speedPartName(row->step->factor->part)), toText(factorText(row->step->factor->ratio)));
    }
    QToolTip::showText(event.globalPosition().toPoint(), lines.join(u'\n'), m_plot);
}

} // namespace batchscope
