// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/batch_histogram_plot.h"

#include "views/models/words.h"
#include "views/plots/plot_style.h"

#include <QMouseEvent>
#include <QStringList>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr double kHalfBin = 0.5;

QString binText(const BatchSizeBin& bin) {
    return bin.smallest == bin.largest ? countText(bin.largest)
                                       : QString(countText(bin.smallest) % QChar(0x2013) % countText(bin.largest));
}

} // namespace

BatchHistogramPlot::BatchHistogramPlot(QWidget* parent) : PlotWidget(parent) {
    m_plot->setAccessibleName(tr("Number of batches of each size"));
    m_plot->setFocusPolicy(Qt::StrongFocus);
    m_plot->xAxis->setLabel(tr("nodes in the batch"));
    m_plot->yAxis->setLabel(tr("batches"));
    m_plot->yAxis->setTicker(QSharedPointer<CountTicker>::create());
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->axisRect()->setRangeDrag(Qt::Horizontal);
    m_plot->axisRect()->setRangeZoom(Qt::Horizontal);
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, [this] {
        fitAxes();
        m_plot->replot();
    });
    connect(m_plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) { showToolTip(*event); });
    rebuild();
}

std::unique_ptr<PlotWidget> BatchHistogramPlot::copyForPage(int width) const {
    auto page = std::make_unique<BatchHistogramPlot>();
    page->becomePage(width);
    page->setSnapshot(m_snapshot);
    return page;
}

void BatchHistogramPlot::setSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    m_snapshot = std::move(snapshot);
    m_histogram = m_snapshot && m_snapshot->schedule ? batchHistogram(*m_snapshot->graph, *m_snapshot->schedule)
                                                     : BatchHistogram();
    rebuild();
}

void BatchHistogramPlot::rebuild() {
    styleAxes(*m_plot, theme());
    m_plot->clearPlottables();
    if (!isEmpty()) {
        addBars();
        fitAxes();
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BatchHistogramPlot::addBars() {
    constexpr double kBarWidth = 0.78;
    QCPBars* below = nullptr;
    for (const OpBatchCounts& counts : m_histogram.ops) {
        QCPBars* const bars = new QCPBars(m_plot->xAxis, m_plot->yAxis); // the plot owns it
        bars->setName(opName(counts.op));
        bars->setWidth(kBarWidth);
        bars->setPen(Qt::NoPen);
        bars->setBrush(theme().op(counts.op));
        for (std::size_t bin = 0; bin < counts.batches.size(); ++bin) {
            bars->addData(static_cast<double>(bin), static_cast<double>(counts.batches[bin]));
        }
        if (below != nullptr) {
            bars->moveAbove(below);
        }
        below = bars;
    }
    QStringList lines;
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (std::size_t bin = 0; bin < m_histogram.bins.size(); ++bin) {
        const QString sizes = binText(m_histogram.bins[bin]);
        ticker->addTick(static_cast<double>(bin), sizes);
        lines << tr("%1 nodes: %2").arg(sizes, countText(m_histogram.batchesIn(bin)));
    }
    m_plot->xAxis->setTicker(ticker);
    m_plot->setAccessibleDescription(tr("Bar chart of batches by their number of nodes: %1").arg(lines.join(u", ")));
}

void BatchHistogramPlot::fitAxes() {
    constexpr double kRoom = 1.08;
    std::size_t most = 1;
    for (std::size_t bin = 0; bin < m_histogram.bins.size(); ++bin) {
        most = std::max(most, m_histogram.batchesIn(bin));
    }
    m_plot->xAxis->setRange(-kHalfBin, std::max<double>(1.0, static_cast<double>(m_histogram.bins.size())) - kHalfBin);
    m_plot->yAxis->setRange(0.0, static_cast<double>(most) * kRoom);
}

QString BatchHistogramPlot::opName(OpId op) const {
    return toText(m_snapshot->graph->ops.ops[op].name);
}

void BatchHistogramPlot::showToolTip(const QMouseEvent& event) {
    const double at = std::round(m_plot->xAxis->pixelToCoord(event.pos().x()));
    if (isEmpty() || !m_plot->axisRect()->rect().contains(event.pos()) || at < 0.0 ||
        at >= static_cast<double>(m_histogram.bins.size())) {
        QToolTip::hideText();
        return;
    }
    const auto bin = static_cast<std::size_t>(at);
    const std::size_t all = m_histogram.batchesIn(bin);
    const QString sizes = binText(m_histogram.bins[bin]);
    QStringList lines = {all == 1 ? tr("1 batch of %1 nodes").arg(sizes)
                                  : tr("%1 batches of %2 nodes").arg(countText(all), sizes)};
    for (const OpBatchCounts& counts : m_histogram.ops) {
        if (counts.batches[bin] > 0) {
            lines << tr("%1: %2").arg(opName(counts.op), countText(counts.batches[bin]));
        }
    }
    QToolTip::showText(event.globalPosition().toPoint(), lines.join(u'\n'), m_plot);
}

} // namespace batchscope
