// SPDX-License-Identifier: GPL-3.0-or-later
//
// The game: choose at each step which ready signature runs next, and need as few batches as possible. It is played on a
// snapshot, which stays as it was when the game began.
#pragma once

#include "core/schedule/hand_schedule.h"
#include "core/session/snapshot.h"

#include <QDialog>

#include <memory>
#include <vector>

class QLabel;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace batchscope {

class PlayPicture;

/// A click has to be seen at once.
inline constexpr std::size_t kMostPlayNodes = 4000;

class PlayDialog final : public QDialog {
    Q_OBJECT

public:
    /// The snapshot has a schedule and at most kMostPlayNodes nodes.
    PlayDialog(std::shared_ptr<const Snapshot> snapshot, QWidget* parent);

    [[nodiscard]] const HandSchedule& hand() const { return m_hand; }
    /// What is said above the buttons.
    [[nodiscard]] QString told() const;

public slots:
    void run(quint32 signature);
    void undo();
    void restart();
    void hint();

signals:
    /// All nodes have run.
    void gameOver(std::size_t batches);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeSide();
    void refresh(const QString& remark);
    void showReady();
    void showBatches();
    void showScores();
    void savePicture();

    std::shared_ptr<const Snapshot> m_snapshot;
    HandSchedule m_hand;
    std::size_t m_bound = 0;
    std::vector<PolicyScore> m_scores;
    PlayPicture* m_picture = nullptr;
    QLabel* m_progress = nullptr;
    QLabel* m_remark = nullptr;
    QVBoxLayout* m_ready = nullptr;
    QListWidget* m_list = nullptr; // batches; after the end, the score
    QLabel* m_listTitle = nullptr;
    QPushButton* m_undo = nullptr;
    QPushButton* m_hint = nullptr;
};

} // namespace batchscope
