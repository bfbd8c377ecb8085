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

namespace {

constexpr std::size_t kMostDetails = 200;

} // namespace

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
    QString plain = message;
    m_bar.showMessage(MessageBar::Topic::Run, plain.replace(QStringLiteral(":1:1: error: "), QStringLiteral(": ")));
    m_errorIsOld = false;
    const SessionConfig& refused = m_session.refused();
    if (m_choice.isReplacement(refused.graph)) { // it was not taken either
        m_bar.dismiss(MessageBar::Topic::Notice);
    }
    const Snapshot& snapshot = *m_session.snapshot();
    const bool isOfTheseTrees = snapshot.treebank && snapshot.config.files == refused.files;
    if (!isOfTheseTrees || !binarizationHelps(*snapshot.treebank, refused.graph)) {
        return;
    }
    // What was refused is given up; a way out of it asks for its net once more.
    const QString net = QStringLiteral("model-") % QString::fromStdString(refused.graph.model);
    QList<QAction*> ways;
    for (const char* id : {"binarize-left", "binarize-right", "binarize-balanced"}) {
        const QAction* binarize = m_commands.action(QString::fromLatin1(id));
        auto* way = new QAction(binarize->text(), &m_bar);
        way->setToolTip(binarize->toolTip());
        connect(way, &QAction::triggered, this, [this, id = binarize->objectName(), net] {
            m_commands.action(id)->trigger();
            m_commands.action(net)->trigger(); // the newest request wins, and holds both
        });
        ways.append(way);
    }
    m_bar.offer(MessageBar::Topic::Run, tr("Binarize:"), ways);
}

void WindowMessages::showNotice(const QString& message, const GraphOptions& asked) {
    m_bar.showMessage(MessageBar::Topic::Notice, message);
    m_choice.followReplacement(asked);
    QList<QAction*> ways;
    for (const OtherWay& other : waysBack(*m_session.snapshot()->treebank, asked, m_choice.replacement())) {
        auto* way = new QAction(QString::fromStdString(other.label), &m_bar);
        connect(way, &QAction::triggered, this, [this, options = other.options] {
            SessionConfig config = m_session.config(); // trees, dim and the rest may have changed since
            config.graph.model = options.model;
            config.graph.binarization = options.binarization;
            m_session.setConfig(config);
        });
        ways.append(way);
    }
    if (!ways.isEmpty()) {
        m_bar.offer(MessageBar::Topic::Notice, {}, ways);
    }
}

void WindowMessages::showTrainingEnded(const QString& message) {
    m_bar.showMessage(MessageBar::Topic::Training, message);
    m_choice.followTrainingEnd();
}

void WindowMessages::showGivenEnded(const QString& message) {
    m_bar.showMessage(MessageBar::Topic::Schedule, message);
}

void WindowMessages::showDone(const QString& message) {
    m_bar.showMessage(MessageBar::Topic::Notice, message);
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
    QStringList all;
    for (const Diagnostic& diagnostic : bank.diagnostics) {
        if (static_cast<std::size_t>(all.size()) == kMostDetails) {
            all.append(tr("… and more"));
            break;
        }
        all.append(QString::fromStdString(diagnostic.text()));
    }
    const QString count = QString::fromStdString(withThousands(bank.badTrees));
    const QString first = QString::fromStdString(bank.diagnostics.front().text());
    m_bar.showMessage(MessageBar::Topic::Trees,
                      bank.badTrees == 1 ? tr("1 tree could not be read; all others are open.\n%1").arg(first)
                                         : tr("%1 trees could not be read; all others are open.\n%2").arg(count, first),
                      all.size() > 1 ? all : QStringList());
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
    m_bar.showMessage(MessageBar::Topic::Traces, count == 1 ? tr("1 word is a trace (-NONE-), not a word of the text.")
                                                            : tr("%1 words are traces (-NONE-), not words of the text.")
                                                                  .arg(QString::fromStdString(withThousands(count))));
    auto* remove = new QAction(tr("Remove the traces"), &m_bar);
    connect(remove, &QAction::triggered, this,
            [this] { m_commands.action(QStringLiteral("traces-remove"))->trigger(); });
    m_bar.offer(MessageBar::Topic::Traces, {}, {remove});
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
