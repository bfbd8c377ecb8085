// SPDX-License-Identifier: GPL-3.0-or-later
//
// The JSON documents that scripts rely on. Their keys are a contract.
#pragma once

#include "core/records/json.h"
#include "core/schedule/metrics.h"
#include "core/session/remedies.h"
#include "core/session/tables.h"
#include "core/trace/run_report.h"
#include "core/treebank/tree_statistics.h"

#include <memory>
#include <string_view>

namespace batchscope {

/// Makes a non-owning shared_ptr to an object owned elsewhere, for members of a Snapshot. It must not outlive the
/// owner.
template <typename T>
[[nodiscard]] std::shared_ptr<const T> nonOwning(const T& thing) {
    return {std::shared_ptr<const T>(), &thing};
}

/// Printed next to a column of steps on the command line.
inline constexpr std::string_view kStepsFromZero = "steps are numbered from 0: batch 1 is step 0";

[[nodiscard]] Json toJson(const TreeStatistics& statistics, const Treebank& bank);
/// The given columns of a step, and the nodes whose values are read before the step.
[[nodiscard]] Json stepJson(std::span<const Column<StepRow>> columns, const StepRow& row);
/// The table as text for a terminal. Steps, rows, trees and nodes are numbered from 0, as in options and JSON.
[[nodiscard]] std::string numberedFromZero(FigureTable table);
/// One entry of the key `policies`.
[[nodiscard]] Json toJson(const OpGraph& graph, const Schedule& schedule, const ScheduleMetrics& metrics);
/// A step and why it was chosen: `reason`, `score` (the meaning of the scores) and the `candidates`.
[[nodiscard]] Json decisionJson(const OpGraph& graph, const Schedule& schedule, BatchId step);
[[nodiscard]] Json toJson(const OpGraph& graph, const EqualityReport& equality);
/// The key `gradients` of a run.
[[nodiscard]] Json toJson(const OpGraph& graph, const GradientReport& gradients);
/// The key `divergence_cause` of a run.
[[nodiscard]] Json causeJson(const OpGraph& graph, const DivergenceCause& cause);
/// The keys of a checked run that describe its speed: `speedup`, its range and samples, and the seconds of each arm.
/// Ratios that were not measured are null, and `reason` says why. Needs report.speed.
[[nodiscard]] Json speedJson(const RunReport& report);

/// One entry of the list `would_help`: a change that would help.
[[nodiscard]] Json remedyJson(const Remedy& remedy);
/// Prints the changes that would help under a heading, one per line.
void printRemedies(const char* heading, const Remedies& remedies);

/// Writes the document to stdout, formatted by jsonText().
void printJson(const Json& document);

} // namespace batchscope
