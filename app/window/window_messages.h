// SPDX-License-Identifier: GPL-3.0-or-later
//
// Controls what the message bar says, and for how long: failures and notices of the session, damaged trees, weights
// that the net does not read, errors of commands. Failures and notices can have buttons that resolve them. Reports the
// session's decisions to OwnChoice. The window connects the show… and follow… functions in a fixed order, and destroys
// this object before the bar.
#pragma once

#include "core/session/session_config.h"
#include "core/session/snapshot.h"

#include <QFrame>
#include <QObject>
#include <QString>
#include <QStringList>

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QToolButton;

namespace batchscope {

class CommandRegistry;
class Session;

/// A bar above the canvas for errors, damaged trees and decisions. A message stays until it is dismissed or no longer
/// true, and blocks nothing. Topics do not replace each other: a wrong key does not remove the buttons that repair a
/// failed run.
class MessageBar final : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    enum class Topic {
        Restore,  ///< a session left by a crash, until it is restored or discarded
        Notice,   ///< a decision made for the user
        Schedule, ///< why a given schedule is not shown
        Training, ///< why the trees are not trained on
        Weights,  ///< weights in a file that the net does not read
        Traces,   ///< how many words are traces (-NONE-), and how to remove them
        Trees,    ///< which parts of the files could not be read
        Run,      ///< why the last run failed, until one succeeds
        Error,    ///< a command that failed
    };
    static constexpr std::size_t kTopics = 9;
    /// A button that resolves a message.
    struct Way {
        QString text;
        std::function<void()> go;
        QString tip = {};
    };

    /// Replaces the message of that topic, with its buttons.
    void showMessage(Topic topic, const QString& text, const std::vector<Way>& ways = {});
    void dismiss(Topic topic);
    void dismissAll();
    void dismissAllBut(Topic kept);

    enum class Shown { All, ErrorsOnly };
    /// ErrorsOnly hides the other messages without discarding them: an audience need not see earlier decisions.
    void setShown(Shown shown);
    /// The messages that are shown, in the order of topics; empty when the bar is hidden.
    [[nodiscard]] QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    /// A row of the bar, hidden while there is no message.
    struct Message {
        QWidget* row;
        QLabel* text;
        std::vector<QPushButton*> ways;
    };

    [[nodiscard]] Message& of(Topic topic) { return m_messages[static_cast<std::size_t>(topic)]; }
    static void clear(Message& message);
    [[nodiscard]] bool isShown(std::size_t topic) const;
    void refresh();
    void paintIcons();

    QLabel* m_icon;
    QToolButton* m_close;
    std::array<Message, kTopics> m_messages; // indexed by Topic
    Shown m_shown = Shown::All;
};

/// The net and the binarization that the user chose, kept while the session shows others that the open trees need.
/// config() applies to the next file and is remembered between starts. WindowMessages calls the follow… functions when
/// the session decides or shows something.
class OwnChoice {
public:
    explicit OwnChoice(const Session& session) : m_session(session) {}

    /// The session's config, with the user's choice instead of a replacement.
    [[nodiscard]] SessionConfig config() const;
    /// The options that the session last chose instead.
    [[nodiscard]] const GraphOptions& replacement() const { return m_replacement; }

    /// True if the net and the binarization are those of the last replacement, not a choice of the user.
    [[nodiscard]] bool isReplacement(const GraphOptions& options) const;

    /// Call when the session has replaced the options that were `asked` for (Session::noticed).
    void followReplacement(const GraphOptions& asked);
    /// Returns false if `shown` is the replacement. Otherwise the user has chosen again: forgets the replacement and
    /// returns true.
    bool followGraph(const GraphOptions& shown);

private:
    const Session& m_session;
    GraphOptions m_replacement;
    std::optional<GraphOptions> m_replaced; // the user's choice, while a replacement is shown
};

class WindowMessages final : public QObject {
    Q_OBJECT

public:
    WindowMessages(MessageBar& bar, Session& session, CommandRegistry& commands, OwnChoice& choice);

    /// The messages above the canvas, one per line; empty when there are none.
    [[nodiscard]] QString text() const;
    void dismissAll();
    /// Dismisses all messages about the previous trees, but not the offer to restore a session.
    void dismissOfTrees();

    /// Shows the error of a command.
    void showError(const QString& message);
    /// Handles Session::failed. Offers to binarize the trees if that would help.
    void showFailure(const QString& message);
    /// Handles Session::noticed. Offers to return to what was asked for.
    void showNotice(const QString& message, const GraphOptions& asked);
    /// Handles Session::trainingEnded.
    void showTrainingEnded(const QString& message);
    /// Handles Session::givenEnded. The message goes when a given schedule is shown again.
    void showGivenEnded(const QString& message);

    /// Handles Session::snapshotChanged; needs an open treebank.
    void followSnapshot(Parts parts);
    /// Handles Session::busyChanged.
    void followEnd(bool busy);
    /// Handles Session::sweepingChanged.
    void followSweep();

private:
    void showDiagnostics(const Treebank& bank);
    void showTraceNotice(const Treebank& bank);
    void followChoice(Parts parts);

    MessageBar& m_bar;
    Session& m_session;
    CommandRegistry& m_commands;
    OwnChoice& m_choice;
    bool m_errorIsOld = false; // the error was shown before the present run began
};

} // namespace batchscope
