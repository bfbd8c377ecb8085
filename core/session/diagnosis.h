// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds out why a run is slow and has so many batches: causes ranked by the seconds they cost in the measured run, and
// for each signature the number of batches above the lower bound.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/session/snapshot.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// A note to show with the list of causes.
inline constexpr std::string_view kCausesOverlap =
    "Causes overlap: a small batch is also a start. Shares are of one run with building, scheduling and planning.";

enum class Cause : std::uint8_t {
    StartingBatches, ///< paid for each batch; an upper bound if no signature has batches of different sizes
    SmallBatches,    ///< batches of one or two nodes
    Copies,          ///< gather and scatter
    Scheduling,      ///< schedule and plan
    Building,        ///< trees → graph
    SyncPoints,      ///< batches that are needed only because values are read in between
    UnbatchableOps,
    Computing, ///< the rest of the execution: the work itself
};

/// One of starting-batches, small-batches, copies, scheduling, building, sync-points, unbatchable-ops, computing.
[[nodiscard]] const char* causeName(Cause cause);
/// The title for people: "Starting batches".
[[nodiscard]] const char* causeTitle(Cause cause);

struct DiagnosedCause {
    Cause cause = Cause::StartingBatches;
    double seconds = 0.0;       ///< per run
    double share = 0.0;         ///< fraction of Diagnosis::seconds
    std::vector<BatchId> steps; ///< the slowest first; empty if the cause belongs to no particular step
    std::string text;           ///< describes the cause, with its figures
    std::string remedy;
    std::optional<double> gain; ///< upper bound of the seconds saved per run; empty if it cannot be predicted
};

/// The batches of one signature, and how many of them no policy can avoid.
struct SignatureGap {
    SignatureId signature;
    std::size_t nodes = 0;
    std::size_t batches = 0;
    std::size_t bound = 0;
};

struct Diagnosis {
    double seconds = 0.0;               ///< per run: building, scheduling, planning and execution
    std::size_t runs = 1;               ///< number of measured runs; if there are several, the times are medians
    bool isMeasured = false;            ///< the runs agree; false if the machine was busy or there is one run
    std::vector<DiagnosedCause> causes; ///< the most expensive first, including those that cost nothing
    std::vector<SignatureGap> gaps;     ///< signatures with more batches than their bound, the widest gap first
    SignatureId bottleneck;             ///< accounts for most of the lower bound; invalid for a graph without nodes
    std::string bottleneckText;         ///< describes the bottleneck, with its figures
};

/// Diagnoses a run. Config error until graph, schedule, report and trace are present. Time: up to three lower bounds.
/// Unless measuring is off, graphs of up to 200,000 nodes are also built five times if there is a treebank, because the
/// first build is slow. Can be cancelled.
[[nodiscard]] Result<Diagnosis> diagnose(const Snapshot& snapshot, const RunControl& control);

/// Says that the ranking may be wrong, and why: the samples of the report disagree or are too few. Empty if neither is
/// the case or nothing was measured.
[[nodiscard]] std::string disagreementText(const Diagnosis& diagnosis, const RunReport& report);

} // namespace batchscope
