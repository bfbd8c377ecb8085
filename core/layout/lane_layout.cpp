// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/lane_layout.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr float kLaneGap = 0.7F;
/// Labels have a size on the screen, not in the world: at least this, or this share of the picture's height.
constexpr float kLeastLabelWidth = 6.5F;
constexpr float kLabelShare = 0.2F;

float labelWidth(float height) {
    return std::max(kLeastLabelWidth, height * kLabelShare);
}

/// Columns at which all lanes together come nearest to the aspect.
std::size_t bestColumns(const std::vector<std::size_t>& counts, float aspect) {
    std::size_t widest = 1;
    for (const std::size_t count : counts) {
        widest = std::max(widest, count);
    }
    std::size_t best = 1;
    double bestScale = 0.0;
    for (double candidate = 4.0; candidate < 2.0 * static_cast<double>(widest) + 4.0; candidate *= 1.15) {
        const auto columns = std::min(static_cast<std::size_t>(candidate), widest);
        double height = 0.0;
        for (const std::size_t count : counts) {
            height += static_cast<double>(rowsFor(count, columns)) + static_cast<double>(kLaneGap);
        }
        const double width = static_cast<double>(columns) + static_cast<double>(labelWidth(static_cast<float>(height)));
        const double scale = std::min(static_cast<double>(aspect) / width, 1.0 / std::max(height, 1.0));
        if (scale > bestScale) {
            bestScale = scale;
            best = columns;
        }
    }
    return best;
}

} // namespace

LaneLayout layoutLanes(const OpGraph& graph, float aspect) {
    LaneLayout layout;
    layout.nodes.resize(graph.size());
    std::vector<std::size_t> counts(graph.levelCount(), 0);
    std::vector<NodeId> order(graph.size());
    for (std::size_t index = 0; index < graph.size(); ++index) {
        order[index] = NodeId(index);
        ++counts[graph.levels[NodeId(index)]];
    }
    std::stable_sort(order.begin(), order.end(), [&](NodeId left, NodeId right) {
        return std::pair(graph.levels[left], graph.nodeSignatures[left]) <
               std::pair(graph.levels[right], graph.nodeSignatures[right]);
    });
    const std::size_t columns = bestColumns(counts, aspect);
    float total = 0.0F;
    for (const std::size_t count : counts) {
        total += static_cast<float>(rowsFor(count, columns)) + kLaneGap;
    }
    float bottom = total;
    auto next = order.begin();
    for (const std::size_t count : counts) {
        const auto height = static_cast<float>(rowsFor(count, columns));
        const float top = bottom - height;
        const std::size_t width = std::min(count, columns);
        for (std::size_t slot = 0; slot < count; ++slot, ++next) {
            layout.nodes[next->index()] = cellCentre({0.0F, top}, slot, columns);
        }
        layout.lanes.push_back({0.0F, top, static_cast<float>(width), height});
        bottom = top - kLaneGap;
    }
    layout.labelWidth = labelWidth(total);
    layout.bounds = {-layout.labelWidth, 0.0F, static_cast<float>(columns) + layout.labelWidth, total};
    return layout;
}

} // namespace batchscope
