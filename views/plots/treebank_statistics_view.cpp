// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/treebank_statistics_view.h"

#include "views/models/words.h"
#include "views/plots/number_plot.h"
#include "views/plots/numbers_model.h"
#include "views/session/tree_finder.h"
#include "views/tables/table_look.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QResizeEvent>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace batchscope {

namespace {

/// What the filter found, if there is one.
struct FoundRows {
    bool filters = false;
    TreeRows rows;
};

/// What is known of the same bank is not counted again.
Result<std::shared_ptr<const TreebankNumbers>> counted(const std::shared_ptr<const Treebank>& bank,
                                                       const std::shared_ptr<const TreebankNumbers>& before,
                                                       const FoundRows& found, const RunControl& control) {
    TreebankNumbers numbers;
    if (before && before->bank == bank) {
        numbers = *before;
        numbers.found.reset();
    } else {
        Result<TreeHistograms> all = histogramsOf(*bank, TreeRows::all(bank->trees.size()), control);
        TRY(all);
        numbers.bank = bank;
        numbers.all = std::make_shared<const TreeHistograms>(std::move(*all));
        numbers.words = frequentFirst(bank->wordCounts);
        numbers.labels = frequentFirst(bank->labelCounts);
    }
    if (found.filters) {
        Result<TreeHistograms> some = histogramsOf(*bank, found.rows, control);
        TRY(some);
        numbers.found = std::make_shared<const TreeHistograms>(std::move(*some));
    }
    return std::make_shared<const TreebankNumbers>(std::move(numbers));
}

} // namespace

TreebankStatisticsView::TreebankStatisticsView(Session& session, Playback& playback, QWidget* parent)
    : PlotView(session, playback, parent), m_plot(new NumberPlot(this)), m_model(new NumbersModel(this)),
      m_table(new QTableView(this)), m_subject(new QComboBox(this)), m_log(new QCheckBox(tr("Log scale"), this)),
      m_headline(new QLabel(this)), m_splitter(new QSplitter(Qt::Horizontal, this)), m_lane(*this) {
    buildControls();
    buildTable();
    connect(&session.finder(), &TreeFinder::stateChanged, this, [this] {
        if (!this->session().finder().running()) { // what was found so far says nothing
            m_dirty = true;
            count();
        }
    });
    QHBoxLayout* bar = new QHBoxLayout;
    bar->setContentsMargins(10, 6, 10, 0);
    bar->setSpacing(10);
    bar->addWidget(m_subject);
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

TreebankStatisticsView::~TreebankStatisticsView() = default;

const PlotWidget& TreebankStatisticsView::plot() const {
    return *m_plot;
}

const PlainTable& TreebankStatisticsView::plainTable() const {
    return *m_model;
}

void TreebankStatisticsView::buildControls() {
    for (const Subject subject : {Subject::Sizes, Subject::Words, Subject::Heights, Subject::Arities, Subject::Shapes,
                                  Subject::WordRanks, Subject::Labels}) {
        m_subject->addItem(titleOf(subject), static_cast<int>(subject));
    }
    m_subject->setAccessibleName(tr("Statistic to show"));
    m_headline->setWordWrap(true);
    m_headline->setAccessibleName(tr("Summary of the statistics"));
    m_log->setAccessibleName(tr("Logarithmic scale for counts"));
    connect(m_subject, &QComboBox::currentIndexChanged, this, &TreebankStatisticsView::showSeries);
    connect(m_log, &QCheckBox::toggled, this,
            [this](bool log) { m_plot->setScale(log ? NumberPlot::Scale::Logarithmic : NumberPlot::Scale::Linear); });
    connect(m_plot, &NumberPlot::barClicked, this,
            [this](int bar) { filterBy(m_series.bars[static_cast<std::size_t>(bar)].filter); });
}

void TreebankStatisticsView::buildTable() {
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Treebank statistics as a table"));
    dressTable(*m_table);
    m_table->setMinimumWidth(220);
    m_table->setMinimumHeight(70);
    m_table->horizontalHeader()->setStretchLastSection(false);
    connect(m_table, &QTableView::activated, this,
            [this](const QModelIndex& index) { filterBy(m_model->filterOf(index.row())); });
}

void TreebankStatisticsView::catchUp(const Changes& changes) {
    if (changes.look) {
        m_plot->restyle();
    }
    if (changes.parts.has(Part::Treebank)) {
        m_dirty = true;
    }
    count();
}

void TreebankStatisticsView::showEvent(QShowEvent* event) {
    PlotView::showEvent(event);
    count(); // what was found while it was hidden
}

void TreebankStatisticsView::count() {
    if (!m_dirty || !isVisible()) {
        return;
    }
    m_dirty = false;
    const auto& bank = snapshot().treebank;
    if (!bank) {
        m_lane.drop();
        take(nullptr);
        return;
    }
    const TreeFinder& finder = session().finder();
    const FoundRows found{finder.filters(), finder.rows()};
    if (!m_numbers) {
        m_headline->setText(tr("Counting…"));
    }
    m_lane.ask([bank, found,
                before = m_numbers](const JobControl& control) { return counted(bank, before, found, control.run()); },
               [this](const Result<std::shared_ptr<const TreebankNumbers>>& numbers) {
                   if (numbers) {
                       take(*numbers);
                   } else {
                       m_headline->setText(QString::fromStdString(numbers.error().text()));
                   }
               });
}

void TreebankStatisticsView::take(std::shared_ptr<const TreebankNumbers> numbers) {
    m_numbers = std::move(numbers);
    showSeries();
}

void TreebankStatisticsView::showSeries() {
    const auto subject = static_cast<Subject>(m_subject->currentData().toInt());
    m_series = m_numbers ? seriesOf(*m_numbers, subject) : NumberSeries();
    m_plot->setSeries(m_series);
    m_model->setSeries(m_series);
    m_log->setEnabled(!m_series.ranks);
    fitColumns(*m_table);
    QString text = m_series.summary;
    if (m_series.hasFound) {
        text += tr(" The %1 matching trees are in full color.").arg(countText(m_numbers->found->trees));
    }
    m_headline->setText(m_numbers ? text : tr("Open a treebank to see statistics of its trees here."));
}

void TreebankStatisticsView::filterBy(const QString& filter) {
    if (!filter.isEmpty()) {
        session().finder().setText(filter, playback().focus().tree);
    }
}

void TreebankStatisticsView::resizeEvent(QResizeEvent* event) {
    PlotView::resizeEvent(event);
    arrangeBeside(*m_splitter, size(), event->oldSize());
}

} // namespace batchscope
