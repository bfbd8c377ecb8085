// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/level_order.h"

#include "core/base/check.h"
#include "core/schedule/policies.h"

#include <algorithm>
#include <limits>

namespace batchscope {

namespace {

/// Batches [begin, end), all of one level.
struct Level {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    [[nodiscard]] std::size_t count() const { return end - begin; }
};

class LevelSchedule {
public:
    LevelSchedule(const OpGraph& graph, Schedule& schedule) : m_graph(graph), m_schedule(schedule) {}

    void sortNodes() {
        const std::size_t signatures = m_graph.signatures.size();
        std::vector<Place> next(m_graph.levelCount() * signatures, Place{BatchId(), 0}); // rows, while counting
        for (std::size_t index = 0; index < m_graph.size(); ++index) {
            const NodeId node(index);
            ++next[m_graph.levels[node] * signatures + m_graph.nodeSignatures[node].index()].row;
        }
        makeBatches(next);
        m_schedule.nodes.resize(m_graph.size());
        m_schedule.places.resize(m_graph.size());
        for (std::size_t index = 0; index < m_graph.size(); ++index) {
            const NodeId node(index);
            Place& place = next[m_graph.levels[node] * signatures + m_graph.nodeSignatures[node].index()];
            m_schedule.places[node] = place;
            m_schedule.nodes[m_schedule.batchOffsets[place.batch.index()] + place.row] = node;
            ++place.row;
        }
    }

    Status recordDecisions(const RunControl& control) {
        for (std::size_t level = 0; level < m_levels.size(); ++level) {
            const Level now = m_levels[level];
            const Level above = level + 1 < m_levels.size() ? m_levels[level + 1] : Level{now.end, now.end};
            countReleases(now, above);
            for (std::uint32_t batch = now.begin; batch < now.end; ++batch) {
                if (control.stopRequested()) {
                    return cancelledError();
                }
                recordDecision(BatchId(std::size_t{batch}), static_cast<std::uint32_t>(level), now, above);
                control.report("schedule", m_schedule.batchOffsets[batch + 1], m_graph.size());
            }
        }
        return Ok{};
    }

private:
    /// From how many nodes each level and signature has: the batches, and where the first node of each goes.
    void makeBatches(std::vector<Place>& next) {
        const std::size_t signatures = m_graph.signatures.size();
        std::uint32_t nodes = 0;
        m_levels.reserve(m_graph.levelCount());
        for (std::size_t entry = 0; entry < next.size(); ++entry) {
            if (entry % signatures == 0) {
                const auto begin = static_cast<std::uint32_t>(m_schedule.batchCount());
                m_levels.push_back({begin, begin});
            }
            if (next[entry].row > 0) {
                nodes += next[entry].row;
                next[entry] = {m_schedule.batchSignatures.push_back(SignatureId(entry % signatures)), 0};
                m_schedule.batchOffsets.push_back(nodes);
                ++m_levels.back().end;
            }
        }
    }

    [[nodiscard]] std::uint32_t sizeOf(std::uint32_t batch) const {
        return m_schedule.batchOffsets[batch + 1] - m_schedule.batchOffsets[batch];
    }

    /// m_released: by batch of `now` but the last, then by batch of `above`: its nodes that wait for no later one.
    void countReleases(Level now, Level above) {
        m_early.assign(above.count(), 0);
        m_released.assign(now.count() * above.count(), 0);
        if (now.count() < 2) {
            return; // the next level becomes ready as a whole, after this one
        }
        for (std::uint32_t batch = above.begin; batch < above.end; ++batch) {
            std::uint32_t* const released = m_released.data() + (batch - above.begin);
            for (const NodeId node : m_schedule.batch(BatchId(std::size_t{batch}))) {
                std::uint32_t last = now.begin; // one of its arguments is of `now`
                for (const Argument& argument : m_graph.argumentsOf(node)) {
                    if (argument.isValue()) {
                        last = std::max(last, m_schedule.places[argument.node()].batch.value);
                    }
                }
                ++released[(last - now.begin) * above.count()];
            }
        }
    }

    /// The rest of `now` and what is ready of `above`, in order of signatures.
    void recordDecision(BatchId batch, std::uint32_t level, Level now, Level above) {
        const std::size_t before = m_schedule.candidates.size();
        std::uint32_t rest = batch.value;
        std::uint32_t upper = above.begin;
        while (rest < now.end || upper < above.end) {
            const SignatureId ofRest =
                rest < now.end ? m_schedule.batchSignatures[BatchId(std::size_t{rest})] : SignatureId();
            const SignatureId ofUpper =
                upper < above.end ? m_schedule.batchSignatures[BatchId(std::size_t{upper})] : SignatureId();
            Candidate candidate{std::min(ofRest, ofUpper), 0, level, 0.0}; // an invalid id is the largest
            if (ofUpper <= ofRest) {
                candidate.ready += m_early[upper - above.begin];
                candidate.lowestLevel = level + 1;
                ++upper;
            }
            if (ofRest <= ofUpper) {
                candidate.ready += sizeOf(rest);
                candidate.lowestLevel = level;
                ++rest;
            }
            if (candidate.ready > 0) {
                m_schedule.candidates.push_back(candidate);
            }
        }
        const LevelChoice choice = weighByLevel(std::span(m_schedule.candidates).subspan(before));
        BATCHSCOPE_CHECK(m_schedule.candidates[before + choice.best].signature == m_schedule.batchSignatures[batch]);
        m_schedule.reasons.push_back(choice.reason);
        m_schedule.candidateOffsets.push_back(static_cast<std::uint32_t>(m_schedule.candidates.size()));
        for (std::size_t index = 0; index < above.count(); ++index) {
            m_early[index] += m_released[(batch.value - now.begin) * above.count() + index];
        }
    }

    const OpGraph& m_graph;
    Schedule& m_schedule;
    std::vector<Level> m_levels;
    std::vector<std::uint32_t> m_released;
    std::vector<std::uint32_t> m_early; // by batch of the level above: nodes that are ready
};

} // namespace

bool canScheduleByLevel(const OpGraph& graph) {
    constexpr std::size_t kSmallTable = 4096;
    const std::size_t table = graph.levelCount() * graph.signatures.size();
    if (!graph.rounds.empty() || table > kSmallTable + 4 * graph.size()) {
        return false;
    }
    return std::all_of(graph.ops.ops.begin(), graph.ops.ops.end(),
                       [](const Op& op) { return op.batchable == Batchable::Yes; });
}

Status scheduleByLevel(const OpGraph& graph, const RunControl& control, Schedule& schedule) {
    LevelSchedule sorted(graph, schedule);
    sorted.sortNodes();
    return sorted.recordDecisions(control);
}

} // namespace batchscope
