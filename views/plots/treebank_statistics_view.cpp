// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/treebank_statistics_view.h"

#include "core/nets/label_classes.h"
#include "core/treebank/tree_filter.h"
#include "views/models/words.h"
#include "views/plots/bar_plots.h"
#include "views/session/tree_finder.h"
#include "views/tables/table_look.h"
#include "views/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QResizeEvent>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

namespace batchscope {

namespace {

constexpr auto kNumberColumns = std::to_array<Column<NumberRow>>({
    {"value", "value", [](const NumberRow& row) { return textCell(row.bar.label.toStdString()); }, "", Align::Left},
    {"count", "count", [](const NumberRow& row) { return countCell(row.bar.all); }},
    {"percent", "%",
     [](const NumberRow& row) {
         return Cell{fmt::format("{:.1f}", row.percent), row.percent};
     },
     "Percentage of all"},
    {"found", "found", [](const NumberRow& row) { return row.hasFound ? countCell(row.bar.found) : noFigure(); }},
});

constexpr std::size_t kMostBins = 60;
constexpr std::size_t kMostNamed = 30;

QString translated(const char* text) {
    return QCoreApplication::translate("batchscope::TreebankNumbers", text);
}

QString percentText(std::uint64_t part, std::uint64_t whole) {
    constexpr double kPercent = 100.0;
    const double percent = whole == 0 ? 0.0 : kPercent * static_cast<double>(part) / static_cast<double>(whole);
    return QString::number(percent, 'f', percent < 10.0 ? 1 : 0) % QStringLiteral("%");
}

std::uint64_t totalOf(const std::vector<SymbolCount>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const SymbolCount& symbol) { return sum + symbol.count; });
}

/// A number of each tree that the index contains; the subjects in the order of Subject begin with these.
struct Measure {
    const char* title;
    std::vector<CountedValue> TreeHistograms::*counts;
    const char* key;
    const char* what;
    const char* summary; ///< %1 from, %2 to, %3 median
};

constexpr Measure kMeasures[] = {
    {QT_TRANSLATE_NOOP("batchscope::TreebankNumbers", "Sizes"), &TreeHistograms::sizes, "size",
     QT_TRANSLATE_NOOP("batchscope::TreebankNumbers", "nodes of a tree"),
     QT_TRANSLATE_NOOP("batchscope::TreebankNumbers", "Trees have %1 to %2 nodes; half of them have at most %3.")},
    {QT_TRANSLATE_NOOP("batchscope::TreebankNumbers", "Lengths"), &TreeHistograms::words, "words",
     QT_TRANSLATE_NOOP("batchscope::TreebankNumbers", "words of a sentence"),
     QT_TRANSLATE_NOOP("batchscope::TreebankNumbers", "Sentences have %1 to %2 words; half of them have at most %3.")},
    {QT_TRANSLATE_NOOP("batchscope::TreebankNumbers", "Heights"), &TreeHistograms::heights, "height",
     QT_TRANSLATE_NOOP("batchscope::TreebankNumbers", "height of a tree"),
     QT_TRANSLATE_NOOP("batchscope::TreebankNumbers",
                       "Tree heights range from %1 to %2; half of them are at most %3. A schedule needs at least as "
                       "many steps as the tallest tree has levels.")},
    {QT_TRANSLATE_NOOP("batchscope::TreebankNumbers", "Arities"), &TreeHistograms::arities, "arity",
     QT_TRANSLATE_NOOP("batchscope::TreebankNumbers", "most children of a node"),
     QT_TRANSLATE_NOOP("batchscope::TreebankNumbers",
                       "The widest node of a tree has %1 to %2 children, in half of the trees at most %3. Nodes with "
                       "different numbers of children do not batch in nets with a separate weight for each child.")},
};

std::uint64_t medianOf(const std::vector<CountedValue>& counts, std::uint64_t trees) {
    std::uint64_t before = 0;
    for (const CountedValue& value : counts) {
        before += value.count;
        if (2 * before >= trees) {
            return value.value;
        }
    }
    return 0;
}

QString rangeText(const HistogramBin& bin) {
    return bin.least == bin.most ? countText(bin.least) : countText(bin.least) % QChar(u'–') % countText(bin.most);
}

NumberSeries measured(const TreebankNumbers& numbers, const Measure& measure) {
    NumberSeries series;
    const std::vector<CountedValue>& counts = (*numbers.all).*measure.counts;
    series.what = translated(measure.what);
    series.counted = translated("trees");
    if (counts.empty()) {
        return series;
    }
    const bool all = counts.size() == 1;
    series.summary = all ? translated("The same value in all trees: %1.").arg(countText(counts.front().value))
                         : translated(measure.summary)
                               .arg(countText(counts.front().value), countText(counts.back().value),
                                    countText(medianOf(counts, numbers.all->trees)));
    const std::uint64_t width = binWidth(counts, kMostBins);
    std::map<std::uint64_t, std::uint64_t> found;
    if (numbers.found) {
        for (const HistogramBin& bin : binned((*numbers.found).*measure.counts, width)) {
            found[bin.least] = bin.count;
        }
    }
    const QString key = QString::fromLatin1(measure.key);
    for (const HistogramBin& bin : binned(counts, width)) {
        const QString filter = width == 1 ? QStringLiteral("%1:%2").arg(key).arg(bin.least)
                                          : QStringLiteral("%1:%2..%3").arg(key).arg(bin.least).arg(bin.most);
        series.bars.push_back({static_cast<double>(bin.least + bin.most) / 2.0, static_cast<double>(width), bin.count,
                               found[bin.least], rangeText(bin), filter});
    }
    return series;
}

QString shapeSummary(const TreeHistograms& all) {
    const double mean =
        all.distinctShapes == 0 ? 0.0 : static_cast<double>(all.trees) / static_cast<double>(all.distinctShapes);
    constexpr double kFew = 2.0;
    const QString meaning =
        mean < kFew
            ? translated("Batching only trees of the same shape would gain almost nothing here.")
            : translated("Trees of the same shape batch without any search: their corresponding nodes run together.");
    return translated(
               "%1 distinct shapes in %2 trees: %3 trees per shape on average; %4 share their shape with another. ")
               .arg(countText(all.distinctShapes), countText(all.trees), meanText(mean),
                    percentText(all.sharingTrees, all.trees)) %
           meaning;
}

NumberSeries shapeSeries(const TreebankNumbers& numbers) {
    NumberSeries series;
    series.what = translated("shape, most frequent first");
    series.counted = translated("trees of that shape");
    series.summary = shapeSummary(*numbers.all);
    const Treebank& bank = *numbers.bank;
    std::map<std::uint64_t, std::uint64_t> found; // counts by shape, only for the most frequent shapes
    if (numbers.found) {
        for (const ShapeCount& shape : numbers.found->shapes) {
            found[bank.trees[shape.first].shape] = shape.trees;
        }
    }
    for (const ShapeCount& shape : numbers.all->shapes) {
        const TreeEntry& entry = bank.trees[shape.first];
        const auto place = static_cast<double>(series.bars.size() + 1);
        const QString label =
            translated("%1 nodes, height %2, like tree %3")
                .arg(countText(entry.nodes), countText(entry.height), ordinalText(shape.first.index()));
        series.bars.push_back(
            {place, 1.0, shape.trees, found[entry.shape], label, QStringLiteral("shape:%1").arg(shape.first.index())});
    }
    return series;
}

NumberSeries labelSeries(const TreebankNumbers& numbers) {
    NumberSeries series;
    series.what = translated("label");
    series.counted = translated("nodes in all trees");
    series.total = totalOf(numbers.labels);
    series.named = true;
    const LabelClasses classes(*numbers.bank, LabelsAt::Nodes);
    const QString classCount = countText(static_cast<std::size_t>(classes.size()));
    series.summary =
        numbers.labels.size() > kMostNamed
            ? translated("%1 distinct labels, %2 classes; the %3 most frequent are shown.")
                  .arg(countText(numbers.labels.size()), classCount, countText(kMostNamed))
            : translated("%1 distinct labels, %2 classes.").arg(countText(numbers.labels.size()), classCount);
    for (std::size_t index = 0; index < std::min(numbers.labels.size(), kMostNamed); ++index) {
        const SymbolId label = numbers.labels[index].symbol;
        const std::string_view text = numbers.bank->labels.text(label);
        series.bars.push_back({static_cast<double>(index + 1), 1.0, numbers.labels[index].count, 0, toText(text),
                               QStringLiteral("label:") % QString::fromStdString(filterValue(text))});
    }
    return series;
}

} // namespace

NumberSeries seriesOf(const TreebankNumbers& numbers, Subject subject) {
    if (!numbers.bank || !numbers.all) {
        return {};
    }
    if (subject == Subject::Labels) {
        return labelSeries(numbers);
    }
    NumberSeries series = subject == Subject::Shapes ? shapeSeries(numbers)
                                                     : measured(numbers, kMeasures[static_cast<std::size_t>(subject)]);
    series.total = numbers.all->trees;
    series.hasFound = numbers.found != nullptr;
    return series;
}

QString titleOf(Subject subject) {
    return subject == Subject::Shapes   ? translated("Shapes")
           : subject == Subject::Labels ? translated("Labels")
                                        : translated(kMeasures[static_cast<std::size_t>(subject)].title);
}

namespace {

/// All trees, with the trees found in front of them.
BarFigure figureOf(const NumberSeries& series, bool isLogarithmic) {
    constexpr float kFaint = 0.30F;
    BarFigure figure;
    figure.title = TreebankStatisticsView::tr("Treebank statistics");
    figure.description = TreebankStatisticsView::tr("Bar chart; the table next to it shows the same figures.");
    figure.along = series.what;
    figure.lengths = series.counted;
    figure.isLogarithmic = isLogarithmic;
    figure.pitch = series.bars.empty() ? 1.0 : series.bars.front().width;
    const auto add = [&](std::uint64_t NumberBar::*count, float strength, const QString& name) {
        BarPart part{series.hasFound ? name : QString(),
                     [strength](const Theme& theme) { // the axis names a single part
                         QColor color = theme.accent;
                         color.setAlphaF(strength);
                         return color;
                     }};
        for (const NumberBar& bar : series.bars) {
            if (bar.*count > 0) {
                part.places << bar.center;
                part.lengths << static_cast<double>(bar.*count);
            }
        }
        figure.parts.push_back(std::move(part));
    };
    add(&NumberBar::all, series.hasFound ? kFaint : 1.0F, TreebankStatisticsView::tr("all trees"));
    if (series.hasFound) {
        add(&NumberBar::found, 1.0F, TreebankStatisticsView::tr("matching trees"));
    }
    for (const NumberBar& bar : series.bars) {
        figure.places << bar.center;
        if (series.named) {
            figure.names << bar.label;
        }
    }
    figure.tip = [bars = series.bars, counted = series.counted, hasFound = series.hasFound](std::size_t place) {
        const NumberBar& bar = bars[place];
        QString text = TreebankStatisticsView::tr("%1: %2 %3").arg(bar.label, countText(bar.all), counted);
        if (hasFound) {
            text += TreebankStatisticsView::tr(", %1 of them found").arg(countText(bar.found));
        }
        return text + TreebankStatisticsView::tr("\nClick: %1").arg(bar.filter);
    };
    return figure;
}

/// The rows that the filter found, if there is a filter.
struct FoundRows {
    bool filters = false;
    TreeRows rows;
};

/// Counts of the same bank are reused.
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
    : PlotView(session, playback, parent), m_plot(new BarPlot(this)),
      m_model(std::make_unique<RowsModel<NumberRow>>(
          kNumberColumns,
          [](const NumberRow& row, std::string_view /*key*/, int role) {
              return role == Qt::ToolTipRole ? QVariant(tr("Double-click: %1").arg(row.bar.filter)) : QVariant();
          })),

      m_table(new QTableView(this)), m_subject(new QComboBox(this)), m_log(new QCheckBox(tr("Log scale"), this)),
      m_headline(new QLabel(this)), m_splitter(new QSplitter(Qt::Horizontal, this)), m_lane(*this) {
    buildControls();
    buildTable();
    connect(&session.finder(), &TreeFinder::stateChanged, this, [this] {
        if (!this->session().finder().running()) { // partial results are not counted
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

void TreebankStatisticsView::buildControls() {
    for (const Subject subject :
         {Subject::Sizes, Subject::Words, Subject::Heights, Subject::Arities, Subject::Shapes, Subject::Labels}) {
        m_subject->addItem(titleOf(subject), static_cast<int>(subject));
    }
    m_subject->setAccessibleName(tr("Statistic to show"));
    m_headline->setWordWrap(true);
    m_headline->setAccessibleName(tr("Summary of the statistics"));
    m_log->setAccessibleName(tr("Logarithmic scale for counts"));
    connect(m_subject, &QComboBox::currentIndexChanged, this, &TreebankStatisticsView::showSeries);
    connect(m_log, &QCheckBox::toggled, this, &TreebankStatisticsView::showSeries);
    connect(m_plot, &BarPlot::barClicked, this,
            [this](int bar) { this->session().finder().setText(m_series.bars[static_cast<std::size_t>(bar)].filter); });
}

void TreebankStatisticsView::buildTable() {
    m_table->setModel(m_model.get());
    m_table->setAccessibleName(tr("Treebank statistics as a table"));
    dressTable(*m_table);
    m_table->setMinimumWidth(220);
    m_table->setMinimumHeight(70);
    m_table->horizontalHeader()->setStretchLastSection(false);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        this->session().finder().setText(m_model->list()[static_cast<std::size_t>(index.row())].bar.filter);
    });
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
    count(); // counts trees found while the panel was hidden
}

void TreebankStatisticsView::count() {
    if (!m_dirty || !isVisible()) {
        return;
    }
    m_dirty = false;
    const auto& bank = snapshot().treebank;
    if (!bank) {
        m_lane.drop();
        m_numbers = nullptr;
        showSeries();
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
                       m_numbers = *numbers;
                       showSeries();
                   } else {
                       m_headline->setText(QString::fromStdString(numbers.error().text()));
                   }
               });
}

void TreebankStatisticsView::showSeries() {
    const auto subject = static_cast<Subject>(m_subject->currentData().toInt());
    m_series = m_numbers ? seriesOf(*m_numbers, subject) : NumberSeries();
    m_plot->setFigure(figureOf(m_series, m_log->isChecked()));
    constexpr double kPercent = 100.0;
    const auto total = static_cast<double>(std::max<std::uint64_t>(m_series.total, 1));
    std::vector<NumberRow> rows;
    for (const NumberBar& bar : m_series.bars) {
        if (bar.all > 0) {
            rows.push_back({bar, kPercent * static_cast<double>(bar.all) / total, m_series.hasFound});
        }
    }
    m_model->setRows(std::move(rows));
    m_model->showFilled(*m_table);
    fitColumns(*m_table);
    QString text = m_series.summary;
    if (m_series.hasFound) {
        text += tr(" The %1 matching trees are in full color.").arg(countText(m_numbers->found->trees));
    }
    m_headline->setText(m_numbers ? text : tr("Open a treebank to see statistics of its trees here."));
}

void TreebankStatisticsView::resizeEvent(QResizeEvent* event) {
    PlotView::resizeEvent(event);
    arrangeBeside(*m_splitter, size(), event->oldSize());
}

} // namespace batchscope
