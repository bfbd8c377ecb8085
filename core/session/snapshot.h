// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything that is shown, as one immutable value. Views hold a shared_ptr<const Snapshot> and never see half an
// update. A part is present only if everything upstream of it is, and was built from exactly that; parts that a change
// did not affect are the same objects as before.
#pragma once

#include "core/plan/pass_report.h"
#include "core/schedule/metrics.h"
#include "core/session/session_config.h"
#include "core/story/story_clock.h"
#include "core/story/storyboard.h"
#include "core/trace/recorded_state.h"
#include "core/trace/run_report.h"
#include "core/trace/time_line.h"
#include "core/treebank/tree_statistics.h"
#include "core/treebank/treebank.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace batchscope {

/// Parts of a snapshot, as bits.
enum class Part : std::uint32_t {
    Treebank = 1U << 0U, ///< treebank, statistics
    Graph = 1U << 1U,    ///< graph
    Schedule = 1U << 2U, ///< schedule, metrics, storyboard
    Trace = 1U << 3U,    ///< folded run: planned, then trace, recorded values, report without equality
    Report = 1U << 4U,   ///< report: after the folded run, with equality, at last with the speed-up
    Passes = 1U << 5U,   ///< what the engine's passes made of the schedule
};

class Parts {
public:
    constexpr Parts() = default;
    constexpr Parts(Part part) : m_bits(static_cast<std::uint32_t>(part)) {} // NOLINT(google-explicit-constructor)
    [[nodiscard]] constexpr bool has(Part part) const { return (m_bits & static_cast<std::uint32_t>(part)) != 0; }
    [[nodiscard]] constexpr bool any() const { return m_bits != 0; }
    constexpr Parts operator|(Parts other) const {
        Parts result;
        result.m_bits = m_bits | other.m_bits;
        return result;
    }

private:
    std::uint32_t m_bits = 0;
};

/// Regular runs of larger graphs are not recorded node by node.
inline constexpr std::size_t kMostTracedNodes = 20'000;

struct Snapshot {
    std::uint64_t revision = 0; ///< grows with every published snapshot
    SessionConfig config;
    PhaseSeconds
        construction; ///< of the present treebank, graph and schedule: parse, build, schedule, and plan for the rows
    std::shared_ptr<const Treebank> treebank;
    std::shared_ptr<const TreeStatistics> statistics;
    std::shared_ptr<const OpGraph> graph;
    std::shared_ptr<const ForestLayout> forest;
    SourceLayout forestBy = SourceLayout::Native; ///< how `forest` is placed
    std::shared_ptr<const LaneLayout> lanes;
    std::shared_ptr<const Schedule> schedule;
    std::shared_ptr<const ScheduleMetrics> metrics;
    std::shared_ptr<const Storyboard> storyboard;
    std::shared_ptr<const BatchViews> planned; ///< what the executor will do; what it did is in the trace
    std::shared_ptr<const PassReport> passes;  ///< null also where the plain bodies run
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const RecordedState> recorded; ///< what the traced run computed; comes and goes with the trace
    PhaseSeconds tracedSeconds;                    ///< of the runs that the trace is of
    std::size_t tracedRuns = 1;                    ///< how many these are; of several, medians
    std::shared_ptr<const TracedRun> firstRun;     ///< like the traced run, but cold; null above kMostTracedNodes
    /// What regular on LibTorch computed, which the traced run was compared with; null for large graphs and states.
    std::shared_ptr<const RecordedState> regularValues;
    /// Training: ∂loss/∂value of both runs, like `recorded` and `regularValues`; null otherwise.
    std::shared_ptr<const RecordedState> recordedGradients;
    std::shared_ptr<const RecordedState> regularGradients;
    std::shared_ptr<const TracedRun> regularRun; ///< on the same kernels; null above kMostTracedNodes
    std::shared_ptr<const RunReport> report;
    std::string weightsNotice; ///< what makeWeights said of the file of weights that the run read; mostly empty
};

/// The options that the shown graph is built with: a program is shown whole, since a choice of trees is not one of
/// instances.
[[nodiscard]] GraphOptions builtOptions(const Treebank& bank, GraphOptions options);

/// Which parts differ between two snapshots (by identity, so a part that vanished counts too).
[[nodiscard]] Parts changedParts(const Snapshot& before, const Snapshot& after);

/// The pace of this snapshot's story: by the measured times where it has a trace. Needs snapshot.storyboard.
[[nodiscard]] StoryClock clockOf(const Snapshot& snapshot);

/// The tree as the graph was built from it: as read, or binarized. Needs snapshot.treebank.
[[nodiscard]] Tree shownTree(const Snapshot& snapshot, TreeId tree);

/// What an integer argument of a node stands for, as text: the word it is the id of, or the ASCII letter it is the byte
/// of. Empty where it is only a number, and for other arguments. Needs snapshot.graph, snapshot.treebank.
[[nodiscard]] std::string_view integerText(const Snapshot& snapshot, NodeId node, std::size_t slot);

/// What a node shows in the picture: the word or letter that it looks up, or the label of the vector that it reads;
/// empty for all other nodes. Needs snapshot.graph, snapshot.treebank.
[[nodiscard]] std::string_view captionOf(const Snapshot& snapshot, NodeId node);

} // namespace batchscope
