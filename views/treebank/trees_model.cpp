// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/treebank/trees_model.h"

#include "views/models/words.h"

#include <algorithm>

namespace batchscope {

namespace {

constexpr std::size_t kWordsInRow = 60;

QColor tinted(const Theme& theme) {
    constexpr float kTint = 0.10F;
    QColor tint = theme.accent;
    tint.setAlphaF(kTint);
    return tint;
}

} // namespace

void TreesModel::setTreebank(std::shared_ptr<const Treebank> bank) {
    beginResetModel();
    m_bank = std::move(bank);
    m_rows.clear();
    m_wordCount = 0;
    if (m_bank) {
        for (std::size_t index = 0; index < m_bank->trees.size(); ++index) {
            m_wordCount += m_bank->trees[TreeId(index)].words;
            m_rows.emplace_back(index);
        }
        sortRows();
    }
    endResetModel();
}

void TreesModel::setFound(std::vector<TreeId> trees) {
    beginResetModel();
    m_rows = std::move(trees);
    sortRows();
    endResetModel();
}

void TreesModel::setShown(TreeRange range) {
    m_shown = range;
    if (!m_rows.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

void TreesModel::setTheme(const Theme& theme) {
    m_theme = &theme;
    setShown(m_shown);
}

int TreesModel::rowOf(TreeId tree) const {
    const auto found = std::find(m_rows.begin(), m_rows.end(), tree);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int TreesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TreesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

bool TreesModel::isShown(TreeId tree) const {
    return tree.index() >= m_shown.begin && tree.index() < m_shown.end;
}

QVariant TreesModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const TreeId tree = treeAt(index.row());
    switch (role) {
    case Qt::DisplayRole: return text(tree, index.column());
    case Qt::DecorationRole: // the colour that the tree's stripes have in the picture
        return index.column() == Number && isShown(tree) ? QVariant(m_theme->tree(tree)) : QVariant();
    case Qt::BackgroundRole: return isShown(tree) ? QVariant(tinted(*m_theme)) : QVariant();
    case Qt::ToolTipRole:
        return isShown(tree) ? tr("Tree %1 is in the picture").arg(tree.index() + 1)
                             : tr("Double click to show trees from this one on");
    case Qt::TextAlignmentRole:
        return QVariant((index.column() == Sentence ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant TreesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((section == Sentence ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole) {
        return section == Number   ? tr("Number of the tree, from 1 as in the picture")
               : section == Words  ? tr("Words of the sentence: leaves of the tree, or all nodes of a dependency tree")
               : section == Height ? tr("Edges from the root to the deepest word")
                                   : tr("The sentence");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Number: return tr("Tree");
    case Words: return tr("Words");
    case Height: return tr("Height");
    case Sentence: return tr("Sentence");
    default: return {};
    }
}

QVariant TreesModel::text(TreeId tree, int column) const {
    switch (column) {
    case Number: return QString::number(tree.index() + 1); // counted from 1, as in the picture
    case Words: return countText(m_bank->trees[tree].words);
    case Height: return countText(m_bank->trees[tree].height);
    case Sentence: return QString::fromStdString(m_bank->sentence(tree, kWordsInRow));
    default: return {};
    }
}

void TreesModel::sort(int column, Qt::SortOrder order) {
    m_sortColumn = column;
    m_sortOrder = order;
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    std::vector<TreeId> trees;
    for (const QModelIndex& index : before) {
        trees.push_back(treeAt(index.row()));
    }
    sortRows();
    for (qsizetype at = 0; at < before.size(); ++at) {
        const QModelIndex& old = before[at];
        changePersistentIndex(old, index(rowOf(trees[static_cast<std::size_t>(at)]), old.column()));
    }
    emit layoutChanged();
}

void TreesModel::sortRows() {
    if (!m_bank) {
        return;
    }
    std::vector<std::pair<std::string, std::uint64_t>> keys(m_bank->trees.size());
    for (const TreeId tree : m_rows) {
        auto& [text, number] = keys[tree.index()];
        switch (m_sortColumn) {
        case Words: number = m_bank->trees[tree].words; break;
        case Height: number = m_bank->trees[tree].height; break;
        case Sentence: text = m_bank->sentence(tree, kWordsInRow); break;
        default: number = tree.index(); break;
        }
    }
    const bool ascending = m_sortOrder == Qt::AscendingOrder;
    std::stable_sort(m_rows.begin(), m_rows.end(), [&](TreeId left, TreeId right) {
        return ascending ? keys[left.index()] < keys[right.index()] : keys[right.index()] < keys[left.index()];
    });
}

} // namespace batchscope
