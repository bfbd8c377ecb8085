// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/arm_step.h"

#include "core/base/clock.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

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
    TRY(serves(arm, builder.program() != nullptr ? fmt::format("program {}", name) : name));
    ArmStep step(builder, arm, options);
    TRY(step.batchOwnGraph(control));
    return step;
}

Status ArmStep::batchOwnGraph(const RunControl& control) {
    if (!m_arm.isHandBatched()) {
        return Ok{};
    }
    Result<OpGraph> graph = m_builder->graph(m_ownOptions, control);
    TRY(graph);
    const HandBatching way = wayOf(m_arm, *graph);
    Result<HandBatched> batched = batchByHand(std::move(*graph), way, m_arm.name);
    TRY(batched);
    m_handBatched = std::move(*batched);
    return Ok{};
}

Status ArmStep::choose(const GraphOptions& options, const RunControl& control) {
    if (options == m_options) {
        return Ok{};
    }
    m_options = options;
    m_ownOptions = graphOptionsOf(m_arm, options);
    m_isPrepared = false;
    return batchOwnGraph(control);
}

/// The policy studies the graph once; the executor is that of the options.
Status ArmStep::prepare(const OpGraph& graph, const RunOptions& own, const RunControl& control) {
    if (m_executor == nullptr || m_executorOptions != own.executor) {
        m_executor = makeExecutor(graph.ops, own.executor);
        m_executorOptions = own.executor;
    }
    if (m_isPrepared || m_handBatched) {
        return Ok{};
    }
    m_isPrepared = true;
    if (m_learned) {
        if (std::unique_ptr<Policy> other = m_learned->readAgainst(graph)) {
            m_learned = std::move(other);
        }
        return Ok{};
    }
    return learn(graph, control);
}

Status ArmStep::learn(const OpGraph& graph, const RunControl& control) {
    TRY(m_arm.policy->accepts(graph));
    const auto start = Clock::now();
    Result<std::unique_ptr<Policy>> prepared = m_arm.policy->prepared(graph, control);
    TRY(prepared);
    m_learned = std::move(*prepared);
    if (m_learned && !m_arm.isTaught) {
        m_learnSeconds = secondsSince(start);
    }
    return Ok{};
}

Result<ArmSample> ArmStep::run(const Parameters& parameters, const RunOptions& options, const RunControl& control) {
    const RunOptions own = runOptionsOf(m_arm, options);
    if (m_handBatched) {
        return runByHand(parameters, own, control);
    }
    const auto start = Clock::now();
    m_memory.giveBack(std::move(m_graph));
    Result<OpGraph> graph = m_builder->graph(m_ownOptions, control, m_memory);
    TRY(graph);
    const double built = secondsSince(start);
    TRY(prepare(*graph, own, control));
    const Policy& policy = m_learned ? *m_learned : *m_arm.policy;
    Result<ArmRun> run = runArm({*graph, policy, parameters}, *m_executor, own, Recording::Seconds, control);
    TRY(run);
    m_graph = std::move(*graph);
    PhaseSeconds seconds = run->execution.seconds();
    seconds.build = built;
    return ArmSample{seconds, std::move(*run)};
}

Result<ArmSample> ArmStep::runByHand(const Parameters& parameters, const RunOptions& options,
                                     const RunControl& control) {
    const OpGraph& graph = m_handBatched->graph;
    const Schedule& schedule = m_handBatched->schedule; // its rows stay in the order in which they were put by hand
    TRY(prepare(graph, options, control));
    // Only timed: hand-written code would do it in each step. The executor wires a plan of its own.
    const auto start = Clock::now();
    bindIntegers(graph, schedule, m_handBatched->plan);
    const double bound = secondsSince(start);
    Result<FinishedRun> run = m_executor->run({graph, schedule, parameters, options.work, Recording::Seconds, control});
    TRY(run);
    PhaseSeconds seconds = run->execution.seconds();
    seconds.build = bound;
    seconds.plan = 0.0; // by hand it is wired once
    return ArmSample{seconds, ArmRun{schedule, std::move(run->execution), std::move(run->gradients)}};
}

} // namespace batchscope
