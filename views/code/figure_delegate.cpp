// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/figure_delegate.h"

#include "views/code/passes_model.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr int kInset = 8;
constexpr int kBetween = 10;
constexpr int kBarHeight = 3;

} // namespace

void FigureDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QStyle* style = cell.widget != nullptr ? cell.widget->style() : QApplication::style();
    const Theme& theme = cell.widget != nullptr ? themeOf(*cell.widget) : lightTheme();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &cell, painter, cell.widget);
    const QRect inside = cell.rect.adjusted(kInset, 0, -kInset, 0);
    const bool isSelected = cell.state.testFlag(QStyle::State_Selected);
    const QVariant share = index.data(PassesModel::kShareRole);
    if (share.isValid()) {
        const double part = std::clamp(share.toDouble(), 0.0, 1.0);
        const QRect track(inside.left(), inside.bottom() - kBarHeight - 1, inside.width(), kBarHeight);
        QRect bar = track;
        bar.setLeft(track.right() + 1 -
                    static_cast<int>(std::lround(track.width() * part))); // as the figures: from the right
        painter->fillRect(track, theme.lane);
        painter->fillRect(bar, isSelected ? theme.onAccent : theme.folded);
    }
    const QColor plain =
        isSelected
            ? cell.palette.color(QPalette::HighlightedText)
            : cell.palette.color(cell.state.testFlag(QStyle::State_Enabled) ? QPalette::Active : QPalette::Disabled,
                                 QPalette::Text);
    const QRect text = inside.adjusted(0, 0, 0, -kBarHeight);
    painter->setFont(cell.font);
    painter->setPen(plain);
    painter->drawText(text, Qt::AlignRight | Qt::AlignVCenter, cell.text);
    painter->setPen(isSelected ? plain : theme.mutedText);
    painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter, index.data(PassesModel::kChangeRole).toString());
}

QSize FigureDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QSize base = QStyledItemDelegate::sizeHint(option, index);
    const QFontMetrics metrics(option.font);
    const int change = metrics.horizontalAdvance(index.data(PassesModel::kChangeRole).toString());
    return {metrics.horizontalAdvance(index.data(Qt::DisplayRole).toString()) + change + kBetween + 2 * kInset,
            base.height()};
}

} // namespace batchscope
