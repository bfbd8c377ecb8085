// SPDX-License-Identifier: GPL-3.0-or-later
//
// The second half of MainWindow: what its bar of messages says, and when that is no longer true.
#include "app/main_window.h"
#include "app/message_bar.h"
#include "core/base/text.h"
#include "core/session/suggestion.h"
#include "views/commands/command_registry.h"
#include "views/session/session.h"

#include <QAction>

namespace batchscope {

namespace {

constexpr std::size_t kMostDetails = 200;

} // namespace

/// An error that is older than a run is no longer true when that run has ended; its own error comes besides.
void MainWindow::followEnd(bool busy) {
    if (!busy && m_errorIsOld) {
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
                               ? tr("1 tree could not be read; the others are here.\n%1").arg(first)
                               : tr("%1 trees could not be read; the others are here.\n%2").arg(count, first),
                           all.size() > 1 ? all : QStringList());
}

void MainWindow::showError(const QString& message) {
    m_message->showMessage(MessageBar::Topic::Error, message);
    m_errorIsOld = false;
}

void MainWindow::showNotice(const QString& message) {
    m_message->showMessage(MessageBar::Topic::Notice, message);
    m_noticedNet = m_session.config().graph.model;
}

/// A notice is about the net that was chosen for the user; it goes when the user chooses.
void MainWindow::followConfig() {
    if (m_session.config().graph.model != m_noticedNet) {
        m_message->dismiss(MessageBar::Topic::Notice);
    }
}

void MainWindow::showFailure(const QString& message) {
    showError(message);
    const auto& bank = m_session.snapshot()->treebank;
    if (!bank || !binarisationHelps(*bank, m_session.refused().graph)) {
        return;
    }
    // What was refused is given up; a way out of it asks for its net once more.
    const QString net = QStringLiteral("model-") % QString::fromStdString(m_session.refused().graph.model);
    QList<QAction*> ways;
    for (const char* id : {"binarize-left", "binarize-right", "binarize-balanced"}) {
        const QAction* binarise = m_commands->action(QString::fromLatin1(id));
        auto* way = new QAction(binarise->text(), m_message);
        way->setToolTip(binarise->toolTip());
        connect(way, &QAction::triggered, this, [this, id = binarise->objectName(), net] {
            m_commands->action(id)->trigger();
            m_commands->action(net)->trigger(); // the newest request wins, and holds both
        });
        ways.append(way);
    }
    m_message->offer(tr("Binarise:"), ways);
}

void MainWindow::dismissMessage() {
    m_message->dismissAll();
}

QString MainWindow::message() const {
    return m_message->text();
}

} // namespace batchscope
