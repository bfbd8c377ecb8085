// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/run_experiment.h"

#include "core/formats/read_treebank.h"
#include "core/treebank/generate.h"
#include "core/words/execution_words.h"
#include "core/words/experiment_words.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace batchscope {

namespace {

/// The trees of a run, or why there are none.
struct RunInput {
    MeasuredState state = MeasuredState::Incomplete;
    std::string reason;
    bool isGenerated = false;
    std::optional<Treebank> bank; ///< none: Skipped or Failed
};

std::vector<std::string> pathsOf(const ExperimentRun& run, const std::string& folder) {
    std::vector<std::string> paths;
    for (const std::string& file : run.files) {
        paths.push_back((std::filesystem::path(folder) / file).string());
    }
    return paths;
}

bool areThere(const std::vector<std::string>& paths) {
    return std::all_of(paths.begin(), paths.end(), [](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::exists(path, ignored);
    });
}

class ExperimentRunner {
public:
    /// All must outlive this.
    ExperimentRunner(const Experiment& experiment, const ExperimentSettings& settings, const RunControl& control,
                     const ExperimentSink& sink)
        : m_settings(settings), m_control(control), m_sink(sink), m_measured{experiment, settings.scale, {}} {
        for (const ExperimentRun& run : experiment.runs) {
            MeasuredRun& measured = m_measured.runs.emplace_back();
            measured.id = run.id;
            measured.config = benchConfigOf(run, settings.scale);
            measured.config.patienceSeconds = settings.scale == ExperimentScale::Full ? kUsualPatience : 0.0;
            measured.config.repeats = settings.repeats.value_or(measured.config.repeats);
            measured.config.threads = {settings.threads};
        }
    }

    Result<MeasuredExperiment> run() {
        for (std::size_t index = 0; index < m_measured.runs.size(); ++index) {
            m_sink(m_measured);
            if (m_control.stopRequested()) {
                return cancelledError();
            }
            const Status done = measure(m_measured.experiment.runs[index], m_measured.runs[index]);
            if (!done) {
                return done.error();
            }
        }
        m_sink(m_measured);
        return std::move(m_measured);
    }

private:
    Status measure(const ExperimentRun& run, MeasuredRun& measured) {
        Result<RunInput> input = inputOf(run);
        if (!input) {
            return input.error();
        }
        measured.state = input->state;
        measured.reason = std::move(input->reason);
        measured.isGenerated = input->isGenerated;
        if (!input->bank) {
            return Ok{};
        }
        const auto keep = [&](const BenchReport& soFar) {
            measured.report = soFar;
            m_sink(m_measured);
        };
        Result<BenchReport> report = runBench(*input->bank, measured.config, m_control, keep);
        if (report) {
            measured.report = std::move(*report);
            measured.state = MeasuredState::Measured;
            return Ok{};
        }
        if (report.error().code == ErrorCode::Cancelled) {
            return report.error();
        }
        measured.state = MeasuredState::Failed;
        measured.reason = report.error().text();
        return Ok{};
    }

    [[nodiscard]] Result<RunInput> inputOf(const ExperimentRun& run) const {
        const std::vector<std::string> paths = pathsOf(run, m_settings.dataFolder);
        const bool isKnown = !m_settings.dataFolder.empty();
        if (!run.files.empty() && isKnown && areThere(paths)) {
            return opened(readTreebank(paths, m_control), {});
        }
        const std::string files = words::listed(run.files);
        if (const std::optional<GenerateOptions> options = generateOptionsOf(run, m_settings.scale)) {
            RunInput input;
            input.isGenerated = true;
            input.reason = files.empty() ? std::string() : words::generatedInstead(files, m_settings.dataFolder);
            return opened(generateTreebank(*options, m_control), std::move(input));
        }
        RunInput skipped;
        skipped.state = MeasuredState::Skipped;
        skipped.reason = isKnown ? words::dataNotFound(files, m_settings.dataFolder) : words::dataFolderUnknown(files);
        return skipped;
    }

    /// Only Cancelled is an error; any other makes the run Failed.
    static Result<RunInput> opened(Result<Treebank> bank, RunInput input) {
        if (bank) {
            input.bank.emplace(std::move(*bank));
        } else if (bank.error().code == ErrorCode::Cancelled) {
            return bank.error();
        } else {
            input.state = MeasuredState::Failed;
            input.reason = bank.error().text();
        }
        return input;
    }

    const ExperimentSettings& m_settings;
    const RunControl& m_control;
    const ExperimentSink& m_sink;
    MeasuredExperiment m_measured;
};

} // namespace

const MeasuredRun* MeasuredExperiment::find(std::string_view run) const {
    const auto found =
        std::find_if(runs.begin(), runs.end(), [run](const MeasuredRun& each) { return each.id == run; });
    return found == runs.end() ? nullptr : &*found;
}

bool MeasuredExperiment::hasResults() const {
    return std::any_of(runs.begin(), runs.end(), [](const MeasuredRun& run) { return !run.report.results.empty(); });
}

Result<MeasuredExperiment> runExperiment(const Experiment& experiment, const ExperimentSettings& settings,
                                         const RunControl& control, const ExperimentSink& sink) {
    return ExperimentRunner(experiment, settings, control, sink).run();
}

} // namespace batchscope
