// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/given_schedule.h"

#include "core/base/counted.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

/// FNV-1a, word by word. It is part of a file format: do not change it.
class StableHash {
public:
    void add(std::uint64_t word) { m_value = (m_value ^ word) * 0x100000001B3ULL; }
    void add(std::string_view text) {
        add(text.size());
        for (const char letter : text) {
            add(std::uint64_t{static_cast<unsigned char>(letter)});
        }
    }
    [[nodiscard]] std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_value = 0xCBF29CE484222325ULL;
};

} // namespace

std::uint64_t structureHash(const OpGraph& graph) {
    StableHash hash;
    hash.add(graph.size());
    for (std::size_t index = 0; index < graph.signatures.size(); ++index) {
        const Op& op = graph.opOf(SignatureId(index));
        hash.add(op.name);
        hash.add(op.batchable == Batchable::No ? 1 : 0);
    }
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        const auto arguments = graph.argumentsOf(node);
        hash.add(std::uint64_t{graph.nodeSignatures[node].value} << 32U | graph.roundOf(node));
        hash.add(arguments.size());
        for (const Argument& argument : arguments) {
            if (argument.isValue()) {
                hash.add(std::uint64_t{argument.payload} << 32U | argument.output);
            }
        }
    }
    return hash.value();
}

void BatchList::add(std::span<const NodeId> batch) {
    nodes.insert(nodes.end(), batch.begin(), batch.end());
    offsets.push_back(static_cast<std::uint32_t>(nodes.size()));
}

Schedule arranged(const OpGraph& graph, std::string policy, BatchList batches) {
    Schedule schedule;
    schedule.policy = std::move(policy);
    schedule.places.resize(graph.size());
    const std::size_t count = batches.offsets.size() - 1;
    const auto isInGraph = [&graph](NodeId node) { return node.valid() && node.index() < graph.size(); };
    for (std::size_t step = 0; step < count; ++step) {
        const std::uint32_t begin = batches.offsets[step];
        const std::uint32_t end = batches.offsets[step + 1];
        const bool hasNode = begin < end && isInGraph(batches.nodes[begin]);
        const BatchId batch = schedule.batchSignatures.push_back(hasNode ? graph.nodeSignatures[batches.nodes[begin]]
                                                                         : SignatureId(std::size_t{0}));
        for (std::uint32_t entry = begin; entry < end; ++entry) {
            if (isInGraph(batches.nodes[entry])) {
                schedule.places[batches.nodes[entry]] = {batch, entry - begin};
            }
        }
        const bool follows = hasNode && begin > 0 && isInGraph(batches.nodes[begin - 1]);
        if (follows && graph.roundOf(batches.nodes[begin]) != graph.roundOf(batches.nodes[begin - 1])) {
            schedule.syncPoints.push_back(batch);
        }
    }
    schedule.nodes = std::move(batches.nodes);
    schedule.batchOffsets = std::move(batches.offsets);
    schedule.reasons.resize(count, Reason::AsGiven);
    schedule.candidateOffsets.assign(count + 1, 0);
    return schedule;
}

GivenPolicy::GivenPolicy(const OpGraph& graph, std::shared_ptr<const Schedule> schedule, std::string name)
    : Policy(
          {.description = "follows a given schedule, read from a file", .scoreName = "lowest level", .quickNodes = 0}),
      m_schedule(std::move(schedule)), m_structure(structureHash(graph)), m_name(std::move(name)) {
    m_traits.name = m_name.c_str();
    m_traits.title = m_name.c_str();
}

Status GivenPolicy::accepts(const OpGraph& graph) const {
    return checkStructure(graph, m_schedule->nodes.size(), m_structure);
}

Pick GivenPolicy::choose(const Frontier& frontier) const {
    // Batches run in order, so those that have run are the first ones: what was asked before need not be remembered.
    std::size_t first = 0;
    std::size_t last = m_schedule->batchCount();
    while (first < last) {
        const std::size_t middle = first + (last - first) / 2;
        if (frontier.hasRun(m_schedule->batch(BatchId(middle)).front())) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    Pick pick;
    pick.reason = Reason::AsGiven;
    if (first < m_schedule->batchCount()) {
        const auto nodes = m_schedule->batch(BatchId(first));
        pick.nodes.assign(nodes.begin(), nodes.end());
        std::sort(pick.nodes.begin(), pick.nodes.end()); // as policies leave them
        pick.candidates = frontier.candidates();
        for (Candidate& candidate : pick.candidates) {
            candidate.score = candidate.lowestLevel;
        }
    }
    return pick;
}

Status checkStructure(const OpGraph& graph, std::size_t nodes, std::uint64_t structure) {
    if (graph.size() != nodes) {
        return Error{ErrorCode::Config,
                     fmt::format("this schedule is for a graph of {}, and this graph has {}; build the graph with the "
                                 "same trees and options as when the schedule was saved",
                                 counted(nodes, words::kNode), counted(graph.size(), words::kNode))};
    }
    if (structureHash(graph) != structure) {
        return Error{ErrorCode::Config,
                     "this schedule is for another graph: same number of nodes, but other ops or other arguments; "
                     "build the graph with the same trees and options as when the schedule was saved"};
    }
    return Ok{};
}

} // namespace batchscope
