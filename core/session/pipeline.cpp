// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/pipeline.h"

#include "core/base/clock.h"
#include "core/exchange/weights.h"
#include "core/exec/machine.h"
#include "core/exec/memory_estimate.h"
#include "core/exec/runner.h"
#include "core/formats/read_treebank.h"
#include "core/scripts/script_net.h"
#include "core/session/chosen_policy.h"
#include "core/session/execution_text.h"
#include "core/session/source_layout.h"

#include <algorithm>

namespace batchscope {

namespace {

class Stopwatch {
public:
    [[nodiscard]] double seconds() const { return secondsSince(m_start); }

private:
    Clock::time_point m_start = Clock::now();
};

/// Drops the parts from a stage on, so that no part outlives what it was made from.
void forgetFrom(Snapshot& snapshot, Stage from) {
    const auto reached = [from](Stage stage) { return from <= stage; };
    if (reached(Stage::Treebank)) {
        snapshot.treebank.reset();
        snapshot.statistics.reset();
    }
    if (reached(Stage::Graph)) {
        snapshot.graph.reset();
        snapshot.forest.reset();
        snapshot.lanes.reset();
    }
    if (reached(Stage::Schedule)) {
        snapshot.schedule.reset();
        snapshot.metrics.reset();
        snapshot.storyboard.reset();
        snapshot.passes.reset();
    }
    if (reached(Stage::Run)) {
        snapshot.planned.reset();
        snapshot.trace.reset();
        snapshot.recorded.reset();
        snapshot.report.reset();
        snapshot.firstRun.reset();
        snapshot.regularRun.reset();
        snapshot.regularValues.reset();
        snapshot.recordedGradients.reset();
        snapshot.regularGradients.reset();
    }
}

/// Null for inference.
std::shared_ptr<const RecordedState> gradientsOf(const ArmRun& run) {
    return run.gradients ? run.gradients->sharedState() : nullptr;
}

class Pipeline {
public:
    Pipeline(Snapshot before, SessionConfig config, Reread reread, const RunControl& control,
             const SnapshotSink& publish)
        : m_next(std::move(before)), m_layoutBefore(m_next.config.layout), m_labelsBefore(m_next.config.nodeLabels),
          m_reread(reread), m_control(control), m_publish(publish) {
        const GraphOptions known = std::move(m_next.config.graph);
        m_next.config = std::move(config);
        GraphOptions& options = m_next.config.graph;
        if (options.user.net == nullptr && options.model == known.model) {
            options.user = known.user;
        }
    }

    Status run(Stage from) {
        m_nothingShown = from == Stage::Treebank || !m_next.graph;
        forgetFrom(m_next, from);
        if (from <= Stage::Run) {
            dropOtherPasses();
        }
        if (!m_next.treebank) {
            TRY(readTrees());
        }
        if (!m_next.graph) {
            TRY(build());
        }
        // Before anything of this config is shown: what was shown stays, and with it the choice that was possible.
        if (Status trainable = checkLabels(); !trainable) {
            if (!m_nothingShown) {
                return trainable;
            }
            m_next.config.run.work = Work::Inference; // new trees are worth more than a choice made for others
        }
        const bool isDrawnAnew = m_next.config.layout != m_layoutBefore || m_next.config.nodeLabels != m_labelsBefore;
        if (m_next.config.layout != m_next.forestBy) {
            m_next = placedAnew(m_next);
        }
        if (!m_next.schedule) {
            TRY(schedule());
        } else {
            if (!m_next.planned) {
                planBatches();
            }
            if (isDrawnAnew) {
                publish();
            }
        }
        return isComplete() ? Status(Ok{}) : execute();
    }

private:
    [[nodiscard]] PlannedFor plannedFor() const {
        return m_next.config.run.work == Work::Training ? PlannedFor::Training : PlannedFor::Inference;
    }

    [[nodiscard]] bool isMeasured() const { return m_next.config.run.timing == Timing::Measured; }

    /// A run that was cancelled may have left half of what it makes.
    [[nodiscard]] bool isComplete() const {
        const RunReport* const report = m_next.report.get();
        const bool isTraced = m_next.regularRun || m_next.graph->size() > kMostTracedNodes;
        return report != nullptr && report->equality && report->speed && isTraced;
    }

    /// Where nothing is measured, that is all there is to say of the speed-up from the beginning.
    [[nodiscard]] std::shared_ptr<const RunReport> shownReport(RunReport report) const {
        if (!isMeasured()) {
            report.speed.emplace().verdict = SpeedVerdict::Off;
        }
        return std::make_shared<const RunReport>(std::move(report));
    }

    [[nodiscard]] PassChoice kernels() const {
        const ExecutorOptions& asked = m_next.config.run.executor;
        return passesOf(m_next.graph ? executorFor(m_next.graph->ops, asked) : asked);
    }

    [[nodiscard]] Status checkLabels() const {
        return checkWork(m_next.config.run.work, *m_next.treebank, m_next.config.graph, *m_next.graph);
    }

    /// Threads or seed make no other plan.
    void dropOtherPasses() {
        if (m_next.passes && !(passesOf(m_next.config.run.executor) == m_next.passes->passes &&
                               plannedFor() == m_next.passes->plannedFor)) {
            m_next.passes.reset();
        }
    }

    void publish() {
        ++m_next.revision;
        m_publish(std::make_shared<const Snapshot>(m_next));
    }

    Status readTrees() {
        const Stopwatch watch;
        ReadRequest request{.options = m_next.config.read};
        if (m_reread == Reread::Beginning) {
            request.enoughTrees = kFirstTreesRead;
            request.enoughBytes = kFirstBytesRead;
        }
        Result<Treebank> bank = readTreebank(m_next.config.files, m_control, request);
        TRY(bank);
        m_next.construction.parse = watch.seconds();
        m_next.statistics = std::make_shared<const TreeStatistics>(statisticsOf(*bank));
        m_next.treebank = std::make_shared<const Treebank>(std::move(*bank));
        publish();
        return Ok{};
    }

    Status build() {
        TRY(loadUserNet(m_next.config.graph, m_control));
        const Stopwatch watch;
        const GraphOptions options = builtOptions(*m_next.treebank, m_next.config.graph);
        Result<OpGraph> graph = buildGraph(*m_next.treebank, options, m_control);
        TRY(graph);
        // What is shown stays when the new choice cannot run. Trees that were just opened are shown, whatever comes of
        // it.
        if (Status fits = checkFits(*graph); !m_nothingShown && !fits) {
            return fits;
        }
        m_next.construction.build = watch.seconds();
        m_next.graph = std::make_shared<const OpGraph>(std::move(*graph));
        if (m_control.stopRequested()) { // layouts are one unit of work each
            return cancelledError();
        }
        m_next.forest = forestOf(m_next);
        m_next.forestBy = m_next.config.layout;
        m_next.lanes = lanesOf(m_next);
        return Ok{}; // shown with the schedule, which follows at once
    }

    Status schedule() {
        if (!takesGiven(m_next.config, *m_next.graph)) {
            m_next.config.given.reset(); // it was for another graph
        }
        const Result<std::shared_ptr<const Policy>> policy = chosenPolicy(m_next.config, *m_next.graph);
        TRY(policy);
        const Result<std::unique_ptr<Policy>> prepared = (*policy)->prepared(*m_next.graph, m_control);
        if (!prepared) { // what a policy learns of the graph is no part of scheduling
            return prepared.error();
        }
        const Policy& choosing = *prepared ? **prepared : **policy;
        Result<TimedSchedule> made = scheduleFor(*m_next.graph, choosing, m_next.config.run, m_control);
        TRY(made);
        m_next.schedule = std::make_shared<const Schedule>(std::move(made->schedule));
        m_next.construction.schedule = made->scheduleSeconds;
        m_next.construction.plan = made->orderSeconds;
        m_next.metrics = std::make_shared<const ScheduleMetrics>(
            metricsOf(*m_next.graph, *m_next.schedule, makePlan(*m_next.graph, *m_next.schedule)));
        if (m_control.stopRequested()) {
            return cancelledError();
        }
        m_next.storyboard = storyboardOf(m_next);
        planBatches();
        publish();
        return Ok{};
    }

    void planBatches() {
        const RunOptions& options = m_next.config.run;
        m_next.planned = std::make_shared<const BatchViews>(
            plannedViews(*m_next.graph, *m_next.schedule, options.executor, options.work));
    }

    Status countPasses() {
        const PassChoice passes = kernels();
        if (m_next.passes || !passes) {
            return Ok{};
        }
        Result<PassReport> report = passReport(*m_next.graph, *m_next.schedule, *passes, plannedFor(), m_control);
        TRY(report);
        m_next.passes = std::make_shared<const PassReport>(std::move(*report));
        publish();
        return Ok{};
    }

    [[nodiscard]] Status checkFits(const OpGraph& graph) const {
        return checkMemory(graph, m_next.config.run, Compared::WithRegular);
    }

    /// What is shown as soon as it is known.
    [[nodiscard]] CheckedRunInput inputOfRun() {
        CheckedRunInput input{.construction = m_next.construction, .schedule = m_next.schedule.get()};
        input.sinks.afterFolded = [this](const ArmRun& folded, const RunReport& soFar) {
            m_next.trace = std::make_shared<const Trace>(folded.execution.trace());
            m_next.recorded = folded.execution.sharedState();
            m_next.recordedGradients = gradientsOf(folded);
            m_next.tracedSeconds = soFar.folded;
            m_next.tracedRuns = 1;
            m_next.report = shownReport(soFar);
            publish();
        };
        if (m_next.graph->size() <= kMostTracedNodes) {
            input.sinks.afterFirst = [this](TracedRun first) {
                first.seconds.build = m_next.construction.build; // which was cold, too: it is no median
                m_next.firstRun = std::make_shared<const TracedRun>(std::move(first));
            };
            input.sinks.afterRegular = [this](TracedRun regular) {
                m_next.regularRun = std::make_shared<const TracedRun>(std::move(regular));
                m_next.tracedSeconds.build = 0.0; // as regular's, beside which the run is shown: the graph was there
            };
            input.sinks.afterTraced = [this](TracedRun folded) {
                const auto run = std::make_shared<const TracedRun>(std::move(folded));
                m_next.trace = std::shared_ptr<const Trace>(run, &run->trace);
                m_next.tracedSeconds = run->seconds;
                m_next.tracedRuns = kTracedRuns;
                publish();
            };
        }
        input.sinks.afterCompared = [this](const RunReport& soFar, const ArmRun& regular) {
            constexpr std::size_t kMostBytes = std::size_t{64} << 20U;
            const std::shared_ptr<const RecordedState> values = regular.execution.sharedState();
            if (m_next.graph->size() <= kMostTracedNodes && values->bytes() <= kMostBytes) {
                m_next.regularValues = values;
                m_next.regularGradients = gradientsOf(regular);
            }
            m_next.report = shownReport(soFar);
            publish();
        };
        return input;
    }

    Status execute() {
        TRY(checkFits(*m_next.graph));
        setThreadCount(m_next.config.threads);
        const Result<MadeWeights> weights =
            makeWeights(m_next.graph->ops, {m_next.config.seed, m_next.config.weights}, m_control);
        TRY(weights);
        m_next.weightsNotice = weights->notice;
        const Result<std::shared_ptr<const Policy>> policy = chosenPolicy(m_next.config, *m_next.graph);
        TRY(policy);
        TRY(countPasses());
        const Result<CheckedRun> run =
            runBoth({*m_next.graph, **policy, weights->parameters}, m_next.config.run, inputOfRun(), m_control);
        TRY(run);
        m_next.report = shownReport(run->report);
        publish();
        return Ok{};
    }

    Snapshot m_next;
    SourceLayout m_layoutBefore;
    NodeLabels m_labelsBefore;
    Reread m_reread;
    bool m_nothingShown = true; // of the trees to come
    const RunControl& m_control;
    const SnapshotSink& m_publish;
};

/// Whether the module's file is another one than that which is shown.
bool hasChangedModule(const GraphOptions& shown, const GraphOptions& wanted) {
    return shown.user.net != nullptr && shown.model == wanted.model && !isLoaded(shown);
}

/// Another executor may lay the rows of the same batches out in another order.
bool hasOtherRows(const Snapshot& before, const RunOptions& wanted) {
    const RunOptions& shown = before.config.run;
    return before.graph && rowOrderFor(before.graph->ops, shown.executor, shown.rowOrder) !=
                               rowOrderFor(before.graph->ops, wanted.executor, wanted.rowOrder);
}

} // namespace

Status runPipeline(const Snapshot& before, const SessionConfig& config, Reread reread, const RunControl& control,
                   const SnapshotSink& publish) {
    Stage from = reread == Reread::No ? firstDirtyStage(before.config, config) : Stage::Treebank;
    if (hasChangedModule(before.config.graph, config.graph)) {
        from = std::min(from, Stage::Graph);
    } else if (hasOtherRows(before, config.run)) {
        from = std::min(from, Stage::Schedule);
    }
    return Pipeline(before, config, reread, control, publish).run(from);
}

Snapshot withTreebank(Snapshot snapshot, std::shared_ptr<const Treebank> bank,
                      std::shared_ptr<const TreeStatistics> statistics) {
    forgetFrom(snapshot, Stage::Treebank);
    snapshot.treebank = std::move(bank);
    snapshot.statistics = std::move(statistics);
    return snapshot;
}

} // namespace batchscope
