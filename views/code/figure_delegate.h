// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints a figure with a bar behind it, so that a column can be read at a glance; the change made by the pass is shown
// next to it.
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
