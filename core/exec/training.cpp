// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/training.h"

#include "core/base/clock.h"
#include "core/schedule/scheduler.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

class Loop {
public:
    Loop(const Policy& policy, Parameters& parameters, const TrainingOptions& options, const RunControl& control)
        : m_policy(policy), m_parameters(parameters), m_options(options), m_control(control.quiet()) {}

    Result<TrainingStep> step(const OpGraph& graph) {
        const auto start = Clock::now();
        const Result<const Policy*> policy = policyFor(graph);
        TRY(policy);
        TRY(m_scheduler.run(graph, **policy, m_control));
        const double scheduled = secondsSince(start);
        const Result<FinishedRun> run = runScheduled(graph, m_scheduler.schedule());
        TRY(run);
        TrainingStep made{run->gradients->loss(), run->execution.seconds()};
        made.seconds.schedule = scheduled;
        if (!m_optimizer) {
            Result<Optimizer> optimizer = Optimizer::create(graph.ops, m_options.optimizer);
            TRY(optimizer);
            m_optimizer.emplace(std::move(*optimizer));
        }
        if (!std::isfinite(made.loss)) {
            return made;
        }
        const auto ran = Clock::now();
        m_optimizer->step(*run->gradients, m_parameters);
        made.seconds.update = secondsSince(ran);
        return made;
    }

    [[nodiscard]] std::size_t optimizerBytes() const { return m_optimizer ? m_optimizer->bytes() : 0; }

private:
    /// The policy is prepared on the first graph and reused for the others.
    Result<const Policy*> policyFor(const OpGraph& graph) {
        if (m_steps == 0) {
            TRY(m_policy.accepts(graph));
            Result<std::unique_ptr<Policy>> prepared = m_policy.prepared(graph, m_control);
            TRY(prepared);
            m_prepared = std::move(*prepared);
        } else if (std::unique_ptr<Policy> other = m_prepared ? m_prepared->readAgainst(graph) : nullptr) {
            m_prepared = std::move(other);
        }
        return m_prepared ? m_prepared.get() : &m_policy;
    }

    Result<FinishedRun> runScheduled(const OpGraph& graph, const Schedule& schedule) {
        if (m_executor == nullptr) {
            m_executor = makeExecutor(graph.ops, m_options.run.executor);
        }
        const RowOrder order = rowOrderFor(graph.ops, m_options.run.executor, m_options.run.rowOrder);
        if (order == RowOrder::Created) {
            return runOrdered(graph, schedule);
        }
        const auto start = Clock::now();
        const Schedule ordered = withRowOrder(graph, schedule, order);
        const double seconds = secondsSince(start);
        Result<FinishedRun> run = runOrdered(graph, ordered);
        if (run) {
            run->execution.seconds().plan += seconds;
        }
        return run;
    }

    Result<FinishedRun> runOrdered(const OpGraph& graph, const Schedule& schedule) {
        return m_executor->run(
            {graph, schedule, m_parameters, Work::Training, Recording::Seconds, m_control, m_steps++});
    }

    const Policy& m_policy;
    Parameters& m_parameters;
    const TrainingOptions& m_options;
    RunControl m_control;
    std::unique_ptr<Policy> m_prepared; // null if the policy needs no preparation
    Scheduler m_scheduler;
    std::uint64_t m_steps = 0;            // steps so far; each step draws different random numbers
    std::unique_ptr<Executor> m_executor; // made in the first step, from the graph's ops
    std::optional<Optimizer> m_optimizer;
};

bool allFinite(const OpSet& ops, const Parameters& parameters) {
    for (std::size_t index = 0; index < ops.params.size(); ++index) {
        const std::vector<double> numbers = parameters.numbers(ParamId(index));
        if (!std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); })) {
            return false;
        }
    }
    return true;
}

} // namespace

PhaseSeconds TrainingReport::medians() const {
    std::vector<PhaseSeconds> samples;
    for (std::size_t index = steps.size() > 1 ? 1 : 0; index < steps.size(); ++index) {
        samples.push_back(steps[index].seconds);
    }
    return medianPhases(samples);
}

Result<TrainingReport> train(const GraphSource& source, const Policy& policy, Parameters& parameters,
                             const TrainingOptions& options, const RunControl& control) {
    Loop loop(policy, parameters, options, control);
    TrainingReport report;
    while (report.steps.size() < options.steps) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const auto start = Clock::now();
        const Result<const OpGraph*> graph = source(report.steps.size());
        TRY(graph);
        const double built = secondsSince(start);
        Result<TrainingStep> step = loop.step(**graph);
        TRY(step);
        step->seconds.build = built;
        report.steps.push_back(*step);
        control.report("train", report.steps.size(), options.steps);
        const bool isLast = report.steps.size() == options.steps; // no later loss shows this update
        report.endedNotFinite = !std::isfinite(step->loss) || (isLast && !allFinite((*graph)->ops, parameters));
        if (report.endedNotFinite) {
            break;
        }
    }
    report.optimizerBytes = loop.optimizerBytes();
    return report;
}

} // namespace batchscope
