// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edges between batches: where a batch takes its rows from, bundled by source batch and by whether the executor copies
// the rows.
#pragma once

#include "core/trace/batch_view.h"

#include <cstdint>
#include <span>
#include <vector>

namespace batchscope {

struct Flow {
    BatchId source;
    BatchId target;
    bool isCopied = false;
    std::uint32_t rows = 0;    ///< that are read, over all arguments; one that serves all nodes counts once
    std::uint32_t results = 0; ///< of nodes: as rows, but all outputs of a node that one node reads count once
};

/// The flows into one batch: by source, those that copy last. Cost: its arguments.
[[nodiscard]] std::vector<Flow> flowsInto(const OpGraph& graph, const Schedule& schedule, const BatchViews& views,
                                          BatchId batch);

/// All flows of a schedule, by target.
class FlowTable {
public:
    FlowTable() = default;
    FlowTable(const OpGraph& graph, const Schedule& schedule, const BatchViews& views);
    [[nodiscard]] std::span<const Flow> into(BatchId batch) const;
    [[nodiscard]] std::span<const Flow> all() const { return m_flows; }

private:
    std::vector<Flow> m_flows;
    std::vector<std::size_t> m_offsets;
};

} // namespace batchscope
