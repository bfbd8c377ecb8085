// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/batch_sizes_view.h"

#include "views/models/words.h"
#include "views/plots/batch_histogram_plot.h"
#include "views/plots/batch_sizes_plot.h"
#include "views/plots/op_summary_model.h"
#include "views/tables/table_look.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QResizeEvent>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace batchscope {

BatchSizesView::BatchSizesView(Session& session, Playback& playback, QWidget* parent)
    : PlotView(session, playback, parent), m_plot(new BatchSizesPlot(this)), m_histogram(new BatchHistogramPlot(this)),
      m_summary(new OpSummaryModel(this)), m_table(new QTableView(this)), m_headline(new QLabel(this)),
      m_kinds(new QComboBox(this)), m_log(new QCheckBox(tr("Log scale"), this)), m_stack(new QStackedWidget(this)),
      m_splitter(new QSplitter(Qt::Horizontal, this)) {
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
    connect(m_log, &QCheckBox::toggled, this, [this](bool log) {
        m_plot->setScale(log ? BatchSizesPlot::Scale::Logarithmic : BatchSizesPlot::Scale::Linear);
    });
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

const PlainTable& BatchSizesView::plainTable() const {
    return *m_summary;
}

void BatchSizesView::buildTable() {
    m_table->setModel(m_summary);
    m_table->setAccessibleName(tr("Batches of each op"));
    dressTable(*m_table);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setMinimumWidth(240);
    m_table->setMinimumHeight(70);
    m_table->horizontalHeader()->setStretchLastSection(false);
}

void BatchSizesView::catchUp(const Changes& changes) {
    if (changes.look) {
        m_summary->setTheme(themeOf(*this));
    }
    if (changes.parts.has(Part::Schedule)) {
        m_summary->setSnapshot(session().snapshot());
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
