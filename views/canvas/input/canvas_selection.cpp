// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/input/canvas_selection.h"

#include "views/canvas/scene/node_names.h"

#include <utility>

namespace batchscope {

void CanvasSelection::select(const Hit& hit) {
    if (hit.node.valid()) {
        m_playback.selectNode(hit.node);
    } else if (hit.batch.valid()) {
        m_playback.selectBatch(hit.batch);
    } else if (hit.tree.valid()) {
        m_playback.selectTree(hit.tree);
    } else {
        m_playback.clearSelection();
    }
}

void CanvasSelection::markSecond(NodeId other) {
    if (other.valid()) {
        m_playback.markSecond(other);
    }
}

Hit CanvasSelection::hit() const {
    const Focus& focus = m_playback.focus();
    if (m_picture.hasNode(focus.node)) {
        return {focus.node, {}, {}};
    }
    return focus.batch.valid() ? Hit{{}, focus.batch, {}} : Hit{{}, {}, focus.tree};
}

QString CanvasSelection::name() const {
    return hitName(m_picture.model(), hit(), m_playback.focus());
}

void CanvasSelection::setMarked(std::vector<NodeId> nodes) {
    m_marked = std::move(nodes);
    emit marksChanged();
}

} // namespace batchscope
