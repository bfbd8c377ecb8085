// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/scene/canvas_picture.h"

#include "core/story/cursor.h"

#include <algorithm>
#include <utility>

namespace batchscope {

void CanvasPicture::adopt(const Snapshot& snapshot) {
    m_model = SceneModel(snapshot);
    m_state = {};
    m_caption.reset();
    m_isExpired = true;
}

void CanvasPicture::adoptResults(const Snapshot& snapshot) {
    m_model.adoptResults(snapshot);
    m_caption.reset();
}

bool CanvasPicture::refresh(double time, StepView view) {
    if (!std::exchange(m_isExpired, false)) {
        return false;
    }
    m_model.stateAt(time, m_state, view);
    return true;
}

Hit CanvasPicture::hitAt(const Camera& camera, QPointF pixel) const {
    if (!m_model.hasPicture() || m_state.nodes.size() != m_model.graph().size()) {
        return {};
    }
    const auto reach = static_cast<float>(kTargetSide / 2.0 / camera.scale);
    return hitTest(m_model, m_state, camera.toWorld(pixel), reach);
}

QRectF CanvasPicture::nodeRect(const Camera& camera, NodeId node) const {
    const double side = std::max(kTargetSide, camera.scale * 0.8);
    const QPointF center = camera.toPixel(placeOf(node));
    return {center.x() - side / 2.0, center.y() - side / 2.0, side, side};
}

const Caption& CanvasPicture::captionAt(double time) {
    const Storyboard* const story = m_model.storyboard();
    const StoryStage stage = story == nullptr ? StoryStage::Source : stageAt(*story, time);
    const BatchId batch = story == nullptr ? BatchId() : batchAt(*story, time);
    if (!m_caption || m_caption->stage != stage || m_caption->batch != batch) {
        m_caption = KeptCaption{stage, batch, batchscope::captionAt(m_model.snapshot(), time)};
    }
    return m_caption->caption;
}

} // namespace batchscope
