// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything between trees and LibTorch, on random trees of treebank size (19 words): building, scheduling, planning,
// laying out, and one moment of the animation. The argument is the number of trees.
#include "core/layout/storyboard.h"
#include "core/nets/build_graph.h"
#include "core/schedule/batch_plan.h"
#include "core/schedule/scheduler.h"
#include "core/tree/generate.h"

#include <benchmark/benchmark.h>

namespace batchscope {
namespace {

struct Made {
    explicit Made(std::int64_t trees)
        : bank(*generateTreebank({.leaves = 19, .trees = static_cast<std::size_t>(trees)})),
          graph(*buildGraph(bank, {}, {})), schedule(*makeSchedule(graph, **findPolicy("depth"), {})) {}

    [[nodiscard]] Storyboard story() const {
        return {layoutForest(graph, std::vector<float>(graph.size(), 1.0F), 1.6F), layoutLanes(graph, 0.8F),
                layoutFolded(schedule, 0.8F), schedule};
    }

    Treebank bank;
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
    const Made made(state.range(0));
    for ([[maybe_unused]] auto step : state) {
        benchmark::DoNotOptimize(buildGraph(made.bank, {}, {}));
    }
    perNode(state, made);
}

void scheduling(benchmark::State& state, const char* policy) {
    const Made made(state.range(0));
    const Policy& chosen = **findPolicy(policy);
    for ([[maybe_unused]] auto step : state) {
        benchmark::DoNotOptimize(makeSchedule(made.graph, chosen, {}));
    }
    perNode(state, made);
}

void planning(benchmark::State& state) {
    const Made made(state.range(0));
    for ([[maybe_unused]] auto step : state) {
        benchmark::DoNotOptimize(makePlan(made.graph, made.schedule));
    }
    perNode(state, made);
}

void layingOut(benchmark::State& state) {
    const Made made(state.range(0));
    for ([[maybe_unused]] auto step : state) {
        benchmark::DoNotOptimize(made.story());
    }
    perNode(state, made);
}

void momentOfTheAnimation(benchmark::State& state) {
    const Made made(state.range(0));
    const Storyboard story = made.story();
    for ([[maybe_unused]] auto step : state) {
        benchmark::DoNotOptimize(story.state(3.4));
    }
    perNode(state, made);
}

BENCHMARK(buildingTheGraph)->Arg(128)->Arg(1024);
BENCHMARK_CAPTURE(scheduling, depth, "depth")->Arg(128)->Arg(1024);
BENCHMARK_CAPTURE(scheduling, agenda, "agenda")->Arg(128)->Arg(1024);
BENCHMARK_CAPTURE(scheduling, regular, "regular")->Arg(128)->Arg(1024);
BENCHMARK(planning)->Arg(128)->Arg(1024);
BENCHMARK(layingOut)->Arg(128)->Arg(1024);
BENCHMARK(momentOfTheAnimation)->Arg(128)->Arg(1024);

} // namespace
} // namespace batchscope
