// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/breakpoints.h"

#include "core/session/node_search.h"

#include <algorithm>

namespace batchscope {

namespace {

/// The indices of the marked batches, ascending.
std::vector<BatchId> markedBatches(const std::vector<bool>& marks) {
    std::vector<BatchId> batches;
    for (std::size_t batch = 0; batch < marks.size(); ++batch) {
        if (marks[batch]) {
            batches.emplace_back(batch);
        }
    }
    return batches;
}

Result<BreakpointHits::One> hitsOf(const Snapshot& snapshot, const Breakpoint& breakpoint, const RunControl& control) {
    BreakpointHits::One one;
    const Result<TreeFilter> query = parseNodeQuery(breakpoint.query);
    if (!query) {
        one.fault = query.error();
        return one;
    }
    const Result<std::vector<NodeId>> nodes = findNodes(snapshot, *query, control);
    if (!nodes && nodes.error().code == ErrorCode::Cancelled) {
        return nodes.error();
    }
    if (!nodes) {
        one.fault = nodes.error();
        return one;
    }
    std::vector<bool> marks(snapshot.schedule->batchCount());
    for (const NodeId node : *nodes) {
        marks[snapshot.schedule->places[node].batch.index()] = true;
    }
    one.nodes = nodes->size();
    one.batches = markedBatches(marks);
    return one;
}

} // namespace

BatchId BreakpointHits::next(BatchId from) const {
    if (batches.empty()) {
        return {};
    }
    const auto after = from.valid() ? std::upper_bound(batches.begin(), batches.end(), from) : batches.begin();
    return after == batches.end() ? batches.front() : *after;
}

BatchId BreakpointHits::previous(BatchId from) const {
    if (batches.empty()) {
        return {};
    }
    const auto at = from.valid() ? std::lower_bound(batches.begin(), batches.end(), from) : batches.end();
    return at == batches.begin() ? batches.back() : *std::prev(at);
}

Result<BreakpointHits> findHits(const Snapshot& snapshot, std::span<const Breakpoint> breakpoints,
                                const RunControl& control) {
    BreakpointHits hits;
    std::vector<bool> marks(snapshot.schedule->batchCount());
    for (const Breakpoint& breakpoint : breakpoints) {
        Result<BreakpointHits::One> one = hitsOf(snapshot, breakpoint, control);
        TRY(one);
        for (const BatchId batch : breakpoint.isOn ? one->batches : std::vector<BatchId>()) {
            marks[batch.index()] = true;
        }
        hits.each.push_back(std::move(*one));
    }
    hits.batches = markedBatches(marks);
    return hits;
}

} // namespace batchscope
