// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is selected in the picture (Playback holds it), and the nodes that differ from another picture. No widget.
#pragma once

#include "views/canvas/scene/canvas_picture.h"
#include "views/session/playback.h"

#include <QObject>

#include <vector>

namespace batchscope {

class CanvasSelection final : public QObject {
    Q_OBJECT

public:
    CanvasSelection(const CanvasPicture& picture, Playback& playback) : m_picture(picture), m_playback(playback) {}

    /// Selects the thing, or nothing; no second node is marked from then on.
    void select(const Hit& hit);
    /// As Playback::markSecond; nothing where there is no node.
    void markSecond(NodeId other);

    [[nodiscard]] NodeId node() const { return m_playback.focus().node; }
    /// Invalid: none.
    [[nodiscard]] NodeId second() const { return m_playback.focus().second; }
    /// What is selected, as one thing: a node before the batch and tree that it names.
    [[nodiscard]] Hit hit() const;
    /// As hitName (node_names.h); empty when nothing is selected.
    [[nodiscard]] QString name() const;

    /// Nodes that differ from another picture next to this one, ascending.
    void setMarked(std::vector<NodeId> nodes);
    [[nodiscard]] const std::vector<NodeId>& marked() const { return m_marked; }

signals:
    /// Those that differ.
    void marksChanged();

private:
    const CanvasPicture& m_picture;
    Playback& m_playback;
    std::vector<NodeId> m_marked;
};

} // namespace batchscope
