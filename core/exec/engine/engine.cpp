// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/engine/engine.h"

#include "core/base/budget.h"
#include "core/base/check.h"
#include "core/base/clock.h"
#include "core/base/lease_pool.h"
#include "core/base/text.h"
#include "core/exec/engine/launch_runner.h"
#include "core/exec/loss.h"
#include "core/exec/machine.h"
#include "core/exec/recorded_batches.h"
#include "core/plan/cell_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <thread>
#include <utility>

namespace batchscope {

namespace {

Error noMemory(std::size_t bytes) {
    return {ErrorCode::Backend, fmt::format("not enough memory for a run of {}", formatBytes(bytes))};
}

/// Appends an event, or extends the last event if `event` continues it. Ignores events without duration.
void addEvent(std::vector<Event>& events, const Event& event) {
    if (event.duration.count() == 0) {
        return;
    }
    if (!events.empty() && events.back().batch == event.batch && events.back().phase == event.phase &&
        events.back().start + events.back().duration == event.start) {
        events.back().duration += event.duration;
    } else {
        events.push_back(event);
    }
}

/// The phases of a step. A product that copies rows may have two parts; a copy only gathers; everything else computes.
struct StepParts {
    Phase first = Phase::Compute;
    Phase second = Phase::Compute;
    Clock::time_point middle; ///< the end of the first part
};

StepParts partsOf(const LaunchPlan& plan, const StepClock& clock, const std::vector<TableUse>& uses,
                  std::size_t index) {
    const LaunchStep& step = plan.launches.steps[index];
    const Clock::time_point middle = clock.middles[index];
    const bool hasTwo = middle != Clock::time_point();
    if (step.kind == LaunchStep::Kind::Product && uses[step.product().index()].rows > 0) {
        return {Phase::Compute, Phase::Gather, hasTwo ? middle : clock.ends[index + 1]};
    }
    if (step.kind == LaunchStep::Kind::Copy) {
        return {Phase::Compute, Phase::Gather, clock.ends[index + 1]};
    }
    return {hasTwo ? Phase::Gather : Phase::Compute, Phase::Compute, hasTwo ? middle : clock.ends[index + 1]};
}

std::vector<Event> forwardEvents(const LaunchPlan& plan, const StepClock& clock, const std::vector<TableUse>& uses) {
    std::vector<Event> events;
    events.reserve(plan.launches.steps.size());
    for (std::size_t index = 0; index < plan.launches.steps.size(); ++index) {
        const BatchId batch = plan.launches.steps[index].batch;
        const Clock::time_point start = clock.ends[index + 1];
        const auto [first, second, middle] = partsOf(plan, clock, uses, index);
        addEvent(events, {batch, first, start - clock.ends[0], middle - start});
        addEvent(events, {batch, second, middle - clock.ends[0], clock.ends[index + 2] - middle});
    }
    return events;
}

double gatherSeconds(const LaunchPlan& plan, const StepClock& clock, const std::vector<TableUse>& uses) {
    double seconds = 0.0;
    for (std::size_t index = 0; index < plan.launches.steps.size(); ++index) {
        const auto [first, second, middle] = partsOf(plan, clock, uses, index);
        seconds += first == Phase::Gather ? secondsBetween(clock.ends[index + 1], middle) : 0.0;
        seconds += second == Phase::Gather ? secondsBetween(middle, clock.ends[index + 2]) : 0.0;
    }
    return seconds;
}

/// The events of the backward pass. Steps without a batch, such as those for rows of tables, have no event.
std::vector<Event> backwardEvents(const GradientPlan& plan, const StepClock& clock) {
    std::vector<Event> events;
    events.reserve(plan.steps.size());
    for (std::size_t index = 0; index < plan.steps.size(); ++index) {
        if (plan.steps[index].batch.valid()) {
            addEvent(events, {plan.steps[index].batch, Phase::Compute, clock.ends[index] - clock.ends[0],
                              clock.ends[index + 1] - clock.ends[index]});
        }
    }
    return events;
}

} // namespace

class Engine::Impl {
public:
    Impl(const OpSet& ops, const EngineOptions& options)
        : m_instructionSet(options.instructionSet), m_code(compileNet(ops, options.passes)) {}

    [[nodiscard]] std::size_t opCount() const { return m_code.ops.size(); }

    [[nodiscard]] EngineFigures figures() const {
        BATCHSCOPE_CHECK(m_last != nullptr);
        EngineFigures figures{.forward = figuresOf({m_code, m_last->plan(), m_last->dtype}),
                              .bytes = std::size_t{m_last->plan().end()} * kRowUnit};
        for (const TableUse& use : m_tableUses) {
            const bool isCopy = use.rows > 0 && use.newRows == 0;
            figures.forward.products -= isCopy ? 1 : 0;
            figures.forward.copies += isCopy ? 1 : 0;
            figures.forward.productFlops -= use.flopsKept;
            figures.forward.bytesCopied += use.bytesCopied;
        }
        if (m_lastWork == Work::Training) {
            figures.backwardFlops = gradientFlopsOf(m_code, m_last->plan(), m_last->gradients);
            figures.bytes = std::size_t{m_last->gradients.end} * kRowUnit;
        }
        return figures;
    }

    Result<FinishedRun> run(const PlannedRun& planned) {
        const OpGraph& graph = planned.graph;
        try {
            if (graph.ops.dtype == DType::Float32) {
                return run<float>(planned, m_float, m_floatTables);
            }
            return run<double>(planned, m_double, m_doubleTables);
        } catch (const std::bad_alloc&) { // a half-filled pack or table must not be used later
            m_float = {};
            m_double = {};
            m_floatTables.clear();
            m_doubleTables.clear();
            return Error{ErrorCode::Backend, fmt::format("not enough memory to plan a run of {} nodes", graph.size())};
        }
    }

private:
    /// Memory for the next run: that of a run that is no longer held, or new memory.
    std::shared_ptr<EngineState> nextState() {
        m_last.reset(); // before the lease, so that the next run can reuse the memory of the last one
        std::shared_ptr<EngineState> state = m_states.lease();
        m_last = state;
        return state;
    }

    void plan(EngineState& state, const PlannedRun& planned, int threads) const {
        const OpGraph& graph = planned.graph;
        const bool trains = planned.work == Work::Training;
        const PlanInput input{m_code, graph, planned.schedule, planOptionsFor(graph.ops, m_code, trains)};
        state.dtype = graph.ops.dtype;
        state.parameterOffsets = input.options.parameterOffsets;
        const LaunchPlan& launches = state.planner.plan(input);
        if (trains) {
            state.gradients = makeGradientPlan(m_code, graph, launches, threads);
        }
    }

    template <typename T>
    Result<FinishedRun> run(const PlannedRun& planned, PackedWeights<T>& weights, ProductTables<T>& tables) {
        const OpGraph& graph = planned.graph;
        const bool trains = planned.work == Work::Training;
        const auto start = Clock::now();
        if (m_sharesRuns) {
            wakeTeam(threadCount()); // while this thread plans
        }
        const std::shared_ptr<EngineState> state = nextState();
        m_lastWork = planned.work;
        plan(*state, planned, threadCount());
        const bool fits = trains ? state->gradients.fits() : state->plan().fits();
        const std::size_t bytes = (trains ? state->gradients.end : state->plan().end()) * std::size_t{kRowUnit};
        if (bytes > memoryLimit()) { // exact, unlike the earlier estimates
            return Error{ErrorCode::Config,
                         fmt::format("the state of the run needs {}; {}, or use a smaller --dim or fewer --trees",
                                     formatBytes(bytes), limitAdvice(memoryLimit(), bytes))};
        }
        if (!fits || !state->arena.reserve(bytes)) {
            return noMemory(bytes);
        }
        const auto begun = Clock::now();
        weights.pack(m_code, planned.parameters);
        if (weights.version() != tables.version) {
            tables.clear();
            tables.version = weights.version();
        }
        LaunchRunner<T> runner(m_code, graph, *state, weights, tables, m_instructionSet, threadCount(),
                               planned.control);
        FinishedRun result{Execution(state), std::nullopt};
        PhaseSeconds& seconds = result.execution.seconds();
        seconds.plan = secondsBetween(start, begun);
        Trace& trace = result.execution.trace();
        trace.policy = planned.schedule.policy;
        trace.device = "cpu";
        StepClock clock;
        if (!runner.forward(clock)) {
            tables.clear(); // new rows may have been added without their products
            return cancelledError();
        }
        const auto ran = Clock::now();
        m_tableUses = runner.tableUses();
        const double gathered = gatherSeconds(state->plan(), clock, m_tableUses);
        seconds.gather = secondsBetween(begun, clock.ends[1]) + gathered; // includes packing of changed weights
        seconds.compute = secondsBetween(clock.ends[1], ran) - gathered;
        trace.views.executor = ExecutorKind::Engine;
        if (planned.recording == Recording::Full) {
            trace.events = forwardEvents(state->plan(), clock, m_tableUses);
            trace.views = viewsOf({graph, m_code, state->plan(), m_tableUses});
            if (trace.views.start.copies > 0) {
                trace.startDuration = clock.ends[1] - clock.ends[0];
            }
        }
        const auto recorded = Clock::now(); // recording is not timed
        readOutputs(graph, runner, *state, result.execution.outputs());
        seconds.readout = secondsSince(recorded);
        if (trains && !train(planned, runner, weights, state, result)) {
            return cancelledError();
        }
        trace.threads = runner.threads();
        m_sharesRuns = trace.threads > 1;
        return result;
    }

    template <typename T>
    void readOutputs(const OpGraph& graph, LaunchRunner<T>& runner, const EngineState& state,
                     std::vector<double>& outputs) const {
        for (const Value& value : graph.outputs) {
            const T* const row = runner.at(state.plan().offsetOf(value));
            outputs.insert(outputs.end(), row, row + graph.opOf(value.node).outputWidth(value.output));
        }
    }

    /// Returns false if stopped.
    template <typename T>
    bool train(const PlannedRun& planned, LaunchRunner<T>& runner, PackedWeights<T>& weights,
               const std::shared_ptr<EngineState>& state, FinishedRun& result) const {
        const OpGraph& graph = planned.graph;
        const auto start = Clock::now();
        weights.packBackward(m_code);
        runner.clearGradients();
        std::size_t next = 0; // gradients come in order of request; requests without a target are skipped
        const double loss =
            lossOf(graph, result.execution.outputs(), [&](Value value, std::span<const double> gradient) {
                while (!(graph.outputs[next] == value)) {
                    ++next;
                }
                T* const seed = runner.at(state->gradients.seeds[next++]);
                for (std::size_t column = 0; column < gradient.size(); ++column) {
                    seed[column] += static_cast<T>(gradient[column]);
                }
            });
        StepClock clock;
        if (!runner.backward(clock)) {
            return false;
        }
        const auto backwardEnd = Clock::now();
        result.execution.seconds().backward = secondsBetween(start, backwardEnd);
        if (planned.recording == Recording::Full) {
            Trace& trace = result.execution.trace();
            trace.backward = backwardEvents(state->gradients, clock);
            trace.weightGradients = {BatchId(), Phase::Compute, clock.ends.back() - clock.ends[0],
                                     backwardEnd - clock.ends.back()};
        }
        result.gradients.emplace(std::make_unique<EngineGradients>(state, graph.ops), loss);
        return true;
    }

    static constexpr std::size_t kKeptStates = 3; // so that a run that is still shown does not cost fresh memory

    InstructionSet m_instructionSet;
    NetCode m_code;
    PackedWeights<float> m_float;
    PackedWeights<double> m_double;
    ProductTables<float> m_floatTables;
    ProductTables<double> m_doubleTables;
    LeasePool<EngineState> m_states{kKeptStates};
    std::shared_ptr<const EngineState> m_last; // state of the last run, for its figures
    Work m_lastWork = Work::Inference;
    bool m_sharesRuns = false;         // the last run used several threads
    std::vector<TableUse> m_tableUses; // by product, for the last run
};

Engine::Engine(const OpSet& ops, const EngineOptions& options) : m_impl(std::make_unique<Impl>(ops, options)) {}
Engine::~Engine() = default;

Result<FinishedRun> Engine::run(const PlannedRun& planned) {
    BATCHSCOPE_CHECK(planned.graph.ops.ops.size() == m_impl->opCount());
    if (const Status labeled = planned.work == Work::Training ? checkTargets(planned.graph) : Status(Ok{}); !labeled) {
        return labeled.error();
    }
    return m_impl->run(planned);
}

EngineFigures Engine::launchFigures() const {
    return m_impl->figures();
}

RunFigures Engine::figures() const {
    const EngineFigures figures = m_impl->figures();
    return {.executor = ExecutorKind::Engine,
            .launches = figures.forward.launches(),
            .productFlops = figures.forward.productFlops + figures.backwardFlops,
            .bytesCopied = figures.forward.bytesCopied,
            .memoryBytes = figures.bytes};
}

} // namespace batchscope
