// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints a line of the program like code in an editor: indented, in a monospaced font, with its values in gray at the
// right end. The running line has a bar, a sign and a background, so that it is not marked by color alone.
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
