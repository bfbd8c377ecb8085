// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/batch_sizes_view.h"

#include "views/models/op_mark.h"
#include "views/models/words.h"
#include "views/plots/plot_style.h"
#include "views/tables/table_look.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QResizeEvent>
#include <QSplitter>
#include <QStackedWidget>
#include <QStringList>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace batchscope {

namespace {

constexpr auto kOpColumns = std::to_array<Column<OpRow>>({
    {"op", "op", [](const OpRow& row) { return textCell(row.name); }, "Kind of computation", Align::Left},
    {"nodes", "nodes", [](const OpRow& row) { return countCell(row.summary.nodes); },
     "Nodes; in the regular run each runs by itself"},
    {"batches", "batches", [](const OpRow& row) { return countCell(row.summary.batches); },
     "Batches in the folded run"},
    {"mean_batch_size", "mean",
     [](const OpRow& row) {
         return Cell{meanText(row.summary.meanBatchSize).toStdString(), row.summary.meanBatchSize};
     },
     "Mean batch size"},
    {"largest_batch", "largest", [](const OpRow& row) { return countCell(row.summary.largestBatch); }, "Largest batch"},
});

std::vector<OpRow> opRows(const Snapshot& snapshot) {
    std::vector<OpRow> rows;
    if (snapshot.schedule) {
        for (const OpSummary& summary : opSummaries(*snapshot.graph, *snapshot.schedule)) {
            rows.push_back({summary, snapshot.graph->ops.ops[summary.op].name});
        }
    }
    return rows;
}

constexpr double kHalfStep = 0.5;
constexpr double kBarWidth = 0.78;
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
    letZoom(Qt::Horizontal);
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
    setUnit(*m_plot->xAxis, PlotUnit::Count, false);
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
}

std::unique_ptr<PlotWidget> BatchSizesPlot::copyForPage(int width) const {
    auto page = std::make_unique<BatchSizesPlot>();
    page->becomePage(width);
    page->m_isLogarithmic = m_isLogarithmic;
    page->setSnapshot(m_snapshot);
    return page;
}

void BatchSizesPlot::setSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    m_snapshot = std::move(snapshot);
    m_present = {};
    rebuild();
    fitAxes();
}

void BatchSizesPlot::setLogarithmic(bool isLogarithmic) {
    m_isLogarithmic = isLogarithmic;
    rebuild();
}

void BatchSizesPlot::rebuild() {
    constexpr float kTint = 0.22F;
    const Theme& theme = this->theme();
    const double largest =
        m_snapshot && m_snapshot->metrics ? static_cast<double>(m_snapshot->metrics->largestBatch) : 1.0;
    styleAxes(*m_plot, theme);
    m_plot->clearPlottables();
    if (batchCount() > 0) {
        addSteps();
    }
    fitCounts(*m_plot->yAxis, largest, m_isLogarithmic);
    QColor tint = theme.accent;
    tint.setAlphaF(kTint);
    m_mark->setBrush(tint);
    m_mark->setPen(QPen(theme.accent, 1.0));
    placeMark();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BatchSizesPlot::addSteps() {
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
        QCPBars* const bars = addBars(*m_plot->xAxis, *m_plot->yAxis, kBarWidth, colour, name);
        bars->setAntialiased(false);
        const double base = m_isLogarithmic ? kLogFloor : 0.0;
        bars->setBaseValue(base);
        for (double& size : sizes[op]) {
            size -= base; // bars start at their base: they end at base + value
        }
        bars->setData(steps[op], sizes[op], true);
    }
}

void BatchSizesPlot::fitAxes() {
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

QString BatchSizesPlot::tipAt(const QPoint& place) const {
    const BatchId batch = batchAtPixel(place);
    if (!batch.valid()) {
        return {};
    }
    const Schedule& schedule = *m_snapshot->schedule;
    const QString op = QString::fromStdString(m_snapshot->graph->opOf(schedule.batchSignatures[batch]).name);
    return tr("Batch %1: %2 ×%3").arg(ordinalText(batch.index()), op, countText(schedule.batchSize(batch)));
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

namespace {

QString binText(const BatchSizeBin& bin) {
    return bin.smallest == bin.largest ? countText(bin.largest)
                                       : QString(countText(bin.smallest) % QChar(0x2013) % countText(bin.largest));
}

} // namespace

BatchHistogramPlot::BatchHistogramPlot(QWidget* parent) : PlotWidget(parent) {
    letZoom(Qt::Horizontal);
    m_plot->setAccessibleName(tr("Number of batches of each size"));
    m_plot->xAxis->setLabel(tr("nodes in the batch"));
    m_plot->yAxis->setLabel(tr("batches"));
    m_plot->xAxis->grid()->setVisible(false);
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
        addBins();
        fitAxes();
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BatchHistogramPlot::addBins() {
    QCPBars* below = nullptr;
    for (const OpBatchCounts& counts : m_histogram.ops) {
        QCPBars* const bars =
            addBars(*m_plot->xAxis, *m_plot->yAxis, kBarWidth, theme().op(counts.op), opName(counts.op));
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
    std::size_t most = 1;
    for (std::size_t bin = 0; bin < m_histogram.bins.size(); ++bin) {
        most = std::max(most, m_histogram.batchesIn(bin));
    }
    m_plot->xAxis->setRange(-kHalfStep,
                            std::max<double>(1.0, static_cast<double>(m_histogram.bins.size())) - kHalfStep);
    fitCounts(*m_plot->yAxis, static_cast<double>(most), false);
}

QString BatchHistogramPlot::opName(OpId op) const {
    return toText(m_snapshot->graph->ops.ops[op].name);
}

QString BatchHistogramPlot::tipAt(const QPoint& place) const {
    const double at = std::round(m_plot->xAxis->pixelToCoord(place.x()));
    if (isEmpty() || !m_plot->axisRect()->rect().contains(place) || at < 0.0 ||
        at >= static_cast<double>(m_histogram.bins.size())) {
        return {};
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
    return lines.join(u'\n');
}

BatchSizesView::BatchSizesView(Session& session, Playback& playback, QWidget* parent)
    : PlotView(session, playback, parent), m_plot(new BatchSizesPlot(this)), m_histogram(new BatchHistogramPlot(this)),
      m_table(new QTableView(this)), m_headline(new QLabel(this)), m_kinds(new QComboBox(this)),
      m_log(new QCheckBox(tr("Log scale"), this)), m_stack(new QStackedWidget(this)),
      m_splitter(new QSplitter(Qt::Horizontal, this)) {
    m_summary =
        std::make_unique<RowsModel<OpRow>>(kOpColumns, [this](const OpRow& row, std::string_view key, int role) {
            return role == Qt::DecorationRole && key == "op" ? QVariant(opIcon(themeOf(*this), row.summary.op))
                                                             : QVariant();
        });
    buildTable();
    m_headline->setWordWrap(true);
    m_headline->setAccessibleName(tr("Summary of the batch sizes"));
    m_log->setAccessibleName(tr("Logarithmic scale for batch sizes"));
    m_kinds->addItems({tr("Each batch"), tr("Histogram")}); // as in Kind and in the stack
    m_kinds->setAccessibleName(tr("Plot"));
    m_kinds->setToolTip(tr("Choose between the size of each batch and the number of batches of each size."));
    connect(m_kinds, qOverload<int>(&QComboBox::currentIndexChanged), this, [this](int place) {
        m_stack->setCurrentIndex(place);
        m_log->setEnabled(!hasHistogram()); // parts of a stacked bar would not be as long as their counts
    });
    connect(m_log, &QCheckBox::toggled, this, [this](bool log) { m_plot->setLogarithmic(log); });
    connect(m_plot, &BatchSizesPlot::batchClicked, this, &BatchSizesView::goToBatch);
    connect(m_plot, &BatchSizesPlot::stepAsked, this, [this](int direction) {
        if (direction < 0) {
            this->playback().back(StepUnit::Batch);
        } else {
            this->playback().forward(StepUnit::Batch);
        }
    });

    QHBoxLayout* bar = new QHBoxLayout;
    bar->setContentsMargins(10, 6, 10, 0);
    bar->addWidget(m_headline, 1);
    bar->addWidget(m_kinds);
    bar->addWidget(m_log);
    m_stack->addWidget(m_plot);
    m_stack->addWidget(m_histogram);
    m_splitter->addWidget(m_stack);
    m_splitter->addWidget(m_table);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0); // the plot grows, the table keeps its size
    m_splitter->setChildrenCollapsible(false);
    QVBoxLayout* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(bar);
    column->addWidget(m_splitter, 1);
}

const PlotWidget& BatchSizesView::plot() const {
    return hasHistogram() ? static_cast<const PlotWidget&>(*m_histogram) : *m_plot;
}

void BatchSizesView::setKind(Kind kind) {
    m_kinds->setCurrentIndex(static_cast<int>(kind));
}

bool BatchSizesView::hasHistogram() const {
    return m_kinds->currentIndex() == static_cast<int>(Kind::Histogram);
}

void BatchSizesView::buildTable() {
    m_table->setModel(m_summary.get());
    m_table->setAccessibleName(tr("Batches of each op"));
    dressTable(*m_table);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setMinimumWidth(240);
    m_table->setMinimumHeight(70);
    m_table->horizontalHeader()->setStretchLastSection(false);
}

void BatchSizesView::catchUp(const Changes& changes) {
    if (changes.look) {
        m_summary->refreshLook();
    }
    if (changes.parts.has(Part::Schedule)) {
        m_summary->setRows(opRows(snapshot()));
        fitColumns(*m_table);
        m_plot->setSnapshot(session().snapshot());
        m_histogram->setSnapshot(session().snapshot());
    } else if (changes.look) {
        m_plot->restyle();
        m_histogram->restyle();
    }
    if (changes.parts.has(Part::Schedule) || changes.look) {
        showHeadline();
    }
    if (changes.parts.has(Part::Schedule) || changes.step) {
        m_plot->setPresent(presentBatch());
    }
}

void BatchSizesView::showHeadline() {
    const ScheduleMetrics* metrics = snapshot().metrics.get();
    if (metrics == nullptr) {
        m_headline->setText(tr("Open a treebank to see the size of each batch here."));
        return;
    }
    const QString first =
        tr("<b>%1 nodes per batch on average, instead of 1</b>").arg(meanText(metrics->meanBatchSize));
    const QString rest = tr("%1 batches instead of %2 node-by-node calls · median %3, largest %4")
                             .arg(countText(metrics->batches), countText(metrics->nodes),
                                  countText(metrics->medianBatchSize), countText(metrics->largestBatch));
    m_headline->setText(
        first +
        QStringLiteral(" &nbsp; <span style=\"color:%1\">%2</span>").arg(themeOf(*this).mutedText.name(), rest));
}

void BatchSizesView::resizeEvent(QResizeEvent* event) {
    PlotView::resizeEvent(event);
    arrangeBeside(*m_splitter, size(), event->oldSize());
}

} // namespace batchscope
