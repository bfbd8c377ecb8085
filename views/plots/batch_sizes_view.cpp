// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/batch_sizes_view.h"

#include "views/models/op_mark.h"
#include "views/models/words.h"
#include "views/plots/bar_plots.h"
#include "views/tables/table_look.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QResizeEvent>
#include <QSplitter>
#include <QStringList>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <optional>

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

/// One bar for each step, as high as its batch. Wide, low tails are where batching does not pay off.
BarFigure stepsFigure(std::shared_ptr<const Snapshot> snapshot, bool isLogarithmic) {
    BarFigure figure;
    figure.title = BatchSizesView::tr("Size of each batch");
    figure.description =
        BatchSizesView::tr("Bar chart; the steps table shows the same figures. Left and Right move by one batch.");
    figure.along = BatchSizesView::tr("batch");
    figure.lengths = BatchSizesView::tr("nodes in the batch");
    figure.isLogarithmic = isLogarithmic;
    if (!snapshot->schedule) {
        return figure;
    }
    const OpGraph& graph = *snapshot->graph;
    const Schedule& schedule = *snapshot->schedule;
    for (std::size_t index = 0; index < graph.ops.ops.size(); ++index) {
        const OpId op(index);
        figure.parts.push_back({toText(graph.ops.ops[op].name), [op](const Theme& theme) { return theme.op(op); }});
    }
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        BarPart& part = figure.parts[graph.signatures[schedule.batchSignatures[BatchId(step)]].op.index()];
        figure.places << static_cast<double>(step + 1);
        part.places << figure.places.back();
        part.lengths << static_cast<double>(schedule.batchSize(BatchId(step)));
    }
    std::erase_if(figure.parts, [](const BarPart& part) { return part.places.isEmpty(); });
    figure.tip = [snapshot](std::size_t bar) {
        const BatchId batch(bar);
        const QString op = toText(snapshot->graph->opOf(snapshot->schedule->batchSignatures[batch]).name);
        return BatchSizesView::tr("Batch %1: %2 ×%3")
            .arg(ordinalText(bar), op, countText(snapshot->schedule->batchSize(batch)));
    };
    return figure;
}

} // namespace

BatchSizesView::BatchSizesView(Session& session, Playback& playback, QWidget* parent)
    : PlotView(session, playback, parent), m_plot(new BarPlot(this)), m_table(new QTableView(this)),
      m_headline(new QLabel(this)), m_log(new QCheckBox(tr("Log scale"), this)),
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
    connect(m_log, &QCheckBox::toggled, this, &BatchSizesView::showBars);
    connect(m_plot, &BarPlot::barClicked, this, [this](int bar) { goToBatch(BatchId(static_cast<std::size_t>(bar))); });
    connect(m_plot, &BarPlot::stepAsked, this, [this](int direction) {
        if (direction < 0) {
            this->playback().back(StepUnit::Batch);
        } else {
            this->playback().forward(StepUnit::Batch);
        }
    });

    QHBoxLayout* bar = new QHBoxLayout;
    bar->setContentsMargins(10, 6, 10, 0);
    bar->addWidget(m_headline, 1);
    bar->addWidget(m_log);
    m_splitter->addWidget(m_plot);
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
    return *m_plot;
}

void BatchSizesView::showBars() {
    m_plot->setFigure(stepsFigure(session().snapshot(), m_log->isChecked()));
    markStep();
}

void BatchSizesView::markStep() {
    const BatchId batch = presentBatch();
    m_plot->setPresent(batch.valid() ? std::optional(batch.index()) : std::nullopt);
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
        showBars();
    } else if (changes.look) {
        m_plot->restyle();
    }
    if (changes.parts.has(Part::Schedule) || changes.look) {
        showHeadline();
    }
    if (changes.step) {
        markStep();
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
