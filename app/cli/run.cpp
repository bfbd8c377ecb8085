// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/node_list.h"
#include "app/cli/prepare.h"
#include "core/base/clock.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/bytes/file_writer.h"
#include "core/exec/comparison.h"
#include "core/exec/executor.h"
#include "core/exec/machine.h"
#include "core/exec/memory_estimate.h"
#include "core/exec/not_finite.h"
#include "core/exec/runner.h"
#include "core/formats/tree_writer.h"
#include "core/graph/op_graph.h"
#include "core/nets/trainable.h"
#include "core/records/json.h"
#include "core/schedule/explain.h"
#include "core/schedule/metrics.h"
#include "core/schedule/schedule.h"
#include "core/session/execution_text.h"
#include "core/session/node_values.h"
#include "core/session/pipeline.h"
#include "core/session/snapshot.h"
#include "core/session/tables.h"
#include "core/trace/batch_view.h"
#include "core/trace/divergence.h"
#include "core/trace/rehearsed_fault.h"
#include "core/trace/run_report.h"
#include "core/trace/speed_text.h"
#include "core/treebank/shrink.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

namespace batchscope {

namespace {

// Detects whether and how a run failed, which determines the exit code of `run`, and implements `run --shrink`: it
// searches for the smallest trees whose run still fails in the same way and saves them as a treebank.

struct Failure {
    enum class Kind {
        None,
        Differs,   ///< folded and regular are not equal
        NotFinite, ///< a value, a gradient or the loss is NaN or infinite
    };
    Kind kind = Kind::None;
    std::string op; ///< op of the first value that shows the failure; empty if no value is known
    bool operator==(const Failure&) const = default;
    [[nodiscard]] bool any() const { return kind != Kind::None; }
};

/// The failure of a run, from the comparison of both arms and from values that are not finite.
[[nodiscard]] Failure failureOf(const OpGraph& graph, const CheckedRun& run);

constexpr std::size_t kMostRuns = 5000;
Result<std::vector<Tree>> selectedTrees(const Treebank& bank, const GraphOptions& options) {
    std::vector<Tree> trees;
    for (std::size_t index = options.trees.begin; index < std::min(options.trees.end, bank.trees.size()); ++index) {
        const TreeHandle tree = bank.tree(TreeId(index));
        if (!tree) {
            return bank.missingTree(TreeId(index));
        }
        trees.push_back(*tree);
    }
    return trees;
}

/// Runs exactly these trees with the options of the command line.
Result<Failure> failureOfTrees(const CliOptions& options, const PreparedRun& prepared, const Policy& policy,
                               const std::vector<Tree>& trees, const RunControl& control) {
    const Treebank bank = bankOfTrees(prepared.bank, trees);
    const Result<GraphBuilder> builder = GraphBuilder::make(bank, options.graph.dtype);
    TRY(builder);
    GraphOptions all = prepared.options;
    all.trees = {0, trees.size()};
    const Result<OpGraph> graph = builder->graph(all, control);
    TRY(graph);
    const Result<ArmParameters> parameters = makeParameters(options, graph->ops, control);
    TRY(parameters);
    RunOptions once = options.run;
    once.timing = Timing::Off;
    const Result<CheckedRun> run =
        runBoth({*graph, policy, parameters->folded}, once, {.ofRegular = parameters->ofRegular()}, control);
    return run ? Result<Failure>(failureOf(*graph, *run)) : Result<Failure>(run.error());
}

bool isJson(const std::string& path) {
    return path.ends_with(".json") || path.ends_with(".jsonl");
}

/// Checks that the trees can be written to the file, before the search begins.
Status checkTarget(const std::string& path, const std::vector<Tree>& trees) {
    const bool hasHeads = std::any_of(trees.begin(), trees.end(), [](const Tree& tree) { return tree.isDependency(); });
    if (hasHeads && !isJson(path)) {
        return Error{ErrorCode::Config, "--shrink: dependency trees can be written as JSON only; choose a file that "
                                        "ends in .json"};
    }
    return checkWritable(path);
}

Status saveShrunk(const std::string& path, const Treebank& bank) {
    const std::string_view name = isJson(path) ? "json" : "ptb";
    const auto writers = treeWriters();
    const auto writer =
        std::find_if(writers.begin(), writers.end(), [name](const TreeWriter* each) { return each->name == name; });
    std::string text = (*writer)->header == nullptr ? std::string() : (*writer)->header(bank);
    for (std::size_t index = 0; index < bank.trees.size(); ++index) {
        const TreeHandle tree = bank.tree(TreeId(index));
        TRY((*writer)->append(text, {*tree, TreeId(index), bank}));
    }
    return writeFile(path, text);
}

std::size_t nodesIn(const std::vector<Tree>& trees) {
    std::size_t nodes = 0;
    for (const Tree& tree : trees) {
        nodes += tree.size();
    }
    return nodes;
}

Failure failureOf(const OpGraph& graph, const CheckedRun& run) {
    const NotFiniteOrigins& origins = run.report.notFinite;
    const auto opOf = [&graph](Value value) { return graph.opOf(value.node).name; };
    if (origins.value || origins.gradient) {
        return {Failure::Kind::NotFinite, opOf((origins.value ? *origins.value : *origins.gradient).value)};
    }
    if (run.folded.gradients && !std::isfinite(run.folded.gradients->loss())) {
        return {Failure::Kind::NotFinite, {}};
    }
    if (verdictOf(run.report) == Verdict::Equal) {
        return {};
    }
    const auto& equality = run.report.equality;
    const bool isKnown = equality && equality->firstDivergence;
    return {Failure::Kind::Differs, isKnown ? opOf(*equality->firstDivergence) : std::string()};
}

/// If --shrink is given and the run failed: runs fewer and smaller trees until no tree can be left out and no node can
/// be replaced by a child. Writes the remaining trees to CliOptions::shrunkFile in the format of its ending (.json, or
/// brackets) and reports the result on stderr. Config error if the format cannot hold the trees; Io error.
Status shrinkFailing(const CliOptions& options, const PreparedRun& prepared, Failure failure, const Policy& policy,
                     const RunControl& control) {
    if (options.shrunkFile.empty()) {
        return Ok{};
    }
    if (!failure.any()) {
        fmt::print(stderr, "Nothing to shrink: folded and regular are equal and finite.\n");
        return Ok{};
    }
    const Result<std::vector<Tree>> trees = selectedTrees(prepared.bank, prepared.options);
    TRY(trees);
    TRY(checkTarget(options.shrunkFile, *trees));
    const RunControl quiet = control.quiet(); // hides the progress of single runs; the search reports its own
    const StillFails stillFails = [&](const std::vector<Tree>& fewer) -> Result<bool> {
        const Result<Failure> now = failureOfTrees(options, prepared, policy, fewer, quiet);
        return now ? Result<bool>(*now == failure) : Result<bool>(now.error());
    };
    const Result<Shrunk> shrunk = shrink(*trees, stillFails, kMostRuns, control);
    clearProgress();
    TRY(shrunk);
    TRY(saveShrunk(options.shrunkFile, bankOfTrees(prepared.bank, shrunk->trees)));
    fmt::print(stderr, "Shrunk from {} with {} to {} with {} in {}; wrote {}. {}\n",
               counted(trees->size(), words::kTree), counted(nodesIn(*trees), words::kNode),
               counted(shrunk->trees.size(), words::kTree), counted(nodesIn(shrunk->trees), words::kNode),
               counted(shrunk->tried, words::kRunOfTrees), options.shrunkFile,
               shrunk->isSmallest ? "No tree can be left out and no node replaced by one of its children."
                                  : "The search stopped at its limit; run it again on this file to go on.");
    fmt::print(stderr,
               "Run it with the same options. Its words have other numbers than in the whole treebank: a failure "
               "that depends on the weights of certain words may look different.\n");
    return Ok{};
}

// `run --list steps`: what each step of a finished run launched, how it read its operands, and how long it took, as in
// the window's Steps table.

Json operandsJson(const Snapshot& snapshot, BatchId step) {
    Json operands = Json::array();
    for (const OperandView& operand : operandsOf(snapshot, step)) {
        operands.push_back({{"slot", operand.slot},
                            {"rows", operand.rows},
                            {"width", operand.width},
                            {"copied_bytes", operand.bytesCopied},
                            {"text", operandUseText(operand, step)}});
    }
    return operands;
}

Json launchesJson(const Snapshot& snapshot, BatchId step) {
    const BatchView* const ran = viewOf(snapshot, step); // listed runs are recorded in full
    return {{"copies", ran->copies},
            {"products", ran->products},
            {"kernels", ran->kernels},
            {"calls", ran->calls},
            {"method_calls", ran->methodCalls},
            {"gathers", ran->gathers},
            {"text", launchesText(snapshot, step)}};
}

void printRunSteps(const Snapshot& snapshot) {
    const Steps steps = stepsOf(snapshot);
    std::vector<Column<StepRow>> columns(stepColumns().begin(), stepColumns().end());
    std::erase_if(columns, [](const Column<StepRow>& column) { // a terminal is too narrow for these
        return std::string_view(column.key) == "level" || std::string_view(column.key) == "why";
    });
    FigureTable table = tableOf<StepRow>(columns, stepRows(steps));
    for (std::size_t step = table.rows.size(); step-- > 0;) {
        const std::string read = valuesReadText(*snapshot.graph, *snapshot.schedule, BatchId(step));
        if (!read.empty()) {
            TableRow sync{std::vector<Cell>(columns.size())};
            sync.cells[1].text = fmt::format("(sync point: values are read, {})", read);
            table.rows.insert(table.rows.begin() + static_cast<std::ptrdiff_t>(step), std::move(sync));
        }
    }
    fmt::print("\nsteps, {} ({})\n{}", executorText(snapshot), kStepsFromZero, numberedFromZero(std::move(table)));
}

/// The value of the key `step_list`.
Json runStepsJson(const Snapshot& snapshot) {
    const Steps steps = stepsOf(snapshot);
    Json list = Json::array();
    for (const StepRow& row : stepRows(steps)) {
        Json json = stepJson(stepColumns(), row);
        json["launches"] = launchesJson(snapshot, row.batch);
        json["operands"] = operandsJson(snapshot, row.batch);
        list.push_back(std::move(json));
    }
    return list;
}

// `run --check` as text: the speed-up, whether values and gradients are equal within tolerance, and why not.

void printEquality(const OpGraph& graph, const Schedule& schedule, const char* what, const EqualityReport& equality) {
    const Verdict verdict = verdictOf(equality);
    if (verdict == Verdict::NotComparable) {
        fmt::print("{} not comparable: {}\n", what, notComparableReason(graph, equality, what));
    }
    fmt::print("{}{}: {} numbers, max abs error {:.2g}, max rel error {:.2g}, non-finite {}\n",
               verdict == Verdict::NotComparable ? "  finite values" : what,
               verdict == Verdict::Equal       ? " equal"
               : verdict == Verdict::Different ? " DIFFER"
                                               : "",
               withThousands(equality.values - equality.notFinite), equality.maxAbsError, equality.maxRelError,
               withThousands(equality.notFinite));
    if (equality.firstDivergence) {
        const Value value = *equality.firstDivergence;
        fmt::print("  first divergence: node {} ({}), output {}, tree {}\n", value.node.value,
                   graph.opOf(value.node).name, value.output, ordinal(graph.origins[value.node].tree.index()));
    }
    if (const std::string differing = differingText(graph, schedule, equality.differing); !differing.empty()) {
        fmt::print("  out of tolerance: {}\n", differing);
    }
}

void printSpeed(const SpeedReport& speed) {
    const std::optional<SpeedRatio> batching = speed.batching();
    if (!batching) {
        fmt::print("\nspeed-up {}: {}\n", noFigureText(speed), reasonText(speed));
        return;
    }
    fmt::print("\nspeed-up {}: batching on {}, running only; {} runs of each arm\n", speedUpText(speed),
               kernelsText(speed), speed.runs());
    if (const std::string doubt = reasonText(speed); !doubt.empty()) {
        fmt::print("  in doubt: {}\n", doubt);
    }
    fmt::print("  including building, scheduling and planning {}\n", factorText(speed.batchingWithConstruction()));
    if (speed.hasEngine()) {
        fmt::print("  {} (regular on LibTorch over folded on the engine)\n", splitText(speed));
        fmt::print("  in the other order: batching on LibTorch {}, engine on folded {}\n",
                   factorText(speed.batchingOff()), factorText(speed.engineFolded()));
    }
}

void printTolerance(DType dtype, bool hasGradients) {
    const Tolerance values = valueTolerance(dtype);
    fmt::print("  equal: apart by at most {:g} plus {:g} of the number{}\n", values.absolute, values.relative,
               hasGradients
                   ? fmt::format("; gradients, by {:g} of the largest of their parameter or row, or {:.1g} of the "
                                 "largest of all",
                                 gradientTolerance(dtype), gradientNoise(dtype))
                   : "");
}

/// Needs report.equality. The schedule is the one that the folded run followed.
void printComparison(const OpGraph& graph, const Schedule& schedule, const RunReport& report) {
    if (report.speed) {
        printSpeed(*report.speed);
    }
    if (report.fault) {
        fmt::print("{}\n", faultText(graph, *report.fault));
    }
    printEquality(graph, schedule, "values", *report.equality);
    printTolerance(graph.ops.dtype, report.gradients.has_value());
    if (report.cause) {
        fmt::print("  {}\n", causeText(graph, *report.cause));
    }
    fmt::print("  argmax flips {}\n", report.equality->argmaxFlips);
    if (report.gradients) {
        const GradientReport& gradients = *report.gradients;
        fmt::print("{}loss {} folded, {} regular; {}\n",
                   gradients.isLossFinite() ? "" : "NOT FINITE: ", numberText(gradients.foldedLoss),
                   numberText(gradients.regularLoss), labelShareText(graph.labeledOutputs(), graph.outputs.size()));
        printEquality(graph, schedule, "gradients of parameters", gradients.parameters);
        if (!gradients.firstParameter.empty()) {
            fmt::print("  first parameter that differs: {}\n", gradients.firstParameter);
        }
        if (!gradients.firstNotFiniteParameter.empty()) {
            fmt::print("  first parameter with a gradient that is not finite: {}\n", gradients.firstNotFiniteParameter);
        }
        printEquality(graph, schedule, "gradients of values", gradients.values);
    }
    if (report.reference) {
        fmt::print("compared with float64: folded is off by at most {:.2g}, regular by {:.2g}\n",
                   report.reference->folded.maxAbsError, report.reference->regular.maxAbsError);
    }
}

void printRun(const OpGraph& graph, const CheckedRun& run) {
    const RunReport& report = run.report;
    const bool checked = report.equality.has_value();
    fmt::print("{}: {} nodes in {} batches{}\n\n", run.folded.schedule.policy, withThousands(graph.size()),
               withThousands(run.folded.schedule.batchCount()),
               run.folded.schedule.syncPoints.empty()
                   ? ""
                   : fmt::format(", values read at {} sync points", run.folded.schedule.syncPoints.size()));
    const bool isMedian = report.isMeasured();
    TextTable table({{"phase", Align::Left}, {"folded"}, {"regular"}});
    const Json folded = toJson(report.folded);
    const Json regular = toJson(report.regular);
    for (const auto& [phase, seconds] : folded.items()) {
        table.add({phase, formatSeconds(seconds.get<double>()),
                   isMedian ? formatSeconds(regular[phase].get<double>()) : std::string("-")});
    }
    fmt::print("{}", table.text());
    fmt::print("{}\n", isMedian
                           ? fmt::format("medians of {} runs, both on {}", report.runs(), kernelsText(*report.speed))
                       : checked ? std::string("times of the recorded run only")
                                 : std::string("times of a single run; add --check to measure the speed-up"));
    if (report.learnSeconds > 0.0) {
        fmt::print("the policy trained on the graph once, for {}; these times do not include it\n",
                   formatSeconds(report.learnSeconds));
    }
    if (checked) {
        printComparison(graph, run.folded.schedule, report);
    }
}

Json originJson(const OpGraph& graph, const std::optional<NotFiniteOrigin>& origin) {
    if (!origin) {
        return nullptr;
    }
    const NodeId node = origin->value.node;
    return {{"node", node.value},
            {"output", origin->value.output},
            {"op", graph.opOf(node).name},
            {"tree", graph.origins[node].tree.value},
            {"column", origin->column},
            {"parameter", origin->parameter.empty() ? Json(nullptr) : Json(origin->parameter)}};
}

/// The arm in which the values or gradients are not finite.
Json runNotFinite(const NotFiniteOrigins& origins) {
    if (!origins.value && !origins.gradient) {
        return nullptr;
    }
    return origins.ofRegular ? "regular" : "folded";
}

Json faultJson(const OpGraph& graph, const RehearsedFault& fault) {
    return {{"kind", faultNames()[static_cast<std::size_t>(fault.fault)]},
            {"step", fault.step.value},
            {"node", fault.node.value},
            {"other", fault.other.valid() ? Json(fault.other.value) : Json(nullptr)},
            {"argument", fault.slot},
            {"text", faultText(graph, fault)}};
}

void addEquality(Json& document, const OpGraph& graph, const RunReport& report) {
    document["comparable"] = verdictOf(report) != Verdict::NotComparable;
    if (const std::string reason = notComparableReason(graph, report); !reason.empty()) {
        document["reason"] = reason;
    }
    Json values = toJson(graph, *report.equality);
    if (values.contains("first_divergence")) {
        document["first_divergence"] = values["first_divergence"];
        values.erase("first_divergence");
    }
    document["values"] = values;
}

/// Adds the comparison of both arms; for a single run, only the number of runs.
void addBothArms(Json& document, const OpGraph& graph, const RunReport& report) {
    if (report.equality) {
        addEquality(document, graph, report);
    }
    if (report.fault) {
        document["fault"] = faultJson(graph, *report.fault);
    }
    if (report.cause) {
        document["divergence_cause"] = causeJson(graph, *report.cause);
    }
    document["runs"] = report.runs();
    if (report.speed) {
        document.update(speedJson(report));
    }
    if (report.gradients) {
        document["gradients"] = toJson(graph, *report.gradients);
        document["labelled_outputs"] = graph.labeledOutputs();
        document["requested_outputs"] = graph.outputs.size();
    }
    if (report.reference) {
        document["reference"] = {{"folded", toJson(graph, report.reference->folded)},
                                 {"regular", toJson(graph, report.reference->regular)}};
    }
}

/// `listed` holds additional keys: the lists of --list.
void printRunAsJson(const OpGraph& graph, const CheckedRun& run, const Json& listed) {
    const RunReport& report = run.report;
    Json document = {{"policy", run.folded.schedule.policy},
                     {"nodes", graph.size()},
                     {"batches", run.folded.schedule.batchCount()},
                     {"threads_used", run.folded.execution.trace().threads},
                     {"executor", executorName(run.folded.execution.trace().views.executor)},
                     {"values", nullptr},
                     {"gradients", nullptr},
                     {"first_divergence", nullptr},
                     {"seconds", toJson(report.folded)}};
    addBothArms(document, graph, report);
    document["not_finite_origin"] = originJson(graph, report.notFinite.value);
    document["not_finite_gradient_origin"] = originJson(graph, report.notFinite.gradient);
    document["not_finite_run"] = runNotFinite(report.notFinite);
    document.update(listed);
    document["context"] = {
        {"cpu", cpuName()}, {"threads", threadCount()}, {"torch", torchVersion()}, {"blas", blasName()}};
    printJson(document);
}

Result<CheckedRun> runFolded(const PreparedRun& prepared, const Policy& policy, const CliOptions& options,
                             const RunControl& control) {
    Result<ArmRun> folded = runArm({prepared.graph, policy, prepared.parameters.folded}, options.run,
                                   options.listSteps ? Recording::Full : Recording::Seconds, control);
    TRY(folded);
    RunReport report;
    report.folded = folded->execution.seconds();
    report.folded.parse = prepared.construction.parse;
    report.folded.build = prepared.construction.build;
    const Result<NotFiniteOrigins> origins =
        notFiniteIn(prepared.graph, folded->execution.state(), folded->gradients, prepared.parameters.folded, control);
    TRY(origins);
    report.notFinite = *origins;
    return CheckedRun{std::move(*folded), report};
}

Result<CheckedRun> runPrepared(const CliOptions& options, const PreparedRun& prepared, const Policy& policy,
                               const RunControl& control) {
    if (!options.check) {
        return runFolded(prepared, policy, options, control);
    }
    const CheckedRunInput input{.construction = prepared.construction, .ofRegular = prepared.parameters.ofRegular()};
    Result<CheckedRun> run = runBoth({prepared.graph, policy, prepared.parameters.folded}, options.run, input, control);
    if (!run && options.run.fault != Fault::None && run.error().code == ErrorCode::Config) {
        Error error = run.error();
        error.message = "--fault: " + error.message;
        return error;
    }
    return run;
}

/// Prints the results of a run. Rows are numbered as in explain.
Status show(const CliOptions& options, const PreparedRun& prepared, const CheckedRun& run, const RunControl& control) {
    const OpGraph& graph = prepared.graph;
    const Schedule schedule = withRowOrder(graph, run.folded.schedule, RowOrder::ByConsumer); // for every executor
    Snapshot shown;
    shown.config.graph = prepared.options;
    shown.treebank = nonOwning(prepared.bank);
    shown.graph = nonOwning(graph);
    shown.schedule = nonOwning(schedule);
    shown.trace = nonOwning(run.folded.execution.trace());
    shown.recorded = nonOwning(run.folded.execution.state());
    shown.report = nonOwning(run.report);
    const Result<std::vector<NodeId>> nodes =
        options.listNodes ? nodesWhere(shown, options.where, control) : std::vector<NodeId>();
    TRY(nodes);
    if (options.json) {
        Json listed = Json::object();
        if (options.listNodes) {
            listed["node_list"] = nodesJson(shown, *nodes);
        }
        if (options.listSteps) {
            listed["step_list"] = runStepsJson(shown);
        }
        printRunAsJson(graph, run, listed);
        return Ok{};
    }
    printRun(graph, run);
    if (options.listNodes) {
        printNodes(shown, *nodes);
    }
    if (options.listSteps) {
        printRunSteps(shown);
    }
    if (const std::string origin = originText(graph, run.report.notFinite); !origin.empty()) {
        fmt::print("{}\n", origin);
    }
    return Ok{};
}

/// Config error for an option without the one it extends. --reference implies --check, so CLI11 cannot check this.
Status checkAdditions(const CliOptions& options) {
    for (const char* const option : {"--timing", "--fault", "--shrink"}) {
        if (options.given.contains(option) && !options.check) {
            return Error{ErrorCode::Config,
                         fmt::format("{}: only --check compares the folded run with regular; add --check", option)};
        }
    }
    return options.where.empty() || options.listNodes
               ? Status(Ok{})
               : Error{ErrorCode::Config, "--where: only --list nodes lists nodes; add --list nodes"};
}

} // namespace

Result<ExitCode> runRun(const CliOptions& options, const RunControl& control) {
    TRY(checkAdditions(options));
    const Result<PreparedRun> prepared = prepareRun(options, control);
    TRY(prepared);
    const Result<ChosenPolicies> policy = choosePolicies(options, prepared->graph, control);
    TRY(policy);
    const Result<CheckedRun> run = runPrepared(options, *prepared, policy->only(), control);
    TRY(run);
    TRY(show(options, *prepared, *run, control));
    const Failure failure = failureOf(prepared->graph, *run);
    TRY(shrinkFailing(options, *prepared, failure, policy->only(), control));
    return failure.any() ? ExitCode::Different : ExitCode::Done;
}

} // namespace batchscope
