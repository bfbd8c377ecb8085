// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/choice_delegate.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr int kSide = 10; // pixels left and right of the text
constexpr int kEdge = 4;  // above and below

QFont smaller(QFont font) {
    constexpr double kShare = 0.88;
    font.pointSizeF() > 0.0 ? font.setPointSizeF(font.pointSizeF() * kShare)
                            : font.setPixelSize(static_cast<int>(std::lround(font.pixelSize() * kShare)));
    return font;
}

bool isHead(const QModelIndex& index) {
    return !index.data(ChoiceDelegate::kNameRole).isValid();
}

QString aboutText(const QModelIndex& index) {
    const QString name = index.data(ChoiceDelegate::kNameRole).toString();
    const bool isEnabled = index.flags().testFlag(Qt::ItemIsEnabled);
    const QString about = index.data(isEnabled ? int{ChoiceDelegate::kAboutRole} : Qt::ToolTipRole).toString();
    return about.isEmpty() ? name : name % QStringLiteral(" · ") % about;
}

} // namespace

void ChoiceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem row = option;
    initStyleOption(&row, index);
    row.text.clear();
    const QStyle* const style = row.widget != nullptr ? row.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &row, painter, row.widget);
    const bool isEnabled = row.state.testFlag(QStyle::State_Enabled);
    const bool isSelected = row.state.testFlag(QStyle::State_Selected);
    const QPalette::ColorGroup group = isEnabled ? QPalette::Normal : QPalette::Disabled;
    const QRect inside = row.rect.adjusted(kSide, kEdge, -kSide, -kEdge);
    const QFont about = smaller(row.font);
    const int first = QFontMetrics(row.font).height();
    painter->save();
    if (isHead(index)) {
        painter->setFont(about);
        painter->setPen(row.palette.color(QPalette::Normal, QPalette::PlaceholderText));
        painter->drawText(inside, Qt::AlignLeft | Qt::AlignBottom, index.data(Qt::DisplayRole).toString());
        painter->restore();
        return;
    }
    painter->setFont(row.font);
    painter->setPen(row.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(QRect(inside.left(), inside.top(), inside.width(), first), Qt::AlignLeft | Qt::AlignVCenter,
                      index.data(Qt::DisplayRole).toString());
    painter->setFont(about);
    painter->setPen(row.palette.color(group, isSelected  ? QPalette::HighlightedText
                                             : isEnabled ? QPalette::PlaceholderText
                                                         : QPalette::Text));
    const QString text = QFontMetrics(about).elidedText(aboutText(index), Qt::ElideRight, inside.width());
    painter->drawText(inside.adjusted(0, first, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
    painter->restore();
}

QSize ChoiceDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QFontMetrics title(option.font);
    const QFontMetrics about(smaller(option.font));
    if (isHead(index)) {
        return {about.horizontalAdvance(index.data(Qt::DisplayRole).toString()) + 2 * kSide,
                about.height() + 2 * kEdge};
    }
    const int width = std::max(title.horizontalAdvance(index.data(Qt::DisplayRole).toString()),
                               about.horizontalAdvance(aboutText(index)));
    return {std::min(width + 2 * kSide, kMostWidth), title.height() + about.height() + 2 * kEdge};
}

} // namespace batchscope
