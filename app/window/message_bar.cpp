// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/message_bar.h"

#include "app/window/icons.h"
#include "views/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <vector>

namespace batchscope {

namespace {

constexpr int kMessageIconSize = 20;
constexpr int kDetailLines = 7;

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_icon(new QLabel(this)), m_text(new QLabel(this)), m_more(new QPushButton(this)),
      m_close(new QToolButton(this)), m_details(new QPlainTextEdit(this)), m_first(new QHBoxLayout),
      m_rows(new QVBoxLayout) {
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

    m_first->addWidget(m_icon, 0, Qt::AlignTop);
    m_first->addWidget(m_text, 1);
    m_first->addWidget(m_more, 0, Qt::AlignTop);
    m_first->addWidget(m_close, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 8, 8);
    layout->addLayout(m_first);
    layout->addLayout(m_rows);
    layout->addWidget(m_details);
    connect(m_more, &QPushButton::toggled, this, &MessageBar::showDetails);
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismissAll);
    paintIcons();
    dismissAll();
}

void MessageBar::showMessage(Topic topic, const QString& text, const QStringList& details) {
    dismiss(topic);
    of(topic) = {text, details, nullptr, {}};
    refresh();
}

void MessageBar::offer(Topic topic, const QString& label, const QList<QAction*>& ways) {
    auto* box = new QWidget(this);
    auto* row = new QHBoxLayout(box);
    if (!label.isEmpty()) {
        row->addWidget(new QLabel(label, box));
    }
    for (QAction* way : ways) {
        auto* button = new QPushButton(way->text(), box);
        button->setAccessibleName(label.isEmpty() ? way->text() : label % u' ' % way->text());
        button->setToolTip(way->toolTip());
        connect(button, &QPushButton::clicked, way, &QAction::trigger);
        row->addWidget(button);
    }
    row->addStretch();
    box->setVisible(isShown(topic));
    of(topic).ways = box;
    of(topic).actions = ways;
    placeWays();
}

/// The only buttons of a single line of text stand beside it, which leaves more room for the picture; others below.
void MessageBar::placeWays() {
    std::vector<QWidget*> shown;
    for (std::size_t topic = 0; topic < kTopics; ++topic) {
        if (m_messages[topic].ways != nullptr && isShown(static_cast<Topic>(topic))) {
            shown.push_back(m_messages[topic].ways);
        }
    }
    const bool isBeside = shown.size() == 1 && !text().contains(u'\n');
    for (QWidget* const ways : shown) {
        m_first->removeWidget(ways);
        m_rows->removeWidget(ways);
        ways->layout()->setContentsMargins(isBeside ? 0 : kMessageIconSize + ways->layout()->spacing(), 0, 0, 0);
        if (isBeside) {
            constexpr int kAfterText = 2;
            m_first->insertWidget(kAfterText, ways, 0, Qt::AlignTop);
        } else {
            m_rows->addWidget(ways);
        }
    }
}

void MessageBar::dismiss(Topic topic) {
    // Later: it may be one of these buttons that made the message untrue.
    if (of(topic).ways != nullptr) {
        of(topic).ways->hide();
        of(topic).ways->deleteLater();
    }
    for (QAction* way : of(topic).actions) {
        if (way->parent() == this) {
            way->deleteLater();
        }
    }
    of(topic) = {};
    refresh();
}

void MessageBar::dismissAll() {
    for (std::size_t topic = 0; topic < kTopics; ++topic) {
        dismiss(static_cast<Topic>(topic));
    }
}

void MessageBar::dismissAllBut(Topic kept) {
    for (std::size_t topic = 0; topic < kTopics; ++topic) {
        if (static_cast<Topic>(topic) != kept) {
            dismiss(static_cast<Topic>(topic));
        }
    }
}

bool MessageBar::isShown(Topic topic) const {
    return m_shown == Shown::All || topic == Topic::Run || topic == Topic::Error;
}

QString MessageBar::text() const {
    QStringList texts;
    for (std::size_t topic = 0; topic < kTopics; ++topic) {
        if (isShown(static_cast<Topic>(topic)) && !m_messages[topic].text.isEmpty()) {
            texts.append(m_messages[topic].text);
        }
    }
    return texts.join(u'\n');
}

void MessageBar::refresh() {
    QStringList details;
    for (std::size_t topic = 0; topic < kTopics; ++topic) {
        const Message& message = m_messages[topic];
        const bool shown = isShown(static_cast<Topic>(topic));
        details += shown ? message.details : QStringList();
        if (message.ways != nullptr) {
            message.ways->setVisible(shown);
        }
    }
    placeWays();
    m_text->setText(text());
    m_details->setPlainText(details.join(u'\n'));
    m_more->setVisible(!details.isEmpty());
    m_more->setChecked(false);
    showDetails(false);
    paintIcons();
    setVisible(!text().isEmpty());
}

void MessageBar::setShown(Shown shown) {
    m_shown = shown;
    refresh();
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
    const bool isWarning =
        !of(Topic::Trees).text.isEmpty() || !of(Topic::Run).text.isEmpty() || !of(Topic::Error).text.isEmpty();
    theme.text = isWarning ? theme.warning : theme.accent;
    const QString name = isWarning ? QStringLiteral(":/icons/warning.svg") : QStringLiteral(":/icons/info.svg");
    m_icon->setPixmap(themedIcon(name, theme).pixmap(kMessageIconSize));
}

} // namespace batchscope
