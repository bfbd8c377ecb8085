// SPDX-License-Identifier: GPL-3.0-or-later
//
// The trees during a game: nodes that ran are filled and carry the color of their op, ready ones are ringed, those that
// wait are outlines. A click on a ready node chooses its signature; all that would run with it is lit under the mouse.
#pragma once

#include "core/schedule/hand_schedule.h"
#include "core/session/snapshot.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace batchscope {

class PlayPicture final : public QWidget {
    Q_OBJECT

public:
    /// The snapshot has a graph and a forest; the game outlives this.
    PlayPicture(std::shared_ptr<const Snapshot> snapshot, const HandSchedule& hand, QWidget* parent);

    /// What would run is lit, as under the mouse; an invalid signature lights nothing.
    void light(SignatureId signature);
    /// The middle of a node, in pixels of this widget.
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

} // namespace batchscope
