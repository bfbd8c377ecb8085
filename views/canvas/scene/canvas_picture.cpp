// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/scene/canvas_picture.h"

#include "core/story/cursor.h"
#include "views/canvas/paint/scene_painter.h"

#include <algorithm>
#include <utility>

namespace batchscope {

namespace {

Box seenBy(const Camera& camera, const QRectF& canvas) {
    const double margin = Scene::kSightMargin * camera.scale;
    return camera.toWorld(canvas.adjusted(-margin, -margin, margin, margin));
}

bool isSmallPart(const Box& seen, const Box& all) {
    constexpr float kMostOfAll = 0.3F;
    return seen.width * seen.height < kMostOfAll * all.width * all.height;
}

} // namespace

void CanvasPicture::adopt(const Snapshot& snapshot) {
    m_model = SceneModel(snapshot);
    m_index.forget();
    m_twinIndex.forget();
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
    m_index.forget();
    m_framesOfState = 0;
    m_model.stateAt(time, m_state, view);
    return true;
}

Hit CanvasPicture::hitAt(const Camera& camera, QPointF pixel) {
    if (!m_model.hasPicture() || m_state.nodes.size() != m_model.graph().size()) {
        return {};
    }
    const auto reach = static_cast<float>(kTargetSide / 2.0 / camera.scale);
    return hitTest(m_model, m_state, camera.toWorld(pixel), reach, &m_index, &m_twinIndex);
}

QRectF CanvasPicture::nodeRect(const Camera& camera, NodeId node) const {
    const double side = std::max(kTargetSide, camera.scale * 0.8);
    const QPointF center = camera.toPixel(placeOf(node));
    return {center.x() - side / 2.0, center.y() - side / 2.0, side, side};
}

// Indexing the edges takes as long as a frame without an index, so it waits until a moment is shown a second time.
void CanvasPicture::findInSight(const Camera& camera, const QRectF& canvas, SceneOptions& options) {
    constexpr std::size_t kFewNodes = 2000;
    ++m_framesOfState;
    if (m_state.nodes.size() < kFewNodes) {
        return;
    }
    if (const Box seen = seenBy(camera, canvas); isSmallPart(seen, m_state.view)) {
        m_index.nodesIn(m_model, m_state, seen, m_sight.nodes);
        options.nodesInSight = &m_sight.nodes;
        if (m_framesOfState > 1 && SceneIndex::knowsEdges(m_state)) {
            m_index.edgesIn(m_model, m_state, seen, m_sight.edges);
            options.edgesInSight = &m_sight.edges;
        }
    }
    if (m_state.twin.shown <= 0.0F) {
        return;
    }
    const Box seen = seenBy(twinCamera(m_state.twin, camera), canvas);
    if (m_framesOfState > 1 && isSmallPart(seen, m_model.twin().view)) {
        m_twinIndex.nodesIn(m_model, m_model.twin(), seen, m_twinSight.nodes);
        m_twinIndex.edgesIn(m_model, m_model.twin(), seen, m_twinSight.edges);
        options.twinNodesInSight = &m_twinSight.nodes;
        options.twinEdgesInSight = &m_twinSight.edges;
    }
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
