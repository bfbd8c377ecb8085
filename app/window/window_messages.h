// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the message bar says, and until when: failures and notices of the session, damaged trees, weights that the net
// does not read, errors of commands. Failures and notices can have buttons that resolve them. It also reports to
// OwnChoice what the session decided. The window connects the show… and follow… functions, in an order that it keeps,
// and destroys this object before the bar.
#pragma once

#include "core/session/snapshot.h"

#include <QObject>
#include <QString>

namespace batchscope {

class CommandRegistry;
class MessageBar;
class OwnChoice;
class Session;

class WindowMessages final : public QObject {
    Q_OBJECT

public:
    WindowMessages(MessageBar& bar, Session& session, CommandRegistry& commands, OwnChoice& choice);

    /// The messages above the canvas, one per line; empty when there are none.
    [[nodiscard]] QString text() const;
    void dismissAll();
    /// Other trees come: what was said of those before is over, but not the offer to restore a session.
    void dismissOfTrees();

    /// A command failed.
    void showError(const QString& message);
    /// Session::failed. Offers to binarize the trees where that helps.
    void showFailure(const QString& message);
    /// Session::noticed: offers the ways back to what was asked for.
    void showNotice(const QString& message, const GraphOptions& asked);
    /// What a command did, where that is not seen.
    void showDone(const QString& message);
    /// Session::trainingEnded.
    void showTrainingEnded(const QString& message);
    /// Session::givenEnded. It goes when a given schedule is shown again.
    void showGivenEnded(const QString& message);
    /// SourceDot::noticed: an empty message dismisses the one before.
    void showLayoutNotice(const QString& message);

    /// Session::snapshotChanged; needs an open treebank.
    void followSnapshot(Parts parts);
    /// Session::busyChanged.
    void followEnd(bool busy);
    /// Session::sweepingChanged.
    void followSweep();

private:
    void showDiagnostics(const Treebank& bank);
    void showTraces(const Treebank& bank);
    void followChoice(Parts parts);

    MessageBar& m_bar;
    Session& m_session;
    CommandRegistry& m_commands;
    OwnChoice& m_choice;
    bool m_errorIsOld = false; // it was shown before the present run began
};

} // namespace batchscope
