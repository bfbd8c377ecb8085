// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/engine.h"

#include "core/base/budget.h"
#include "core/base/check.h"
#include "core/base/text.h"
#include "core/exec/launch_runner.h"
#include "core/exec/loss.h"
#include "core/exec/machine.h"
#include "core/exec/recorded_batches.h"
#include "core/passes/cell_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <new>
#include <utility>

namespace batchscope {

namespace {

using Clock = std::chrono::steady_clock;

double secondsBetween(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

Error noMemory(std::size_t bytes) {
    return {ErrorCode::Backend, fmt::format("not enough memory for a run of {}", formatBytes(bytes))};
}

/// Adds to the last event where that goes on.
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

/// A product that copies rows has two parts, or is nothing but the copy; everything else computes.
struct StepParts {
    Phase first = Phase::Compute;
    Phase second = Phase::Compute;
    Clock::time_point middle; ///< the end of the first
};

StepParts partsOf(const LaunchPlan& plan, const StepClock& clock, const std::vector<TableUse>& uses,
                  std::size_t index) {
    const LaunchStep& step = plan.steps[index];
    const Clock::time_point middle = clock.middles[index];
    const bool hasTwo = middle != Clock::time_point();
    if (step.kind == LaunchStep::Kind::Product && uses[step.index].rows > 0) {
        return {Phase::Compute, Phase::Gather, hasTwo ? middle : clock.ends[index + 1]};
    }
    if (step.kind == LaunchStep::Kind::Copy) {
        return {Phase::Compute, Phase::Gather, clock.ends[index + 1]};
    }
    return {hasTwo ? Phase::Gather : Phase::Compute, Phase::Compute, hasTwo ? middle : clock.ends[index + 1]};
}

std::vector<Event> forwardEvents(const LaunchPlan& plan, const StepClock& clock, const std::vector<TableUse>& uses) {
    std::vector<Event> events;
    events.reserve(plan.steps.size());
    for (std::size_t index = 0; index < plan.steps.size(); ++index) {
        const BatchId batch = plan.steps[index].batch;
        const Clock::time_point start = clock.ends[index + 1];
        const auto [first, second, middle] = partsOf(plan, clock, uses, index);
        addEvent(events, {batch, first, start - clock.ends[0], middle - start});
        addEvent(events, {batch, second, middle - clock.ends[0], clock.ends[index + 2] - middle});
    }
    return events;
}

/// Copies inside of products.
double gatherSeconds(const LaunchPlan& plan, const StepClock& clock, const std::vector<TableUse>& uses) {
    double seconds = 0.0;
    for (std::size_t index = 0; index < plan.steps.size(); ++index) {
        const auto [first, second, middle] = partsOf(plan, clock, uses, index);
        seconds += first == Phase::Gather ? secondsBetween(clock.ends[index + 1], middle) : 0.0;
        seconds += second == Phase::Gather ? secondsBetween(middle, clock.ends[index + 2]) : 0.0;
    }
    return seconds;
}

/// Rows of tables get their gradients for no batch: they have no event.
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
    Impl(const OpSet& ops, EngineOptions options) : m_options(options), m_code(compileNet(ops, options.passes)) {}

    [[nodiscard]] const NetCode& code() const { return m_code; }
    [[nodiscard]] const EngineOptions& options() const { return m_options; }

    [[nodiscard]] EngineFigures figures() const {
        BATCHSCOPE_CHECK(m_last != nullptr);
        EngineFigures figures{.forward = figuresOf(m_code, m_last->launches, m_last->dtype),
                              .bytes = std::size_t{m_last->launches.end} * kRowUnit};
        for (const TableUse& use : m_tableUses) {
            const bool isCopy = use.rows > 0 && use.newRows == 0;
            figures.forward.products -= isCopy ? 1 : 0;
            figures.forward.copies += isCopy ? 1 : 0;
            figures.forward.productFlops -= use.flopsKept;
            figures.forward.bytesCopied += use.bytesCopied;
        }
        if (m_lastWork == Work::Training) {
            figures.backwardFlops = gradientFlopsOf(m_code, m_last->launches, m_last->gradients);
            figures.bytes = std::size_t{m_last->gradients.end} * kRowUnit;
        }
        return figures;
    }

    Result<EngineRun> run(const OpGraph& graph, const Schedule& schedule, const Parameters& parameters, Work work,
                          Recording recording, const RunControl& control) {
        try {
            if (graph.ops.dtype == DType::Float32) {
                return run<float>(graph, schedule, parameters, m_float, m_floatTables, work, recording, control);
            }
            return run<double>(graph, schedule, parameters, m_double, m_doubleTables, work, recording, control);
        } catch (const std::bad_alloc&) { // half of a pack, or of a table, must not be taken for the whole
            m_float = {};
            m_double = {};
            m_floatTables.clear();
            m_doubleTables.clear();
            return Error{ErrorCode::Backend, fmt::format("not enough memory to plan a run of {} nodes", graph.size())};
        }
    }

private:
    /// A state that nobody holds any more, or a new one. The engine keeps a few, so that a run that is still shown does
    /// not cost the next one fresh memory every time.
    std::shared_ptr<EngineState> freeState() {
        constexpr std::size_t kMostStates = 3;
        for (const std::shared_ptr<EngineState>& state : m_states) {
            if (state.use_count() == 1) {
                std::atomic_thread_fence(std::memory_order_acquire); // its last reader may have been another thread
                return state;
            }
        }
        auto state = std::make_shared<EngineState>();
        if (m_states.size() == kMostStates) {
            m_states.erase(m_states.begin());
        }
        m_states.push_back(state);
        return state;
    }

    void plan(EngineState& state, const OpGraph& graph, const Schedule& schedule, Work work, int threads) const {
        const PlanOptions options = planOptionsFor(graph.ops, m_code, work == Work::Training);
        state.dtype = graph.ops.dtype;
        state.parameterOffsets = options.parameterOffsets;
        state.launches = makeLaunchPlan(m_code, graph, schedule, options, std::move(state.launches));
        if (work == Work::Training) {
            state.gradients = makeGradientPlan(m_code, graph, state.launches, threads);
        }
    }

    template <typename T>
    Result<EngineRun> run(const OpGraph& graph, const Schedule& schedule, const Parameters& parameters,
                          PackedWeights<T>& weights, ProductTables<T>& tables, Work work, Recording recording,
                          const RunControl& control) {
        const auto start = Clock::now();
        if (m_sharesRuns) {
            wakeTeam(threadCount()); // while this thread plans
        }
        const std::shared_ptr<EngineState> state = freeState();
        m_last = state.get();
        m_lastWork = work;
        plan(*state, graph, schedule, work, threadCount());
        const bool fits = work == Work::Training ? state->gradients.fits() : state->launches.fits();
        const std::size_t bytes =
            (work == Work::Training ? state->gradients.end : state->launches.end) * std::size_t{kRowUnit};
        if (bytes > memoryLimit()) { // estimates come before; this is exact
            return Error{ErrorCode::Config,
                         fmt::format("the state of the run needs {}; {}, or use a smaller --dim or fewer --trees",
                                     formatBytes(bytes), limitAdvice(memoryLimit(), bytes))};
        }
        if (!fits || !state->arena.reserve(bytes)) {
            return noMemory(bytes);
        }
        const auto planned = Clock::now();
        weights.pack(m_code, parameters);
        if (weights.version() != tables.version) {
            tables.clear();
            tables.version = weights.version();
        }
        LaunchRunner<T> runner(m_code, graph, *state, weights, tables, m_options.instructionSet, threadCount(),
                               control);
        EngineRun result{Execution(state), std::nullopt};
        PhaseSeconds& seconds = result.execution.seconds();
        seconds.plan = secondsBetween(start, planned);
        Trace& trace = result.execution.trace();
        trace.policy = schedule.policy;
        trace.device = "cpu";
        StepClock clock;
        if (!runner.forward(clock)) {
            tables.clear(); // products that were promised to them may be missing
            return cancelledError();
        }
        const auto ran = Clock::now();
        m_tableUses = runner.tableUses();
        const double gathered = gatherSeconds(state->launches, clock, m_tableUses);
        seconds.gather = secondsBetween(planned, clock.ends[1]) + gathered; // of weights that changed, too
        seconds.compute = secondsBetween(clock.ends[1], ran) - gathered;
        trace.executor = Executor::Engine;
        if (recording == Recording::Full) {
            trace.events = forwardEvents(state->launches, clock, m_tableUses);
            recordLaunches({graph, m_code, state->launches, m_tableUses}, trace);
            if (trace.start.copies > 0) {
                trace.startDuration = clock.ends[1] - clock.ends[0];
            }
        }
        readOutputs(graph, runner, *state, result.execution.outputs());
        seconds.readout = secondsBetween(ran, Clock::now());
        if (work == Work::Training && !train(graph, runner, weights, state, recording, result)) {
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
            const T* const row = runner.at(state.launches.offsetOf(value));
            outputs.insert(outputs.end(), row, row + graph.opOf(value.node).outputWidth(value.output));
        }
    }

    /// False when stopped.
    template <typename T>
    bool train(const OpGraph& graph, LaunchRunner<T>& runner, PackedWeights<T>& weights,
               const std::shared_ptr<EngineState>& state, Recording recording, EngineRun& result) const {
        const auto start = Clock::now();
        weights.packBackward(m_code);
        runner.clearGradients();
        std::size_t next = 0; // requests are told in order; those without target are passed over
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
        if (recording == Recording::Full) {
            Trace& trace = result.execution.trace();
            trace.backward = backwardEvents(state->gradients, clock);
            trace.weightGradients = {BatchId(), Phase::Compute, clock.ends.back() - clock.ends[0],
                                     backwardEnd - clock.ends.back()};
            recordBackward(state->gradients, trace);
        }
        result.gradients.emplace(std::make_unique<EngineGradients>(state, graph.ops), loss);
        return true;
    }

    EngineOptions m_options;
    NetCode m_code;
    PackedWeights<float> m_float;
    PackedWeights<double> m_double;
    ProductTables<float> m_floatTables;
    ProductTables<double> m_doubleTables;
    std::vector<std::shared_ptr<EngineState>> m_states;
    const EngineState* m_last = nullptr; // one of m_states
    Work m_lastWork = Work::Inference;
    bool m_sharesRuns = false;         // the last one used several threads
    std::vector<TableUse> m_tableUses; // by product of the last run
};

Engine::Engine(const OpSet& ops, EngineOptions options) : m_impl(std::make_unique<Impl>(ops, options)) {}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
Engine::~Engine() = default;

Result<EngineRun> Engine::run(const OpGraph& graph, const Schedule& schedule, const Parameters& parameters, Work work,
                              Recording recording, const RunControl& control) {
    BATCHSCOPE_CHECK(graph.ops.ops.size() == m_impl->code().ops.size());
    if (const Status labelled = work == Work::Training ? checkTargets(graph) : Status(Ok{}); !labelled) {
        return labelled.error();
    }
    return m_impl->run(graph, schedule, parameters, work, recording, control);
}

EngineFigures Engine::figures() const {
    return m_impl->figures();
}

const NetCode& Engine::code() const {
    return m_impl->code();
}

const EngineOptions& Engine::options() const {
    return m_impl->options();
}

} // namespace batchscope
