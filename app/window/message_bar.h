// SPDX-License-Identifier: GPL-3.0-or-later
//
// A bar above the canvas for errors, damaged trees and decisions. A message stays until it is dismissed or no longer
// true, and blocks nothing. Topics do not replace each other: a wrong key does not remove the buttons that repair a
// failed run.
#pragma once

#include <QFrame>
#include <QString>
#include <QStringList>

#include <array>
#include <cstddef>

class QAction;
class QHBoxLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace batchscope {

class MessageBar final : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    enum class Topic {
        Restore,  ///< a session that a crash left, until it is restored or discarded
        Notice,   ///< what was decided for the user
        Schedule, ///< why a given schedule is not shown
        Training, ///< why the trees are not trained on
        Layout,   ///< why the picture does not have the requested layout
        Weights,  ///< what the net does not read of a file of weights
        Traces,   ///< how many words are traces (-NONE-), and how to remove them
        Trees,    ///< which parts of the files could not be read
        Run,      ///< why the last run failed, until one succeeds
        Error,    ///< a command that failed
    };
    static constexpr std::size_t kTopics = 10;
    /// Replaces the message of that topic; `details` can be unfolded below all.
    void showMessage(Topic topic, const QString& text, const QStringList& details = {});
    /// Adds buttons to the message of that topic, after `label` (may be empty). They go with the message, and so do
    /// actions that are the bar's children.
    void offer(Topic topic, const QString& label, const QList<QAction*>& ways);
    void dismiss(Topic topic);
    void dismissAll();
    void dismissAllBut(Topic kept);
    enum class Shown { All, ErrorsOnly };
    /// Shows errors only: an audience need not see earlier decisions. The messages are kept.
    void setShown(Shown shown);
    /// The messages that are shown, in the order of topics; empty when the bar is hidden.
    [[nodiscard]] QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Message {
        QString text;
        QStringList details;
        QWidget* ways = nullptr; ///< a row of buttons, or none
        QList<QAction*> actions; ///< of these buttons
    };
    [[nodiscard]] Message& of(Topic topic) { return m_messages[static_cast<std::size_t>(topic)]; }
    [[nodiscard]] bool isShown(Topic topic) const;
    void refresh();
    void placeWays();
    void showDetails(bool shown);
    void paintIcons();

    QLabel* m_icon;
    QLabel* m_text;
    QPushButton* m_more;
    QToolButton* m_close;
    QPlainTextEdit* m_details;
    QHBoxLayout* m_first;                    // icon, text and what belongs to all messages
    QVBoxLayout* m_rows;                     // of buttons, by topic
    std::array<Message, kTopics> m_messages; // by Topic
    Shown m_shown = Shown::All;
};

} // namespace batchscope
