// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds equal calls that take nothing but integers (a leaf and its word), so that one of them runs for all. Calls of at
// most two integers are shared.
#pragma once

#include "core/graph/op_graph.h"

#include <unordered_map>
#include <vector>

namespace batchscope {

/// The calls of one op that were seen.
class SharedCalls {
public:
    /// The first node with these arguments; `node` itself when it is the first.
    NodeId first(NodeId node, std::span<const Argument> arguments) {
        if (arguments.size() > 2) {
            return node;
        }
        if (arguments.size() == 2 || (arguments.size() == 1 && arguments[0].payload >= kMostByIndex)) {
            const std::uint64_t high = arguments.size() == 2 ? arguments[1].payload : 0;
            return m_byPair.try_emplace(high << 32U | arguments[0].payload, node).first->second;
        }
        const std::size_t index = arguments.empty() ? 0 : arguments[0].payload;
        if (index >= m_byInteger.size()) {
            m_byInteger.resize(index + index / 2 + 1);
        }
        NodeId& known = m_byInteger[index];
        if (!known.valid()) {
            known = node;
        }
        return known;
    }

private:
    static constexpr std::uint32_t kMostByIndex = 1U << 22U;
    std::vector<NodeId> m_byInteger;
    std::unordered_map<std::uint64_t, NodeId> m_byPair;
};

} // namespace batchscope
