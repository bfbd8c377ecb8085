// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the message bar says, and until when: failures and notices of the session, damaged trees, weights that the net
// does not read, errors of commands. Failures and notices can have buttons that resolve them. It also reports to
// OwnChoice what the session decided. The window connects the show… and follow… functions, in an order that it keeps,
// and destroys this object before the bar.
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
        Restore,  ///< a session that a crash left, until it is restored or discarded
        Notice,   ///< what was decided for the user
        Schedule, ///< why a given schedule is not shown
        Training, ///< why the trees are not trained on
        Weights,  ///< what the net does not read of a file of weights
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
    std::array<Message, kTopics> m_messages; // by Topic
    Shown m_shown = Shown::All;
};

/// The net, the binarization and the training that the user chose, kept while the session shows others: those that the
/// open trees need, or inference because they cannot be trained on. config() is what the next file begins with, and
/// what is remembered between starts. WindowMessages calls the follow… functions when the session decides or shows
/// something.
class OwnChoice {
public:
    explicit OwnChoice(const Session& session) : m_session(session) {}

    /// The session's config with the user's own choice in place of what replaced it.
    [[nodiscard]] SessionConfig config() const;
    /// What the session decided on instead, last.
    [[nodiscard]] const GraphOptions& replacement() const { return m_replacement; }

    /// True if the net and the binarization are those of the last replacement, not a choice of the user.
    [[nodiscard]] bool isReplacement(const GraphOptions& options) const;

    /// The session's config was replaced, as Session::noticed says.
    void followReplacement(const GraphOptions& asked);
    /// Training was turned off, as Session::trainingEnded says.
    void followTrainingEnd() { m_trainsNext = true; }
    /// True if the options shown are not those of the replacement: the user has chosen again, and the replacement is
    /// forgotten.
    bool followGraph(const GraphOptions& shown);
    /// Whether this is the training that was turned off before; then it is no longer kept.
    bool followWork(Work shown);

private:
    const Session& m_session;
    GraphOptions m_replacement;
    std::optional<GraphOptions> m_replaced; // the user's own, while the replacement is shown
    bool m_trainsNext = false;              // the user chose training, which these trees do not allow
};

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
    /// Session::trainingEnded.
    void showTrainingEnded(const QString& message);
    /// Session::givenEnded. It goes when a given schedule is shown again.
    void showGivenEnded(const QString& message);

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
