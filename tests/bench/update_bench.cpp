// SPDX-License-Identifier: GPL-3.0-or-later
//
// What training pays beside the run: the optimiser's step, and packing the weights that it changed, by hidden width and
// threads. The weights are those of tree-lstm; its words are those of one batch of toy trees.
#include "core/exec/engine/packed_weights.h"
#include "core/exec/executor.h"
#include "core/exec/machine.h"
#include "core/exec/optimizer.h"
#include "core/nets/build_graph.h"
#include "core/schedule/scheduler.h"
#include "core/treebank/generate.h"

#include <benchmark/benchmark.h>

namespace batchscope {
namespace {

/// One run with gradients.
struct Trained {
    explicit Trained(std::int32_t dim) {
        constexpr std::size_t kTrees = 64;
        const Treebank bank =
            *generateTreebank({.arity = 2, .leaves = 20, .trees = kTrees, .vocabulary = 1000, .seed = 1});
        graph = *buildGraph(bank, {.model = "tree-lstm", .dim = dim}, {});
        parameters.emplace(*Parameters::create(graph.ops, 1, {}));
        engine = makeExecutor(graph.ops, EngineOptions());
        const Schedule schedule = *makeSchedule(graph, **findPolicy("depth"), {});
        run.emplace(*engine->run({graph, schedule, *parameters, Work::Training, Recording::Seconds, {}}));
    }

    OpGraph graph;
    std::optional<Parameters> parameters;
    std::unique_ptr<Executor> engine;
    std::optional<FinishedRun> run;
};

void step(benchmark::State& state, OptimizerKind kind) {
    setThreadCount(static_cast<int>(state.range(1)));
    Trained trained(static_cast<std::int32_t>(state.range(0)));
    Optimizer optimizer = *Optimizer::create(trained.graph.ops, {.kind = kind, .learningRate = 1e-6});
    for ([[maybe_unused]] auto again : state) {
        optimizer.step(*trained.run->gradients, *trained.parameters);
    }
}

/// Forward's copies and backward's.
void pack(benchmark::State& state) {
    setThreadCount(static_cast<int>(state.range(1)));
    const Treebank bank = *generateTreebank({.arity = 2, .leaves = 4, .trees = 1, .vocabulary = 4, .seed = 1});
    const OpGraph graph =
        *buildGraph(bank, {.model = "tree-lstm", .dim = static_cast<std::int32_t>(state.range(0))}, {});
    Parameters parameters = *Parameters::create(graph.ops, 1, {});
    const NetCode code = compileNet(graph.ops, PassSet::all());
    PackedWeights<float> weights;
    for ([[maybe_unused]] auto again : state) {
        parameters.set(ParamId(std::size_t{0}), 0, 0.5); // another version
        weights.pack(code, parameters);
        weights.packBackward(code);
    }
}

void widths(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgsProduct({{100, 300, 500}, {1, 2}})->ArgNames({"dim", "threads"})->Unit(benchmark::kMicrosecond);
    benchmark->UseRealTime();
}

BENCHMARK_CAPTURE(step, sgd, OptimizerKind::Sgd)->Apply(widths);
BENCHMARK_CAPTURE(step, adam, OptimizerKind::Adam)->Apply(widths);
BENCHMARK(pack)->Apply(widths);

} // namespace
} // namespace batchscope
