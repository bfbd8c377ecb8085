// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/program_delegate.h"

#include "views/code/program_model.h"
#include "views/theme/theme.h"

#include <QFontDatabase>
#include <QPainter>

#include <algorithm>

namespace batchscope {

namespace {

constexpr int kBar = 3;
constexpr int kMarkWidth = 18; // bar and sign of the running line
constexpr int kIndentLetters = 2;
constexpr int kGap = 14; // least room between code and its values
constexpr int kRight = 8;
constexpr int kPadding = 5;
constexpr float kTint = 0.14F;

QFont codeFont(const QFont& font, bool running) {
    QFont letters = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    letters.setPointSizeF(font.pointSizeF() > 0 ? font.pointSizeF() : letters.pointSizeF());
    letters.setBold(running);
    return letters;
}

} // namespace

void ProgramDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = themeOf(*option.widget);
    const bool running = index.data(ProgramModel::RunningRole).toBool();
    const QRect row = option.rect;
    painter->save();
    if (running || option.state.testFlag(QStyle::State_MouseOver)) {
        QColor tint = theme.accent;
        tint.setAlphaF(running ? kTint : kTint / 2);
        painter->fillRect(row, tint);
    }
    if (running) {
        painter->fillRect(QRect(row.left(), row.top(), kBar, row.height()), theme.accent);
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.accent);
        painter->setRenderHint(QPainter::Antialiasing);
        const QPointF centre(row.left() + kBar + 7.0, row.center().y() + 0.5);
        painter->drawPolygon(QPolygonF({centre + QPointF(-3, -4), centre + QPointF(4, 0), centre + QPointF(-3, 4)}));
    }
    const QFont code = codeFont(option.font, running);
    const QFontMetrics metrics(code);
    const int indent = index.data(ProgramModel::IndentRole).toInt() * kIndentLetters * metrics.horizontalAdvance(u' ');
    const QRect place = row.adjusted(kMarkWidth + indent, 0, -kRight, 0);
    const QString text = index.data(Qt::DisplayRole).toString();
    painter->setFont(code);
    painter->setPen(theme.text);
    painter->drawText(place, Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(text, Qt::ElideRight, place.width()));
    const int used = metrics.horizontalAdvance(text) + kGap;
    const QRect rest = place.adjusted(used, 0, 0, 0);
    const QString note = index.data(ProgramModel::NoteRole).toString();
    const QFontMetrics noteMetrics(option.font);
    const QString shown = noteMetrics.elidedText(note, Qt::ElideRight, std::max(rest.width(), 0));
    if (shown == note || rest.width() > noteMetrics.horizontalAdvance(QStringLiteral("mmmm"))) {
        painter->setFont(option.font);
        painter->setPen(running ? theme.text : theme.mutedText);
        painter->drawText(rest, Qt::AlignVCenter | Qt::AlignRight, shown);
    }
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setRenderHint(QPainter::Antialiasing, false);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(theme.accent, 1, Qt::DotLine));
        painter->drawRect(row.adjusted(0, 0, -1, -1));
    }
    painter->restore();
}

QSize ProgramDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QFontMetrics metrics(codeFont(option.font, true));
    const int indent = index.data(ProgramModel::IndentRole).toInt() * kIndentLetters * metrics.horizontalAdvance(u' ');
    return {kMarkWidth + indent + metrics.horizontalAdvance(index.data(Qt::DisplayRole).toString()) + kRight,
            metrics.height() + kPadding};
}

} // namespace batchscope
