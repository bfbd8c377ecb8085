// SPDX-License-Identifier: GPL-3.0-or-later
//
// The values of the last few runs of one graph, so that the same node can be compared between two runs (policies,
// seeds, options) without running again. A value, like all parts of a snapshot: copies share the runs' memory.
//
//     for (const RecordedRun& run : snapshot.recordings.runs()) { run.values->row({node, 0}); }
#pragma once

#include "core/session/session_config.h"
#include "core/trace/recorded_state.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace batchscope {

/// One run of the present graph.
struct RecordedRun {
    std::uint64_t revision = 0; ///< of the snapshot that showed it first
    SessionConfig config;
    std::shared_ptr<const RecordedState> values; ///< not null
};

/// How much is kept. Bytes are of the runs' numbers; their schedules and plans come on top.
struct RecordingBound {
    std::size_t runs = 4;
    std::size_t bytes = std::size_t{512} << 20U;
};

class RecordingHistory {
public:
    RecordingHistory() = default;
    explicit RecordingHistory(RecordingBound bound) : m_bound(bound) {}

    /// Replaces what was recorded with an equal config, then drops the oldest ones until the bound holds; the new one
    /// always stays.
    void add(RecordedRun run);
    void clear() { m_runs.clear(); }

    /// Oldest first.
    [[nodiscard]] std::span<const RecordedRun> runs() const { return m_runs; }
    [[nodiscard]] std::size_t bytes() const;

private:
    RecordingBound m_bound;
    std::vector<RecordedRun> m_runs;
};

} // namespace batchscope
