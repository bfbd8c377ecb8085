// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_messages.h"

#include "app/window/icons.h"
#include "core/base/text.h"
#include "core/session/suggestion.h"
#include "views/commands/command_registry.h"
#include "views/session/session.h"
#include "views/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace batchscope {

namespace {

constexpr int kMessageIconSize = 20;

} // namespace

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), m_icon(new QLabel(this)), m_close(new QToolButton(this)) {
    setObjectName(QStringLiteral("message-bar"));
    m_close->setAccessibleName(tr("Dismiss"));
    m_close->setToolTip(tr("Dismiss"));
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismissAll);
    auto* rows = new QVBoxLayout;
    for (Message& message : m_messages) {
        message.row = new QWidget(this);
        message.text = new QLabel(message.row);
        message.text->setWordWrap(true);
        message.text->setTextFormat(Qt::PlainText);
        message.text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        message.text->setAccessibleName(tr("Message"));
        auto* row = new QHBoxLayout(message.row);
        row->setContentsMargins(0, 0, 0, 0);
        row->addWidget(message.text, 1);
        rows->addWidget(message.row);
    }
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base); // tells changeEvent(), which needs the messages
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 8, 8, 8);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addLayout(rows, 1);
    layout->addWidget(m_close, 0, Qt::AlignTop);
    dismissAll();
}

void MessageBar::showMessage(Topic topic, const QString& text, const std::vector<Way>& ways) {
    Message& message = of(topic);
    clear(message);
    message.text->setText(text);
    for (const Way& way : ways) {
        auto* button = new QPushButton(way.text, message.row);
        button->setAccessibleName(way.text);
        button->setToolTip(way.tip);
        connect(button, &QPushButton::clicked, this, way.go);
        message.row->layout()->addWidget(button);
        message.ways.push_back(button);
    }
    refresh();
}

void MessageBar::dismiss(Topic topic) {
    clear(of(topic));
    refresh();
}

void MessageBar::clear(Message& message) {
    message.text->clear();
    for (QPushButton* button : std::exchange(message.ways, {})) {
        button->hide();
        button->deleteLater(); // later: it may be this one that made the message untrue
    }
}

void MessageBar::dismissAll() {
    std::for_each(m_messages.begin(), m_messages.end(), clear);
    refresh();
}

void MessageBar::dismissAllBut(Topic kept) {
    for (Message& message : m_messages) {
        if (&message != &of(kept)) {
            clear(message);
        }
    }
    refresh();
}

bool MessageBar::isShown(std::size_t topic) const {
    const bool isError =
        topic == static_cast<std::size_t>(Topic::Run) || topic == static_cast<std::size_t>(Topic::Error);
    return !m_messages[topic].text->text().isEmpty() && (m_shown == Shown::All || isError);
}

QString MessageBar::text() const {
    QStringList texts;
    for (std::size_t topic = 0; topic < kTopics; ++topic) {
        if (isShown(topic)) {
            texts.append(m_messages[topic].text->text());
        }
    }
    return texts.join(u'\n');
}

void MessageBar::refresh() {
    for (std::size_t topic = 0; topic < kTopics; ++topic) {
        m_messages[topic].row->setVisible(isShown(topic));
    }
    paintIcons();
    setVisible(!text().isEmpty());
}

void MessageBar::setShown(Shown shown) {
    m_shown = shown;
    refresh();
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
    const bool isWarning = std::any_of(m_messages.begin() + static_cast<std::ptrdiff_t>(Topic::Trees), m_messages.end(),
                                       [](const Message& message) { return !message.text->text().isEmpty(); });
    theme.text = isWarning ? theme.warning : theme.accent;
    const QString name = isWarning ? QStringLiteral(":/icons/warning.svg") : QStringLiteral(":/icons/info.svg");
    m_icon->setPixmap(themedIcon(name, theme).pixmap(kMessageIconSize));
}

namespace {

/// True if net and binarization, which a replacement changes, are equal.
bool isSameChoice(const GraphOptions& one, const GraphOptions& other) {
    return one.model == other.model && one.binarization == other.binarization;
}

} // namespace

SessionConfig OwnChoice::config() const {
    SessionConfig config = m_session.config();
    if (isReplacement(config.graph)) { // else the user has asked for something else by now
        config.graph.model = m_replaced->model;
        config.graph.binarization = m_replaced->binarization;
    }
    if (m_trainsNext) {
        config.run.work = Work::Training;
    }
    return config;
}

void OwnChoice::followReplacement(const GraphOptions& asked) {
    m_replacement = m_session.config().graph;
    m_replaced = asked;
}

bool OwnChoice::isReplacement(const GraphOptions& options) const {
    return m_replaced && isSameChoice(options, m_replacement);
}

bool OwnChoice::followGraph(const GraphOptions& shown) {
    if (isSameChoice(shown, m_replacement)) {
        return false;
    }
    m_replaced.reset();
    return true;
}

bool OwnChoice::followWork(Work shown) {
    if (!m_trainsNext || shown != Work::Training) {
        return false;
    }
    m_trainsNext = false;
    return true;
}

WindowMessages::WindowMessages(MessageBar& bar, Session& session, CommandRegistry& commands, OwnChoice& choice)
    : m_bar(bar), m_session(session), m_commands(commands), m_choice(choice) {}

QString WindowMessages::text() const {
    return m_bar.text();
}

void WindowMessages::dismissAll() {
    m_bar.dismissAll();
}

void WindowMessages::dismissOfTrees() {
    m_bar.dismissAllBut(MessageBar::Topic::Restore);
}

void WindowMessages::showError(const QString& message) {
    m_bar.showMessage(MessageBar::Topic::Error, message);
    m_errorIsOld = false;
}

void WindowMessages::showFailure(const QString& message) {
    const SessionConfig& refused = m_session.refused();
    if (m_choice.isReplacement(refused.graph)) { // it was not taken either
        m_bar.dismiss(MessageBar::Topic::Notice);
    }
    std::vector<MessageBar::Way> ways;
    const Snapshot& snapshot = *m_session.snapshot();
    const bool isOfTheseTrees = snapshot.treebank && snapshot.config.files == refused.files;
    if (isOfTheseTrees && binarizationHelps(*snapshot.treebank, refused.graph)) {
        // What was refused is given up; a way out of it asks for its net once more.
        const QString net = QStringLiteral("model-") % QString::fromStdString(refused.graph.model);
        for (const char* how : {"left", "right", "balanced"}) {
            const QString id = QStringLiteral("binarize-") % QLatin1String(how);
            ways.push_back({tr("Binarize: %1").arg(QLatin1String(how)),
                            [this, id, net] {
                                m_commands.action(id)->trigger();
                                m_commands.action(net)->trigger(); // the newest request wins, and holds both
                            },
                            m_commands.action(id)->toolTip()});
        }
    }
    QString plain = message;
    m_bar.showMessage(MessageBar::Topic::Run, plain.replace(QStringLiteral(":1:1: error: "), QStringLiteral(": ")),
                      ways);
    m_errorIsOld = false;
}

void WindowMessages::showNotice(const QString& message, const GraphOptions& asked) {
    m_choice.followReplacement(asked);
    std::vector<MessageBar::Way> ways;
    for (const OtherWay& other : waysBack(*m_session.snapshot()->treebank, asked, m_choice.replacement())) {
        ways.push_back({QString::fromStdString(other.label), [this, options = other.options] {
                            SessionConfig config = m_session.config(); // trees, dim and the rest may have changed since
                            config.graph.model = options.model;
                            config.graph.binarization = options.binarization;
                            m_session.setConfig(config);
                        }});
    }
    m_bar.showMessage(MessageBar::Topic::Notice, message, ways);
}

void WindowMessages::showTrainingEnded(const QString& message) {
    m_bar.showMessage(MessageBar::Topic::Training, message);
    m_choice.followTrainingEnd();
}

void WindowMessages::showGivenEnded(const QString& message) {
    m_bar.showMessage(MessageBar::Topic::Schedule, message);
}

void WindowMessages::followSnapshot(Parts parts) {
    if (parts.has(Part::Treebank)) {
        showDiagnostics(*m_session.snapshot()->treebank);
        showTraces(*m_session.snapshot()->treebank);
    }
    if (m_session.snapshot()->config.given != nullptr) {
        m_bar.dismiss(MessageBar::Topic::Schedule);
    }
    if (parts.has(Part::Report)) {
        const std::string& notice = m_session.snapshot()->weightsNotice;
        notice.empty() ? m_bar.dismiss(MessageBar::Topic::Weights)
                       : m_bar.showMessage(MessageBar::Topic::Weights, QString::fromStdString(notice));
    }
    followChoice(parts);
}

/// An error that is older than a run is no longer true when that run has ended; its own error comes besides.
void WindowMessages::followEnd(bool busy) {
    if (!busy && m_errorIsOld) {
        m_bar.dismiss(MessageBar::Topic::Error);
        m_bar.dismiss(MessageBar::Topic::Run);
    }
    m_errorIsOld = true;
}

/// The same, but a sweep says nothing of why the picture is missing.
void WindowMessages::followSweep() {
    if (!m_session.benchRunning() && m_errorIsOld) {
        m_bar.dismiss(MessageBar::Topic::Error);
    }
    m_errorIsOld = true;
}

void WindowMessages::showDiagnostics(const Treebank& bank) {
    if (bank.diagnostics.empty()) {
        m_bar.dismiss(MessageBar::Topic::Trees);
        return;
    }
    const QString count = QString::fromStdString(withThousands(bank.badTrees));
    const QString first = QString::fromStdString(bank.diagnostics.front().text());
    m_bar.showMessage(MessageBar::Topic::Trees,
                      bank.badTrees == 1
                          ? tr("1 tree could not be read; all others are open.\n%1").arg(first)
                          : tr("%1 trees could not be read; all others are open. The Treebank panel lists them.\n%2")
                                .arg(count, first));
}

/// Empty elements look like words, and are computed as such.
void WindowMessages::showTraces(const Treebank& bank) {
    const SymbolId none = bank.labels.find(kTraceLabel);
    const std::uint64_t count =
        none.valid() && none.index() < bank.wordLabelCounts.size() ? bank.wordLabelCounts[none.index()] : 0;
    if (count == 0) {
        m_bar.dismiss(MessageBar::Topic::Traces);
        return;
    }
    const QString text = count == 1 ? tr("1 word is a trace (-NONE-), not a word of the text.")
                                    : tr("%1 words are traces (-NONE-), not words of the text.")
                                          .arg(QString::fromStdString(withThousands(count)));
    m_bar.showMessage(
        MessageBar::Topic::Traces, text,
        {{tr("Remove the traces"), [this] { m_commands.action(QStringLiteral("traces-remove"))->trigger(); }}});
}

/// A notice is about what was chosen for the user; it goes when the user's own choice is shown. A choice that is
/// refused changes nothing: the notice is still true, and so is its way back.
void WindowMessages::followChoice(Parts parts) {
    const SessionConfig& shown = m_session.snapshot()->config;
    if (parts.has(Part::Schedule) && m_choice.followGraph(shown.graph)) {
        m_bar.dismiss(MessageBar::Topic::Notice);
    }
    if (m_choice.followWork(shown.run.work)) {
        m_bar.dismiss(MessageBar::Topic::Training);
    }
}

} // namespace batchscope
