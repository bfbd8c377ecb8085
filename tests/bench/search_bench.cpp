// SPDX-License-Identifier: GPL-3.0-or-later
//
// Queries over 1,000,000 nodes of random trees of treebank size (19 words); product.md says how long they may take.
#include "core/nets/build_graph.h"
#include "core/schedule/scheduler.h"
#include "core/session/node_search.h"
#include "core/treebank/generate.h"

#include <benchmark/benchmark.h>

#include <array>
#include <memory>

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

BENCHMARK(search)->DenseRange(0, kQueries.size() - 1)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace batchscope
