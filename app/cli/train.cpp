// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/training.h"
#include "core/bytes/file_writer.h"
#include "core/exec/process_group.h"
#include "core/kernels/processor_load.h"
#include "core/records/model_file.h"
#include "core/training/training_run.h"
#include "core/training/word_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <optional>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

extern char** environ; // NOLINT(readability-redundant-declaration)

namespace batchscope {

namespace {

namespace fs = std::filesystem;

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) {
        pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

std::vector<std::string> ownArguments() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> arguments;
    for (std::string argument; std::getline(file, argument, '\0');) {
        arguments.push_back(argument);
    }
    return arguments;
}

/// "it was killed by signal 9 (Killed)", "it ended with exit code 5: " and the last line that it wrote.
std::string reasonOf(int status, const std::string& written) {
    if (WIFSIGNALED(status)) {
        return fmt::format("it was killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
    }
    std::ifstream file(written);
    std::string last;
    for (std::string line; std::getline(file, line);) {
        last = line.empty() ? last : line;
    }
    return fmt::format("it ended with exit code {}{}{}", WEXITSTATUS(status), last.empty() ? "" : ": ", last);
}

class Ranks {
public:
    explicit Ranks(int count) : m_children(static_cast<std::size_t>(count), 0) {}
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;
    ~Ranks() {
        signalAll(SIGKILL);
        for (const pid_t child : m_children) {
            if (child > 0) {
                (void)::waitpid(child, nullptr, 0);
            }
        }
        if (!m_folder.empty()) {
            std::error_code ignored;
            fs::remove_all(m_folder, ignored);
        }
    }

    Status start() {
        std::string folder = (fs::temp_directory_path() / "batchscope-ranks-XXXXXX").string();
        if (::mkdtemp(folder.data()) == nullptr) {
            return Error{ErrorCode::Backend, fmt::format("cannot make a folder: {}", std::strerror(errno)), folder};
        }
        m_folder = folder;
        for (std::size_t rank = 0; rank < m_children.size(); ++rank) {
            TRY(startRank(rank));
        }
        return Ok{};
    }

    /// The status of a rank that has ended since the last call.
    std::optional<std::pair<std::size_t, int>> ended() {
        for (std::size_t rank = 0; rank < m_children.size(); ++rank) {
            int status = 0;
            if (m_children[rank] > 0 && ::waitpid(m_children[rank], &status, WNOHANG) == m_children[rank]) {
                m_children[rank] = 0;
                return std::pair(rank, status);
            }
        }
        return std::nullopt;
    }

    void signalAll(int number) const {
        for (const pid_t child : m_children) {
            if (child > 0) {
                (void)::kill(child, number);
            }
        }
    }
    [[nodiscard]] bool areOver() const {
        return std::all_of(m_children.begin(), m_children.end(), [](pid_t child) { return child == 0; });
    }
    [[nodiscard]] std::string errorsOf(std::size_t rank) const {
        return (fs::path(m_folder) / fmt::format("rank-{}.txt", rank)).string();
    }

private:
    Status startRank(std::size_t rank) {
        std::vector<std::string> arguments = ownArguments();
        if (std::find(arguments.begin(), arguments.end(), "--threads") == arguments.end()) {
            arguments.insert(
                arguments.end(),
                {"--threads", std::to_string(std::max(1, ourProcessors() / static_cast<int>(m_children.size())))});
        }
        std::vector<std::string> variables;
        for (char** variable = environ; *variable != nullptr; ++variable) {
            variables.emplace_back(*variable);
        }
        variables.push_back(fmt::format("RANK={}", rank));
        variables.push_back(fmt::format("WORLD_SIZE={}", m_children.size()));
        variables.push_back(fmt::format("BATCHSCOPE_GROUP_FILE={}", (fs::path(m_folder) / "group").string()));
        posix_spawn_file_actions_t files{};
        (void)::posix_spawn_file_actions_init(&files);
        if (rank > 0) { // what all ranks say is said once
            const std::string errors = errorsOf(rank);
            (void)::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
            (void)::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
            (void)::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT, 0600);
        }
        const int failure = ::posix_spawn(&m_children[rank], "/proc/self/exe", &files, nullptr,
                                          pointersTo(arguments).data(), pointersTo(variables).data());
        (void)::posix_spawn_file_actions_destroy(&files);
        if (failure != 0) {
            m_children[rank] = 0;
            return Error{ErrorCode::Backend, fmt::format("cannot start rank {}: {}", rank, std::strerror(failure))};
        }
        return Ok{};
    }

    std::vector<pid_t> m_children; // by rank; 0: has ended
    std::string m_folder;
};

/// Runs this command line again in `processes` processes of this machine, the ranks of one group
/// (core/exec/process_group.h), and waits for them. Rank 0 prints. Backend error with number and reason if a rank
/// fails, after which the others are killed.
Result<ExitCode> runInRanks(int processes, const RunControl& control) {
    constexpr auto kPause = std::chrono::milliseconds(20);
    Ranks ranks(processes);
    TRY(ranks.start());
    ExitCode code = ExitCode::Done;
    while (!ranks.areOver()) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const auto ended = ranks.ended();
        if (!ended) {
            std::this_thread::sleep_for(kPause);
            continue;
        }
        const auto [rank, status] = *ended;
        const bool isDifferent = WIFEXITED(status) && WEXITSTATUS(status) == static_cast<int>(ExitCode::Different);
        if (isDifferent) {
            code = ExitCode::Different;
        } else if (status != 0) {
            return Error{ErrorCode::Backend, fmt::format("rank {} of {}: {}; the others were stopped", rank, processes,
                                                         reasonOf(status, ranks.errorsOf(rank)))};
        }
    }
    return code;
}

/// Deals out the trees to training, dev and test; --trees selects among those to learn from.
Result<TreeParts> partsOf(const Treebank& bank, const TrainChoice& choice, const TreeRange& chosen,
                          std::uint64_t seed) {
    TreeParts parts;
    std::vector<TreeId> rest;
    for (std::size_t index = 0; index < bank.trees.size(); ++index) {
        const TreeId tree(index);
        const std::string& file = bank.files[bank.fileOf(tree)];
        (file == choice.devFile ? parts.dev : file == choice.testFile ? parts.test : rest).push_back(tree);
    }
    for (const auto& [file, trees] : {std::pair(choice.devFile, &parts.dev), {choice.testFile, &parts.test}}) {
        if (!file.empty() && trees->empty()) {
            return Error{ErrorCode::Config, "holds no trees to judge by, or is given twice", file};
        }
    }
    for (std::size_t place = chosen.begin; place < std::min(chosen.end, rest.size()); ++place) {
        parts.train.push_back(rest[place]);
    }
    if (choice.heldOut > 0.0) {
        TreeParts held = holdOut(std::move(parts.train), choice.heldOut / 100.0, seed);
        parts.train = std::move(held.train);
        parts.dev = std::move(held.dev);
    }
    return parts.train.empty()
               ? Result<TreeParts>(
                     Error{ErrorCode::Config, fmt::format("--trees {}:… chooses none of the {} trees to learn from",
                                                          chosen.begin, rest.size())})
               : Result<TreeParts>(std::move(parts));
}

Json epochJson(const EpochRow& row) {
    Json json = rowJson(epochColumns(), row);
    json["dev"] = metricsJson(row.dev);
    json["phases"] = toJson(row.figures.phases);
    return json;
}

/// The file with the state to resume from, beside the model of the best epoch.
std::string resumeFile(const std::string& saved) {
    const fs::path path(saved);
    return (path.parent_path() / path.stem()).string() + ".resume" + path.extension().string();
}

Status save(const TrainChoice& choice, ModelDescription model, const OpSet& ops, TrainingRun& run) {
    model.epochs = run.trainer().epochs();
    model.bestEpoch = run.bestEpoch();
    model.best = run.best();
    const Parameters& parameters = run.trainer().parameters();
    if (run.lastIsBest()) {
        TRY(saveModel(choice.saved, model, ops, parameters, nullptr));
    }
    const OptimizerState state = run.trainer().optimizer().state();
    return saveModel(resumeFile(choice.saved), model, ops, parameters, &state);
}

Status resume(const TrainChoice& choice, const OpSet& ops, const Treebank& bank, TrainingRun& run,
              const RunControl& control) {
    const auto weightsIn = [&](const ModelFile& file) -> Result<Parameters> {
        Result<Parameters> parameters = Parameters::create(ops, 0, control);
        TRY(parameters);
        const Result<std::size_t> unknown = file.fill(ops, bank, *parameters);
        TRY(unknown);
        return parameters;
    };
    const Result<ModelFile> last = ModelFile::open(resumeFile(choice.saved));
    TRY(last);
    Result<Parameters> parameters = weightsIn(*last);
    TRY(parameters);
    const std::optional<OptimizerState> state = last->optimizer(ops);
    if (!state || !run.trainer().optimizer().restore(*state)) {
        return Error{ErrorCode::Config, "what the optimizer kept does not fit; resume with the same --optimizer",
                     resumeFile(choice.saved)};
    }
    const ModelDescription& model = last->description();
    std::optional<Parameters> bestSoFar;
    if (model.bestEpoch > 0 && model.bestEpoch < model.epochs) {
        const Result<ModelFile> best = ModelFile::open(choice.saved);
        TRY(best);
        Result<Parameters> weights = weightsIn(*best);
        TRY(weights);
        bestSoFar.emplace(std::move(*weights));
    }
    run.resume(std::move(*parameters), std::move(bestSoFar), model.epochs, model.bestEpoch, model.best);
    return Ok{};
}

} // namespace

Result<ExitCode> runTrain(const CliOptions& given, const RunControl& control) {
    CliOptions options = given;
    TrainChoice& choice = options.train;
    TrainingOptions& training = choice.training;
    if (options.given.contains("--momentum") && training.optimizer.kind != OptimizerKind::Sgd) {
        return Error{ErrorCode::Config, "--momentum: only --optimizer sgd takes a momentum"};
    }
    const Result<std::optional<GroupPlace>> place = groupPlace();
    TRY(place);
    if (choice.processes > 1 && !*place) {
        return runInRanks(choice.processes, control);
    }
    std::unique_ptr<ProcessGroup> group;
    if (*place) {
        Result<std::unique_ptr<ProcessGroup>> joined = joinGroup(**place);
        TRY(joined);
        group = std::move(*joined);
        training.group = group.get();
    }
    const bool leads = group == nullptr || group->rank() == 0; // else only computes
    training.optimizer.learningRate = choice.learningRate.value_or(usualLearningRate(training.optimizer.kind));
    for (const std::string& file : {choice.devFile, choice.testFile}) {
        if (!file.empty()) {
            options.files.push_back(file);
        }
    }
    Result<Treebank> bank = openTreebank(options, control);
    TRY(bank);
    PreparedTraining prepared;
    prepared.bank = std::move(*bank);
    prepared.graph = fittedOptionsWithNote(options, prepared.bank);
    const Result<TreeParts> parts = partsOf(prepared.bank, choice, options.graph.trees, options.seed);
    TRY(parts);
    TRY(prepareTraining(options, parts->train.front(), prepared, control));
    training.graph = prepared.graph;
    training.run = options.run;
    training.seed = options.seed;
    Result<Parameters> parameters = Parameters::create(prepared.ops, options.seed, control);
    TRY(parameters);
    if (!choice.vectors.empty()) {
        const Result<FoundVectors> found =
            fillWordVectors(choice.vectors, prepared.ops, prepared.bank, *parameters, control);
        TRY(found);
        fmt::print(stderr, "{} of {} words have a vector; the others begin at random\n", found->found,
                   found->found + found->missing);
    }
    OpSet learned = prepared.ops;
    for (std::size_t index = 0; choice.freezes && index < learned.params.size(); ++index) {
        ParamSpec& spec = learned.params[ParamId(index)];
        spec.isFixed = spec.isFixed || spec.meaning == RowMeaning::Words;
    }
    Result<Trainer> trainer =
        Trainer::create(*prepared.builder, prepared.policies.only(), training, learned, std::move(*parameters));
    TRY(trainer);
    TrainingRun run(std::move(*trainer), *parts, choice.limits);
    if (choice.resumes) {
        TRY(resume(choice, prepared.ops, prepared.bank, run, control));
    }
    SessionConfig config = options;
    config.graph = prepared.graph;
    config.policy = prepared.policies.only().name();
    const ModelDescription model = describeModel(config, prepared.bank);

    std::string log;
    while (!run.isOver()) {
        const Result<EpochRow> row = run.epoch(control);
        clearProgress();
        if (!row && row.error().code == ErrorCode::Cancelled && !choice.saved.empty() && run.trainer().epochs() > 0) {
            fmt::print(stderr, "stopped after epoch {}; --resume goes on from there\n", run.trainer().epochs());
        }
        TRY(row);
        log += jsonLine(epochJson(*row)) + '\n';
        if (!choice.logFile.empty() && leads) {
            TRY(writeFile(choice.logFile, log));
        }
        if (!options.json && leads) {
            fmt::print("{}{}\n", figuresText(epochColumns(), *row),
                       row->dev ? "  | dev" + figuresText(metricColumns(), *row->dev) : std::string());
            std::fflush(stdout);
        }
        if (!choice.saved.empty() && leads && !row->figures.endedNotFinite) {
            TRY(save(choice, model, prepared.ops, run));
        }
    }
    const Result<std::optional<Metrics>> test = run.test(control);
    TRY(test);
    const Json last = {{"test", metricsJson(*test)}, {"best_epoch", run.bestEpoch()}};
    if (!leads) {
        return run.endedNotFinite() ? ExitCode::Different : ExitCode::Done;
    }
    if (!choice.logFile.empty()) {
        TRY(writeFile(choice.logFile, log + jsonLine(last) + '\n'));
    }
    if (options.json) {
        Json epochs = Json::array();
        for (const EpochRow& row : run.rows()) {
            epochs.push_back(epochJson(row));
        }
        printJson({{"epochs", epochs}, {"test", last["test"]}, {"best_epoch", run.bestEpoch()}});
    } else if (*test) {
        fmt::print("test, with the weights of epoch {}:{}\n", run.bestEpoch(), figuresText(metricColumns(), **test));
    }
    if (run.endedNotFinite()) {
        fmt::print(stderr, "the loss is not finite; try a learning rate (--lr) below {}\n",
                   training.optimizer.learningRate);
    }
    return run.endedNotFinite() ? ExitCode::Different : ExitCode::Done;
}

} // namespace batchscope
