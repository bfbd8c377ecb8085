// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers that the statistics panel draws and that its table contains, computed once: a series of bars (or ranks),
// with a text for each bar and the filter that finds its trees.
#pragma once

#include "core/treebank/tree_histograms.h"

#include <QString>

#include <memory>
#include <vector>

namespace batchscope {

/// What is counted of a treebank.
struct TreebankNumbers {
    std::shared_ptr<const Treebank> bank;
    std::shared_ptr<const TreeHistograms> all;
    std::shared_ptr<const TreeHistograms> found; ///< null where nothing is filtered
    std::vector<SymbolCount> words;              ///< of all trees, the most frequent first
    std::vector<SymbolCount> labels;
};

enum class Subject { Sizes, Words, Heights, Arities, Shapes, WordRanks, Labels };

/// A bar, and a row of the table.
struct NumberBar {
    double centre = 0.0;
    double width = 1.0;
    std::uint64_t all = 0;
    std::uint64_t found = 0;
    QString label;      ///< "10–14", "NP", "12 nodes, height 4"
    QString filter;     ///< that finds these trees; empty where there is none
    QString row = {};   ///< what the table says where that is more than the label: "NP (class 3)"
    QString plain = {}; ///< for other programs, where label and row are written for people: "1000–1999"
};

struct NumberSeries {
    std::vector<NumberBar> bars;
    QString what;            ///< of the table's first column, and the axis below
    QString counted;         ///< the axis at the left
    QString summary;         ///< one or two sentences
    std::uint64_t total = 0; ///< what a share is a part of: all trees, words or nodes
    bool ranks = false;      ///< a curve over powers of ten, not bars
    bool named = false;      ///< the axis below shows the labels
    bool hasFound = false;   ///< `found` counts
};

[[nodiscard]] NumberSeries seriesOf(const TreebankNumbers& numbers, Subject subject);
/// As the user chooses among them.
[[nodiscard]] QString titleOf(Subject subject);

} // namespace batchscope
