// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/counterpart.h"

#include <algorithm>

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

/// An op of another form, such as one for any number of children in place of one for each number: the only node at that
/// place whose op the graph before does not have.
NodeId inAnotherForm(const OpGraph& before, const OpGraph& after, const Origin& origin) {
    NodeId found;
    for (std::size_t index = 0; index < after.size(); ++index) {
        const NodeId node(index);
        const bool isThere = after.origins[node].tree == origin.tree && after.origins[node].treeNode == origin.treeNode;
        const auto isSame = [&](const Op& op) { return op.name == after.opOf(node).name; };
        if (!isThere || std::any_of(before.ops.ops.begin(), before.ops.ops.end(), isSame)) {
            continue;
        }
        if (found.valid()) {
            return {};
        }
        found = node;
    }
    return found;
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
    return inAnotherForm(before, after, identity.origin);
}

} // namespace batchscope
