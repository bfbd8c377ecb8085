// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/prepared_run.h"

#include "app/cli/commands.h"
#include "core/base/clock.h"
#include "core/exec/machine.h"
#include "core/exec/memory_estimate.h"
#include "core/nets/trainable.h"
#include "core/session/pipeline.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

/// Each of --inject that changes no value, with the reason.
void noteUnread(const CliOptions& options, const std::vector<Injection>& injections, const OpGraph& graph) {
    for (std::size_t index = 0; index < injections.size(); ++index) {
        if (const std::string text = unreadText(injections[index], graph); !text.empty()) {
            fmt::print(stderr, "--inject {}: {}\n", options.injections[index], text);
        }
    }
}

} // namespace

Result<PreparedRun> prepareRun(const CliOptions& options, const RunControl& control) {
    const auto start = Clock::now();
    Result<Treebank> bank = openTreebank(options, control);
    TRY(bank);
    const Result<GraphBuilder> builder = GraphBuilder::make(*bank, options.graph.dtype); // a program is parsed here
    TRY(builder);
    const auto parsed = Clock::now();
    const GraphOptions fitting = fittingGraph(options, *bank);
    Result<OpGraph> graph = builder->graph(fitting, control);
    TRY(graph);
    TRY(checkWork(options.run.work, *bank, fitting, *graph));
    if (const std::string note = unlabelledNote(*bank, fitting); !note.empty()) {
        fmt::print(stderr, "{}\n", note);
    }
    PhaseSeconds construction;
    construction.parse = secondsBetween(start, parsed);
    construction.build = secondsSince(parsed);
    const Compared compared = options.check ? Compared::WithRegular : Compared::No;
    TRY(checkMemory(*graph, options.run, compared));
    setThreadCount(options.threads);
    Result<ArmParameters> parameters = makeParameters(options, graph->ops, control);
    TRY(parameters);
    noteUnread(options, parameters->injections, *graph);
    return PreparedRun{std::move(*bank), fitting, std::move(*graph), std::move(*parameters), construction};
}

} // namespace batchscope
