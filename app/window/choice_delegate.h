// SPDX-License-Identifier: GPL-3.0-or-later
//
// A row of a choice's list in two lines: what people call the value, and below it, smaller, its name for scripts and
// what it is. A value that cannot be chosen is grey, and says why instead.
#pragma once

#include <QStyledItemDelegate>

namespace batchscope {

class ChoiceDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    static constexpr int kNameRole = Qt::UserRole; ///< for scripts
    static constexpr int kAboutRole =
        Qt::UserRole + 1;                  ///< what it is, one line; of a disabled row, its tooltip is shown
    static constexpr int kMostWidth = 620; ///< pixels; longer lines are cut, and whole in the tooltip

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace batchscope
