// SPDX-License-Identifier: GPL-3.0-or-later
//
// The values of the command line and the functions that parse it; see commands.h for what the commands do. The options
// for the choices of a session come from the table of choices, core/session/session_choice.h.
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

/// Choices of `train`.
struct TrainChoice {
    std::string devFile;  ///< trees that decide which epoch is the best; empty: the last one is
    double heldOut = 0.0; ///< percentage of the trees to hold out instead of a dev file
    std::string testFile; ///< trees to judge the best epoch on at the end; empty: none
    std::string logFile;  ///< receives a line of JSON for each epoch; empty: none
    std::string saved;    ///< the model file; empty: none
    bool resumes = false; ///< continues the training that wrote `saved`
    std::string vectors;  ///< file of word vectors; empty: random vectors
    bool freezes = false; ///< the vectors of the file do not change
    int processes = 1;    ///< number of processes on this machine that train together
    TrainingLimits limits;
    TrainingOptions training;           ///< graph, run and seed are those of the other options
    std::optional<double> learningRate; ///< none: usualLearningRate()
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
    const TreeWriter* writer = nullptr; ///< null: the trace of a run
    std::string file;                   ///< empty: standard output
    bool pairs = false;                 ///< join every two consecutive trees under one root

    [[nodiscard]] bool runs() const { return writer == nullptr; }
};

/// The configuration of a session, of which the command line sets files, reading, graph, run, threads and seed; and the
/// options that only commands have.
struct CliOptions : SessionConfig {
    std::string command;                           ///< the subcommand
    std::set<std::string, std::less<>> given = {}; ///< the command's options that were given, such as "--dim"
    std::string policies = "depth";
    bool json = false;
    bool strict = false;
    bool allowsPartial = false; ///< accept files that are cut short or damaged
    bool netIsGiven = false;    ///< --model or --binarize was given, so no other net is suggested
    bool check = false;
    std::optional<std::uint64_t> memoryLimit;     ///< bytes; none: the machine's, see core/base/budget.h
    std::optional<InstructionSet> instructionSet; ///< the best that the engine and its products may use; none: any
    TrainChoice train;
    std::vector<std::string> injections; ///< as typed: [ARM:]PARAMETER:ROW:COLUMN=NUMBER
    BenchConfig bench;
    BenchOutput benchOutput;
    ExperimentChoice experiment;
    std::vector<std::size_t> nodes; ///< explain: the two nodes
    std::string shrunkFile;         ///< run --check: where to write the smallest failing trees; empty: nowhere
    bool listNodes = false;         ///< run --list nodes
    bool listSteps = false;         ///< run --list steps
    bool listDecisions = false;     ///< schedule --list decisions
    std::string where;              ///< run --list nodes: a query; empty: all nodes
    std::string tableFile;          ///< table for the learned policy; empty: the policy is trained
    std::string savedTableFile;     ///< where to save the learned table; empty: nowhere
    std::string scheduleFile;       ///< a schedule to use instead of a policy's; empty: none
    std::string savedScheduleFile;  ///< schedule: where to save the only schedule; empty: nowhere
    bool diff = false;              ///< schedule --diff
    GenerateOptions generate;
    ConvertChoice convert;
    std::string modelFile; ///< evaluate, predict: the trained model
    PredictionForm predictionForm = PredictionForm::Ptb;
    std::string valuesFile;               ///< export-values; its ending selects the format
    std::string lessonFile;               ///< check-lesson: the lesson to check
    std::string listed;                   ///< list: models, policies, formats or experiments
    std::vector<std::string> commandLine; ///< the complete command line, starting with the program
};

/// Adds every subcommand and option to `app`; parsing then fills `options`. Values that core can check are converted to
/// core types here, so that a wrong value is a usage error.
void addCommands(CLI::App& app, CliOptions& options);

/// Stores the subcommand and the options that were given. Call it after parsing.
void noteGiven(const CLI::App& app, CliOptions& options);

} // namespace batchscope
