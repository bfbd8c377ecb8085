// SPDX-License-Identifier: GPL-3.0-or-later
//
// Single rows of a batch's output as separate tensors, as in TorchFold: an output is chunked along its rows once, when
// one of its rows is first requested. See core/schedule/legacy_stacking.h.
#pragma once

#include "core/exec/interpreter/tensors_torch.h"
#include "core/schedule/legacy_stacking.h"

#include <vector>

namespace batchscope {

class RowChunks {
public:
    /// All arguments must outlive this.
    RowChunks(const Schedule& schedule, const BatchPlan& plan, const Execution::Stores& stores)
        : m_schedule(schedule), m_plan(plan), m_stores(stores) {}

    /// The row as [1, width], a view of the store.
    [[nodiscard]] at::Tensor row(const SourceRow& source);
    /// The rows, concatenated.
    [[nodiscard]] at::Tensor stacked(std::span<const SourceRow> sources);

private:
    const Schedule& m_schedule;
    const BatchPlan& m_plan;
    const Execution::Stores& m_stores;
    std::vector<std::vector<at::Tensor>> m_chunks; // by block of the plan; empty until requested
};

} // namespace batchscope
