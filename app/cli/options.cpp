// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"

#include "app/cli/bench_options.h"
#include "app/cli/experiment.h"
#include "app/cli/shared_options.h"
#include "core/base/choice.h"
#include "core/bench/arms.h"
#include "core/formats/tree_writer.h"
#include "core/trace/rehearsed_fault.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <string_view>

namespace batchscope {

namespace {

/// Omits the options that an option needs or excludes: CLI11 lists them by address, which differs from run to run.
class HelpText : public CLI::Formatter {
public:
    std::string make_option_opts(const CLI::Option* option) const override {
        const std::string text = CLI::Formatter::make_option_opts(option);
        return text.substr(0, std::min(text.find(" Needs:"), text.find(" Excludes:")));
    }
};

/// Parses N or A:B, a range of tree sizes that includes both ends.
Result<LeafRange> parseLeaves(const std::string& text) {
    const std::vector<std::string> parts = split(text, ':');
    if (parts.size() > 2) {
        return Error{ErrorCode::Config, fmt::format("expected N or A:B (A to B inclusive), got '{}'", text)};
    }
    const Result<std::size_t> fewest = parseCount<std::size_t>(parts.front(), {});
    const Result<std::size_t> most = parseCount<std::size_t>(parts.back(), {});
    if (!fewest || !most) {
        return fewest ? most.error() : fewest.error();
    }
    return LeafRange(*fewest, *most);
}

Result<double> parseDecimal(const std::string& text) {
    double value = 0.0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size()) {
        return Error{ErrorCode::Config, fmt::format("expected a number such as 1.1, got '{}'", text)};
    }
    return value;
}

void addExplain(CLI::App& app, CliOptions& options) {
    CLI::App& command = *app.add_subcommand("explain", "explain why two nodes of the graph run together or apart");
    const auto parseFile = [](const std::string& text) -> Result<std::vector<std::string>> { return {{text}}; };
    addParsed(command, "FILE", options.files, parseFile, "treebank; - reads standard input", "")->required();
    addReading(command, options);
    const auto parseNodes = [&options](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
            const Result<std::uint64_t> node = parseNumber(text);
            if (!node) {
                throw CLI::ValidationError("NODE", node.error().message);
            }
            options.nodes.push_back(*node);
        }
    };
    command
        .add_option_function<std::vector<std::string>>("NODE", parseNodes, "the numbers of two nodes, counted from 0")
        ->required()
        ->expected(2)
        ->type_name("NODE");
    addGraph(command, options);
    addPolicy(command, options);
    addTable(command, options);
    addSchedule(command, options);
    command.get_option("--schedule")->excludes("--policy");
    addJson(command, options);
}

constexpr std::array<std::string_view, 2> kDTypeNames = {"float32", "float64"};

Result<DType> parseDType(const std::string& text) {
    const Result<std::size_t> index = indexOfName(text, kDTypeNames, "number type");
    return index ? Result<DType>(*index == 0 ? DType::Float32 : DType::Float64) : index.error();
}

void addWeights(CLI::App& command, CliOptions& options) {
    command
        .add_option("--weights", options.weights,
                    "weights from this file instead of random ones or the module's: .npz or .pt, as "
                    "export-values, numpy.savez or torch.save(model.state_dict()) write it")
        ->excludes(command.get_option("--seed"))
        ->type_name("FILE");
}

void addDType(CLI::App& command, CliOptions& options) {
    addParsed(command, "--dtype", options.graph.dtype, parseDType, "type of all weights and values",
              "float32|float64 [float32]");
}

void addExportValues(CLI::App& app, CliOptions& options) {
    CLI::App& command = *app.add_subcommand(
        "export-values", "run and write parameters, every value and how it was computed, for NumPy and PyTorch");
    addFiles(command, options);
    command
        .add_option("--out", options.valuesFile,
                    "file to write; the ending names the format: .npz (NumPy), .pt (PyTorch) or .json")
        ->required()
        ->type_name("V.npz|V.pt|V.json");
    command.add_flag_callback(
        "--gradients", [&options] { options.run.work = Work::Training; },
        "also compute the loss, and write its gradients by parameter and value");
    addDType(command, options);
    addGraphOptions(command, options);
    addWeights(command, options);
    addClasses(command, options);
    addPolicy(command, options);
    addTable(command, options);
    addEngine(command, options);
    addJson(command, options);
}

void addDebugging(CLI::App& run, CliOptions& options) {
    addParsed(run, "--fault", options.run.fault, parseFault,
              "with --check: introduce this bug into the folded run, to see how it is found",
              fmt::format("{}", fmt::join(faultNames(), "|")));
    run.add_option("--shrink", options.shrunkFile,
                   "with --check: where the run fails, search for the smallest trees that still fail and write them to "
                   "this file (.ptb or .json)")
        ->excludes("--schedule")
        ->type_name("FILE");
    run.add_option_function<std::string>(
           "--list",
           [&options](const std::string& what) {
               options.listNodes = what == "nodes";
               options.listSteps = what == "steps";
           },
           "nodes: the nodes with their numbers, words, places and steps, as explain takes them; steps: what each step "
           "launched, how it read its operands, the bytes copied and the time")
        ->check(CLI::IsMember({"nodes", "steps"}));
    run.add_option(
           "--where", options.where,
           "with --list nodes: only nodes that match, such as 'op:children level:3 tree:0'; numbers count from 0")
        ->type_name("QUERY");
}

void addDiagnose(CLI::App& app, CliOptions& options) {
    CLI::App& command =
        *app.add_subcommand("diagnose", "find out why a run is slow and has so many batches, and what would help");
    addFiles(command, options);
    addGraphOptions(command, options);
    addPolicy(command, options);
    addTable(command, options);
    addTrain(command, options);
    addEngine(command, options);
    addJson(command, options);
    addClasses(command, options);
}

/// The tree formats, followed by chrome-trace.
std::vector<std::string_view> targetNames() {
    std::vector<std::string_view> names;
    for (const TreeWriter* const writer : treeWriters()) {
        names.emplace_back(writer->name);
    }
    names.emplace_back("chrome-trace");
    return names;
}

Result<const TreeWriter*> parseTarget(const std::string& name) {
    const Result<std::size_t> place = indexOfName(name, targetNames(), "form");
    TRY(place);
    return *place < treeWriters().size() ? treeWriters()[*place] : nullptr;
}

void addConvert(CLI::App& app, CliOptions& options) {
    CLI::App& command = *app.add_subcommand("convert", "write the trees or the trace of a run in another format");
    addFiles(command, options);
    addParsed(command, "--to", options.convert.writer, parseTarget,
              "output format; all except chrome-trace write the trees",
              fmt::format("{}", fmt::join(targetNames(), "|")))
        ->required();
    command.add_option("--out", options.convert.file, "write to this file instead of standard output");
    command.add_flag(
        "--pairs", options.convert.pairs,
        "join each two consecutive trees under one root, for a net that compares pairs; SNLI files are in this order");
    addGraph(command, options);
    addThreads(command, options);
    addPolicy(command, options);
    addTrain(command, options);
    addEngine(command, options);
}

void addGenerate(CLI::App& app, CliOptions& options) {
    CLI::App& command =
        *app.add_subcommand("generate", "generate trees of a given shape and write them to stdout in brackets");
    GenerateOptions& generate = options.generate;
    addParsed(command, "--shape", generate.shape, parseEnum<TreeShape>, "shape of every tree",
              "random|sequence|balanced|same|nary");
    addCount(command, "--arity", generate.arity, {2}, "children of an inner node");
    addParsed(command, "--leaves", generate.leaves, parseLeaves, "words per tree; A:B draws a number from A to B",
              fmt::format("N|A:B [{}]", generate.leaves.most));
    addCount(command, "--trees", generate.trees, {1}, "number of trees");
    addCount(command, "--vocabulary", generate.vocabulary, {1}, "distinct words");
    addParsed(command, "--words", generate.law, parseEnum<WordLaw>, "distribution of words", "uniform|zipf");
    addParsed(command, "--zipf", generate.exponent, parseDecimal, "exponent of Zipf's law",
              fmt::format("S [{}]", generate.exponent));
    addSeed(command, generate.seed, "random seed; the same seed gives the same trees");
    addJson(command, options);
}

void addScheduleCommand(CLI::App& app, CliOptions& options) {
    CLI::App& schedule = *app.add_subcommand("schedule", "compute the batches under one or more policies");
    addFiles(schedule, options);
    addGraph(schedule, options);
    addPolicy(schedule, options, PolicyCount::Any);
    addTable(schedule, options);
    addTableOutput(schedule, options);
    addSchedule(schedule, options);
    schedule
        .add_option("--save-schedule", options.savedScheduleFile,
                    "write the schedule to this file as JSON, for --schedule")
        ->type_name("S.json");
    schedule
        .add_option_function<std::string>(
            "--list", [&options](const std::string&) { options.listDecisions = true; },
            "decisions: for each step why it was chosen, and what else was ready, with its scores")
        ->check(CLI::IsMember({"decisions"}));
    schedule
        .add_flag("--diff", options.diff,
                  "compare two schedules batch by batch: two policies, or one policy and --schedule")
        ->excludes("--list");
    addJson(schedule, options);
    addClasses(schedule, options);
}

void addRun(CLI::App& app, CliOptions& options) {
    CLI::App& run = *app.add_subcommand("run", "run folded; with --check, also run regular and compare");
    addFiles(run, options);
    addGraphOptions(run, options);
    addPolicy(run, options);
    addTable(run, options);
    addSchedule(run, options);
    run.get_option("--schedule")->excludes("--policy");
    run.add_flag("--check", options.check, "compare with a regular run; exit with code 4 if they differ");
    run.add_option_function<std::string>(
           "--timing", [&options](const std::string&) { options.run.timing = Timing::Off; },
           "with --check: off skips measuring the speed-up")
        ->check(CLI::IsMember({"off"}));
    addTrain(run, options);
    run.add_option_function<std::string>(
           "--reference",
           [&options](const std::string&) {
               options.run.reference = Reference::Float64;
               options.check = true; // the reference is compared with both runs
           },
           "compare both runs with a regular run in float64 on the same weights; implies --check")
        ->check(CLI::IsMember({"float64"}));
    run.add_option("--inject", options.injections,
                   "set one number of a parameter in both arms: NAME:ROW:COLUMN=NUMBER (or nan, inf); folded:NAME:… or "
                   "regular:NAME:… sets it in one arm only, so that --check finds a difference")
        ->type_name("[ARM:]P:R:C=X");
    addWeights(run, options);
    addDebugging(run, options);
    addEngine(run, options);
    addJson(run, options);
    addClasses(run, options);
}

void addTrainCommand(CLI::App& app, CliOptions& options) {
    CLI::App& train = *app.add_subcommand("train", "train a net over epochs, and judge it on trees it has not seen");
    TrainChoice& choice = options.train;
    choice.training.optimizer.kind = OptimizerKind::Adagrad;
    addFiles(train, options);
    CLI::Option* const dev =
        train.add_option("--dev", choice.devFile, "trees that decide which epoch is the best")->type_name("FILE");
    train
        .add_option("--hold-out", choice.heldOut,
                    "percent of the trees, drawn by the seed, that decide which epoch is the best")
        ->check(CLI::Range(0.0, 99.0))
        ->type_name("PERCENT")
        ->excludes(dev);
    train.add_option("--test", choice.testFile, "trees to judge the best epoch on, at the end")->type_name("FILE");
    addGraphOptions(train, options);
    addClasses(train, options);
    addPolicy(train, options);
    addDType(train, options);
    addCount(train, "--epochs", choice.limits.epochs, {}, "times that all trees are learned from");
    addCount(train, "--batch", choice.training.batch, {}, "trees of a weight update");
    addParsed(train, "--optimizer", choice.training.optimizer.kind, parseEnum<OptimizerKind>, "how weights change",
              "sgd|adam|adagrad [adagrad]");
    train.add_option("--lr", choice.learningRate, "learning rate")->type_name("X [adagrad 0.2, sgd 0.01, adam 0.002]");
    train.add_option("--momentum", choice.training.optimizer.momentum, "momentum of sgd")->type_name("X [0]");
    train.add_option("--l2", choice.training.optimizer.decay, "factor of L2, for weights but not for word vectors")
        ->type_name("X [0]");
    train.add_option("--clip", choice.training.optimizer.clip, "largest norm of the gradient")->type_name("X [none]");
    train
        .add_option("--dropout", choice.training.dropout, "share of the classifier's inputs that is left out at random")
        ->type_name("P [0]");
    train.add_option("--lr-decay", choice.training.rateDecay, "factor of the learning rate after each epoch")
        ->type_name("X [1]");
    addCount(train, "--warm-up", choice.training.warmUp, {0, 1'000'000'000}, "updates until the learning rate is full");
    addCount(train, "--stop-after-worse", choice.limits.patience, {0, 1'000'000},
             "end after so many epochs without a better one; 0: never");
    CLI::Option* const vectors =
        train
            .add_option("--embeddings", choice.vectors,
                        "word vectors to begin with, as text of GloVe or word2vec; words that it lacks begin at random")
            ->type_name("FILE");
    train.add_flag("--freeze", choice.freezes, "leave these vectors as they are")->needs(vectors);
    CLI::Option* const save =
        train.add_option("--save", choice.saved, "write the model of the best epoch, and beside it how to go on")
            ->type_name("FILE.pt");
    train.add_flag("--resume", choice.resumes, "go on where the training that wrote this file left off")->needs(save);
    train
        .add_option("--nproc", choice.processes,
                    "processes of this machine that train together; of several machines, "
                    "start one on each with torchrun, Slurm or Open MPI")
        ->check(CLI::Range(1, 1024))
        ->type_name("N [1]");
    train.add_option("--log", choice.logFile, "write a line of JSON for each epoch")->type_name("FILE.jsonl");
    addEngine(train, options);
    addJson(train, options);
}

/// What evaluate and predict share.
CLI::App& addModelCommand(CLI::App& app, CliOptions& options, const char* name, const char* help) {
    CLI::App& command = *app.add_subcommand(name, help);
    command.add_option("MODEL", options.modelFile, "a model that train --save wrote")->required()->type_name("FILE.pt");
    addFiles(command, options);
    addThreads(command, options);
    addEngine(command, options);
    return command;
}

void addPredict(CLI::App& app, CliOptions& options) {
    CLI::App& predict = addModelCommand(app, options, "predict", "write what a trained model says of trees");
    addParsed(predict, "--to", options.predictionForm, parseEnum<PredictionForm>,
              "trees with the predicted labels, or a row for each scored node with probabilities",
              "ptb|csv|jsonl [ptb]");
}

} // namespace

void addCommands(CLI::App& app, CliOptions& options) {
    app.formatter(std::make_shared<HelpText>()); // the commands inherit it
    app.require_subcommand(1);
    app.footer(
        "An option that has no effect with the given net or the format of the input is an error, and the message "
        "says why.\nbatchscope-cli help COMMAND shows the options of a command.");
    app.set_version_flag("--version", "batchscope-cli " BATCHSCOPE_VERSION);

    CLI::App& info = *app.add_subcommand("info", "show format, trees, sizes, heights, arities, shapes and diagnostics");
    addFiles(info, options);
    addJson(info, options);

    addScheduleCommand(app, options);
    addRun(app, options);
    addTrainCommand(app, options);
    addJson(addModelCommand(app, options, "evaluate", "judge a trained model on labeled trees"), options);
    addPredict(app, options);
    addDiagnose(app, options);
    addBench(app, options);
    addExperiment(app, options);
    addExplain(app, options);
    addGenerate(app, options);
    addConvert(app, options);
    addExportValues(app, options);

    app.add_subcommand("check-lesson", "read a lesson, run its pages, and say what is wrong and where")
        ->add_option("FILE", options.lessonFile, "the lesson, its trees beside it")
        ->required();

    CLI::App& list = *app.add_subcommand("list", "models, policies, formats or experiments");
    list.add_option("WHAT", options.listed, "models, policies, formats or experiments")
        ->required()
        ->check(CLI::IsMember({"models", "policies", "formats", "experiments"}));
    addJson(list, options);
}

void noteGiven(const CLI::App& app, CliOptions& options) {
    const CLI::App& command = *app.get_subcommands().front();
    options.command = command.get_name();
    for (const CLI::Option* option : command.get_options()) {
        if (option->count() > 0) {
            options.given.insert(option->get_name());
        }
    }
}

} // namespace batchscope
