// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/measured_config.h"

#include "core/bench/arms.h"
#include "core/bench/sweep.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

std::string whyArmIsNotShown(const Arm& arm) {
    if (arm.isHandBatched()) {
        return fmt::format("{} batches by hand, so there is no schedule of a policy to show", arm.name);
    }
    return arm.kind == ArmKind::FoldedLegacy
               ? fmt::format("{} merges and stacks as TorchFold does, which the canvas does not show", arm.name)
               : std::string();
}

} // namespace

std::string whyNotShown(const BenchResult& result) {
    const Result<Arm> arm = parseArm(result.arm);
    return arm ? whyArmIsNotShown(*arm) : arm.error().message;
}

Result<SessionConfig> measuredConfig(const SessionConfig& now, const BenchConfig& measured, const BenchResult& result,
                                     const Treebank& bank) {
    const Result<Arm> arm = parseArm(result.arm);
    TRY(arm);
    if (const std::string why = whyArmIsNotShown(*arm); !why.empty()) {
        return Error{ErrorCode::Config, why};
    }
    GraphOptions options = measured.graph;
    options.dim = result.dim > 0 ? result.dim : options.dim;
    if (bank.program.empty()) {
        options.model = result.model;
    }
    const TreePool pool(bank, options);
    if (result.batch == 0 || result.batch > pool.size()) {
        return Error{ErrorCode::Config,
                     "the open files have fewer trees than this result was measured on; open the measured files again"};
    }
    SessionConfig config = now;
    config.graph = miniBatchOptions(pool, options, result.batch, drawnMiniBatches(measured), measured.seed).front();
    config.graph.trees.end = config.graph.trees.begin + result.batch;
    config.policy = arm->policy->name();
    config.given.reset();
    config.run = runOptionsOf(*arm, measured.run);
    config.run.work = result.work;
    config.run.timing = now.run.timing;
    config.seed = measured.seed;
    return config;
}

} // namespace batchscope
