// SPDX-License-Identifier: GPL-3.0-or-later
//
// The JSON documents that scripts rely on, in one place; their keys are a contract.
#pragma once

#include "core/records/json.h"
#include "core/schedule/metrics.h"
#include "core/session/remedies.h"
#include "core/session/tables.h"
#include "core/trace/run_report.h"
#include "core/treebank/tree_statistics.h"

#include <string_view>

namespace batchscope {

/// Beside a column of steps on the command line.
inline constexpr std::string_view kStepsFromZero = "steps are numbered from 0: batch 1 is step 0";

[[nodiscard]] Json toJson(const TreeStatistics& statistics, const Treebank& bank);
/// Those columns of a step, and which values are read before it.
[[nodiscard]] Json stepJson(std::span<const Column<StepRow>> columns, const StepRow& row);
/// The table for a terminal, with steps, rows, trees and nodes numbered from 0, as options and JSON count them.
[[nodiscard]] std::string numberedFromZero(FigureTable table);
/// One entry of `policies`.
[[nodiscard]] Json toJson(const OpGraph& graph, const Schedule& schedule, const ScheduleMetrics& metrics);
/// A step with why it was chosen: `reason`, `score` (what it means) and the `candidates` among which it was.
[[nodiscard]] Json decisionJson(const OpGraph& graph, const Schedule& schedule, BatchId step);
[[nodiscard]] Json toJson(const OpGraph& graph, const EqualityReport& equality);
/// `gradients` of a run.
[[nodiscard]] Json toJson(const OpGraph& graph, const GradientReport& gradients);
/// `divergence_cause` of a run.
[[nodiscard]] Json causeJson(const OpGraph& graph, const DivergenceCause& cause);
/// Keys of a checked run that are about its speed: `speedup`, its range and samples, the seconds of each arm. Ratios
/// are null where they were not measured, with the reason beside. Needs report.speed.
[[nodiscard]] Json speedJson(const RunReport& report);

/// A change that would help; `would_help` is a list of them.
[[nodiscard]] Json remedyJson(const Remedy& remedy);
/// Those that help, a line each, under a heading.
void printRemedies(const char* heading, const Remedies& remedies);

/// Writes the document, as jsonText() has it, to stdout.
void printJson(const Json& document);

} // namespace batchscope
