// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/treebank/trees_model.h"

#include "views/models/words.h"

#include <algorithm>
#include <array>
#include <limits>

namespace batchscope {

namespace {

constexpr std::size_t kWordsInRow = 60;
constexpr std::uint32_t kReadWhilePainting = 50'000; // nodes; a larger tree takes too long to read again for a row

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

void TreesModel::setTrees(std::shared_ptr<const Treebank> bank, const TreeRows& rows) {
    resetBy([&] {
        m_bank = std::move(bank);
        m_rows = m_bank ? rows : TreeRows();
    });
}

void TreesModel::addRows(const TreeRows& rows) {
    if (rowsOf(rows) > rowsOf(m_rows)) {
        growTo(rowsOf(rows), [&] { m_rows = rows; });
    } else {
        m_rows = rows;
    }
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

TreeKey TreesModel::keyOf(int column) {
    return kKeys[static_cast<std::size_t>(column)];
}

TreesModel::Column TreesModel::columnOf(TreeKey key) {
    const auto* const found = std::find(kKeys.begin(), kKeys.end(), key);
    return found == kKeys.end() ? Number : static_cast<Column>(found - kKeys.begin());
}

int TreesModel::rows() const {
    return rowsOf(m_rows);
}

bool TreesModel::isShown(TreeId tree) const {
    return std::binary_search(m_picked.begin(), m_picked.end(), tree) ||
           (tree.index() >= m_shown.begin && tree.index() < m_shown.end);
}

QVariant TreesModel::cell(int row, int column, int role) const {
    const TreeId tree = treeAt(row);
    switch (role) {
    case Qt::DisplayRole: return text(tree, column);
    case Qt::DecorationRole: // the color that the tree's stripes have in the picture
        return column == Number && isShown(tree) ? QVariant(m_theme->tree(tree)) : QVariant();
    case Qt::BackgroundRole: return isShown(tree) ? QVariant(tinted(*m_theme)) : QVariant();
    case Qt::ToolTipRole:
        return isShown(tree) ? tr("Tree %1 is in the picture.").arg(ordinalText(tree.index()))
                             : tr("Double-click to show trees starting from this one.");
    default: return {};
    }
}

bool TreesModel::isText(int column) const {
    return column == Sentence || column == Root;
}

QString TreesModel::title(int column) const {
    switch (column) {
    case Number: return tr("Tree");
    case Size: return tr("Nodes");
    case Words: return tr("Words");
    case Height: return tr("Height");
    case Root: return tr("Root");
    default: return tr("Sentence");
    }
}

QString TreesModel::titleTip(int column) const {
    switch (column) {
    case Number: return tr("Number of the tree as in the picture, from 1. The search counts from 0: tree:0 is tree 1.");
    case Size: return tr("Number of nodes");
    case Words: return tr("Number of words: the leaves of the tree, or all nodes of a dependency tree");
    case Height: return tr("Edges from the root to the deepest word");
    case Root: return tr("Label of the root");
    default:
        return m_rows.size() > kMostSentencesSorted
                   ? tr("The sentence; filter first, because only up to %1 trees can be sorted by it")
                         .arg(countText(kMostSentencesSorted))
                   : tr("The sentence");
    }
}

QVariant TreesModel::text(TreeId tree, int column) const {
    const TreeEntry& entry = m_bank->trees[tree];
    switch (column) {
    case Number: return ordinalText(tree.index());
    case Size: return countText(entry.nodes);
    case Words: return countText(entry.words);
    case Height: return countText(entry.height);
    case Root: return toText(m_bank->labels.text(entry.rootLabel));
    case Sentence: return sentence(tree);
    default: return {};
    }
}

QString TreesModel::sentence(TreeId tree) const {
    const TreeEntry& entry = m_bank->trees[tree];
    const bool huge = entry.nodes > kReadWhilePainting && m_bank->trees.held(tree) == nullptr;
    return huge ? tr("(%1 words; select the tree to read it)").arg(countText(entry.words))
                : QString::fromStdString(m_bank->sentence(tree, kWordsInRow));
}

void TreesModel::sort(int column, Qt::SortOrder order) {
    if (column >= 0 && column < ColumnCount) {
        emit sortAsked(column, order);
    }
}

} // namespace batchscope
