// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/batch_sizes_plot.h"

#include "views/models/words.h"
#include "views/plots/plot_style.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr double kHalfStep = 0.5;
const QString kMarkLayer = QStringLiteral("mark");

/// Where its bar is: batches count from 1.
double position(std::size_t step) {
    return static_cast<double>(step + 1);
}

} // namespace

BatchSizesPlot::BatchSizesPlot(QWidget* parent) : PlotWidget(parent) {
    m_plot->setAccessibleName(tr("Size of each batch"));
    m_plot->setAccessibleDescription(
        tr("Bar chart; the steps table shows the same figures. Left and Right move by one batch."));
    m_plot->setFocusPolicy(Qt::StrongFocus);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->axisRect()->setRangeDrag(Qt::Horizontal);
    m_plot->axisRect()->setRangeZoom(Qt::Horizontal);
    m_plot->addLayer(kMarkLayer, m_plot->layer(QStringLiteral("main")), QCustomPlot::limBelow);
    m_plot->layer(kMarkLayer)->setMode(QCPLayer::lmBuffered);
    m_mark = new QCPItemRect(m_plot); // the plot owns it
    m_mark->setLayer(kMarkLayer);
    m_mark->setVisible(false);
    for (QCPItemPosition* corner : {m_mark->topLeft, m_mark->bottomRight}) {
        corner->setTypeX(QCPItemPosition::ptPlotCoords);
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    m_plot->xAxis->setLabel(tr("batch"));
    m_plot->yAxis->setLabel(tr("nodes in the batch"));
    m_plot->xAxis->setTicker(QSharedPointer<CountTicker>::create());
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->installEventFilter(this);
    connect(m_plot->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this](const QCPRange& range) {
        if (batchCount() > 0) {
            m_plot->xAxis->setRange(range.bounded(kHalfStep, static_cast<double>(batchCount()) + kHalfStep));
        }
    });
    connect(m_plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) { m_pressed = event->pos(); });
    connect(m_plot, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
        constexpr int kStill = 4; // pixels; more is a drag
        const BatchId batch = batchAtPixel(event->pos());
        if (event->button() == Qt::LeftButton && batch.valid() &&
            (event->pos() - m_pressed).manhattanLength() <= kStill) {
            emit batchClicked(batch);
        }
    });
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, &BatchSizesPlot::resetRange);
    connect(m_plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) { showToolTip(*event); });
}

std::unique_ptr<PlotWidget> BatchSizesPlot::copyForPage(int width) const {
    auto page = std::make_unique<BatchSizesPlot>();
    page->becomePage(width);
    page->m_scale = m_scale;
    page->setSnapshot(m_snapshot);
    return page;
}

void BatchSizesPlot::setSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    m_snapshot = std::move(snapshot);
    m_present = {};
    rebuild();
    resetRange();
}

void BatchSizesPlot::setScale(Scale scale) {
    m_scale = scale;
    rebuild();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BatchSizesPlot::restyle() {
    rebuild();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BatchSizesPlot::rebuild() {
    const Theme& theme = this->theme();
    styleAxes(*m_plot, theme);
    m_plot->clearPlottables();
    if (batchCount() > 0) {
        addBars();
    }
    fitAxes();
    QColor tint = theme.accent;
    constexpr float kTint = 0.22F;
    tint.setAlphaF(kTint);
    m_mark->setBrush(tint);
    m_mark->setPen(QPen(theme.accent, 1.0));
    placeMark();
}

void BatchSizesPlot::addBars() {
    const OpGraph& graph = *m_snapshot->graph;
    const Schedule& schedule = *m_snapshot->schedule;
    const Theme& theme = this->theme();
    std::vector<QVector<double>> steps(graph.ops.ops.size());
    std::vector<QVector<double>> sizes(graph.ops.ops.size());
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const std::size_t op = graph.signatures[schedule.batchSignatures[BatchId(step)]].op.index();
        steps[op].push_back(position(step));
        sizes[op].push_back(static_cast<double>(schedule.batchSize(BatchId(step))));
    }
    const bool thin = schedule.batchCount() > kMostBars;
    std::vector<std::size_t> order; // where many steps share a pixel, the commonest op shows
    for (std::size_t op = 0; op < steps.size(); ++op) {
        if (!steps[op].isEmpty()) {
            order.push_back(op);
        }
    }
    std::stable_sort(order.begin(), order.end(), [&steps](std::size_t left, std::size_t right) {
        return steps[left].size() < steps[right].size();
    });
    for (const std::size_t op : order) {
        const QColor colour = theme.op(OpId(op));
        const QString name = QString::fromStdString(graph.ops.ops[OpId(op)].name);
        if (thin) {
            QCPGraph* lines = m_plot->addGraph();
            lines->setName(name);
            lines->setLineStyle(QCPGraph::lsImpulse);
            lines->setPen(QPen(colour, 1.0));
            lines->setAntialiased(false);
            lines->setData(steps[op], sizes[op], true);
            continue;
        }
        QCPBars* bars = new QCPBars(m_plot->xAxis, m_plot->yAxis); // the plot owns it
        bars->setName(name);
        constexpr double kBarWidth = 0.78;
        bars->setWidth(kBarWidth);
        bars->setPen(Qt::NoPen);
        bars->setBrush(colour);
        bars->setAntialiased(false);
        const double base = m_scale == Scale::Logarithmic ? kLogFloor : 0.0;
        bars->setBaseValue(base);
        for (double& size : sizes[op]) {
            size -= base; // bars start at their base: they end at base + value
        }
        bars->setData(steps[op], sizes[op], true);
    }
}

void BatchSizesPlot::fitAxes() {
    const double largest =
        m_snapshot && m_snapshot->metrics ? static_cast<double>(m_snapshot->metrics->largestBatch) : 1.0;
    if (m_scale == Scale::Logarithmic) {
        constexpr double kRoom = 1.4;
        constexpr double kDecade = 12.0; // less than a power of ten would show no second label
        m_plot->yAxis->setScaleType(QCPAxis::stLogarithmic);
        m_plot->yAxis->setTicker(QSharedPointer<LogCountTicker>::create());
        m_plot->yAxis->setRange(kLogFloor, std::max(largest * kRoom, kDecade));
    } else {
        constexpr double kRoom = 1.08;
        m_plot->yAxis->setScaleType(QCPAxis::stLinear);
        m_plot->yAxis->setTicker(QSharedPointer<CountTicker>::create());
        m_plot->yAxis->setRange(0.0, largest * kRoom);
    }
}

void BatchSizesPlot::resetRange() {
    m_plot->xAxis->setRange(kHalfStep, std::max(1.0, static_cast<double>(batchCount())) + kHalfStep);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BatchSizesPlot::setPresent(BatchId batch) {
    m_present = batch;
    placeMark();
    m_plot->layer(kMarkLayer)->replot();
}

void BatchSizesPlot::placeMark() {
    const bool shown = m_present.valid() && m_present.index() < batchCount();
    m_mark->setVisible(shown);
    if (shown) {
        const double at = position(m_present.index());
        m_mark->topLeft->setCoords(at - kHalfStep, 0.0);
        m_mark->bottomRight->setCoords(at + kHalfStep, 1.0);
    }
}

void BatchSizesPlot::showToolTip(const QMouseEvent& event) {
    const BatchId batch = batchAtPixel(event.pos());
    if (!batch.valid()) {
        QToolTip::hideText();
        return;
    }
    const Schedule& schedule = *m_snapshot->schedule;
    const QString op = QString::fromStdString(m_snapshot->graph->opOf(schedule.batchSignatures[batch]).name);
    QToolTip::showText(event.globalPosition().toPoint(),
                       tr("Batch %1: %2 ×%3").arg(ordinalText(batch.index()), op, countText(schedule.batchSize(batch))),
                       m_plot);
}

BatchId BatchSizesPlot::batchAtPixel(const QPoint& at) const {
    if (batchCount() == 0 || !m_plot->axisRect()->rect().contains(at)) {
        return {};
    }
    const double number = std::round(m_plot->xAxis->pixelToCoord(at.x()));
    return number >= 1.0 && number <= static_cast<double>(batchCount()) ? BatchId(static_cast<std::size_t>(number) - 1)
                                                                        : BatchId();
}

std::size_t BatchSizesPlot::batchCount() const {
    return m_snapshot && m_snapshot->schedule ? m_snapshot->schedule->batchCount() : 0;
}

bool BatchSizesPlot::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Left || key == Qt::Key_Right) {
            emit stepAsked(key == Qt::Key_Left ? -1 : 1);
            return true;
        }
    }
    return PlotWidget::eventFilter(watched, event);
}

} // namespace batchscope
