// SPDX-License-Identifier: GPL-3.0-or-later
//
// Remembers schedules of graphs seen before. The same mini-batch returns in every epoch, and trees of the same shape
// come with different words. Such graphs differ only in integers and constants, which no policy looks at, so an earlier
// schedule can be reused.
//
//     ScheduleCache cache(64);
//     const Result<const Schedule*> schedule = cache.scheduleOf(graph, policy, {});
//
// When it pays off (SST dev, 128 trees, one core, ns per node): a hit costs 1.7; without the cache, `depth` costs 4.8,
// `agenda` 12, and a policy that searches or trains far more. The first time a graph is seen, it costs an extra 0.3 for
// its hash; the second time, it is copied into the cache. So the cache pays off where mini-batches repeat and `kept` is
// large enough for all that come between two repeats; where trees are reshuffled, there is nothing to gain.
#pragma once

#include "core/schedule/policy.h"
#include "core/schedule/schedule.h"
#include "core/schedule/scheduler.h"

#include <cstdint>
#include <list>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// What a schedule depends on, besides the policy: signatures with their ops, the wiring, rounds.
class GraphStructure {
public:
    explicit GraphStructure(const OpGraph& graph);
    /// Full comparison; integers, constants, origins and targets may differ.
    [[nodiscard]] bool isOf(const OpGraph& graph) const;
    /// Hash of each node's signature and number of arguments. Equal hashes are only candidates: confirm with isOf().
    [[nodiscard]] static std::uint64_t hashOf(const OpGraph& graph);

private:
    struct Kind { // of a signature
        Signature signature;
        std::string opName;
        std::vector<Attribute> attributes;
        Batchable batchable;
        bool hasProduct;
        bool operator==(const Kind&) const = default;
    };
    static std::vector<Kind> kindsOf(const OpGraph& graph);

    std::vector<Kind> m_kinds;
    IdVector<NodeId, SignatureId> m_nodeSignatures;
    std::vector<std::uint32_t> m_argumentOffsets;
    std::vector<std::uint64_t> m_wires; // by argument
    IdVector<NodeId, std::uint32_t> m_rounds;
};

class ScheduleCache {
public:
    /// `kept`: the maximum number of remembered schedules; the least recently used one is dropped first.
    explicit ScheduleCache(std::size_t kept) : m_kept(kept) {}

    /// Like makeSchedule, but reuses the schedule of an equal structure made with the same policy object. Valid until
    /// the next call. The policy must outlive the cache and make the same choices each time.
    [[nodiscard]] Result<const Schedule*> scheduleOf(const OpGraph& graph, const Policy& policy,
                                                     const RunControl& control);
    [[nodiscard]] std::size_t hits() const { return m_hits; }

private:
    struct Entry {
        std::uint64_t hash = 0;
        const Policy* policy = nullptr;
        GraphStructure structure;
        Schedule schedule;
    };
    /// Whether the hash was met before, which it is now.
    bool meet(std::uint64_t hash);

    std::size_t m_kept;
    std::list<Entry> m_entries;       // last used first
    std::vector<std::uint64_t> m_met; // a ring: hashes of graphs that were not kept
    std::size_t m_nextMet = 0;
    Scheduler m_scheduler; // holds the schedule of the last graph that was not kept
    std::size_t m_hits = 0;
};

} // namespace batchscope
