// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/tree_order.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace batchscope {

namespace {

constexpr std::size_t kWordsCompared = 60;
constexpr std::size_t kTreesSortedBetweenPolls = 4096;

struct Keyed {
    std::uint32_t key;
    TreeId tree;
};

/// By label id: its rank among the labels in the order of letters; no label stands first.
std::vector<std::uint32_t> labelRanks(const SymbolTable& labels) {
    std::vector<SymbolId> byText;
    for (std::size_t index = 0; index < labels.size(); ++index) {
        byText.emplace_back(index);
    }
    std::sort(byText.begin(), byText.end(),
              [&](SymbolId left, SymbolId right) { return labels.text(left) < labels.text(right); });
    std::vector<std::uint32_t> ranks(labels.size());
    for (std::size_t rank = 0; rank < byText.size(); ++rank) {
        ranks[byText[rank].index()] = static_cast<std::uint32_t>(rank + 1);
    }
    return ranks;
}

std::uint32_t sortKeyOf(const TreeEntry& entry, TreeId tree, TreeKey key, const std::vector<std::uint32_t>& ranks) {
    switch (key) {
    case TreeKey::Size: return entry.nodes;
    case TreeKey::Words: return entry.words;
    case TreeKey::Height: return entry.height;
    case TreeKey::Arity: return entry.arity;
    case TreeKey::Root: return entry.rootLabel.valid() ? ranks[entry.rootLabel.index()] : 0;
    default: return tree.value;
    }
}

/// A stable sort, digit by digit from the lowest (LSD radix sort); digits that are all 0 cost nothing.
void sortByKey(std::vector<Keyed>& rows, std::uint32_t largest) {
    constexpr std::uint32_t kBits = 11;
    constexpr std::size_t kDigits = 1U << kBits;
    std::vector<Keyed> sorted(rows.size());
    for (std::uint32_t shift = 0; shift < 32 && largest >> shift > 0; shift += kBits) {
        std::array<std::size_t, kDigits> places{};
        const auto digit = [shift](const Keyed& row) { return row.key >> shift & (kDigits - 1); };
        for (const Keyed& row : rows) {
            ++places[digit(row)];
        }
        std::exclusive_scan(places.begin(), places.end(), places.begin(), std::size_t{0});
        for (const Keyed& row : rows) {
            sorted[places[digit(row)]++] = row;
        }
        rows.swap(sorted);
    }
}

Result<std::vector<TreeId>> orderedByNumber(const Treebank& bank, std::vector<TreeId> trees, TreeKey key,
                                            SortDirection direction, const RunControl& control) {
    const std::vector<std::uint32_t> ranks =
        key == TreeKey::Root ? labelRanks(bank.labels) : std::vector<std::uint32_t>();
    std::vector<Keyed> rows(trees.size());
    std::uint32_t largest = 0;
    for (std::size_t row = 0; row < trees.size(); ++row) {
        rows[row] = {sortKeyOf(bank.trees[trees[row]], trees[row], key, ranks), trees[row]};
        largest = std::max(largest, rows[row].key);
    }
    if (control.stopRequested()) {
        return cancelledError();
    }
    if (direction == SortDirection::Descending) { // turned round, so that equal ones stay as they stood
        for (Keyed& row : rows) {
            row.key = largest - row.key;
        }
    }
    sortByKey(rows, largest);
    std::transform(rows.begin(), rows.end(), trees.begin(), [](const Keyed& row) { return row.tree; });
    return trees;
}

Result<std::vector<TreeId>> orderedBySentence(const Treebank& bank, std::vector<TreeId> trees, SortDirection direction,
                                              const RunControl& control) {
    if (trees.size() > kMostSentencesSorted) {
        return Error{ErrorCode::Config,
                     fmt::format("{} trees are too many to sort by sentence; filter them down to {} or fewer",
                                 withThousands(trees.size()), withThousands(kMostSentencesSorted))};
    }
    std::vector<std::pair<std::string, TreeId>> rows;
    rows.reserve(trees.size());
    for (const TreeId tree : trees) {
        rows.emplace_back(bank.sentence(tree, kWordsCompared), tree);
        if (rows.size() % kTreesSortedBetweenPolls == 0) {
            control.report("sort", rows.size(), trees.size());
            if (control.stopRequested()) {
                return cancelledError();
            }
        }
    }
    const bool ascending = direction == SortDirection::Ascending;
    std::stable_sort(rows.begin(), rows.end(), [ascending](const auto& left, const auto& right) {
        return ascending ? left.first < right.first : right.first < left.first;
    });
    std::transform(rows.begin(), rows.end(), trees.begin(), [](const auto& row) { return row.second; });
    return trees;
}

} // namespace

Result<std::vector<TreeId>> orderedTrees(const Treebank& bank, std::vector<TreeId> trees, TreeKey key,
                                         SortDirection direction, const RunControl& control) {
    return key == TreeKey::Sentence ? orderedBySentence(bank, std::move(trees), direction, control)
                                    : orderedByNumber(bank, std::move(trees), key, direction, control);
}

} // namespace batchscope
