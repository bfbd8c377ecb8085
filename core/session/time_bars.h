// SPDX-License-Identifier: GPL-3.0-or-later
//
// The measured times of a snapshot as bars on one axis, the end of every story: regular and folded, on LibTorch and on
// the engine. Times and factors are those of the speed-up (speed_report.h).
#pragma once

#include "core/schedule/schedule.h"
#include "core/session/snapshot.h"
#include "core/trace/speed_text.h"
#include "core/trace/trace.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

struct TimeBar {
    TimedArm arm = TimedArm::Regular;
    std::string title;   ///< "regular", "folded"
    std::string kernels; ///< "on LibTorch", "on the engine"
    MedianTime time;     ///< of execution, without construction
    /// The seconds spent on starting calls, estimated from the recorded batches: the part that does not grow with their
    /// rows. Only for arms on the same kernels as the run itself.
    std::optional<double> starts;
    std::size_t calls = 0; ///< batches, or nodes if each is a batch
    /// For a folded arm: regular divided by this arm, on the same kernels if both were timed, else on LibTorch.
    std::optional<SpeedRatio> factor;
};

struct TimeBars {
    std::vector<TimeBar> bars; ///< regular first; empty until the speed-up is measured, and if the values differ
    std::string why;           ///< what folding saved and what it did not; empty if `starts` are not known
    std::string note;          ///< how the times were measured, and what puts them in doubt
};

/// Cost: linear in nodes.
[[nodiscard]] TimeBars timeBars(const Snapshot& snapshot);
/// The bars in sentences, for readers without a picture.
[[nodiscard]] std::string describedBars(const TimeBars& bars);

// The cost of starting the batches of a run, apart from the work on their rows. It is estimated from batches of one
// signature with different sizes (a node that ran alone counts as a batch of one): the part of their time that does not
// grow with the rows (core/base/cost_line.h).

/// The seconds that each batch of a recorded run took, by BatchId.
[[nodiscard]] std::vector<double> secondsOfBatches(const Schedule& schedule, const Trace& trace);

class StartCosts {
public:
    /// `seconds`: one entry per batch; 0 marks an elided batch, which adds no data and has no start cost.
    /// `nodeSeconds`: by SignatureId, the time of one node that runs alone; 0 if unknown; may be empty.
    StartCosts(const Schedule& schedule, std::span<const double> seconds, std::span<const double> nodeSeconds = {});

    /// True if some signature has at least three batches, or one and the time of a single node, and its largest batch
    /// is at least twice as large as its smallest.
    [[nodiscard]] bool areKnown() const { return m_typical.has_value(); }
    /// In seconds. A signature without an estimate gets the mean of those that have one. Needs areKnown().
    [[nodiscard]] double ofSignature(SignatureId signature) const;
    /// The start cost of the batch's signature, at most the time that the batch took. Needs areKnown().
    [[nodiscard]] double of(BatchId batch) const;
    /// The start cost of all batches together. Needs areKnown().
    [[nodiscard]] double total() const;

private:
    const Schedule& m_schedule;
    std::span<const double> m_seconds;
    std::vector<std::optional<double>> m_bySignature;
    std::optional<double> m_typical;
};

// The recorded runs of a snapshot on one time axis: regular above folded, on the same kernels, and the very first run,
// which pays for memory, threads and tables. Windows draw the lanes; the texts about spans are made here.

struct TimeLane {
    enum class Run : std::uint8_t { Regular, Folded, First };

    Run run = Run::Folded;
    std::string title;
    const Schedule* schedule = nullptr; ///< belongs to the snapshot
    std::vector<TimeSpan> spans;        ///< in order of start
    std::chrono::nanoseconds end{0};
};

/// The runs that were recorded so far; the snapshot must outlive the lanes.
[[nodiscard]] std::vector<TimeLane> timeLanes(const Snapshot& snapshot);

/// "batch 6: children ×12 · compute · 3.2 µs, starting at 41 µs"; names the node if every batch is a single node.
[[nodiscard]] std::string spanText(const Snapshot& snapshot, const TimeLane& lane, const TimeSpan& span);

/// Says that regular runs are not recorded above kMostTracedNodes, in a sentence.
[[nodiscard]] std::string regularNotRecorded();

/// Says what the axis does not show, and why; empty if it shows everything.
[[nodiscard]] std::string timeLanesNote(const Snapshot& snapshot);

} // namespace batchscope
