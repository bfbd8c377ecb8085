// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/prepare.h"
#include "core/base/clock.h"
#include "core/base/counted.h"
#include "core/bytes/file_writer.h"
#include "core/exec/executor.h"
#include "core/exec/machine.h"
#include "core/exec/memory_estimate.h"
#include "core/formats/tree_writer.h"
#include "core/session/pipeline.h"
#include "core/session/snapshot.h"
#include "core/session/time_bars.h"
#include "core/shapes/shape.h"
#include "core/trace/time_line.h"
#include "core/words/file_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>
#include <vector>

namespace batchscope {

namespace {

/// Appends one tree, or two joined as a pair, to `text` in the requested format.
Status append(std::string& text, const Treebank& bank, TreeId id, const CliOptions& options) {
    const TreeHandle handle = bank.tree(id);
    if (!handle) {
        return bank.missingTree(id);
    }
    const Tree first = shaped(*handle, options.graph.shape());
    if (!options.convert.pairs) {
        return options.convert.writer->append(text, {first, id, bank});
    }
    const TreeId next(id.index() + 1);
    const TreeHandle second = bank.tree(next);
    if (!second) {
        return bank.missingTree(next);
    }
    if (first.isDependency()) {
        return Error{ErrorCode::Config, "--pairs needs trees without words at inner nodes, and these are dependency "
                                        "trees; add --binarize left"};
    }
    if (bank.format == "snli" && bank.trees[id].line != bank.trees[next].line) {
        return Error{ErrorCode::Parse,
                     "--pairs: one of the two sentences of this line could not be read, so it has no partner; choose "
                     "the lines before or behind it with --trees A:B",
                     bank.files[first.file], first.positions[first.root().index()]};
    }
    const Tree pair = paired(first, shaped(*second, options.graph.shape()));
    return options.convert.writer->append(text, {pair, id, bank});
}

Status writeTrees(Output& output, const Treebank& bank, const CliOptions& options, const RunControl& control) {
    constexpr std::size_t kBuffer = std::size_t{1} << 18U;
    const TreeRange range = options.graph.trees;
    const std::size_t end = std::min(range.end, bank.trees.size());
    if (range.begin >= end) {
        return Error{ErrorCode::Config,
                     fmt::format("--trees starts at {}, but there {} only {}", range.begin,
                                 bank.trees.size() == 1 ? "is" : "are", counted(bank.trees.size(), words::kTree))};
    }
    const std::size_t step = options.convert.pairs ? 2 : 1;
    if ((end - range.begin) % step != 0) {
        return Error{ErrorCode::Config,
                     fmt::format("--pairs joins each two consecutive trees, and there are {}: choose "
                                 "an even number of them with --trees A:B",
                                 counted(end - range.begin, words::kTree))};
    }
    const TreeWriter& writer = *options.convert.writer;
    std::string text = writer.header == nullptr ? std::string() : writer.header(bank);
    for (std::size_t tree = range.begin; tree < end; tree += step) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        TRY(append(text, bank, TreeId(tree), options));
        if (text.size() >= kBuffer) {
            TRY(output.write(text));
            control.report("convert", tree - range.begin, end - range.begin);
        }
    }
    clearProgress();
    return output.write(text);
}

Result<std::string> traceOfRun(const CliOptions& options, const RunControl& control) {
    const Result<PreparedRun> prepared = prepareRun(options, control);
    TRY(prepared);
    const OpGraph& graph = prepared->graph;
    const Result<const Policy*> policy = findPolicy(options.policies);
    TRY(policy);
    const std::unique_ptr<Executor> kept = makeExecutor(graph.ops, options.run.executor);
    const auto traced = [&](const Policy& arm) -> Result<TracedRun> {
        Result<ArmRun> run =
            runArm({graph, arm, prepared->parameters.folded}, *kept, options.run, Recording::Full, control);
        return run ? Result<TracedRun>(
                         TracedRun{std::move(run->schedule), run->execution.trace(), run->execution.seconds()})
                   : run.error();
    };
    // The first run pays for memory, threads and product tables.
    Result<TracedRun> first = traced(**policy);
    if (first) {
        first->seconds.build = prepared->construction.build; // the graph is built only once
    }
    const Result<TracedRun> folded = first ? traced(**policy) : first.error();
    TRY(folded);
    const bool isRegular = folded->schedule.rule == BatchRule::OneByOne;
    std::vector<TraceLane> lanes = {{isRegular ? kRegularRun : kFoldedRun, *folded}};
    std::optional<Result<TracedRun>> regular;
    if (!isRegular && graph.size() <= kMostTracedNodes) {
        regular = traced(**findPolicy("regular"));
        if (!*regular) {
            return regular->error();
        }
        lanes.push_back({kRegularRun, **regular});
    }
    lanes.push_back({kFirstRun, *first});
    clearProgress();
    if (graph.size() > kMostTracedNodes) {
        fmt::print(stderr, "{}\n", regularNotRecorded());
    }
    return chromeTrace(graph, lanes);
}

} // namespace

Result<ExitCode> runConvert(const CliOptions& options, const RunControl& control) {
    if (options.convert.runs()) {
        Result<std::string> trace = traceOfRun(options, control);
        TRY(trace);
        Result<Output> output = Output::open(options.convert.file);
        TRY(output);
        TRY(output->write(*trace));
        TRY(output->finish());
        return ExitCode::Done;
    }
    const Result<Treebank> bank = openTreebank(options, control);
    TRY(bank);
    if (!bank->program.empty()) {
        return Error{ErrorCode::Config, "a program has no trees to write", bank->files.front()};
    }
    Result<Output> output = Output::open(options.convert.file);
    TRY(output);
    TRY(writeTrees(*output, *bank, options, control));
    TRY(output->finish());
    return ExitCode::Done;
}

} // namespace batchscope
