// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edges between batches: where a batch takes its rows from, bundled by source batch and by whether the plan copies the
// rows or only views them.
#pragma once

#include "core/schedule/batch_plan.h"

#include <cstdint>
#include <span>
#include <vector>

namespace batchscope {

struct Flow {
    BatchId source;
    BatchId target;
    OperandKind kind = OperandKind::Gather; ///< Gather, or View, also of a shared row: nothing is copied
    std::uint32_t rows = 0;                 ///< rows that are read, over all arguments
};

/// The flows into one batch: by source, views before gathers. Cost: its arguments.
[[nodiscard]] std::vector<Flow> flowsInto(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan,
                                          BatchId batch);

/// All flows of a schedule, by target.
class FlowTable {
public:
    FlowTable() = default;
    FlowTable(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan);
    [[nodiscard]] std::span<const Flow> into(BatchId batch) const;
    [[nodiscard]] std::span<const Flow> all() const { return m_flows; }

private:
    std::vector<Flow> m_flows;
    std::vector<std::size_t> m_offsets;
};

} // namespace batchscope
