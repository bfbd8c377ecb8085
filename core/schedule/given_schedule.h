// SPDX-License-Identifier: GPL-3.0-or-later
//
// A schedule that is there already, read from a file, in place of a policy: makeSchedule, runs and
// benchmarks take it as they take any policy, and check each of its steps as they check those of a policy.
//
//     const GivenPolicy policy(graph, schedule, "S.json");
//     const Result<Schedule> same = makeSchedule(graph, policy, {});
//
// What is given are the batches and their order. The order of rows in a batch is a choice of its own (row_order.h).
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

/// A hash of what a schedule depends on: ops by name, the signature and the round of each node, and which outputs it
/// takes. Words, numbers, widths and weights do not count. The same on every machine, and in every version that
/// reads the schedules of this one: it is stored in files (schedule_json.h).
[[nodiscard]] std::uint64_t structureHash(const OpGraph& graph);

/// Nodes batch by batch.
struct BatchList {
    std::vector<NodeId> nodes;
    std::vector<std::uint32_t> offsets = {0}; ///< batches + 1 entries into `nodes`

    void add(std::span<const NodeId> batch);
};

/// The batches as a schedule of the graph, with the signature of its first node for each batch. Nothing is checked but
/// that no table is read out of range: ask validate(). Reasons are Reason::AsGiven, without candidates.
[[nodiscard]] Schedule arranged(const OpGraph& graph, std::string policy, BatchList batches);

class GivenPolicy final : public Policy {
public:
    /// The schedule passes validate() for the graph. `name` is what people see in place of a policy's.
    GivenPolicy(const OpGraph& graph, std::shared_ptr<const Schedule> schedule, std::string name);

    /// Config error for a graph of another structure.
    [[nodiscard]] Status accepts(const OpGraph& graph) const override;
    /// The first batch of the schedule whose nodes have not run; what is ready beside it are the candidates.
    [[nodiscard]] Pick choose(const Frontier& frontier) const override;

    [[nodiscard]] const std::shared_ptr<const Schedule>& schedule() const { return m_schedule; }

private:
    std::shared_ptr<const Schedule> m_schedule;
    std::uint64_t m_structure;
    std::string m_name;
};

/// A Config error, in words, where the graph has another number of nodes, or another structure.
[[nodiscard]] Status checkStructure(const OpGraph& graph, std::size_t nodes, std::uint64_t structure);

} // namespace batchscope
