// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/message_bar.h"

#include "app/icons.h"
#include "views/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace batchscope {

namespace {

constexpr int kIconSize = 20;
constexpr int kDetailLines = 7;

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_icon(new QLabel(this)), m_text(new QLabel(this)), m_more(new QPushButton(this)),
      m_close(new QToolButton(this)), m_details(new QPlainTextEdit(this)) {
    setObjectName(QStringLiteral("message-bar"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAccessibleName(tr("Message"));
    m_more->setCheckable(true);
    m_more->setText(tr("Show all"));
    m_more->setAccessibleName(tr("Show all messages"));
    m_close->setAccessibleName(tr("Dismiss"));
    m_close->setToolTip(tr("Dismiss"));
    m_details->setReadOnly(true);
    m_details->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_details->setAccessibleName(tr("All messages"));
    m_details->setFixedHeight(kDetailLines * fontMetrics().lineSpacing());

    auto* row = new QHBoxLayout;
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addWidget(m_text, 1);
    row->addWidget(m_more, 0, Qt::AlignTop);
    row->addWidget(m_close, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 8, 8);
    layout->addLayout(row);
    layout->addWidget(m_details);
    connect(m_more, &QPushButton::toggled, this, &MessageBar::showDetails);
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismiss);
    paintIcons();
    dismiss();
}

void MessageBar::showMessage(const QString& text, const QStringList& details) {
    m_message = text;
    m_text->setText(text);
    m_details->setPlainText(details.join(u'\n'));
    m_more->setVisible(!details.isEmpty());
    m_more->setChecked(false);
    showDetails(false);
    show();
}

void MessageBar::dismiss() {
    m_message.clear();
    hide();
}

QString MessageBar::text() const {
    return m_message;
}

void MessageBar::showDetails(bool shown) {
    m_details->setVisible(shown);
    m_more->setText(shown ? tr("Show less") : tr("Show all"));
}

void MessageBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        paintIcons();
    }
    QFrame::changeEvent(event);
}

void MessageBar::paintIcons() {
    Theme theme = themeOf(*this);
    m_close->setIcon(themedIcon(QStringLiteral(":/icons/close.svg"), theme));
    theme.text = theme.warning;
    m_icon->setPixmap(themedIcon(QStringLiteral(":/icons/warning.svg"), theme).pixmap(kIconSize));
}

} // namespace batchscope
