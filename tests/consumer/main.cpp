// SPDX-License-Identifier: GPL-3.0-or-later
//
// batchscope::engine: runs the toy graph regular and folded, on LibTorch's plain bodies and on the engine, and exits
// with 1 unless every value of every run equals that of the regular one on LibTorch.
#include "toy_graph.h"

#include <batchscope/exec/runner.h>

#include <cstdio>

using namespace batchscope;

namespace {

Result<ArmRun> run(const OpGraph& graph, const Parameters& parameters, const char* policy,
                   const ExecutorOptions& executor) {
    return runArm({graph, **findPolicy(policy), parameters}, {.executor = executor}, Recording::Seconds, {});
}

/// Whether it equals the reference; says so.
bool report(const char* name, const OpGraph& graph, const ArmRun& reference, const Result<ArmRun>& arm) {
    if (!arm) {
        std::printf("%s: %s\n", name, arm.error().text().c_str());
        return false;
    }
    const Result<EqualityReport> equality = compareRuns(graph, reference.execution.state(), arm->execution.state(), {});
    const bool equal = equality.hasValue() && equality->equal;
    std::printf("%s: %zu batches, %s\n", name, arm->schedule.batchCount(), equal ? "equal" : "different");
    return equal;
}

} // namespace

int main() {
    const OpGraph graph = *recordToyGraph();
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    const ArmRun reference = *run(graph, parameters, "regular", InterpreterOptions());
    std::printf("scores of the first tree:");
    for (const double number : reference.execution.state().row(graph.outputs.front())) {
        std::printf(" %.4f", number);
    }
    std::printf("\nregular on LibTorch: %zu batches\n", reference.schedule.batchCount());

    bool equal = report("folded on LibTorch", graph, reference, run(graph, parameters, "agenda", InterpreterOptions()));
    equal &= report("regular on the engine", graph, reference, run(graph, parameters, "regular", EngineOptions()));
    equal &= report("folded on the engine", graph, reference, run(graph, parameters, "agenda", EngineOptions()));
    return equal ? 0 : 1;
}
