// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/bookmark.h"

#include <cstdint>
#include <unordered_map>

namespace batchscope {

namespace {

std::uint64_t keyOf(TreeId tree, TreeNodeId treeNode) {
    constexpr unsigned kBits = 32;
    return (std::uint64_t{tree.value} << kBits) | treeNode.value;
}

} // namespace

Bookmark bookmarkOf(const Snapshot& snapshot, NodeId node, Bookmark::Of of) {
    const OpGraph& graph = *snapshot.graph;
    const Origin& origin = graph.origins[node];
    Bookmark bookmark{of, origin.tree, origin.treeNode, graph.opOf(node).name, 0, {}, snapshot.config.files};
    for (std::size_t index = 0; index < node.index(); ++index) {
        const NodeId other(index);
        const Origin& place = graph.origins[other];
        if (place.tree == origin.tree && place.treeNode == origin.treeNode &&
            graph.nodeOps[other] == graph.nodeOps[node]) {
            ++bookmark.nth;
        }
    }
    return bookmark;
}

std::vector<NodeId> nodesOf(const Snapshot& snapshot, std::span<const Bookmark> bookmarks) {
    struct Wanted {
        std::size_t bookmark;
        std::size_t left; // nodes of its op that come before it
    };
    std::vector<NodeId> nodes(bookmarks.size());
    std::unordered_map<std::uint64_t, std::vector<Wanted>> wanted;
    if (!snapshot.graph) {
        return nodes;
    }
    const OpGraph& graph = *snapshot.graph;
    for (std::size_t place = 0; place < bookmarks.size(); ++place) {
        if (bookmarks[place].files != snapshot.config.files) {
            continue;
        }
        wanted[keyOf(bookmarks[place].tree, bookmarks[place].treeNode)].push_back({place, bookmarks[place].nth});
    }
    for (std::size_t index = 0; index < graph.size() && !wanted.empty(); ++index) {
        const NodeId node(index);
        const auto here = wanted.find(keyOf(graph.origins[node].tree, graph.origins[node].treeNode));
        if (here == wanted.end()) {
            continue;
        }
        for (Wanted& each : here->second) {
            const bool isIts = !nodes[each.bookmark].valid() && bookmarks[each.bookmark].op == graph.opOf(node).name;
            if (isIts && each.left == 0) {
                nodes[each.bookmark] = node;
            } else if (isIts) {
                --each.left;
            }
        }
    }
    return nodes;
}

} // namespace batchscope
