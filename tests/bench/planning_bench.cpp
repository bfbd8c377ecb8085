// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything between trees and LibTorch, on random trees of treebank size (19 words): building, scheduling, planning,
// laying out, and one moment of the animation. Arguments: how many trees; 1 for the first trees of SST's dev.txt
// instead (from $BATCHSCOPE_DATA/sst, or shared/data beside the project).
#include "core/formats/read_treebank.h"
#include "core/nets/build_graph.h"
#include "core/schedule/batch_plan.h"
#include "core/schedule/scheduler.h"
#include "core/story/storyboard.h"
#include "core/treebank/generate.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace batchscope {
namespace {

constexpr std::int64_t kRandom = 0;
constexpr std::int64_t kSst = 1;

std::string sstFile() {
    const char* const given = std::getenv("BATCHSCOPE_DATA");
    return std::string(given != nullptr ? given : BATCHSCOPE_SOURCE_DIR "/../shared/data") + "/sst/dev.txt";
}

Treebank bankOf(const benchmark::State& state) {
    if (state.range(1) == kSst) {
        return *readTreebank({sstFile()}, {});
    }
    return *generateTreebank({.leaves = 19, .trees = static_cast<std::size_t>(state.range(0))});
}

struct Made {
    explicit Made(const benchmark::State& state)
        : bank(bankOf(state)), options{.trees = {.end = static_cast<std::size_t>(state.range(0))}},
          graph(*buildGraph(bank, options, {})), schedule(*makeSchedule(graph, **findPolicy("depth"), {})) {}

    [[nodiscard]] Storyboard story() const {
        const ForestLayout forest = layoutForest(graph, std::vector<float>(graph.size(), 1.0F), 1.6F);
        return storyboardOf(graph, forest, layoutLanes(graph, forest.nodes, 0.8F), schedule, 1.6F);
    }

    Treebank bank;
    GraphOptions options;
    OpGraph graph;
    Schedule schedule;
};

void perNode(benchmark::State& state, const Made& made) {
    state.counters["nodes"] = static_cast<double>(made.graph.size());
    state.counters["per_node"] =
        benchmark::Counter(static_cast<double>(made.graph.size()) * static_cast<double>(state.iterations()),
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void buildingTheGraph(benchmark::State& state) {
    const Made made(state);
    for ([[maybe_unused]] auto step : state) {
        benchmark::DoNotOptimize(buildGraph(made.bank, made.options, {}));
    }
    perNode(state, made);
}

void scheduling(benchmark::State& state, const char* policy) {
    const Made made(state);
    const Policy& chosen = **findPolicy(policy);
    for ([[maybe_unused]] auto step : state) {
        benchmark::DoNotOptimize(makeSchedule(made.graph, chosen, {}));
    }
    perNode(state, made);
}

/// As in training, where the graph of the step before is no longer needed.
void buildingAgain(benchmark::State& state) {
    const Made made(state);
    const GraphBuilder builder = *GraphBuilder::make(made.bank);
    FoldMemory memory;
    Result<OpGraph> graph = builder.graph(made.options, {});
    for ([[maybe_unused]] auto step : state) {
        memory.giveBack(std::move(*graph));
        graph = builder.graph(made.options, {}, memory);
    }
    perNode(state, made);
}

void schedulingAgain(benchmark::State& state, const char* policy) {
    const Made made(state);
    const Policy& chosen = **findPolicy(policy);
    Scheduler scheduler;
    for ([[maybe_unused]] auto step : state) {
        benchmark::DoNotOptimize(scheduler.run(made.graph, chosen, {}).hasValue());
    }
    perNode(state, made);
}

void planning(benchmark::State& state) {
    const Made made(state);
    for ([[maybe_unused]] auto step : state) {
        benchmark::DoNotOptimize(makePlan(made.graph, made.schedule));
    }
    perNode(state, made);
}

void layingOut(benchmark::State& state) {
    const Made made(state);
    for ([[maybe_unused]] auto step : state) {
        benchmark::DoNotOptimize(made.story());
    }
    perNode(state, made);
}

void momentOfTheAnimation(benchmark::State& state) {
    const Made made(state);
    const Storyboard story = made.story();
    for ([[maybe_unused]] auto step : state) {
        benchmark::DoNotOptimize(story.state(3.4));
    }
    perNode(state, made);
}

void sizes(benchmark::internal::Benchmark* bench) {
    bench->ArgNames({"trees", "sst"})->Args({128, kRandom})->Args({1024, kRandom});
    if (std::filesystem::exists(sstFile())) {
        bench->Args({128, kSst});
    }
}

BENCHMARK(buildingTheGraph)->Apply(sizes);
BENCHMARK(buildingAgain)->Apply(sizes);
BENCHMARK_CAPTURE(scheduling, depth, "depth")->Apply(sizes);
BENCHMARK_CAPTURE(scheduling, agenda, "agenda")->Apply(sizes);
BENCHMARK_CAPTURE(scheduling, regular, "regular")->Apply(sizes);
BENCHMARK_CAPTURE(schedulingAgain, depth, "depth")->Apply(sizes);
BENCHMARK_CAPTURE(schedulingAgain, agenda, "agenda")->Apply(sizes);
BENCHMARK(planning)->Apply(sizes);
BENCHMARK(layingOut)->Apply(sizes);
BENCHMARK(momentOfTheAnimation)->Apply(sizes);

} // namespace
} // namespace batchscope
