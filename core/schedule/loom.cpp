// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/loom.h"

#include <algorithm>

namespace batchscope {

std::size_t loomPassThroughRows(const OpGraph& graph) {
    IdVector<NodeId, std::uint32_t> neededAt; // the last level that reads the node's values from the level before it
    neededAt.reserve(graph.size());
    for (const std::uint32_t level : graph.levels) {
        neededAt.push_back(level + 1);
    }
    for (std::size_t index = 0; index < graph.size(); ++index) {
        for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
            if (argument.isValue()) {
                std::uint32_t& level = neededAt[argument.node()];
                level = std::max(level, graph.levels[NodeId(index)]);
            }
        }
    }
    const auto afterTheLast = static_cast<std::uint32_t>(graph.levelCount());
    for (const Value& value : graph.outputs) {
        neededAt[value.node] = afterTheLast;
    }
    std::size_t rows = 0;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        rows += neededAt[NodeId(index)] - graph.levels[NodeId(index)] - 1;
    }
    return rows;
}

} // namespace batchscope
