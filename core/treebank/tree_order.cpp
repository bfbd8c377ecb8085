// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/tree_order.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace batchscope {

namespace {

constexpr std::size_t kWordsCompared = 60;
constexpr std::size_t kTreesSortedBetweenPolls = 4096;

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

/// Equal ones keep their order in either direction.
template <typename Key>
std::vector<TreeId> sorted(std::vector<std::pair<Key, TreeId>> rows, SortDirection direction) {
    const bool ascending = direction == SortDirection::Ascending;
    std::stable_sort(rows.begin(), rows.end(), [ascending](const auto& left, const auto& right) {
        return ascending ? left.first < right.first : right.first < left.first;
    });
    std::vector<TreeId> trees(rows.size());
    std::transform(rows.begin(), rows.end(), trees.begin(), [](const auto& row) { return row.second; });
    return trees;
}

std::vector<TreeId> orderedByNumber(const Treebank& bank, const std::vector<TreeId>& trees, TreeKey key,
                                    SortDirection direction) {
    const std::vector<std::uint32_t> ranks =
        key == TreeKey::Root ? labelRanks(bank.labels) : std::vector<std::uint32_t>();
    std::vector<std::pair<std::uint32_t, TreeId>> rows;
    rows.reserve(trees.size());
    for (const TreeId tree : trees) {
        rows.emplace_back(sortKeyOf(bank.trees[tree], tree, key, ranks), tree);
    }
    return sorted(std::move(rows), direction);
}

Result<std::vector<TreeId>> orderedBySentence(const Treebank& bank, const std::vector<TreeId>& trees,
                                              SortDirection direction, const RunControl& control) {
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
    return sorted(std::move(rows), direction);
}

} // namespace

Result<std::vector<TreeId>> orderedTrees(const Treebank& bank, const std::vector<TreeId>& trees, TreeKey key,
                                         SortDirection direction, const RunControl& control) {
    return key == TreeKey::Sentence ? orderedBySentence(bank, trees, direction, control)
                                    : orderedByNumber(bank, trees, key, direction);
}

} // namespace batchscope
