// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/widget/split_footer.h"

#include "core/session/race.h"
#include "views/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace batchscope {

namespace {

constexpr int kBar = 5;    // pixels
constexpr int kMargin = 8; // left and right

} // namespace

SplitFooter::SplitFooter(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void SplitFooter::setProgress(const SideProgress& progress) {
    m_text = QString::fromStdString(progressText(progress));
    m_share = progress.share;
    m_isDone = progress.isDone;
    setAccessibleName(m_text);
    update();
}

void SplitFooter::clear() {
    m_text.clear();
    m_share = 0.0;
    m_isDone = false;
    update();
}

QSize SplitFooter::sizeHint() const {
    return {0, fontMetrics().height() + kBar + 10};
}

void SplitFooter::paintEvent(QPaintEvent* /*event*/) {
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF bar(kMargin, 2.0, std::max(0, width() - 2 * kMargin), kBar);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.rule);
    painter.drawRoundedRect(bar, kBar / 2.0, kBar / 2.0);
    if (m_share > 0.0) {
        QRectF done = bar;
        done.setWidth(std::max<double>(kBar, bar.width() * m_share));
        painter.setBrush(theme.accent);
        painter.drawRoundedRect(done, kBar / 2.0, kBar / 2.0);
    }
    QFont bold = font();
    bold.setBold(m_isDone);
    painter.setFont(bold);
    painter.setPen(theme.text);
    const QRectF line = QRectF(rect()).adjusted(kMargin, kBar + 4, -kMargin, -2);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_text);
}

} // namespace batchscope
