// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: errors and damaged trees are told in a bar above the canvas, which stays until it is dismissed and blocks
// nothing. What was read is still there to work with.
#pragma once

#include <QFrame>
#include <QString>
#include <QStringList>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace batchscope {

class MessageBar final : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    /// Shows one message; `details` can be unfolded below it.
    void showMessage(const QString& text, const QStringList& details = {});
    void dismiss();
    /// The message that is shown; empty when the bar is hidden.
    [[nodiscard]] QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void showDetails(bool shown);
    void paintIcons();

    QLabel* m_icon;
    QLabel* m_text;
    QPushButton* m_more;
    QToolButton* m_close;
    QPlainTextEdit* m_details;
    QString m_message;
};

} // namespace batchscope
