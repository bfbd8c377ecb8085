// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/node_order.h"

#include "core/base/text.h"
#include "core/session/row_meaning.h"
#include "core/words/search_words.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace batchscope {

namespace {

constexpr std::size_t kByteLetters = 256; // of a byte

/// Ranks of texts in order, so that each is compared once and not for each node: rank by place in `texts`.
std::vector<std::uint32_t> ranksOf(const std::vector<std::string>& texts) {
    std::vector<std::uint32_t> order(texts.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return texts[a] < texts[b]; });
    std::vector<std::uint32_t> ranks(texts.size());
    std::uint32_t rank = 0;
    for (std::size_t place = 0; place < order.size(); ++place) {
        rank += place > 0 && texts[order[place]] != texts[order[place - 1]] ? 1 : 0;
        ranks[order[place]] = rank;
    }
    return ranks;
}

/// Numbers by which nodes are sorted.
class SortKeys {
public:
    SortKeys(const Snapshot& snapshot, NodeKey key)
        : m_snapshot(snapshot), m_graph(*snapshot.graph), m_key(key), m_slots(wordSlots(m_graph.ops)) {
        std::vector<std::string> texts;
        if (key == NodeKey::Op) {
            for (std::size_t op = 0; op < m_graph.ops.ops.size(); ++op) {
                texts.push_back(lowerCase(m_graph.ops.ops[OpId(op)].name));
            }
        } else if (key == NodeKey::Word) {
            const SymbolTable& words = snapshot.treebank->words;
            texts.reserve(words.size() + kByteLetters);
            for (std::size_t word = 0; word < words.size(); ++word) {
                texts.push_back(lowerCase(words.text(SymbolId(word))));
            }
            for (std::size_t byte = 0; byte < kByteLetters; ++byte) {
                texts.emplace_back(1, static_cast<char>(byte));
            }
        }
        m_ranks = ranksOf(texts);
    }

    [[nodiscard]] std::uint32_t operator()(NodeId node) const {
        switch (m_key) {
        case NodeKey::Node: return node.value;
        case NodeKey::Op: return m_ranks[m_graph.nodeOps[node].index()];
        case NodeKey::Word: return wordRank(node);
        case NodeKey::Tree: return m_graph.origins[node].tree.value;
        case NodeKey::Level: return m_graph.levels[node];
        case NodeKey::Step: return m_snapshot.schedule ? m_snapshot.schedule->places[node].batch.value : 0;
        case NodeKey::Row: return m_snapshot.schedule ? m_snapshot.schedule->places[node].row : 0;
        }
        return 0;
    }

private:
    /// Nodes without a word stand behind all others.
    [[nodiscard]] std::uint32_t wordRank(NodeId node) const {
        const WordSlot& word = m_slots[m_graph.nodeOps[node].index()];
        constexpr auto kLast = std::numeric_limits<std::uint32_t>::max();
        if (word.slot == WordSlot::kNone) {
            return kLast;
        }
        const std::size_t letters = m_ranks.size() - kByteLetters;
        const std::size_t number = m_graph.slotOf(node, word.slot).front().payload;
        const std::size_t place = word.meaning == RowMeaning::Words ? number : letters + number;
        return place < m_ranks.size() ? m_ranks[place] : kLast;
    }

    const Snapshot& m_snapshot;
    const OpGraph& m_graph;
    NodeKey m_key;
    std::vector<WordSlot> m_slots;
    std::vector<std::uint32_t> m_ranks;
};

} // namespace

Result<std::vector<NodeId>> orderedNodes(const Snapshot& snapshot, std::vector<NodeId> nodes, NodeKey key,
                                         NodeDirection direction, const RunControl& control) {
    if (!snapshot.graph || !snapshot.treebank) {
        return Error{ErrorCode::Config, std::string(words::kNoGraphYet)};
    }
    const SortKeys keys(snapshot, key);
    const bool down = direction == NodeDirection::Descending;
    std::vector<std::uint64_t> order; // the key above, the id below: equal keys stay by id
    order.reserve(nodes.size());
    for (const NodeId node : nodes) {
        const std::uint32_t number = keys(node);
        order.push_back(static_cast<std::uint64_t>(down ? ~number : number) << 32U | node.value);
    }
    if (control.stopRequested()) {
        return Error{ErrorCode::Cancelled, "sorting was stopped"};
    }
    std::sort(order.begin(), order.end());
    std::transform(order.begin(), order.end(), nodes.begin(),
                   [](std::uint64_t both) { return NodeId(static_cast<std::size_t>(both & 0xFFFFFFFFU)); });
    return nodes;
}

} // namespace batchscope
