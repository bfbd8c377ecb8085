// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_messages.h"

#include "app/window/message_bar.h"
#include "core/base/text.h"
#include "core/session/suggestion.h"
#include "views/commands/command_registry.h"
#include "views/session/session.h"

#include <QAction>

namespace batchscope {

namespace {

/// Whether they agree in what a replacement changes.
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

void WindowMessages::showLayoutNotice(const QString& message) {
    message.isEmpty() ? m_bar.dismiss(MessageBar::Topic::Layout)
                      : m_bar.showMessage(MessageBar::Topic::Layout, message);
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
