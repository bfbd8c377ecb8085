// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: errors and damaged trees are told in a bar above the canvas, which stays until it is dismissed, or no longer
// true, and blocks nothing. What was read is still there to work with. One topic does not push out the other.
#pragma once

#include <QFrame>
#include <QString>
#include <QStringList>

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
        Trees, ///< what of the files could not be read
        Error, ///< what was asked for last and could not be done
    };
    /// Replaces the message of that topic; `details` can be unfolded below all.
    void showMessage(Topic topic, const QString& text, const QStringList& details = {});
    /// Ways out of the present error, as buttons behind `label`; they go with it.
    void offer(const QString& label, const QList<QAction*>& ways);
    void dismiss(Topic topic);
    void dismissAll();
    /// The messages that are shown, trees first; empty when the bar is hidden.
    [[nodiscard]] QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Message {
        QString text;
        QStringList details;
    };
    void refresh();
    void showDetails(bool shown);
    void paintIcons();

    QLabel* m_icon;
    QLabel* m_text;
    QPushButton* m_more;
    QToolButton* m_close;
    QPlainTextEdit* m_details;
    QWidget* m_offer;
    Message m_trees;
    Message m_error;
};

} // namespace batchscope
