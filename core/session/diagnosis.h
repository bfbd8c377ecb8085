// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a run is slow, and why it has so many batches: causes ranked by the seconds that they cost in the measured run,
// and by signature how many batches there are above the lower bound.
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

/// To be said where the causes are listed.
inline constexpr std::string_view kCausesOverlap =
    "Causes overlap: a small batch is also a start. Shares are of one run with building, scheduling and planning.";

enum class Cause : std::uint8_t {
    StartingBatches, ///< paid for each batch; an upper estimate where no signature has batches of different sizes
    SmallBatches,    ///< batches of one or two nodes
    Copies,          ///< gather and scatter
    Scheduling,      ///< schedule and plan
    Building,        ///< trees → graph
    SyncPoints,      ///< batches that are forced because values are read in between
    UnbatchableOps,
    Computing, ///< what is left of running: the work itself
};

/// starting-batches, small-batches, copies, scheduling, building, sync-points, unbatchable-ops, computing.
[[nodiscard]] const char* causeName(Cause cause);
/// "Starting batches"
[[nodiscard]] const char* causeTitle(Cause cause);

struct DiagnosedCause {
    Cause cause = Cause::StartingBatches;
    double seconds = 0.0;       ///< of one run
    double share = 0.0;         ///< of Diagnosis::seconds
    std::vector<BatchId> steps; ///< the slowest first; empty where it belongs to no step
    std::string text;           ///< what it is, with its figures
    std::string remedy;
    std::optional<double> gain; ///< predicted seconds a run, at most; none where it cannot be told
};

/// Batches of one signature, and how many of them no policy can avoid.
struct SignatureGap {
    SignatureId signature;
    std::size_t nodes = 0;
    std::size_t batches = 0;
    std::size_t bound = 0;
};

struct Diagnosis {
    double seconds = 0.0;               ///< of a run: building, scheduling, planning, running
    std::size_t runs = 1;               ///< behind the times: of several, medians
    bool isMeasured = false;            ///< and these agree; else the machine was busy, or there is one run
    std::vector<DiagnosedCause> causes; ///< the most expensive first, down to those that cost nothing
    std::vector<SignatureGap> gaps;     ///< only where there is a gap, the widest first
    SignatureId bottleneck;             ///< most of the lower bound is its; invalid for a graph without nodes
    std::string bottleneckText;         ///< what it is, with its figures
};

/// Config error before graph, schedule, report and trace are there. Time: up to three lower bounds; with
/// snapshot.treebank also five builds of graphs of up to 200,000 nodes, since the first build is slow, unless measuring
/// is off. Cancelled.
[[nodiscard]] Result<Diagnosis> diagnose(const Snapshot& snapshot, const RunControl& control);

/// That the ranking may be wrong, and why: the samples of the report do not agree, or are too few. Empty where neither
/// holds, and where nothing was measured.
[[nodiscard]] std::string disagreementText(const Diagnosis& diagnosis, const RunReport& report);

} // namespace batchscope
