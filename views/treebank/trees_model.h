// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the trees as rows of a table. Sentences are made only for rows that are seen, so a bank of a million trees opens
// at once.
#pragma once

#include "core/nets/build_graph.h"
#include "core/tree/treebank.h"
#include "views/theme/theme.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace batchscope {

class TreesModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Number, Words, Height, Sentence, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// All trees of the bank, in its order.
    void setTreebank(std::shared_ptr<const Treebank> bank);
    /// Shows these trees only, in the present order of sorting.
    void setFound(std::vector<TreeId> trees);
    /// The trees that are in the picture.
    void setShown(TreeRange range);
    void setTheme(const Theme& theme);

    [[nodiscard]] TreeId treeAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// Row of the tree, or -1. Linear.
    [[nodiscard]] int rowOf(TreeId tree) const;
    /// Leaves of all trees.
    [[nodiscard]] std::size_t wordCount() const { return m_wordCount; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    [[nodiscard]] bool isShown(TreeId tree) const;
    [[nodiscard]] QVariant text(TreeId tree, int column) const;
    void sortRows();

    std::shared_ptr<const Treebank> m_bank;
    std::vector<TreeId> m_rows;
    std::size_t m_wordCount = 0;
    TreeRange m_shown{0, 0};
    int m_sortColumn = Number;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
