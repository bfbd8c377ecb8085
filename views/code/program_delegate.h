// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a line of the program looks like code in an editor: indented, in letters of one width, its values in grey at the
// right end, and the running one marked by a bar, a sign and a background, so that colour is not all that tells it.
#pragma once

#include <QStyledItemDelegate>

namespace batchscope {

class ProgramDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace batchscope
