// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/shrink.h"

#include "app/cli/commands.h"
#include "core/base/counted.h"
#include "core/bytes/file_writer.h"
#include "core/formats/tree_writer.h"
#include "core/trace/run_report.h"
#include "core/treebank/shrink.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

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

/// All of these trees, run as the line says.
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

/// Before anything is searched for.
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

} // namespace

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
    const RunControl quiet = control.quiet(); // of each run; the search reports its own
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

} // namespace batchscope
