// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/widget/split_footer.h"

#include "core/session/race.h"
#include "views/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace batchscope {

namespace {

constexpr int kProgress = 10; // pixels
constexpr int kAside = 8;     // left and right

} // namespace

SplitFooter::SplitFooter(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void SplitFooter::setProgress(const SideProgress& progress, double length) {
    m_text = QString::fromStdString(progressText(progress));
    m_share = progress.share;
    m_length = length;
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
    return {0, fontMetrics().height() + kProgress + 10};
}

void SplitFooter::paintEvent(QPaintEvent* /*event*/) {
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF bar(kAside, 2.0, std::max(0, width() - 2 * kAside), kProgress);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.rule);
    painter.drawRoundedRect(bar, kProgress / 2.0, kProgress / 2.0);
    if (m_share > 0.0) {
        QRectF done = bar;
        done.setWidth(std::max<double>(kProgress, bar.width() * m_share * m_length));
        painter.setBrush(theme.accent);
        painter.drawRoundedRect(done, kProgress / 2.0, kProgress / 2.0);
    }
    QFont bold = font();
    bold.setBold(m_isDone);
    painter.setFont(bold);
    painter.setPen(theme.text);
    const QRectF line = QRectF(rect()).adjusted(kAside, kProgress + 4, -kAside, -2);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_text);
}

} // namespace batchscope
