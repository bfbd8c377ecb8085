// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule_cache.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <type_traits>

namespace batchscope {

namespace {

/// Four lanes, so that one multiplication need not wait for another.
class WordHash {
public:
    template <typename Word>
    void add(const std::vector<Word>& words) {
        static_assert(sizeof(Word) == sizeof(std::uint32_t) && std::is_trivially_copyable_v<Word>);
        std::size_t index = 0;
        std::array<std::uint64_t, kLanes> pairs{};
        for (; index + 2 * kLanes <= words.size(); index += 2 * kLanes) {
            std::memcpy(pairs.data(), words.data() + index, sizeof(pairs));
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                mix(m_lanes[lane], pairs[lane]);
            }
        }
        for (; index < words.size(); ++index) {
            std::uint32_t word = 0;
            std::memcpy(&word, words.data() + index, sizeof(word));
            mix(m_lanes[0], word);
        }
        mix(m_lanes[1], words.size());
    }

    [[nodiscard]] std::uint64_t value() const {
        std::uint64_t hash = 0;
        for (const std::uint64_t lane : m_lanes) {
            mix(hash, lane);
        }
        return hash;
    }

private:
    static constexpr std::size_t kLanes = 4;
    static void mix(std::uint64_t& hash, std::uint64_t word) {
        hash = std::rotl((hash ^ word) * 0x9E3779B97F4A7C15ULL, 29);
    }
    std::array<std::uint64_t, kLanes> m_lanes{1, 2, 3, 4};
};

template <typename Word>
bool sameWords(const std::vector<Word>& left, const std::vector<Word>& right) {
    static_assert(std::has_unique_object_representations_v<Word>);
    return left.size() == right.size() &&
           (left.empty() || std::memcmp(left.data(), right.data(), left.size() * sizeof(Word)) == 0);
}

/// What a schedule depends on of an argument. A graph has few outputs a node, so the kind fits above them.
std::uint64_t wireOf(const Argument& argument) {
    const std::uint64_t value = std::uint64_t{argument.output} << 32U | argument.payload;
    return std::uint64_t{static_cast<std::uint8_t>(argument.kind)} << 62U ^ (argument.isValue() ? value : 0);
}

/// Without a way out at each argument: most comparisons find all of them equal.
bool sameWires(std::span<const std::uint64_t> wires, std::span<const Argument> arguments) {
    constexpr std::size_t kBlock = 256;
    if (wires.size() != arguments.size()) {
        return false;
    }
    for (std::size_t begin = 0; begin < wires.size(); begin += kBlock) {
        const std::size_t end = std::min(begin + kBlock, wires.size());
        std::uint64_t different = 0;
        for (std::size_t index = begin; index < end; ++index) {
            different |= wires[index] ^ wireOf(arguments[index]);
        }
        if (different != 0) {
            return false;
        }
    }
    return true;
}

} // namespace

GraphStructure::GraphStructure(const OpGraph& graph)
    : m_kinds(kindsOf(graph)), m_nodeSignatures(graph.nodeSignatures), m_argumentOffsets(graph.argumentOffsets),
      m_rounds(graph.rounds) {
    m_wires.reserve(graph.arguments.size());
    std::transform(graph.arguments.begin(), graph.arguments.end(), std::back_inserter(m_wires), wireOf);
}

bool GraphStructure::isOf(const OpGraph& graph) const {
    return sameWords(m_nodeSignatures.values(), graph.nodeSignatures.values()) &&
           sameWords(m_argumentOffsets, graph.argumentOffsets) && sameWords(m_rounds.values(), graph.rounds.values()) &&
           sameWires(m_wires, graph.arguments) && m_kinds == kindsOf(graph);
}

std::uint64_t GraphStructure::hashOf(const OpGraph& graph) {
    WordHash hash;
    hash.add(graph.nodeSignatures.values());
    hash.add(graph.argumentOffsets);
    hash.add(graph.rounds.values());
    return hash.value();
}

std::vector<GraphStructure::Kind> GraphStructure::kindsOf(const OpGraph& graph) {
    std::vector<Kind> kinds;
    kinds.reserve(graph.signatures.size());
    for (std::size_t index = 0; index < graph.signatures.size(); ++index) {
        const SignatureId id(index);
        const Op& op = graph.opOf(id);
        kinds.push_back({graph.signatures[id], op.name, op.attributes, op.batchable, op.body.hasProduct()});
    }
    return kinds;
}

Result<const Schedule*> ScheduleCache::scheduleOf(const OpGraph& graph, const Policy& policy,
                                                  const RunControl& control) {
    const std::uint64_t hash = GraphStructure::hashOf(graph);
    const auto known = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.hash == hash && entry.policy == &policy && entry.structure.isOf(graph);
    });
    if (known != m_entries.end()) {
        ++m_hits;
        m_entries.splice(m_entries.begin(), m_entries, known);
        return &m_entries.front().schedule;
    }
    TRY(m_scheduler.run(graph, policy, control));
    if (!meet(hash) || m_kept == 0) {
        return &m_scheduler.schedule();
    }
    if (m_entries.size() == m_kept) {
        m_entries.pop_back();
    }
    m_entries.push_front({hash, &policy, GraphStructure(graph), m_scheduler.take()});
    return &m_entries.front().schedule;
}

bool ScheduleCache::meet(std::uint64_t hash) {
    constexpr std::size_t kMetForEachKept = 4;
    if (std::find(m_met.begin(), m_met.end(), hash) != m_met.end()) {
        return true;
    }
    if (m_met.size() < kMetForEachKept * m_kept) {
        m_met.push_back(hash);
    } else if (!m_met.empty()) {
        m_met[m_nextMet++ % m_met.size()] = hash;
    }
    return false;
}

} // namespace batchscope
