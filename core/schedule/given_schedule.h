// SPDX-License-Identifier: GPL-3.0-or-later
//
// A policy that follows an existing schedule, such as one read from a file: makeSchedule, runs and benchmarks accept it
// like any other policy, and check each of its steps.
//
//     const GivenPolicy policy(graph, schedule, "S.json");
//     const Result<Schedule> same = makeSchedule(graph, policy, {});
//
// Only the batches and their order are given. The order of rows in a batch is chosen separately (row_order.h).
#pragma once

#include "core/base/result.h"
#include "core/schedule/policy.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// A hash of what a schedule depends on: name and batchability of the ops, and for each node its signature, its round,
/// its number of arguments, and the outputs among them. Words, numbers, widths and weights are ignored. The hash is
/// stored in files (schedule_json.h), so its definition must not change; it is the same on every machine.
[[nodiscard]] std::uint64_t structureHash(const OpGraph& graph);

/// Nodes grouped into batches.
struct BatchList {
    std::vector<NodeId> nodes;
    std::vector<std::uint32_t> offsets = {0}; ///< batches + 1 indices into `nodes`

    void add(std::span<const NodeId> batch);
};

/// Makes a schedule of the graph from the batches; each batch gets the signature of its first node. Nothing is checked,
/// so call validate(); ids outside the graph do no harm here. Reasons are Reason::AsGiven, without candidates.
[[nodiscard]] Schedule arranged(const OpGraph& graph, std::string policy, BatchList batches);

class GivenPolicy final : public Policy {
public:
    /// The schedule must pass validate() for the graph. `name` is displayed in place of a policy's name.
    GivenPolicy(const OpGraph& graph, std::shared_ptr<const Schedule> schedule, std::string name);

    /// Fails like checkStructure().
    [[nodiscard]] Status accepts(const OpGraph& graph) const override;
    /// Picks the first batch of the schedule that has not run; the candidates are all ready signatures.
    [[nodiscard]] Pick choose(const Frontier& frontier) const override;

    [[nodiscard]] const std::shared_ptr<const Schedule>& schedule() const { return m_schedule; }

private:
    std::shared_ptr<const Schedule> m_schedule;
    std::uint64_t m_structure;
    std::string m_name;
};

/// Config error if the graph has another number of nodes or another structure.
[[nodiscard]] Status checkStructure(const OpGraph& graph, std::size_t nodes, std::uint64_t structure);

} // namespace batchscope
