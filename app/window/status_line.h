// SPDX-License-Identifier: GPL-3.0-or-later
//
// The main figures, always visible: the amount of work, what folding saves, how much faster it is, and whether the
// values stayed the same.
#pragma once

#include "views/inspector/pages.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <vector>

class QAction;
class QLabel;
class QProgressBar;
class QToolButton;

namespace batchscope {

class Session;
struct Snapshot;

/// What the status bar shows during a computation: its stage, its progress and a Cancel button. It appears after a
/// short delay, so that quick work does not flicker.
class BusyIndicator final : public QWidget {
    Q_OBJECT

public:
    /// The button triggers `cancel`.
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

/// One figure: its text and its explanation.
struct StatusFigure {
    QString text;
    QString meaning;
    bool isWarning = false;
    bool isSpeedUp = false; ///< a click shows its parts
};

/// The available figures of a snapshot; `awaited` says whether missing figures are still being computed. Pure.
[[nodiscard]] std::vector<StatusFigure> statusFigures(const Snapshot& snapshot, Awaited awaited);

class StatusLine final : public QWidget {
    Q_OBJECT

public:
    explicit StatusLine(Session& session, QWidget* parent = nullptr);

    /// All figures in one line, for screen readers.
    [[nodiscard]] QString text() const;
    /// Hides the figures while the user is asked to guess one, now (`asked`) or later.
    void setVeiled(bool veiled, bool asked);

signals:
    /// A speed-up was clicked.
    void speedUpAsked();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    Session& m_session;
    bool m_isVeiled = false;
    bool m_isAsked = false; // used while veiled
    std::vector<QLabel*> m_labels;
    std::vector<const QObject*> m_speedUps; // the labels that react to clicks
};

} // namespace batchscope
