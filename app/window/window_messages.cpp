// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: what its message bar says and until when, and what the user had chosen where something else is shown.
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "core/base/text.h"
#include "core/session/suggestion.h"
#include "views/commands/command_registry.h"
#include "views/session/session.h"

#include <QAction>

namespace batchscope {

namespace {

constexpr std::size_t kMostDetails = 200;

/// Whether they agree in what a notice is about.
bool isSameChoice(const GraphOptions& one, const GraphOptions& other) {
    return one.model == other.model && one.binarization == other.binarization;
}

} // namespace

/// An error that is older than a run is no longer true when that run has ended; its own error comes besides.
void MainWindow::followEnd(bool busy) {
    if (!busy && m_errorIsOld) {
        m_message->dismiss(MessageBar::Topic::Error);
        m_message->dismiss(MessageBar::Topic::Run);
    }
    m_errorIsOld = true;
}

/// The same, but a sweep says nothing of why the picture is missing.
void MainWindow::followSweep() {
    if (!m_session.benchRunning() && m_errorIsOld) {
        m_message->dismiss(MessageBar::Topic::Error);
    }
    m_errorIsOld = true;
}

void MainWindow::showDiagnostics(const Treebank& bank) {
    if (bank.diagnostics.empty()) {
        m_message->dismiss(MessageBar::Topic::Trees);
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
    m_message->showMessage(MessageBar::Topic::Trees,
                           bank.badTrees == 1
                               ? tr("1 tree could not be read; all others are open.\n%1").arg(first)
                               : tr("%1 trees could not be read; all others are open.\n%2").arg(count, first),
                           all.size() > 1 ? all : QStringList());
}

void MainWindow::showError(const QString& message) {
    m_message->showMessage(MessageBar::Topic::Error, message);
    m_errorIsOld = false;
}

/// Said right after the trees were read: the session shows other options than those that were asked for.
void MainWindow::showNotice(const QString& message) {
    m_message->showMessage(MessageBar::Topic::Notice, message);
    m_noticed = m_session.config().graph;
    m_chosen = m_asked;
    QList<QAction*> ways;
    for (const OtherWay& other : waysBack(*m_session.snapshot()->treebank, m_asked, m_noticed)) {
        auto* way = new QAction(QString::fromStdString(other.label), m_message);
        connect(way, &QAction::triggered, this, [this, options = other.options] {
            SessionConfig config = m_session.config(); // trees, dim and the rest may have changed since
            config.graph.model = options.model;
            config.graph.binarization = options.binarization;
            m_session.setConfig(config);
        });
        ways.append(way);
    }
    if (!ways.isEmpty()) {
        m_message->offer(MessageBar::Topic::Notice, {}, ways);
    }
}

void MainWindow::showTrainingEnded(const QString& message) {
    m_message->showMessage(MessageBar::Topic::Training, message);
    m_trainsNext = true;
}

/// A notice is about what was chosen for the user; it goes when the user's own choice is shown. A choice that is
/// refused changes nothing: the notice is still true, and so is its way back.
void MainWindow::followChoice(Parts parts) {
    const SessionConfig& shown = m_session.snapshot()->config;
    if (parts.has(Part::Schedule) && !isSameChoice(shown.graph, m_noticed)) {
        m_message->dismiss(MessageBar::Topic::Notice);
        m_chosen.reset();
    }
    if (m_trainsNext && shown.run.work == Work::Training) {
        m_message->dismiss(MessageBar::Topic::Training);
        m_trainsNext = false;
    }
}

SessionConfig MainWindow::chosenConfig() const {
    SessionConfig config = m_session.config();
    if (m_chosen && isSameChoice(config.graph, m_noticed)) { // else the user has asked for something else by now
        config.graph.model = m_chosen->model;
        config.graph.binarization = m_chosen->binarization;
    }
    if (m_trainsNext) {
        config.run.work = Work::Training;
    }
    return config;
}

void MainWindow::showFailure(const QString& message) {
    m_message->showMessage(MessageBar::Topic::Run, message);
    m_errorIsOld = false;
    m_staysOnWelcome = m_page == Page::Welcome; // what was open before shows itself only when it is asked for
    const SessionConfig& refused = m_session.refused();
    const Snapshot& snapshot = *m_session.snapshot();
    const bool isOfTheseTrees = snapshot.treebank && snapshot.config.files == refused.files;
    if (!isOfTheseTrees || !binarizationHelps(*snapshot.treebank, refused.graph)) {
        return;
    }
    // What was refused is given up; a way out of it asks for its net once more.
    const QString net = QStringLiteral("model-") % QString::fromStdString(refused.graph.model);
    QList<QAction*> ways;
    for (const char* id : {"binarize-left", "binarize-right", "binarize-balanced"}) {
        const QAction* binarize = m_commands->action(QString::fromLatin1(id));
        auto* way = new QAction(binarize->text(), m_message);
        way->setToolTip(binarize->toolTip());
        connect(way, &QAction::triggered, this, [this, id = binarize->objectName(), net] {
            m_commands->action(id)->trigger();
            m_commands->action(net)->trigger(); // the newest request wins, and holds both
        });
        ways.append(way);
    }
    m_message->offer(MessageBar::Topic::Run, tr("Binarize:"), ways);
}

void MainWindow::dismissMessage() {
    m_message->dismissAll();
}

QString MainWindow::message() const {
    return m_message->text();
}

} // namespace batchscope
