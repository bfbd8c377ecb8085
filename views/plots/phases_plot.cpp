// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/phases_plot.h"

#include "core/bench/arms.h"
#include "core/bench/plot_kind.h"
#include "views/models/words.h"
#include "views/plots/curve_look.h"
#include "views/plots/plot_units.h"
#include "views/plots/result_tip.h"

#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr double kHalfBar = 0.5; // with its share of the gap

/// Bars are counted from 1.
double barPosition(std::size_t bar) {
    return static_cast<double>(bar + 1);
}

} // namespace

PhasesPlot::PhasesPlot(QWidget* parent) : PlotWidget(parent), m_legend(*m_plot) {
    const PlotKindEntry& entry = plotKindEntry(PlotKind::Phases);
    m_plot->setAccessibleName(toText(entry.about));
    m_plot->setAccessibleDescription(tr("Bar chart; the table next to it has the phases of each row in a tooltip."));
    m_plot->setFocusPolicy(Qt::StrongFocus);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->axisRect()->setRangeDrag(Qt::Horizontal);
    m_plot->axisRect()->setRangeZoom(Qt::Horizontal);
    m_plot->yAxis->setRangeReversed(true); // the first arm on top
    setUnit(*m_plot->xAxis, entry.x);
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, [this](QMouseEvent* event) {
        if (!activateResult(event->pos())) {
            fitAxes();
            m_plot->replot();
        }
    });
    connect(m_plot, &QCustomPlot::legendClick, this,
            [this](QCPLegend* /*legend*/, QCPAbstractLegendItem* item) { toggleAt(item); });
    connect(m_plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) { showToolTip(*event); });
}

void PhasesPlot::setReport(std::shared_ptr<const BenchReport> report, const PhaseCell& cell, ShownNet shown) {
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
        QCPBars* const bars = new QCPBars(m_plot->yAxis, m_plot->xAxis); // the plot owns it
        const QColor colour = theme.op(OpId(phase));
        bars->setName(toText(m_bars.phases[phase]));
        bars->setWidth(kBarWidth);
        bars->setPen(Qt::NoPen); // a line around it would hide a short phase
        bars->setBrush(isOther() ? paler(colour) : colour);
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

void PhasesPlot::toggleAt(QCPAbstractLegendItem* entry) {
    auto* const item = qobject_cast<QCPPlottableLegendItem*>(entry);
    const auto found = item == nullptr ? m_drawn.end() : std::find(m_drawn.begin(), m_drawn.end(), item->plottable());
    if (found != m_drawn.end()) {
        // Later: this entry is still being clicked, and the bars are made anew.
        QMetaObject::invokeMethod(
            this,
            [this, phase = m_bars.phases[static_cast<std::size_t>(found - m_drawn.begin())]] { togglePhase(phase); },
            Qt::QueuedConnection);
    }
}

void PhasesPlot::arrange() {
    const PlotAxis& axis = plotKindEntry(PlotKind::Phases).x;
    const bool isLow = !isPage() && m_legend.arrange(size());
    if (isPage()) {
        m_legend.hide();
    }
    constexpr int kUsualTicks = 5;
    m_plot->xAxis->ticker()->setTickCount(isLow ? 2 : kUsualTicks); // beside the legend there is room for no more
    const QString caption = isPage() ? toText(m_bars.caption) : QString();
    m_plot->xAxis->setLabel(QStringList({toText(isLow ? axis.brief : axis.label), caption}).join(u'\n').trimmed());
}

void PhasesPlot::resizeEvent(QResizeEvent* event) {
    PlotWidget::resizeEvent(event);
    arrange();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
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

void PhasesPlot::showToolTip(const QMouseEvent& event) {
    const PhaseBar* const shown = barAt(event.pos());
    if (shown == nullptr) {
        QToolTip::hideText();
        return;
    }
    const PhaseBar& bar = *shown;
    const BenchResult& result = m_report->results[bar.result];
    QStringList lines = {resultHead(result)};
    for (std::size_t phase = 0; phase < m_bars.phases.size(); ++phase) {
        lines << tr("%1: %2").arg(toText(m_bars.phases[phase]), secondsText(bar.seconds[phase]));
    }
    lines << resultTip(result);
    QToolTip::showText(event.globalPosition().toPoint(), lines.join(u'\n'), m_plot);
}

} // namespace batchscope
