// SPDX-License-Identifier: GPL-3.0-or-later
//
// The trees as rows of a table. Sentences are created only for visible rows, and all trees in file order take no memory
// at all, so that a bank of ten million trees opens immediately.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/nets/build_graph.h"
#include "core/treebank/tree_rows.h"
#include "core/treebank/treebank.h"
#include "views/tables/column_model.h"
#endif
#include "views/theme/theme.h"

#include <memory>
#include <vector>

namespace batchscope {

/// A tree of a bank.
struct TreeRow {
    const Treebank* bank = nullptr;
    TreeId tree;
};

class TreesModel final : public ColumnModel<TreeRow> {
    Q_OBJECT

public:
    enum Column { Number, Size, Words, Height, Root, Sentence, ColumnCount };

    explicit TreesModel(QObject* parent = nullptr);

    /// Shows other trees: these rows of that bank.
    void setTrees(std::shared_ptr<const Treebank> bank, const TreeRows& rows);
    /// Sets the trees that are in the picture. Emits no signal: the view repaints the visible rows.
    void setShown(const GraphOptions& graph);
    void setTheme(const Theme& theme) { m_theme = &theme; }

    [[nodiscard]] TreeId treeAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// The row of the tree, or -1; see TreeRows::rowOf.
    [[nodiscard]] int rowOf(TreeId tree) const;
    [[nodiscard]] static TreeKey keyOf(int column);
    [[nodiscard]] static Column columnOf(TreeKey key);

    /// Only emits sortAsked: the owner of the rows sorts them.
    void sort(int column, Qt::SortOrder order) override;

signals:
    void sortAsked(int column, Qt::SortOrder order);

protected:
    [[nodiscard]] int rows() const override;
    [[nodiscard]] TreeRow rowAt(int row) const override { return {m_bank.get(), treeAt(row)}; }
    [[nodiscard]] QVariant look(int row, int column, int role) const override;

private:
    [[nodiscard]] bool isShown(TreeId tree) const;

    std::shared_ptr<const Treebank> m_bank;
    TreeRows m_rows;
    TreeRange m_shown{0, 0};
    std::vector<TreeId> m_picked; // ascending; if not empty, shown instead of the range
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
