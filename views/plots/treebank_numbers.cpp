// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/treebank_numbers.h"

#include "core/nets/label_classes.h"
#include "core/treebank/tree_filter.h"
#include "views/models/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace batchscope {

namespace {

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

/// The four numbers of a tree that the index has.
struct Measure {
    Subject subject;
    std::vector<CountedValue> TreeHistograms::*counts;
    const char* key;
    const char* what;
    const char* summary; ///< %1 from, %2 to, %3 median
};

constexpr Measure kMeasures[] = {
    {Subject::Sizes, &TreeHistograms::sizes, "size",
     QT_TRANSLATE_NOOP("batchscope::TreebankNumbers", "nodes of a tree"),
     QT_TRANSLATE_NOOP("batchscope::TreebankNumbers", "Trees have %1 to %2 nodes; half of them have at most %3.")},
    {Subject::Words, &TreeHistograms::words, "words",
     QT_TRANSLATE_NOOP("batchscope::TreebankNumbers", "words of a sentence"),
     QT_TRANSLATE_NOOP("batchscope::TreebankNumbers", "Sentences have %1 to %2 words; half of them have at most %3.")},
    {Subject::Heights, &TreeHistograms::heights, "height",
     QT_TRANSLATE_NOOP("batchscope::TreebankNumbers", "height of a tree"),
     QT_TRANSLATE_NOOP("batchscope::TreebankNumbers",
                       "Tree heights range from %1 to %2; half of them are at most %3. A schedule needs at least as "
                       "many steps as the tallest tree has levels.")},
    {Subject::Arities, &TreeHistograms::arities, "arity",
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
        const QString plain =
            bin.least == bin.most ? QString::number(bin.least) : QStringLiteral("%1–%2").arg(bin.least).arg(bin.most);
        series.bars.push_back({static_cast<double>(bin.least + bin.most) / 2.0,
                               static_cast<double>(width),
                               bin.count,
                               found[bin.least],
                               rangeText(bin),
                               filter,
                               {},
                               plain});
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
    std::map<std::uint64_t, std::uint64_t> found; // by shape; as far as they are among the most frequent there
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

QString symbolFilter(const char* key, std::string_view text) {
    return QString::fromLatin1(key) % u':' % QString::fromStdString(filterValue(text));
}

NumberSeries rankSeries(const TreebankNumbers& numbers) {
    NumberSeries series;
    series.what = translated("word, by rank");
    series.counted = translated("occurrences in all trees");
    series.total = totalOf(numbers.words);
    series.ranks = true;
    std::size_t once = 0;
    for (const SymbolCount& word : numbers.words) {
        once += word.count == 1 ? 1 : 0;
    }
    series.summary = translated("%1 distinct words, of which %2 occur once. Each has its own embedding row.")
                         .arg(countText(numbers.words.size()), percentText(once, numbers.words.size()));
    double next = 1.0;
    for (std::size_t index = 0; index < numbers.words.size(); ++index) {
        const auto rank = static_cast<double>(index + 1);
        constexpr double kStep = 1.02; // ranks this close look the same on the logarithmic axis
        constexpr std::size_t kAllOf = 100;
        if (index >= kAllOf && rank < next) {
            continue;
        }
        next = std::max(rank, next) * kStep;
        const std::string_view text = numbers.bank->words.text(numbers.words[index].symbol);
        series.bars.push_back({rank, 1.0, numbers.words[index].count, 0, toText(text), symbolFilter("word", text)});
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
                               symbolFilter("label", text),
                               translated("%1 (class %2)").arg(toText(text)).arg(classes.classOf(label))});
    }
    return series;
}

} // namespace

NumberSeries seriesOf(const TreebankNumbers& numbers, Subject subject) {
    if (!numbers.bank || !numbers.all) {
        return {};
    }
    NumberSeries series;
    switch (subject) {
    case Subject::Shapes: series = shapeSeries(numbers); break;
    case Subject::WordRanks: return rankSeries(numbers);
    case Subject::Labels: return labelSeries(numbers);
    default:
        series = measured(numbers, *std::find_if(std::begin(kMeasures), std::end(kMeasures),
                                                 [subject](const Measure& m) { return m.subject == subject; }));
    }
    series.total = numbers.all->trees;
    series.hasFound = numbers.found != nullptr;
    return series;
}

QString titleOf(Subject subject) {
    switch (subject) {
    case Subject::Sizes: return translated("Sizes");
    case Subject::Words: return translated("Lengths");
    case Subject::Heights: return translated("Heights");
    case Subject::Arities: return translated("Arities");
    case Subject::Shapes: return translated("Shapes");
    case Subject::WordRanks: return translated("Word frequency");
    case Subject::Labels: return translated("Labels");
    }
    return {};
}

} // namespace batchscope
