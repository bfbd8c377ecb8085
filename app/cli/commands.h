// SPDX-License-Identifier: GPL-3.0-or-later
//
// The subcommands of batchscope-cli. Tables or one JSON document go to stdout, everything else to stderr. Each function
// returns the exit code, or an Error that program.cpp prints and converts to an exit code.
#pragma once

#include "app/cli/options.h"
#include "core/base/progress.h"

namespace batchscope {

/// The exit codes of batchscope-cli. Scripts rely on them.
enum class ExitCode : int {
    Done = 0,
    Failed = 1,
    Usage = 2,
    BadInput = 3,
    Different = 4,
    Cancelled = 5,
    Untested = 6, ///< --fail-if-slower had too few samples to test anything
    Internal = 70,
};

[[nodiscard]] Result<ExitCode> runInfo(const CliOptions& options, const RunControl& control);
[[nodiscard]] Result<ExitCode> runSchedule(const CliOptions& options, const RunControl& control);
[[nodiscard]] Result<ExitCode> runRun(const CliOptions& options, const RunControl& control);
/// Epochs of training, with what they reach on other trees.
[[nodiscard]] Result<ExitCode> runTrain(const CliOptions& options, const RunControl& control);
/// What a trained model reaches on labeled trees.
[[nodiscard]] Result<ExitCode> runEvaluate(const CliOptions& options, const RunControl& control);
/// What a trained model says of trees, any number of them in constant memory.
[[nodiscard]] Result<ExitCode> runPredict(const CliOptions& options, const RunControl& control);
[[nodiscard]] Result<ExitCode> runBenchCommand(const CliOptions& options, const RunControl& control);
[[nodiscard]] Result<ExitCode> runExperimentCommand(const CliOptions& options, const RunControl& control);
[[nodiscard]] Result<ExitCode> runExplain(const CliOptions& options, const RunControl& control);
/// Explains why a run is slow and why it has so many batches. Runs both arms.
[[nodiscard]] Result<ExitCode> runDiagnose(const CliOptions& options, const RunControl& control);
/// Checks a lesson by replaying its states: every figure must be available and every question must have an answer. A
/// lesson on the trees that are open is only parsed.
[[nodiscard]] Result<ExitCode> runCheckLesson(const CliOptions& options, const RunControl& control);
[[nodiscard]] Result<ExitCode> runGenerate(const CliOptions& options, const RunControl& control);
[[nodiscard]] Result<ExitCode> runConvert(const CliOptions& options, const RunControl& control);
/// Runs one arm and writes all values that it computed (core/exchange/exported_values.h).
[[nodiscard]] Result<ExitCode> runExportValues(const CliOptions& options, const RunControl& control);
[[nodiscard]] Result<ExitCode> runList(const CliOptions& options, const RunControl& control);

/// Removes the progress line from the terminal. Call this before writing anything else.
void clearProgress();

} // namespace batchscope
