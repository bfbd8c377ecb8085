// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command line as values. Only parsing happens here; see commands.h for what the commands do. The options for the
// choices of a session come from the table of choices, core/session/session_choice.h.
#pragma once

#include "app/cli/app.h"
#include "app/cli/bench_options.h"
#include "app/cli/experiment.h"
#include "app/cli/prepare.h"
#include "core/base/choice.h"
#include "core/bench/bench.h"
#include "core/session/session_config.h"
#include "core/training/training_run.h"
#include "core/treebank/generate.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace batchscope {

struct TreeWriter;

/// Of `train`.
struct TrainChoice {
    std::string devFile;  ///< trees that decide which epoch is the best; empty: the last one is
    double heldOut = 0.0; ///< percent of the trees that decide instead of a dev file
    std::string testFile; ///< trees that judge the best epoch at the end; empty: none
    std::string logFile;  ///< a line of JSON for each epoch; empty: none
    std::string saved;    ///< the model file; empty: none
    bool resumes = false; ///< where `saved` left off
    std::string vectors;  ///< a file of word vectors; empty: random ones
    bool freezes = false; ///< vectors stay as they are
    int processes = 1; ///< of this machine that train together
    TrainingLimits limits;
    TrainingOptions training;           ///< graph, run and seed are those of the other options
    std::optional<double> learningRate; ///< none: as usual for the optimizer
};

/// What `predict` writes.
enum class PredictionForm {
    Ptb,       ///< trees with the predicted labels
    Csv,       ///< a row for each node that the net scores, with probabilities
    JsonLines, ///< the same as JSON
};

template <>
inline constexpr EnumNames<3> kEnumNames<PredictionForm> = {"form of predictions", {"ptb", "csv", "jsonl"}};

/// What `convert` writes: trees in a format, or the trace of a run.
struct ConvertChoice {
    const TreeWriter* writer = nullptr; ///< null: the trace
    std::string file;                   ///< empty: standard output
    bool pairs = false;                 ///< every two trees become one, under a root

    [[nodiscard]] bool runs() const { return writer == nullptr; }
};

/// What a session would be, of which the line decides files, reading, graph, run, threads and seed, and what only
/// commands have.
struct CliOptions : SessionConfig {
    std::string command;                           ///< the subcommand
    std::set<std::string, std::less<>> given = {}; ///< options of it that are on the command line, as "--dim"
    std::string policies = "depth";
    bool printsVocabulary = false; ///< of info
    bool json = false;
    bool strict = false;
    bool allowsPartial = false; ///< files that end before their end
    bool netIsGiven = false;    ///< --model or --binarize: then no other net is suggested
    bool check = false;
    std::optional<std::uint64_t> memoryLimit;     ///< bytes; none: that of the machine, see core/base/budget.h
    std::optional<InstructionSet> instructionSet; ///< the most that the engine and its products may use; none: the best
    TrainChoice train;
    std::vector<std::string> injections; ///< as typed: [ARM:]PARAMETER:ROW:COLUMN=NUMBER
    BenchConfig bench;
    BenchOutput benchOutput;
    ExperimentChoice experiment;
    std::vector<std::size_t> nodes; ///< of explain: two of them
    std::string shrunkFile;         ///< of run --check: where the smallest trees that fail go; empty: nowhere
    bool listNodes = false;         ///< of run
    bool listSteps = false;         ///< of run
    bool listDecisions = false;     ///< of schedule
    std::string where;              ///< of run --list nodes: a query; empty: all nodes
    std::string tableFile;          ///< table of the learned policy to use; empty: it is trained
    std::string savedTableFile;     ///< where to save that table; empty: nowhere
    std::string scheduleFile;       ///< a schedule to use instead of a policy's; empty: none
    std::string savedScheduleFile;  ///< where to save the one schedule of `schedule`; empty: nowhere
    bool diff = false;              ///< of schedule: what the second of two schedules changes
    GenerateOptions generate;
    ConvertChoice convert;
    std::string modelFile; ///< of evaluate and predict
    PredictionForm predictionForm = PredictionForm::Ptb;
    std::string valuesFile;               ///< of export-values; its ending names the format
    std::string lessonFile;               ///< of check-lesson
    std::string listed;                   ///< models, policies or formats
    std::vector<std::string> commandLine; ///< all of it, the program first
};

/// Adds every subcommand and option to `app`; parsing fills `options`. Values that core can check are turned into core
/// types here, so that a wrong one is a usage error.
void addCommands(CLI::App& app, CliOptions& options);

/// Notes the subcommand and its given options, after parsing.
void noteGiven(const CLI::App& app, CliOptions& options);

} // namespace batchscope
