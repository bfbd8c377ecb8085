// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/sweep_request.h"

#include "core/records/bench_document.h"
#include "core/session/chosen_policy.h"
#include "views/session/session.h"

namespace batchscope {

Result<BenchConfig> sweepBase(const Session& session, SweepTrees trees) {
    constexpr double kRooflineSeconds = 0.15; // short, because Cancel must not wait for it
    const Snapshot& snapshot = *session.snapshot();
    BenchConfig base;
    base.graph = session.config().graph;
    if (snapshot.config.graph.model == base.graph.model) {
        base.graph.user = snapshot.config.graph.user; // which the pipeline has loaded
    }
    base.run = session.config().run;
    base.run.executor = engineOrUsual(base.run.executor); // arms on LibTorch say so themselves
    base.seed = session.config().seed;
    base.rooflineSeconds = kRooflineSeconds;
    base.patienceSeconds = kUsualPatience;
    switch (trees) {
    case SweepTrees::Pool: base.graph.trees.end = TreeRange().end; break;
    case SweepTrees::OfPoint:
        base.graph.trees = session.benchDocument()->config.graph.trees;
        base.graph.picked = session.benchDocument()->config.graph.picked;
        break;
    case SweepTrees::OfSchedule: {
        const Result<std::shared_ptr<const Policy>> given = chosenPolicy(snapshot.config, *snapshot.graph);
        if (!given) {
            return given.error();
        }
        base.graph = snapshot.config.graph;
        base.given = *given;
        break;
    }
    }
    return base;
}

} // namespace batchscope
