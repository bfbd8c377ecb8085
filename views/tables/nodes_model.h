// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the canvas draws, as rows of text: one row for each node, or for each node that was found. Rows are created only
// when visible, so that a million of them cost no more than ten.
#pragma once

#include "core/base/result.h" // moc 6.4 cannot read <compare>, which id.h includes, unless <cstdint> came first
#include "core/session/node_order.h"
#include "core/session/node_search.h"
#include "views/tables/table_model.h"
#include "views/theme/theme.h"

#include <memory>
#include <vector>

namespace batchscope {

class NodesModel final : public TableModel {
    Q_OBJECT

public:
    enum Column { Node, Op, Word, Tree, Level, Batch, Row, Arguments, ColumnCount };

    using TableModel::TableModel;

    /// These nodes of that snapshot's graph; neither may be null unless there are no rows.
    void setRows(std::shared_ptr<const Snapshot> snapshot, std::shared_ptr<const std::vector<NodeId>> rows);
    void setTheme(const Theme& theme) { m_theme = &theme; }

    [[nodiscard]] NodeId nodeAt(int row) const { return (*m_rows)[static_cast<std::size_t>(row)]; }
    /// Row of the node, or -1. Time O(rows).
    [[nodiscard]] int rowOf(NodeId node) const;
    /// What a column is sorted by; Arguments is by node.
    [[nodiscard]] static NodeKey keyOf(int column);
    [[nodiscard]] static Column columnOf(NodeKey key);

    /// Only emits sortAsked: the owner of the rows sorts them.
    void sort(int column, Qt::SortOrder order) override;

signals:
    void sortAsked(int column, Qt::SortOrder order);

protected:
    [[nodiscard]] int rows() const override;
    [[nodiscard]] int columns() const override { return ColumnCount; }
    [[nodiscard]] bool isText(int column) const override;
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QString titleTip(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;

private:
    [[nodiscard]] QString text(NodeId node, int column) const;
    [[nodiscard]] QString arguments(NodeId node) const;

    std::shared_ptr<const Snapshot> m_snapshot;
    std::shared_ptr<const std::vector<NodeId>> m_rows;
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
