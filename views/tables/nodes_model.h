// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the canvas draws, as rows of text: one row for each node, or for each node that was found. Rows are created only
// when visible, so that a million of them cost no more than ten.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/node_search.h"
#include "core/session/tables.h"
#include "views/tables/column_model.h"
#endif
#include "views/theme/theme.h"

#include <memory>
#include <vector>

namespace batchscope {

class NodesModel final : public ColumnModel<NodeRow> {
    Q_OBJECT

public:
    explicit NodesModel(QObject* parent = nullptr) : ColumnModel(nodeColumns(), parent) {}

    /// These nodes of that snapshot's graph; neither may be null unless there are no rows.
    void setRows(std::shared_ptr<const Snapshot> snapshot, std::shared_ptr<const std::vector<NodeId>> rows);
    void setTheme(const Theme& theme) { m_theme = &theme; }

    [[nodiscard]] NodeId nodeAt(int row) const { return (*m_rows)[static_cast<std::size_t>(row)]; }
    /// Row of the node, or -1. Time O(rows).
    [[nodiscard]] int rowOf(NodeId node) const;

protected:
    [[nodiscard]] int rows() const override { return m_rows ? static_cast<int>(m_rows->size()) : 0; }
    [[nodiscard]] NodeRow rowAt(int row) const override { return {m_snapshot.get(), nodeAt(row)}; }
    [[nodiscard]] QVariant look(int row, int column, int role) const override;

private:
    std::shared_ptr<const Snapshot> m_snapshot;
    std::shared_ptr<const std::vector<NodeId>> m_rows;
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
