// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/ribbons.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace batchscope {

namespace {

constexpr double kFade = 0.16; // of a movement

/// Levels or trees in chunks, so that chunks × chunks stay within the most.
struct Chunks {
    std::size_t levels = 1; ///< levels a chunk
    std::size_t trees = 1;
};

Chunks chunksFor(const OpGraph& graph, std::span<const NodeId> order) {
    Chunks chunks;
    const auto groups = [&] {
        std::set<std::pair<std::size_t, std::size_t>> seen;
        for (const NodeId node : order) {
            seen.emplace(graph.levels[node] / chunks.levels, graph.origins[node].tree.value / chunks.trees);
        }
        return seen.size();
    };
    constexpr std::size_t kMostLevels = 40;
    chunks.levels = 1 + graph.levelCount() / kMostLevels;
    while (groups() > kMostMovers) {
        chunks.trees *= 2;
    }
    return chunks;
}

SignatureId commonest(const OpGraph& graph, const std::vector<NodeId>& nodes) {
    std::map<std::uint32_t, std::size_t> counts;
    for (const NodeId node : nodes) {
        ++counts[graph.nodeSignatures[node].value];
    }
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& left, const auto& right) { return left.second < right.second; });
    return SignatureId(std::size_t{most->first});
}

} // namespace

std::vector<RibbonGroup> ribbonGroups(const OpGraph& graph, std::span<const NodeId> order) {
    if (!movesAsRibbons(order.size())) {
        return {};
    }
    const Chunks chunks = chunksFor(graph, order);
    std::map<std::pair<std::size_t, std::size_t>, RibbonGroup> groups;
    for (const NodeId node : order) {
        const TreeId tree = graph.origins[node].tree;
        groups[{graph.levels[node] / chunks.levels, tree.value / chunks.trees}].nodes.push_back(node);
    }
    std::vector<RibbonGroup> result;
    result.reserve(groups.size());
    for (auto& [place, group] : groups) {
        const TreeId tree = graph.origins[group.nodes.front()].tree;
        const bool alone = std::all_of(group.nodes.begin(), group.nodes.end(),
                                       [&](NodeId node) { return graph.origins[node].tree == tree; });
        group.tree = alone ? tree : TreeId();
        group.signature = commonest(graph, group.nodes);
        result.push_back(std::move(group));
    }
    return result;
}

Ribbon ribbonOf(const RibbonGroup& group, std::span<const Point> places) {
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    float left = kInfinite;
    float right = -kInfinite;
    double height = 0.0;
    for (const NodeId node : group.nodes) {
        const Point place = places[node.index()];
        left = std::min(left, place.x);
        right = std::max(right, place.x);
        height += static_cast<double>(place.y);
    }
    const auto count = static_cast<float>(group.nodes.size());
    const float width = std::min(right - left + 1.0F, count);
    const float tall = std::ceil(count / width - 1e-4F);
    const auto middle = static_cast<float>(height / static_cast<double>(group.nodes.size()));
    return {{(left + right - width) / 2.0F, middle - tall / 2.0F, width, tall},
            static_cast<std::uint32_t>(group.nodes.size()),
            group.signature,
            group.tree};
}

float bundledAt(double share) {
    return eased(std::min(share, 1.0 - share) / kFade);
}

} // namespace batchscope
