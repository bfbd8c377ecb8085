// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: beside the bars, what folding made of each op: how many batches, and how large. Also the legend of the bars.
#pragma once

#include "core/schedule/batch_facts.h"
#include "core/session/snapshot.h"
#include "views/theme/theme.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace batchscope {

class OpSummaryModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { OpName, Nodes, Batches, Mean, Largest, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    void setTheme(const Theme& theme);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const Snapshot> m_snapshot;
    std::vector<OpSummary> m_summaries;
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
