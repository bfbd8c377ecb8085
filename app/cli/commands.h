// SPDX-License-Identifier: GPL-3.0-or-later
//
// The subcommands of batchscope-cli. Tables or one JSON document go to stdout, everything else to stderr. Each returns
// the exit code, or an Error that program.cpp prints and turns into one.
#pragma once

#include "app/cli/options.h"
#include "core/base/progress.h"

namespace batchscope {

/// Scripts rely on these.
enum class ExitCode : int {
    Done = 0,
    Failed = 1,
    Usage = 2,
    BadInput = 3,
    Different = 4,
    Cancelled = 5,
    Untested = 6, ///< a gate that had too few samples to test anything
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
/// Why a run is slow, and why it has so many batches. Runs both arms.
[[nodiscard]] Result<ExitCode> runDiagnose(const CliOptions& options, const RunControl& control);
/// Reads a lesson and replays its states: every figure can be told, every question has an answer.
[[nodiscard]] Result<ExitCode> runCheckLesson(const CliOptions& options, const RunControl& control);
[[nodiscard]] Result<ExitCode> runGenerate(const CliOptions& options, const RunControl& control);
[[nodiscard]] Result<ExitCode> runConvert(const CliOptions& options, const RunControl& control);
/// Runs one arm and writes everything it computed (core/exchange/exported_values.h).
[[nodiscard]] Result<ExitCode> runExportValues(const CliOptions& options, const RunControl& control);
[[nodiscard]] Result<ExitCode> runList(const CliOptions& options, const RunControl& control);

/// Takes the progress line off the terminal, before anything else is written.
void clearProgress();

} // namespace batchscope
