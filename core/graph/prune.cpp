// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/prune.h"

namespace batchscope {

namespace {

std::vector<std::uint8_t> neededNodes(const OpGraph& graph) {
    std::vector<std::uint8_t> needed(graph.size(), 0);
    for (const Value& value : graph.outputs) {
        needed[value.node.index()] = 1;
    }
    for (std::size_t index = graph.size(); index-- > 0;) {
        if (needed[index] == 0) {
            continue;
        }
        for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
            if (argument.isValue()) {
                needed[argument.node().index()] = 1;
            }
        }
    }
    return needed;
}

/// Copies nodes one by one and renumbers them.
class Copy {
public:
    explicit Copy(const OpGraph& from) : m_from(from), m_ids(from.size()), m_signatures(from.signatures.size()) {
        m_to.ops = from.ops;
        m_to.constants = from.constants;
        m_to.targets = from.targets;
        m_to.trees = from.trees;
        m_to.calls = from.calls;
        m_to.argumentOffsets.push_back(0);
    }

    void add(NodeId node) {
        for (Argument argument : m_from.argumentsOf(node)) {
            if (argument.isValue()) {
                argument.payload = m_ids[argument.node()].value;
            }
            m_to.arguments.push_back(argument);
        }
        m_to.argumentOffsets.push_back(static_cast<std::uint32_t>(m_to.arguments.size()));
        m_ids[node] = m_to.nodeOps.push_back(m_from.nodeOps[node]);
        m_to.nodeSignatures.push_back(signatureOf(m_from.nodeSignatures[node]));
        m_to.levels.push_back(m_from.levels[node]); // a needed node's arguments are needed, so levels stay
        m_to.origins.push_back(m_from.origins[node]);
        if (!m_from.callNumbers.empty()) {
            m_to.callNumbers.push_back(m_from.callNumbers[node]);
        }
        if (!m_from.rounds.empty()) {
            m_to.rounds.push_back(m_from.rounds[node]);
        }
    }

    OpGraph finish() {
        for (const Value& value : m_from.outputs) {
            m_to.outputs.push_back({m_ids[value.node], value.output});
        }
        return std::move(m_to);
    }

private:
    SignatureId signatureOf(SignatureId before) {
        if (!m_signatures[before].valid()) {
            Signature signature = m_from.signatures[before];
            for (Value& value : signature.shared) { // these nodes run earlier, so their new ids are known
                value.node = m_ids[value.node];
            }
            m_signatures[before] = m_to.signatures.intern(signature);
        }
        return m_signatures[before];
    }

    const OpGraph& m_from;
    OpGraph m_to;
    IdVector<NodeId, NodeId> m_ids;
    IdVector<SignatureId, SignatureId> m_signatures;
};

} // namespace

OpGraph pruned(const OpGraph& graph) {
    const std::vector<std::uint8_t> needed = neededNodes(graph);
    Copy copy(graph);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        if (needed[index] != 0) {
            copy.add(NodeId(index));
        }
    }
    return copy.finish();
}

} // namespace batchscope
