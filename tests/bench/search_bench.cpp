// SPDX-License-Identifier: GPL-3.0-or-later
//
// The debugger on large graphs: random trees of treebank size (19 words), as many as make the asked number of nodes.
// To hold: a query over 1,000,000 nodes < 100 ms; over 100,000 nodes breakpoints < 200 ms, one node's values < 50 ms.
#include "core/exec/runner.h"
#include "core/nets/build_graph.h"
#include "core/schedule/scheduler.h"
#include "core/session/breakpoints.h"
#include "core/session/node_search.h"
#include "core/session/node_values.h"
#include "core/treebank/generate.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <vector>

namespace batchscope {
namespace {

constexpr std::array kQueries = {"op:children", "word:w7", "\"w1\"", "op:children level:3 batch>64",
                                 "word:w7 OR tree:12 OR -step:1..5"};

std::shared_ptr<const Snapshot> snapshotOf(std::size_t nodes) {
    constexpr std::size_t kNodesOfATree = 38;
    auto snapshot = std::make_shared<Snapshot>();
    auto bank = std::make_shared<Treebank>(*generateTreebank({.leaves = 19, .trees = nodes / kNodesOfATree}));
    GraphOptions options;
    options.trees = {0, bank->trees.size()};
    snapshot->graph = std::make_shared<OpGraph>(*buildGraph(*bank, options, {}));
    snapshot->treebank = std::move(bank);
    snapshot->schedule = std::make_shared<Schedule>(*makeSchedule(*snapshot->graph, **findPolicy("depth"), {}));
    return snapshot;
}

void search(benchmark::State& state) {
    static const std::shared_ptr<const Snapshot> kSnapshot = snapshotOf(1'000'000);
    const TreeFilter query = *parseNodeQuery(kQueries.at(static_cast<std::size_t>(state.range(0))));
    std::size_t found = 0;
    for ([[maybe_unused]] auto step : state) {
        found = findNodes(*kSnapshot, query, {})->size();
    }
    state.SetLabel(kQueries.at(static_cast<std::size_t>(state.range(0))));
    state.counters["nodes"] = static_cast<double>(kSnapshot->graph->size());
    state.counters["found"] = static_cast<double>(found);
}

/// With what a run has left behind, as the window keeps it.
std::shared_ptr<const Snapshot> runOf(std::size_t nodes) {
    auto snapshot = std::make_shared<Snapshot>(*snapshotOf(nodes));
    const Parameters parameters = *Parameters::create(snapshot->graph->ops, 1, {});
    const ArmRun run = *runArm({*snapshot->graph, **findPolicy("depth"), parameters}, {}, Recording::Full, {});
    snapshot->trace = std::make_shared<Trace>(run.execution.trace());
    snapshot->recorded = run.execution.sharedState();
    return snapshot;
}

/// To be asked for before a loop: the first call makes the run, which would be timed as part of the first pass.
const Snapshot& largeRun() {
    static const std::shared_ptr<const Snapshot> kSnapshot = runOf(100'000);
    return *kSnapshot;
}

/// Five conditions at once, one of which reads every value.
void breakpoints(benchmark::State& state) {
    const std::vector<Breakpoint> all = {{"op:children batch<4", true},
                                         {"value:nan OR value>3", true},
                                         {"word:w7 level:0", true},
                                         {"time>=50", true},
                                         {"tree:100..200 -op:leaf", true}};
    const Snapshot& run = largeRun();
    std::size_t hits = 0;
    for ([[maybe_unused]] auto step : state) {
        hits = findHits(run, all, {})->batches.size();
    }
    state.counters["nodes"] = static_cast<double>(run.graph->size());
    state.counters["hits"] = static_cast<double>(hits);
}
BENCHMARK(breakpoints)->Unit(benchmark::kMillisecond);

void valuesOfANode(benchmark::State& state) {
    const Snapshot& run = largeRun();
    std::size_t node = 0;
    for ([[maybe_unused]] auto step : state) {
        node = (node + 7919) % run.graph->size();
        benchmark::DoNotOptimize(nodeValues(run, {NodeId(node), 0}, ValueKind::Values));
    }
}
BENCHMARK(valuesOfANode)->Unit(benchmark::kMillisecond);

BENCHMARK(search)->DenseRange(0, kQueries.size() - 1)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace batchscope
