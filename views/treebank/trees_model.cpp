// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/treebank/trees_model.h"

#include "core/base/counted.h"
#include "views/models/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace batchscope {

namespace {

constexpr std::size_t kWordsInRow = 60;
constexpr std::uint32_t kReadWhilePainting = 50'000; // nodes; a larger tree takes too long to read again for a row

Cell sentenceCell(const TreeRow& row) {
    const TreeEntry& entry = row.bank->trees[row.tree];
    const bool isHuge = entry.nodes > kReadWhilePainting && row.bank->trees.held(row.tree) == nullptr;
    return textCell(isHuge ? fmt::format("({} words; select the tree to read it)", withThousands(entry.words))
                           : row.bank->sentence(row.tree, kWordsInRow));
}

constexpr auto kTreeColumns = std::to_array<batchscope::Column<TreeRow>>({
    {"tree", "tree",
     [](const TreeRow& row) {
         return Cell{ordinal(row.tree.index()), std::uint64_t{row.tree.index()}};
     },
     "Number of the tree as in the picture, from 1. The search counts from 0: tree:0 is tree 1."},
    {"nodes", "nodes", [](const TreeRow& row) { return countCell(row.bank->trees[row.tree].nodes); },
     "Number of nodes"},
    {"words", "words", [](const TreeRow& row) { return countCell(row.bank->trees[row.tree].words); },
     "Number of words: the leaves of the tree, or all nodes of a dependency tree"},
    {"height", "height", [](const TreeRow& row) { return countCell(row.bank->trees[row.tree].height); },
     "Edges from the root to the deepest word"},
    {"root", "root",
     [](const TreeRow& row) {
         return textCell(std::string(row.bank->labels.text(row.bank->trees[row.tree].rootLabel)));
     },
     "Label of the root", Align::Left},
    {"sentence", "sentence", sentenceCell, "The sentence", Align::Left},
});

constexpr std::array<TreeKey, TreesModel::ColumnCount> kKeys = {TreeKey::Number, TreeKey::Size, TreeKey::Words,
                                                                TreeKey::Height, TreeKey::Root, TreeKey::Sentence};

QColor tinted(const Theme& theme) {
    constexpr float kTint = 0.10F;
    QColor tint = theme.accent;
    tint.setAlphaF(kTint);
    return tint;
}

int rowsOf(const TreeRows& rows) {
    return static_cast<int>(std::min<std::size_t>(rows.size(), std::numeric_limits<int>::max()));
}

} // namespace

TreesModel::TreesModel(QObject* parent) : ColumnModel(kTreeColumns, parent) {}

void TreesModel::setTrees(std::shared_ptr<const Treebank> bank, const TreeRows& rows) {
    resetBy([&] {
        m_bank = std::move(bank);
        m_rows = m_bank ? rows : TreeRows();
    });
}

void TreesModel::setShown(const GraphOptions& graph) {
    m_shown = graph.trees;
    m_picked.clear();
    if (!graph.picked.empty()) {
        const std::size_t end = std::min(graph.trees.end, graph.picked.size());
        const std::size_t begin = std::min(graph.trees.begin, end);
        m_picked.assign(graph.picked.begin() + static_cast<std::ptrdiff_t>(begin),
                        graph.picked.begin() + static_cast<std::ptrdiff_t>(end));
        std::sort(m_picked.begin(), m_picked.end());
        m_shown = {0, 0};
    }
}

int TreesModel::rowOf(TreeId tree) const {
    const auto row = m_rows.rowOf(tree);
    return row ? static_cast<int>(*row) : -1;
}

int TreesModel::rows() const {
    return rowsOf(m_rows);
}

bool TreesModel::isShown(TreeId tree) const {
    return std::binary_search(m_picked.begin(), m_picked.end(), tree) ||
           (tree.index() >= m_shown.begin && tree.index() < m_shown.end);
}

TreeKey TreesModel::keyOf(int column) {
    return kKeys[static_cast<std::size_t>(column)];
}

TreesModel::Column TreesModel::columnOf(TreeKey key) {
    const auto* const found = std::find(kKeys.begin(), kKeys.end(), key);
    return found == kKeys.end() ? Number : static_cast<Column>(found - kKeys.begin());
}

QVariant TreesModel::look(int row, int column, int role) const {
    const TreeId tree = treeAt(row);
    switch (role) {
    case Qt::DecorationRole: // the color that the tree's stripes have in the picture
        return column == Number && isShown(tree) ? QVariant(m_theme->tree(tree)) : QVariant();
    case Qt::BackgroundRole: return isShown(tree) ? QVariant(tinted(*m_theme)) : QVariant();
    case Qt::ToolTipRole:
        return isShown(tree) ? tr("Tree %1 is in the picture.").arg(ordinalText(tree.index()))
                             : tr("Double-click to show trees starting from this one.");
    default: return {};
    }
}

QString TreesModel::titleTip(int column) const {
    return column == Sentence && m_rows.size() > kMostSentencesSorted
               ? tr("The sentence; filter first, because only up to %1 trees can be sorted by it")
                     .arg(countText(kMostSentencesSorted))
               : ColumnModel::titleTip(column);
}

void TreesModel::sort(int column, Qt::SortOrder order) {
    if (column >= 0 && column < columns()) {
        emit sortAsked(column, order);
    }
}

} // namespace batchscope
