// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/paired_nodes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>

namespace batchscope {

namespace {

/// What a node is computed for. Nodes that belong to no tree node are numbered within their tree.
struct NodePlace {
    std::uint32_t tree = 0;
    std::uint32_t treeNode = 0;
    std::uint32_t op = 0;  ///< number of its name
    std::uint32_t nth = 0; ///< among those of one place and op
    bool operator==(const NodePlace&) const = default;
};

struct NodePlaceHash {
    std::size_t operator()(const NodePlace& place) const noexcept {
        constexpr std::uint64_t kPrime = 0x9E3779B97F4A7C15ULL;
        std::uint64_t hash = 0;
        for (const std::uint32_t part : {place.tree, place.treeNode, place.op, place.nth}) {
            hash = (hash ^ part) * kPrime;
            hash ^= hash >> 29U;
        }
        return static_cast<std::size_t>(hash);
    }
};

using OpNumbers = std::unordered_map<std::string_view, std::uint32_t>;

/// Calls `each(node, place)` for every node in order.
template <typename Each>
void forEachPlace(const OpGraph& graph, OpNumbers& numbers, const Each& each) {
    IdVector<OpId, std::uint32_t> ops;
    for (const Op& op : graph.ops.ops) {
        ops.push_back(numbers.emplace(op.name, static_cast<std::uint32_t>(numbers.size())).first->second);
    }
    std::unordered_map<NodePlace, std::uint32_t, NodePlaceHash> counts;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        const Origin& origin = graph.origins[node];
        NodePlace place{origin.tree.value, origin.treeNode.value, ops[graph.nodeOps[node]], 0};
        place.nth = counts[place]++;
        each(node, place);
    }
}

} // namespace

NodePairs pairNodes(const OpGraph& before, const OpGraph& after) {
    NodePairs pairs{IdVector<NodeId, NodeId>(before.size()), IdVector<NodeId, NodeId>(after.size()), before.size(),
                    after.size()};
    OpNumbers numbers;
    std::unordered_map<NodePlace, NodeId, NodePlaceHash> places;
    places.reserve(before.size());
    forEachPlace(before, numbers, [&places](NodeId node, const NodePlace& place) { places.emplace(place, node); });
    forEachPlace(after, numbers, [&](NodeId node, const NodePlace& place) {
        if (const auto partner = places.find(place); partner != places.end()) {
            pairs.toAfter[partner->second] = node;
            pairs.toBefore[node] = partner->second;
            --pairs.aloneBefore;
            --pairs.aloneAfter;
        }
    });
    return pairs;
}

NodePairs pairedWithItself(const OpGraph& graph) {
    NodePairs pairs;
    pairs.toAfter.reserve(graph.size());
    for (std::size_t index = 0; index < graph.size(); ++index) {
        pairs.toAfter.push_back(NodeId(index));
    }
    pairs.toBefore = pairs.toAfter;
    return pairs;
}

} // namespace batchscope
