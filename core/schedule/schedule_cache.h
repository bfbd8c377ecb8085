// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the same mini-batch comes again in each epoch, and trees of one shape come with other words. Such graphs differ
// in integers and constants only, which no policy looks at, so the schedule is the one that was made before.
//
//     ScheduleCache cache(64);
//     const Result<const Schedule*> schedule = cache.scheduleOf(graph, policy, {});
//
// When it pays (SST dev, 128 trees, one core, ns a node): a hit costs 1.7, `depth` without it 4.8, `agenda` 12, a
// policy that searches or trains far more. A graph that is met for the first time costs its hash more, 0.3; one that is
// met for the second time is kept, which costs its copy once. So it pays where mini-batches repeat and `kept` holds all
// that come between; where trees are shuffled anew there is nothing to gain.
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

/// What a schedule depends on, beside the policy: signatures with their ops, the wiring, rounds.
class GraphStructure {
public:
    explicit GraphStructure(const OpGraph& graph);
    /// Full comparison; integers, constants, origins and targets may differ.
    [[nodiscard]] bool isOf(const OpGraph& graph) const;
    /// Of signatures by node and numbers of arguments by node: they tell trees apart, and much else. It only finds.
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
    /// `kept`: most schedules that are remembered; the one that was used longest ago goes first.
    explicit ScheduleCache(std::size_t kept) : m_kept(kept) {}

    /// As makeSchedule, which makes it unless an equal structure is remembered with this very policy. Valid until the
    /// next call. The policy must outlive the cache and choose alike each time.
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
