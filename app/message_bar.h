// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: errors and damaged trees are told in a bar above the canvas, which stays until it is dismissed, or no longer
// true, and blocks nothing. What was read is still there to work with. One topic does not push out the other.
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

namespace batchscope {

class MessageBar final : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    enum class Topic {
        Notice, ///< what was decided for the user
        Layout, ///< why the picture does not stand as was asked for
        Trees,  ///< what of the files could not be read
        Error,  ///< what was asked for last and could not be done
    };
    static constexpr std::size_t kTopics = 4;
    /// Replaces the message of that topic; `details` can be unfolded below all.
    void showMessage(Topic topic, const QString& text, const QStringList& details = {});
    /// Ways out of the present error, as buttons behind `label`; they go with it, and so do actions that are the bar's.
    void offer(const QString& label, const QList<QAction*>& ways);
    void dismiss(Topic topic);
    void dismissAll();
    /// The messages that are shown, in the order of topics; empty when the bar is hidden.
    [[nodiscard]] QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Message {
        QString text;
        QStringList details;
    };
    [[nodiscard]] Message& of(Topic topic) { return m_messages[static_cast<std::size_t>(topic)]; }
    void refresh();
    void showDetails(bool shown);
    void paintIcons();

    QLabel* m_icon;
    QLabel* m_text;
    QPushButton* m_more;
    QToolButton* m_close;
    QPlainTextEdit* m_details;
    QWidget* m_offer;
    std::array<Message, kTopics> m_messages; // by Topic
};

} // namespace batchscope
