// SPDX-License-Identifier: GPL-3.0-or-later
//
// The selection in the picture, which Playback holds, and the nodes that differ from another picture. Not a widget.
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

    /// Selects the item, or clears the selection if nothing is hit. No second node is marked afterwards.
    void select(const Hit& hit);
    /// Like Playback::markSecond(); does nothing if the node is invalid.
    void markSecond(NodeId other);

    [[nodiscard]] NodeId node() const { return m_playback.focus().node; }
    /// The second marked node; invalid if there is none.
    [[nodiscard]] NodeId second() const { return m_playback.focus().second; }
    /// The selection as a single item: a node takes precedence over its batch and tree.
    [[nodiscard]] Hit hit() const;
    /// The name of the selection, made by hitName() (node_names.h); empty if nothing is selected.
    [[nodiscard]] QString name() const;

    /// Sets the nodes that differ from another picture next to this one, ascending.
    void setMarked(std::vector<NodeId> nodes);
    [[nodiscard]] const std::vector<NodeId>& marked() const { return m_marked; }

signals:
    /// Emitted when the differing nodes have changed.
    void marksChanged();

private:
    const CanvasPicture& m_picture;
    Playback& m_playback;
    std::vector<NodeId> m_marked;
};

} // namespace batchscope
