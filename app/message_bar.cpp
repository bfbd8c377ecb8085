// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/message_bar.h"

#include "app/icons.h"
#include "views/theme/theme.h"

#include <QAction>
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
      m_close(new QToolButton(this)), m_details(new QPlainTextEdit(this)), m_offer(new QWidget(this)) {
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
    layout->addWidget(m_offer);
    layout->addWidget(m_details);
    connect(m_more, &QPushButton::toggled, this, &MessageBar::showDetails);
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismissAll);
    paintIcons();
    dismissAll();
}

void MessageBar::showMessage(Topic topic, const QString& text, const QStringList& details) {
    dismiss(topic);
    of(topic) = {text, details};
    refresh();
}

void MessageBar::offer(const QString& label, const QList<QAction*>& ways) {
    auto* row = new QHBoxLayout(m_offer);
    row->setContentsMargins(kIconSize + row->spacing(), 0, 0, 0); // below the text
    auto* name = new QLabel(label, m_offer);
    row->addWidget(name);
    for (QAction* way : ways) {
        auto* button = new QPushButton(way->text(), m_offer);
        button->setAccessibleName(label % u' ' % way->text());
        button->setToolTip(way->toolTip());
        connect(button, &QPushButton::clicked, way, &QAction::trigger);
        row->addWidget(button);
    }
    row->addStretch();
    m_offer->show();
}

void MessageBar::dismiss(Topic topic) {
    if (topic == Topic::Error) {
        // Later: it may be one of these buttons that made the error untrue.
        for (QObject* child : QObjectList(m_offer->children())) {
            child->isWidgetType() ? child->deleteLater() : delete child;
        }
        for (QAction* way : findChildren<QAction*>(Qt::FindDirectChildrenOnly)) {
            way->deleteLater();
        }
        m_offer->hide();
    }
    of(topic) = {};
    refresh();
}

void MessageBar::dismissAll() {
    dismiss(Topic::Notice);
    dismiss(Topic::Layout);
    dismiss(Topic::Trees);
    dismiss(Topic::Error);
}

QString MessageBar::text() const {
    QStringList texts;
    for (const Message& message : m_messages) {
        if (!message.text.isEmpty()) {
            texts.append(message.text);
        }
    }
    return texts.join(u'\n');
}

void MessageBar::refresh() {
    QStringList details;
    for (const Message& message : m_messages) {
        details += message.details;
    }
    m_text->setText(text());
    m_details->setPlainText(details.join(u'\n'));
    m_more->setVisible(!details.isEmpty());
    m_more->setChecked(false);
    showDetails(false);
    paintIcons();
    setVisible(!text().isEmpty());
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
    const bool isWarning = !of(Topic::Trees).text.isEmpty() || !of(Topic::Error).text.isEmpty();
    theme.text = isWarning ? theme.warning : theme.accent;
    const QString name = isWarning ? QStringLiteral(":/icons/warning.svg") : QStringLiteral(":/icons/info.svg");
    m_icon->setPixmap(themedIcon(name, theme).pixmap(kIconSize));
}

} // namespace batchscope
