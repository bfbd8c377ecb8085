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

/// The policy studies the graph once; the engine is that of the options.
Status ArmStep::prepare(const OpGraph& graph, const RunOptions& own, const RunControl& control) {
    m_ranOnEngine = usesEngine(own);
    if (m_ranOnEngine && !(m_engine && m_engine->options() == *own.engine)) {
        m_engine.emplace(graph.ops, *own.engine);
    }
    if (m_isPrepared || m_handBatched) {
        return Ok{};
    }
    if (Status accepted = m_arm.policy->accepts(graph); !accepted) {
        return accepted;
    }
    const auto start = Clock::now();
    Result<std::unique_ptr<Policy>> prepared = m_arm.policy->prepared(graph, control);
    if (!prepared) {
        return prepared.error();
    }
    m_learned = std::move(*prepared);
    if (m_learned) {
        m_learnSeconds = secondsSince(start);
    }
    m_isPrepared = true;
    return Ok{};
}

Result<ArmSample> ArmStep::run(const Parameters& parameters, const RunOptions& options, const RunControl& control) {
    const RunOptions own = runOptionsOf(m_arm, options);
    if (m_handBatched) {
        return runByHand(parameters, own, control);
    }
    const auto start = Clock::now();
    Result<OpGraph> graph = m_builder->graph(m_ownOptions, control, std::move(m_graph));
    if (!graph) {
        return graph.error();
    }
    const double built = secondsSince(start);
    if (const Status prepared = prepare(*graph, own, control); !prepared) {
        return prepared.error();
    }
    const Policy& policy = m_learned ? *m_learned : *m_arm.policy;
    Result<ArmRun> run =
        runArm(*graph, policy, parameters, own, Recording::Seconds, control, m_engine ? &*m_engine : nullptr);
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

Result<ArmSample> ArmStep::runByHand(const Parameters& parameters, const RunOptions& options,
                                     const RunControl& control) {
    const OpGraph& graph = m_handBatched->graph;
    if (const Status prepared = prepare(graph, options, control); !prepared) {
        return prepared.error();
    }
    BatchPlan plan = m_handBatched->plan;
    const auto start = Clock::now();
    bindIntegers(graph, m_handBatched->schedule, plan);
    const double bound = secondsSince(start);
    Result<ArmRun> run = m_ranOnEngine ? runOnEngine(parameters, options.work, control)
                                       : runPlanned(graph, m_handBatched->schedule, std::move(plan), parameters,
                                                    options.work, Recording::Seconds, control);
    if (!run) {
        return run.error();
    }
    PhaseSeconds seconds = run->execution.seconds();
    seconds.build = bound;
    seconds.plan = 0.0; // by hand it is wired once
    return ArmSample{seconds, std::move(*run)};
}

Result<ArmRun> ArmStep::runOnEngine(const Parameters& parameters, Work work, const RunControl& control) {
    const Schedule& schedule = m_handBatched->schedule;
    Result<EngineRun> ran =
        m_engine->run(m_handBatched->graph, schedule, parameters, work, Recording::Seconds, control);
    if (!ran) {
        return ran.error();
    }
    return ArmRun{schedule, {}, std::move(ran->execution), std::move(ran->gradients)};
}

} // namespace batchscope
