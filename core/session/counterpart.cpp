// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/counterpart.h"

namespace batchscope {

namespace {

struct Identity {
    const std::string& op;
    Origin origin;
};

bool has(const OpGraph& graph, NodeId node, const Identity& identity) {
    const Origin& origin = graph.origins[node];
    return origin.tree == identity.origin.tree && origin.treeNode == identity.origin.treeNode &&
           graph.opOf(node).name == identity.op;
}

} // namespace

NodeId counterpart(const OpGraph& before, const OpGraph& after, NodeId node) {
    if (!node.valid() || node.index() >= before.size() || !before.origins[node].treeNode.valid()) {
        return {};
    }
    const Identity identity{before.opOf(node).name, before.origins[node]};
    std::size_t earlier = 0;
    for (std::size_t index = 0; index < node.index(); ++index) {
        earlier += has(before, NodeId(index), identity) ? 1 : 0;
    }
    for (std::size_t index = 0; index < after.size(); ++index) {
        if (has(after, NodeId(index), identity) && earlier-- == 0) {
            return NodeId(index);
        }
    }
    return {};
}

} // namespace batchscope
