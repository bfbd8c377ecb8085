// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/arm_step.h"

#include <chrono>

namespace batchscope {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

HandBatching wayOf(const Arm& arm, const OpGraph& graph) {
    if (arm.kind == ArmKind::Packed) {
        return HandBatching::Packed;
    }
    return arm.kind == ArmKind::Direct && haveOneShape(graph) ? HandBatching::SameShape : HandBatching::LevelPadded;
}

} // namespace

Result<ArmStep> ArmStep::make(const GraphBuilder& builder, const Arm& arm, const GraphOptions& options,
                              const RunControl& control) {
    const std::string name = builder.modelName(options);
    if (const Status served = serves(arm, builder.program() != nullptr ? "program " + name : name); !served) {
        return served.error();
    }
    ArmStep step(builder, arm, options);
    if (!arm.isHandBatched()) {
        return step;
    }
    Result<OpGraph> graph = builder.graph(step.m_ownOptions, control);
    if (!graph) {
        return graph.error();
    }
    const HandBatching way = wayOf(arm, *graph);
    Result<HandBatched> batched = batchByHand(std::move(*graph), way, arm.name);
    if (!batched) {
        return batched.error();
    }
    step.m_handBatched = std::move(*batched);
    return step;
}

Result<ArmSample> ArmStep::run(const Parameters& parameters, const RunOptions& options, const RunControl& control) {
    if (m_handBatched) {
        return runByHand(parameters, options.work, control);
    }
    const auto start = Clock::now();
    Result<OpGraph> graph = m_builder->graph(m_ownOptions, control, std::move(m_graph));
    if (!graph) {
        return graph.error();
    }
    const double built = secondsSince(start);
    const RunOptions own = runOptionsOf(m_arm, options);
    m_ranOnEngine = usesEngine(*m_arm.policy, own);
    if (m_ranOnEngine && !(m_engine && m_engine->options() == *own.engine)) {
        m_engine.emplace(graph->ops, *own.engine);
    }
    Result<ArmRun> run =
        runArm(*graph, *m_arm.policy, parameters, own, Recording::Seconds, control, m_engine ? &*m_engine : nullptr);
    if (!run) {
        return run.error();
    }
    m_graph = std::move(*graph);
    PhaseSeconds seconds = run->execution.seconds();
    seconds.build = built;
    return ArmSample{seconds, std::move(*run)};
}

StepFigures ArmStep::figuresOf(const ArmRun& run, Work work) const {
    return m_ranOnEngine ? figuresOfEngine(m_engine->figures()) : figuresOfBodies(graph(), run, work);
}

Result<ArmSample> ArmStep::runByHand(const Parameters& parameters, Work work, const RunControl& control) {
    BatchPlan plan = m_handBatched->plan;
    const auto start = Clock::now();
    bindIntegers(m_handBatched->graph, m_handBatched->schedule, plan);
    const double bound = secondsSince(start);
    Result<ArmRun> run = runPlanned(m_handBatched->graph, m_handBatched->schedule, std::move(plan), parameters, work,
                                    Recording::Seconds, control);
    if (!run) {
        return run.error();
    }
    PhaseSeconds seconds = run->execution.seconds();
    seconds.build = bound;
    return ArmSample{seconds, std::move(*run)};
}

} // namespace batchscope
