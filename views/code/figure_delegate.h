// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a column of figures is read at a glance when each has a bar behind it; what a pass changed stands beside.
#pragma once

#include <QStyledItemDelegate>

namespace batchscope {

/// For cells with PassesModel::kShareRole and kChangeRole.
class FigureDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// Room for the figure, the change and what is between them.
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace batchscope
