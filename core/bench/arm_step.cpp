// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/arm_step.h"

#include "core/base/clock.h"
#include "core/words/bench_words.h"

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
    if (const Status served = serves(arm, builder.program() != nullptr ? words::programNamed(name) : name); !served) {
        return served.error();
    }
    ArmStep step(builder, arm, options);
    if (const Status batched = step.batchOwnGraph(control); !batched) {
        return batched.error();
    }
    return step;
}

Status ArmStep::batchOwnGraph(const RunControl& control) {
    if (!m_arm.isHandBatched()) {
        return Ok{};
    }
    Result<OpGraph> graph = m_builder->graph(m_ownOptions, control);
    if (!graph) {
        return graph.error();
    }
    const HandBatching way = wayOf(m_arm, *graph);
    Result<HandBatched> batched = batchByHand(std::move(*graph), way, m_arm.name);
    if (!batched) {
        return batched.error();
    }
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
    if (Status accepted = m_arm.policy->accepts(graph); !accepted) {
        return accepted;
    }
    const auto start = Clock::now();
    Result<std::unique_ptr<Policy>> prepared = m_arm.policy->prepared(graph, control);
    if (!prepared) {
        return prepared.error();
    }
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
    if (!graph) {
        return graph.error();
    }
    const double built = secondsSince(start);
    if (const Status prepared = prepare(*graph, own, control); !prepared) {
        return prepared.error();
    }
    const Policy& policy = m_learned ? *m_learned : *m_arm.policy;
    Result<ArmRun> run = runArm({*graph, policy, parameters}, *m_executor, own, Recording::Seconds, control);
    if (!run) {
        return run.error();
    }
    m_graph = std::move(*graph);
    PhaseSeconds seconds = run->execution.seconds();
    seconds.build = built;
    return ArmSample{seconds, std::move(*run)};
}

Result<ArmSample> ArmStep::runByHand(const Parameters& parameters, const RunOptions& options,
                                     const RunControl& control) {
    const OpGraph& graph = m_handBatched->graph;
    const Schedule& schedule = m_handBatched->schedule; // its rows stay in the order in which they were put by hand
    if (const Status prepared = prepare(graph, options, control); !prepared) {
        return prepared.error();
    }
    // Only timed: hand-written code would do it in each step. The executor wires a plan of its own.
    const auto start = Clock::now();
    bindIntegers(graph, schedule, m_handBatched->plan);
    const double bound = secondsSince(start);
    Result<FinishedRun> run = m_executor->run({graph, schedule, parameters, options.work, Recording::Seconds, control});
    if (!run) {
        return run.error();
    }
    PhaseSeconds seconds = run->execution.seconds();
    seconds.build = bound;
    seconds.plan = 0.0; // by hand it is wired once
    return ArmSample{seconds, ArmRun{schedule, std::move(run->execution), std::move(run->gradients)}};
}

} // namespace batchscope
