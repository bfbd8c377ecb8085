// SPDX-License-Identifier: GPL-3.0-or-later
//
// Breakpoints on a run that is over. A breakpoint is a query over nodes (node_search.h); every step that runs a
// matching node is a hit. All hits are computed beforehand, so stepping forward and backward cost the same.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

struct Breakpoint {
    std::string query; ///< a query for parseNodeQuery
    bool isOn = true;
    bool operator==(const Breakpoint&) const = default;
};

struct BreakpointHits {
    struct One {
        std::size_t nodes = 0;
        std::vector<BatchId> batches; ///< ascending
        std::optional<Error> fault;   ///< why the query cannot be answered on this graph
    };
    std::vector<One> each;        ///< by breakpoint, including those that are off
    std::vector<BatchId> batches; ///< the hits of all breakpoints that are on, ascending, each once

    /// The next hit after `from`, or for previous() the one before it; both wrap around. An invalid `from` gives the
    /// first hit, or for previous() the last. Invalid if there are no hits.
    [[nodiscard]] BatchId next(BatchId from) const;
    [[nodiscard]] BatchId previous(BatchId from) const;
};

/// Needs snapshot.schedule. Time: one search per breakpoint. Can be cancelled.
[[nodiscard]] Result<BreakpointHits> findHits(const Snapshot& snapshot, std::span<const Breakpoint> breakpoints,
                                              const RunControl& control);

} // namespace batchscope
