// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/welcome/sample_card.h"

#include "views/theme/theme.h"

#include <QPainter>

namespace batchscope {

namespace {

constexpr int kPadding = 12;
constexpr int kGap = 4;
constexpr int kTextFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

} // namespace

SampleCard::SampleCard(const QString& name, const QString& description, QWidget* parent)
    : QAbstractButton(parent), m_description(description) {
    setText(name);
    setAccessibleName(name);
    setAccessibleDescription(description);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

QFont SampleCard::nameFont() const {
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    return bold;
}

QSize SampleCard::sizeHint() const {
    return {260, heightForWidth(260)};
}

QSize SampleCard::minimumSizeHint() const {
    return {160, heightForWidth(260)};
}

int SampleCard::heightForWidth(int width) const {
    const QRect room(0, 0, width - 2 * kPadding, 10'000);
    const int lines =
        m_description.isEmpty() ? 0 : fontMetrics().boundingRect(room, kTextFlags, m_description).height();
    return 2 * kPadding + QFontMetrics(nameFont()).height() + (lines > 0 ? kGap + lines : 0);
}

void SampleCard::paintEvent(QPaintEvent* /*event*/) {
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool lit = underMouse() || hasFocus();
    painter.setPen(QPen(lit ? theme.accent : theme.rule, hasFocus() ? 2.0 : 1.0));
    painter.setBrush(isDown() ? theme.lane : theme.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1.0, 1.0, -1.0, -1.0), 8.0, 8.0);

    const QRect inside = rect().adjusted(kPadding, kPadding, -kPadding, -kPadding);
    painter.setFont(nameFont());
    painter.setPen(theme.text);
    const QString name = painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, inside.width());
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop, name);
    const int below = painter.fontMetrics().height() + kGap;
    painter.setFont(font());
    painter.setPen(theme.mutedText);
    painter.drawText(inside.adjusted(0, below, 0, 0), kTextFlags, m_description);
}

} // namespace batchscope
