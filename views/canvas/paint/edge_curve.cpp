// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/edge_curve.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace batchscope {

namespace {

struct Kept {
    std::weak_ptr<const ForestLayout> forest; ///< compared by owner, which outlives the forest
    std::vector<EdgeBend> bends;

    /// Without lock(), which is too expensive for every edge of a frame.
    [[nodiscard]] bool isOf(const std::shared_ptr<const ForestLayout>& other) const {
        return !forest.owner_before(other) && !other.owner_before(forest);
    }
};

/// Two pictures beside each other may show different trees; a film is written by a thread of its own.
const std::vector<EdgeBend>& bendsOf(const SceneModel& model) {
    thread_local std::array<Kept, 2> kept;
    const std::shared_ptr<const ForestLayout>& forest = model.snapshot().forest;
    if (!kept[0].isOf(forest)) {
        std::swap(kept[0], kept[1]);
    }
    if (!kept[0].isOf(forest)) {
        kept[0] = {forest, edgeBends(model.graph(), forest->nodes)};
    }
    return kept[0].bends;
}

} // namespace

Point bendAt(const Scene& scene, NodeId to, NodeId from) {
    constexpr float kStraight = 0.3F; // from here on edges are drawn as between lanes, in any number
    const float left = 1.0F - scene.state.laned / kStraight;
    if (left <= 0.0F) {
        return {};
    }
    const Snapshot& snapshot = scene.model.snapshot();
    if (snapshot.forestBy == SourceLayout::Arcs) {
        const Point begin = snapshot.forest->nodes[from.index()];
        const Point end = snapshot.forest->nodes[to.index()];
        if (begin.y == end.y) {
            const Point offset = arcOffset(begin, end);
            return {offset.x * left, offset.y * left};
        }
    }
    const std::span<const EdgeBend> bends = bendsInto(bendsOf(scene.model), to);
    const auto found = std::ranges::find(bends, from, &EdgeBend::from);
    return found == bends.end() ? Point{} : Point{found->offset.x * left, found->offset.y * left};
}

} // namespace batchscope
