// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/experiment_output.h"
#include "core/bytes/file_writer.h"
#include "core/experiments/shipped_experiments.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace batchscope {

namespace {

ExperimentSettings settingsOf(const ExperimentChoice& choice) {
    return {.scale = choice.isQuick ? ExperimentScale::Quick : ExperimentScale::Full,
            .repeats = choice.repeats,
            .threads = choice.threads,
            .dataFolder = choice.dataFolder};
}

/// Runs one after the other; the last one in `all` is as far as it came.
Status measureAll(const std::vector<Experiment>& experiments, const ExperimentSettings& settings,
                  const RunControl& control, const std::function<void()>& keep, std::vector<MeasuredExperiment>& all) {
    for (const Experiment& experiment : experiments) {
        all.emplace_back();
        const auto sink = [&](const MeasuredExperiment& soFar) {
            all.back() = soFar;
            keep();
        };
        const Result<MeasuredExperiment> measured = runExperiment(experiment, settings, control, sink);
        clearProgress();
        if (!measured) {
            return measured.error();
        }
        all.back() = *measured;
    }
    return Ok{};
}

void printExperiments(const std::vector<MeasuredExperiment>& all, TableFormat format) {
    if (format == TableFormat::Csv) {
        fmt::print("{}", tableText(experimentFigures(all), format));
        return;
    }
    for (std::size_t index = 0; index < all.size(); ++index) {
        fmt::print("{}{}", index > 0 ? "\n" : "", experimentText(all[index], format));
    }
}

/// What is beside the figures, on stderr: why there are none, and what sweeps left out.
void printRunNotes(const std::vector<MeasuredExperiment>& all) {
    for (const MeasuredExperiment& measured : all) {
        for (const MeasuredRun& run : measured.runs) {
            const bool lacksFigures = run.state == MeasuredState::Skipped || run.state == MeasuredState::Failed;
            if (lacksFigures) {
                fmt::print(stderr, "{}, {}: {}\n", measured.experiment.id, run.id, run.reason);
            }
            for (const std::string& note : run.report.notes) {
                fmt::print(stderr, "{}, {}: {}\n", measured.experiment.id, run.id, note);
            }
        }
    }
}

bool anyRun(const std::vector<MeasuredExperiment>& all, bool (*holds)(const MeasuredRun&)) {
    return std::any_of(all.begin(), all.end(), [holds](const MeasuredExperiment& measured) {
        return std::any_of(measured.runs.begin(), measured.runs.end(), holds);
    });
}

/// A story that does not hold here is a finding and no failure.
ExitCode codeOfExperiments(const std::vector<MeasuredExperiment>& all) {
    if (anyRun(all, [](const MeasuredRun& run) { return run.state == MeasuredState::Failed; })) {
        return ExitCode::Failed;
    }
    const bool differ = anyRun(all, [](const MeasuredRun& run) {
        return std::any_of(run.report.results.begin(), run.report.results.end(),
                           [](const BenchResult& result) { return !result.equal; });
    });
    return differ ? ExitCode::Different : ExitCode::Done;
}

} // namespace

Result<ExitCode> listExperiments(const CliOptions& options) {
    const Result<std::vector<Experiment>> experiments = shippedExperiments();
    if (!experiments) {
        return experiments.error();
    }
    if (options.json) {
        printJson(experimentListJson(*experiments));
    } else {
        fmt::print("{}", experimentList(*experiments));
    }
    return ExitCode::Done;
}

Result<ExitCode> runExperimentCommand(const CliOptions& options, const RunControl& control) {
    const ExperimentChoice& choice = options.experiment;
    if (choice.names.empty()) {
        return listExperiments(options);
    }
    const Result<std::vector<Experiment>> experiments = experimentsNamed(choice.names);
    if (!experiments) {
        return experiments.error();
    }
    const std::string& file = choice.file;
    if (const Status writable = file.empty() ? Status(Ok{}) : checkWritable(file); !writable) {
        return writable.error();
    }
    std::vector<MeasuredExperiment> all;
    const auto keep = [&] {
        if (!file.empty() && isRewritable(file)) {
            (void)writeFile(file, jsonText(experimentsJson(all, true))); // it is written again at the end
        }
    };
    const Status measured = measureAll(*experiments, settingsOf(choice), control, keep, all);
    const bool hasFigures =
        std::any_of(all.begin(), all.end(), [](const MeasuredExperiment& each) { return each.hasResults(); });
    if (!measured && !hasFigures) {
        return measured.error();
    }
    printRunNotes(all);
    const Json document = experimentsJson(all, !measured);
    const TableFormat format = options.json ? TableFormat::Document : choice.format;
    if (format == TableFormat::Document) {
        printJson(document);
    } else {
        printExperiments(all, format);
    }
    if (const Status written = file.empty() ? Status(Ok{}) : writeFile(file, jsonText(document)); !written) {
        return written.error();
    }
    return measured ? Result<ExitCode>(codeOfExperiments(all)) : measured.error();
}

} // namespace batchscope
