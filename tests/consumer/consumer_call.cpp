// SPDX-License-Identifier: GPL-3.0-or-later
//
// batchscope::engine with an op that is a C++ function of tensors: folds it, and exits with 1 unless the values equal
// those of the regular run.
#include <batchscope/exec/runner.h>
#include <batchscope/exec/tensor_op_torch.h>
#include <batchscope/graph/fold.h>

#include <ATen/ATen.h>

#include <cstdio>

using namespace batchscope;

int main() {
    constexpr std::int32_t width = 6;
    OpSet ops;
    ops.name = "calls";
    const ParamId words = ops.params.push_back({.name = "words", .rows = 10, .columns = width});
    const ParamId weight = ops.params.push_back({.name = "W", .rows = width, .columns = 2 * width});
    BodyBuilder lookUp(ops.params);
    lookUp.output(lookUp.lookup(words, 0));
    const OpId word =
        ops.ops.push_back({.name = "word", .arguments = {{.kind = ArgumentClass::Integer}}, .body = lookUp.take()});
    const ArgumentType row{.kind = ArgumentClass::Row, .width = width};
    const auto join = [](const TensorBatch& batch) -> std::vector<at::Tensor> {
        return {at::tanh(at::linear(at::cat({batch.arguments[0], batch.arguments[1]}, 1), batch.parameters[0]))};
    };
    const OpId joined = ops.ops.push_back(tensorOp(
        ops, {.name = "join", .arguments = {row, row}, .widths = {width}, .parameters = {weight}, .run = join}));

    Fold fold(ops, {});
    for (std::uint32_t tree = 0; tree < 4; ++tree) {
        const Value left = fold.add(word, {Argument::integer(tree)});
        const Value right = fold.add(word, {Argument::integer(tree + 1)});
        fold.request(fold.add(joined, {left, right}));
    }
    fold.setTreeCount(4);
    const OpGraph graph = *std::move(fold).finish();
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    const ArmRun regular = *runArm({graph, **findPolicy("regular"), parameters}, {}, Recording::Seconds, {});
    const ArmRun folded = *runArm({graph, **findPolicy("agenda"), parameters}, {}, Recording::Seconds, {});
    const bool equal = compareRuns(graph, regular.execution.state(), folded.execution.state(), {})->equal;
    std::printf("a function of tensors: %zu batches instead of %zu, %s\n", folded.schedule.batchCount(),
                regular.schedule.batchCount(), equal ? "equal" : "different");
    return equal ? 0 : 1;
}
