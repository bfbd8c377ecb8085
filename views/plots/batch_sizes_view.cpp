// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/batch_sizes_view.h"

#include "views/models/op_mark.h"
#include "views/models/words.h"
#include "views/plots/bar_plots.h"
#include "views/tables/table_look.h"

#include <QCheckBox>
#include <QComboBox>
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

/// One part for each op that has batches.
std::vector<BarPart> opParts(const OpGraph& graph, const std::vector<OpId>& ops) {
    std::vector<BarPart> parts;
    for (const OpId op : ops) {
        parts.push_back({toText(graph.ops.ops[op].name), [op](const Theme& theme) { return theme.op(op); }});
    }
    return parts;
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
    std::vector<OpId> ops;
    for (std::size_t op = 0; op < graph.ops.ops.size(); ++op) {
        ops.emplace_back(op);
    }
    figure.parts = opParts(graph, ops);
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

QString binText(const BatchSizeBin& bin) {
    return bin.smallest == bin.largest ? countText(bin.largest)
                                       : QString(countText(bin.smallest) % QChar(0x2013) % countText(bin.largest));
}

/// How many batches of which size (core/schedule/metrics.h). Many on the left are where batching does not pay off.
BarFigure histogramFigure(std::shared_ptr<const Snapshot> snapshot) {
    BarFigure figure;
    figure.title = BatchSizesView::tr("Number of batches of each size");
    figure.along = BatchSizesView::tr("nodes in the batch");
    figure.lengths = BatchSizesView::tr("batches");
    figure.isStacked = true;
    if (!snapshot->schedule) {
        return figure;
    }
    const BatchHistogram histogram = batchHistogram(*snapshot->graph, *snapshot->schedule);
    std::vector<OpId> ops;
    for (const OpBatchCounts& counts : histogram.ops) {
        ops.push_back(counts.op);
    }
    figure.parts = opParts(*snapshot->graph, ops);
    QStringList tips;
    for (std::size_t bin = 0; bin < histogram.bins.size(); ++bin) {
        const std::size_t all = histogram.batchesIn(bin);
        figure.places << static_cast<double>(bin);
        figure.names << binText(histogram.bins[bin]);
        QStringList lines = {
            all == 1 ? BatchSizesView::tr("1 batch of %1 nodes").arg(figure.names.back())
                     : BatchSizesView::tr("%1 batches of %2 nodes").arg(countText(all), figure.names.back())};
        for (std::size_t part = 0; part < histogram.ops.size(); ++part) {
            const std::size_t batches = histogram.ops[part].batches[bin];
            figure.parts[part].places << figure.places.back();
            figure.parts[part].lengths << static_cast<double>(batches);
            if (batches > 0) {
                lines << QStringLiteral("%1: %2").arg(figure.parts[part].name, countText(batches));
            }
        }
        tips << lines.join(u'\n');
    }
    figure.description = BatchSizesView::tr("Bar chart of batches by their number of nodes: %1")
                             .arg(QString(tips.join(u", ")).replace(u'\n', u' '));
    figure.tip = [tips](std::size_t bar) { return tips.at(static_cast<qsizetype>(bar)); };
    return figure;
}

} // namespace

BatchSizesView::BatchSizesView(Session& session, Playback& playback, QWidget* parent)
    : PlotView(session, playback, parent), m_plot(new BarPlot(this)), m_table(new QTableView(this)),
      m_headline(new QLabel(this)), m_kinds(new QComboBox(this)), m_log(new QCheckBox(tr("Log scale"), this)),
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
    connect(m_kinds, qOverload<int>(&QComboBox::currentIndexChanged), this, [this] {
        m_log->setEnabled(!hasHistogram()); // parts of a stacked bar would not be as long as their counts
        showBars();
    });
    connect(m_log, &QCheckBox::toggled, this, &BatchSizesView::showBars);
    connect(m_plot, &BarPlot::barClicked, this, [this](int bar) {
        if (!hasHistogram()) {
            goToBatch(BatchId(static_cast<std::size_t>(bar)));
        }
    });
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
    bar->addWidget(m_kinds);
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

void BatchSizesView::setKind(Kind kind) {
    m_kinds->setCurrentIndex(static_cast<int>(kind));
}

bool BatchSizesView::hasHistogram() const {
    return m_kinds->currentIndex() == static_cast<int>(Kind::Histogram);
}

void BatchSizesView::showBars() {
    const bool isLogarithmic = m_log->isChecked();
    m_plot->setFigure(hasHistogram() ? histogramFigure(session().snapshot())
                                     : stepsFigure(session().snapshot(), isLogarithmic));
    markStep();
}

void BatchSizesView::markStep() {
    const BatchId batch = presentBatch();
    m_plot->setPresent(batch.valid() && !hasHistogram() ? std::optional(batch.index()) : std::nullopt);
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
