// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/widget/split_header.h"

#include "core/session/race.h"
#include "views/theme/theme.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>

namespace batchscope {

namespace {

constexpr int kGap = 8; // pixels
constexpr int kColumns = 3;

/// One line that ends in an ellipsis where it does not fit; the tooltip has all of it.
class FactsLabel final : public QLabel {
public:
    explicit FactsLabel(QWidget* parent) : QLabel(parent) {
        setTextFormat(Qt::PlainText);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        painter.setPen(palette().color(foregroundRole()));
        painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width()));
    }
};

} // namespace

SplitHeader::SplitHeader(QWidget* parent)
    : QWidget(parent), m_grid(new QGridLayout(this)), m_lead(new QWidget(this)), m_title(new QLabel(m_lead)),
      m_facts(new FactsLabel(this)) {
    m_grid->setContentsMargins(10, 2, 4, 2);
    m_grid->setHorizontalSpacing(kGap);
    m_grid->setVerticalSpacing(0);
    auto* row = new QHBoxLayout(m_lead);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_title);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setTextFormat(Qt::PlainText);
    m_title->hide();
    m_grid->addWidget(m_lead, 0, 0);
    m_grid->setColumnStretch(1, 1);
    setLines(Lines::One);
}

void SplitHeader::setTitle(const QString& title) {
    m_title->setText(title);
    m_title->setVisible(!title.isEmpty());
}

void SplitHeader::addControl(QWidget* control) {
    m_lead->layout()->addWidget(control);
}

void SplitHeader::setCorner(QWidget* control) {
    m_grid->addWidget(control, 0, kColumns - 1);
}

void SplitHeader::setFacts(const QString& facts) {
    m_facts->setText(facts);
    m_facts->setToolTip(facts);
}

QString SplitHeader::facts() const {
    return m_facts->text();
}

int SplitHeader::widthOfOneLine() const {
    const QLayoutItem* corner = m_grid->itemAtPosition(0, kColumns - 1);
    const QMargins margins = m_grid->contentsMargins();
    return margins.left() + margins.right() + m_lead->sizeHint().width() + 2 * kGap +
           m_facts->fontMetrics().horizontalAdvance(m_facts->text()) + 1 +
           (corner != nullptr ? corner->sizeHint().width() : 0);
}

void SplitHeader::setLines(Lines lines) {
    m_grid->removeWidget(m_facts);
    if (lines == Lines::One) {
        m_grid->addWidget(m_facts, 0, 1);
    } else {
        m_grid->addWidget(m_facts, 1, 0, 1, kColumns);
    }
}

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
