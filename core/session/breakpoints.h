// SPDX-License-Identifier: GPL-3.0-or-later
//
// Breakpoints on a run that is over: a query over nodes (node_search.h), which is hit in every step that runs such a
// node. All hits are known beforehand, so both directions cost the same.
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
    std::string query; ///< as parseNodeQuery
    bool isOn = true;
    bool operator==(const Breakpoint&) const = default;
};

struct BreakpointHits {
    struct One {
        std::size_t nodes = 0;
        std::vector<BatchId> batches; ///< ascending
        std::optional<Error> fault;   ///< why it cannot be looked for in this graph
    };
    std::vector<One> each;        ///< by breakpoint, also of those that are off
    std::vector<BatchId> batches; ///< of all that are on, ascending, each once

    /// The first hit after this batch; after all of them the first one. Invalid without a hit; the first or last one
    /// where `from` is invalid.
    [[nodiscard]] BatchId next(BatchId from) const;
    [[nodiscard]] BatchId previous(BatchId from) const;
};

/// Needs snapshot.schedule. Time: a search for each. Cancelled.
[[nodiscard]] Result<BreakpointHits> findHits(const Snapshot& snapshot, std::span<const Breakpoint> breakpoints,
                                              const RunControl& control);

} // namespace batchscope
