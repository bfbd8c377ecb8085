// SPDX-License-Identifier: GPL-3.0-or-later
//
// The measured times of a snapshot as bars on one axis, which every story ends with: regular and folded on LibTorch,
// and on the engine. Times and factors are those of the speed-up (speed_report.h).
#pragma once

#include "core/schedule/schedule.h"
#include "core/session/snapshot.h"
#include "core/trace/speed_text.h"
#include "core/trace/trace.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

struct TimeBar {
    TimedArm arm = TimedArm::Regular;
    std::string title;   ///< "regular", "folded"
    std::string kernels; ///< "on LibTorch", "on the engine"
    MedianTime time;     ///< of running, without construction
    /// Seconds of it in which calls are started, as far as the recorded batches tell: what does not grow with their
    /// rows. Only of arms on the kernels of the run itself.
    std::optional<double> starts;
    std::size_t calls = 0; ///< batches; nodes, where each is one
    /// Of a folded arm: regular over this. Both on the same kernels where both are here, else regular on LibTorch.
    std::optional<SpeedRatio> factor;
};

struct TimeBars {
    std::vector<TimeBar> bars; ///< regular first; empty until the speed-up is measured, and where the values differ
    std::string why;           ///< what folding has saved and what it has not; empty where `starts` are not known
    std::string note;          ///< what the times are, and what puts them in doubt
};

/// Cost: linear in nodes.
[[nodiscard]] TimeBars timeBars(const Snapshot& snapshot);
/// In sentences, for readers without a picture.
[[nodiscard]] std::string describedBars(const TimeBars& bars);

// What starting the batches of a run takes, apart from the work on their rows. Estimated
// from batches of one signature with different sizes (a node that ran alone counts as a batch of one): the part of
// their time that does not grow with the rows (core/base/cost_line.h).

/// What each batch of a recorded run took, by BatchId.
[[nodiscard]] std::vector<double> secondsOfBatches(const Schedule& schedule, const Trace& trace);

class StartCosts {
public:
    /// `seconds`: one entry per batch; 0 marks an elided batch, which adds no data and has no start cost.
    /// `nodeSeconds`: by SignatureId, the time of one node that runs alone; 0 if unknown; may be empty.
    StartCosts(const Schedule& schedule, std::span<const double> seconds, std::span<const double> nodeSeconds = {});

    /// Whether some signature has three batches or more, or one beside the time of a node, the largest at least twice
    /// the smallest.
    [[nodiscard]] bool areKnown() const { return m_typical.has_value(); }
    /// Seconds. Of signatures that do not tell: the mean of those that do. Needs areKnown().
    [[nodiscard]] double ofSignature(SignatureId signature) const;
    /// The same, at most what the batch took.
    [[nodiscard]] double of(BatchId batch) const;
    /// Of all batches together. Needs areKnown().
    [[nodiscard]] double total() const;

private:
    const Schedule& m_schedule;
    std::span<const double> m_seconds;
    std::vector<std::optional<double>> m_bySignature;
    std::optional<double> m_typical;
};

} // namespace batchscope
