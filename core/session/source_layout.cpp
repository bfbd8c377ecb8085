// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/source_layout.h"

#include "core/base/check.h"
#include "core/base/text.h"

#include <algorithm>

namespace batchscope {

std::vector<float> captionWidths(const Snapshot& snapshot) {
    constexpr float kPerCharacter = 0.52F;
    constexpr float kPadding = 0.4F;
    constexpr float kWidest = 8.5F;
    std::vector<float> widths(snapshot.graph->size(), 1.0F);
    for (std::size_t index = 0; index < widths.size(); ++index) {
        const auto characters = static_cast<float>(codePoints(captionOf(snapshot, NodeId(index))));
        widths[index] = std::clamp(characters * kPerCharacter + kPadding, 1.0F, kWidest);
    }
    return widths;
}

std::shared_ptr<const ForestLayout> nativeForest(const Snapshot& snapshot) {
    return std::make_shared<const ForestLayout>(
        layoutForest(*snapshot.graph, captionWidths(snapshot), snapshot.config.aspect));
}

std::shared_ptr<const LaneLayout> lanesOf(const Snapshot& snapshot) {
    return std::make_shared<const LaneLayout>(
        layoutLanes(*snapshot.graph, snapshot.forest->nodes, laneAspect(*snapshot.graph, snapshot.config.aspect)));
}

std::shared_ptr<const Storyboard> storyboardOf(const Snapshot& snapshot) {
    return std::make_shared<const Storyboard>(
        storyboardOf(*snapshot.graph, *snapshot.forest, *snapshot.lanes, *snapshot.schedule, snapshot.config.aspect));
}

Snapshot withForest(Snapshot snapshot, std::shared_ptr<const ForestLayout> forest, SourceLayout by) {
    BATCHSCOPE_CHECK(snapshot.graph && forest->nodes.size() == snapshot.graph->size());
    snapshot.forest = std::move(forest);
    snapshot.forestBy = by;
    snapshot.lanes = lanesOf(snapshot); // nodes stand in the order that they have in their trees
    if (snapshot.storyboard) {
        snapshot.storyboard = storyboardOf(snapshot);
    }
    return snapshot;
}

} // namespace batchscope
