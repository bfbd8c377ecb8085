// SPDX-License-Identifier: GPL-3.0-or-later
//
// The game: the player chooses at each step which ready signature runs next, and tries to need as few batches as
// possible. It is played on a snapshot, which stays as it was when the game began.
#pragma once

#include "core/schedule/hand_schedule.h"
#include "core/session/snapshot.h"

#include <QDialog>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace batchscope {

/// The trees during a game: nodes that have run have a pale color of their op, ready nodes have its full color and a
/// dark outline, and waiting nodes are outlines. A click on a ready node chooses its signature; hovering highlights all
/// nodes that would run with it.
class PlayPicture final : public QWidget {
    Q_OBJECT

public:
    /// The snapshot must have a graph and a forest; `hand` must outlive this widget.
    PlayPicture(std::shared_ptr<const Snapshot> snapshot, const HandSchedule& hand, QWidget* parent);

    /// Highlights the nodes that would run, as hovering does; an invalid signature highlights none.
    void light(SignatureId signature);
    /// The center of a node, in pixels of this widget.
    [[nodiscard]] QPointF placeOf(NodeId node) const;
    [[nodiscard]] QSize sizeHint() const override { return {680, 560}; }

signals:
    void chosen(quint32 signature);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] double scale() const;
    [[nodiscard]] std::optional<NodeId> nodeAt(QPointF place) const;
    void paintTrees(QPainter& painter) const;
    void paintEdges(QPainter& painter) const;
    void paintNodes(QPainter& painter) const;
    void paintWords(QPainter& painter) const;

    std::shared_ptr<const Snapshot> m_snapshot;
    const HandSchedule& m_hand;
    SignatureId m_lit;
};

/// The largest game, since a click must show its effect at once.
inline constexpr std::size_t kMostPlayNodes = 4000;

class PlayDialog final : public QDialog {
    Q_OBJECT

public:
    /// The snapshot must have a schedule and at most kMostPlayNodes nodes.
    PlayDialog(std::shared_ptr<const Snapshot> snapshot, QWidget* parent);

    [[nodiscard]] const HandSchedule& hand() const { return m_hand; }
    /// The current remark on the game, such as a hint; empty if there is none.
    [[nodiscard]] QString told() const;

public slots:
    void run(quint32 signature);
    void undo();
    void restart();
    void hint();

signals:
    /// Emitted when all nodes have run.
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
    QListWidget* m_list = nullptr; // batches; after the end of the game, the scores
    QLabel* m_listTitle = nullptr;
    QPushButton* m_undo = nullptr;
    QPushButton* m_hint = nullptr;
};

} // namespace batchscope
