// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the status bar shows during a computation: its stage, its progress and a Cancel button. It appears after a short
// delay, so that quick work does not flicker.
#pragma once

#include <QTimer>
#include <QWidget>

class QAction;
class QLabel;
class QProgressBar;
class QToolButton;

namespace batchscope {

class Session;

class BusyIndicator final : public QWidget {
    Q_OBJECT

public:
    /// `cancel` is the command behind the button.
    BusyIndicator(Session& session, QAction* cancel, QWidget* parent = nullptr);

private:
    void follow();
    void showProgress(const QString& stage, qulonglong done, qulonglong total);

    Session& m_session;
    QTimer m_delay;
    QLabel* m_stage;
    QProgressBar* m_progress;
    QToolButton* m_cancel;
};

} // namespace batchscope
