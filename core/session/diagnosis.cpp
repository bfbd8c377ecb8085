// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/diagnosis.h"

#include "core/base/clock.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/nets/build_graph.h"
#include "core/nets/user_net.h"
#include "core/schedule/metrics.h"
#include "core/session/execution_text.h"
#include "core/session/time_bars.h"
#include "core/trace/speed_text.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace batchscope {

namespace {

std::string nodesText(std::size_t nodes) {
    return counted(nodes, words::kNode);
}

struct CauseNames {
    const char* script;
    const char* title;
};

CauseNames namesOf(Cause cause) {
    switch (cause) {
    case Cause::StartingBatches: return {"starting-batches", "Starting batches"};
    case Cause::SmallBatches: return {"small-batches", "Small batches"};
    case Cause::Copies: return {"copies", "Copying rows"};
    case Cause::Scheduling: return {"scheduling", "Scheduling"};
    case Cause::Building: return {"building", "Building the graph"};
    case Cause::SyncPoints: return {"sync-points", "Sync points"};
    case Cause::UnbatchableOps: return {"unbatchable-ops", "Ops that cannot batch"};
    case Cause::Computing: return {"computing", "Computing"};
    }
    return {"", ""};
}

/// The first build of a graph pays for its memory; the median of a few more is what a run pays. None without measuring.
std::optional<double> buildSeconds(const Snapshot& snapshot, const RunControl& control) {
    constexpr std::size_t kBuilds = 5;
    constexpr std::size_t kMostNodes = 200'000; // larger ones would take long, and pay less for being the first
    if (snapshot.config.run.timing == Timing::Off || !snapshot.treebank || snapshot.graph->size() > kMostNodes) {
        return std::nullopt;
    }
    std::vector<double> samples;
    while (samples.size() < kBuilds) {
        const auto start = Clock::now();
        const Result<OpGraph> graph = buildGraph(*snapshot.treebank, snapshot.config.graph, control);
        if (!graph || graph->size() != snapshot.graph->size()) { // of a program the window shows all instances
            return std::nullopt;
        }
        samples.push_back(secondsSince(start));
    }
    std::nth_element(samples.begin(), samples.begin() + kBuilds / 2, samples.end());
    return samples[kBuilds / 2];
}

/// Medians of the `runs` recorded ones where the samples of the report do not agree, and else those of the report.
/// Parsing and building are never recorded again.
PhaseSeconds countedPhases(const RunReport& report, const PhaseSeconds& recorded, std::size_t runs) {
    PhaseSeconds seconds = report.folded;
    if (!report.isMeasured() && runs > 1) {
        seconds = recorded;
        seconds.parse = report.folded.parse;
        seconds.build = report.folded.build;
    }
    return seconds;
}

class Diagnosing {
public:
    Diagnosing(const Snapshot& snapshot, const RunControl& control)
        : m_snapshot(snapshot), m_graph(*snapshot.graph), m_schedule(*snapshot.schedule), m_report(*snapshot.report),
          m_folded(countedPhases(m_report, snapshot.tracedSeconds, snapshot.tracedRuns)) {
        m_diagnosis.isMeasured = m_report.isSteady();
        m_diagnosis.runs = m_report.isMeasured() ? m_report.runs() : snapshot.tracedRuns;
        const PhaseSeconds& folded = m_folded;
        m_build = buildSeconds(snapshot, control).value_or(folded.build);
        m_diagnosis.seconds = m_build + folded.schedule + folded.plan + folded.execution();
        measureBatches();
        m_starts.emplace(m_schedule, m_batchSeconds);
    }

    Diagnosis run() {
        const LowerBound bound = lowerBound(m_graph);
        starting(bound);
        smallBatches(bound);
        copies();
        scheduling();
        building();
        syncPoints(bound.batches);
        unbatchable();
        computing();
        gaps(bound);
        auto& causes = m_diagnosis.causes;
        std::stable_sort(causes.begin(), causes.end(),
                         [](const DiagnosedCause& a, const DiagnosedCause& b) { return a.seconds > b.seconds; });
        return std::move(m_diagnosis);
    }

private:
    /// The recorded times of the batches, scaled to the median of running them.
    void measureBatches() {
        m_batchSeconds = secondsOfBatches(m_schedule, *m_snapshot.trace);
        const double recorded = std::accumulate(m_batchSeconds.begin(), m_batchSeconds.end(), 0.0);
        const double measured = m_folded.gather + m_folded.compute + m_folded.scatter;
        for (double& seconds : m_batchSeconds) {
            seconds *= recorded > 0.0 ? measured / recorded : 0.0;
        }
    }

    /// What starting takes, at most, where sizes tell nothing: what a batch of one node takes, node by node where that
    /// was measured, else those that there are.
    [[nodiscard]] std::optional<double> ofOneNode() const {
        if (m_report.isMeasured() && m_graph.size() > 0) {
            return m_report.regular.compute / static_cast<double>(m_graph.size());
        }
        if (m_snapshot.regularRun && m_graph.size() > 0) {
            return m_snapshot.regularRun->seconds.compute / static_cast<double>(m_graph.size());
        }
        double seconds = 0.0;
        std::size_t count = 0;
        for (std::size_t batch = 0; batch < m_batchSeconds.size(); ++batch) {
            if (m_schedule.batchSize(BatchId(batch)) == 1) {
                seconds += m_batchSeconds[batch];
                ++count;
            }
        }
        return count == 0 ? std::nullopt : std::optional(seconds / static_cast<double>(count));
    }

    DiagnosedCause& add(Cause cause, double seconds, std::string text, std::string_view remedy) {
        const double share = m_diagnosis.seconds > 0.0 ? seconds / m_diagnosis.seconds : 0.0;
        m_diagnosis.causes.push_back({cause, seconds, share, {}, std::move(text), std::string(remedy), {}});
        return m_diagnosis.causes.back();
    }

    /// What a start takes, on average or, where that cannot be told, at most.
    [[nodiscard]] std::optional<double> ofOneStart() const {
        return m_starts->areKnown() ? m_starts->total() / static_cast<double>(m_schedule.batchCount()) : ofOneNode();
    }

    void starting(const LowerBound& bound) {
        const std::optional<double> each = ofOneStart();
        const std::size_t batches = m_schedule.batchCount();
        if (!each || batches == 0) {
            return;
        }
        const double all = std::min(*each * static_cast<double>(batches), m_folded.execution());
        const std::size_t gap = batches - std::min(bound.batches, batches);
        const std::string number = counted(batches, words::kBatch);
        DiagnosedCause& cause =
            add(Cause::StartingBatches, all,
                m_starts->areKnown()
                    ? fmt::format("Starting {} takes about {}, estimated from the times of batches of different sizes.",
                                  number, formatSeconds(all))
                    : fmt::format("{} are started. A batch of one node takes {}, so starting takes at most {}.", number,
                                  formatSeconds(*each), formatSeconds(all)),
                gap == 0
                    ? std::string(
                          "This policy reaches the lower bound. Larger mini-batches share each start among more trees.")
                    : fmt::format("A policy that reaches the lower bound of {} needs {} fewer.",
                                  withThousands(bound.batches), withThousands(gap)));
        if (gap > 0) {
            const std::vector<BatchId> steps = batchesThat([](BatchId) { return true; }).second;
            cause.gain = std::min(secondsAbove(bound, steps, Spared::Starts), all);
        }
    }

    /// Time of the batches for which `holds`, the slowest first.
    template <typename Holds>
    [[nodiscard]] std::pair<double, std::vector<BatchId>> batchesThat(Holds holds) const {
        double seconds = 0.0;
        std::vector<BatchId> steps;
        for (std::size_t batch = 0; batch < m_batchSeconds.size(); ++batch) {
            if (holds(BatchId(batch))) {
                seconds += m_batchSeconds[batch];
                steps.emplace_back(batch);
            }
        }
        std::stable_sort(steps.begin(), steps.end(), [this](BatchId a, BatchId b) {
            return m_batchSeconds[a.index()] > m_batchSeconds[b.index()];
        });
        return {seconds, std::move(steps)};
    }

    /// What a batch no longer takes whose nodes join others: their rows are still computed, but where the ops cannot
    /// batch, nobody knows how fast they would be.
    enum class Spared { Starts, All };

    /// By signature: how many batches it has above its lower bound.
    [[nodiscard]] std::vector<std::size_t> batchesAbove(const LowerBound& bound) const {
        std::vector<std::size_t> above(m_graph.signatures.size(), 0);
        for (std::size_t batch = 0; batch < m_schedule.batchCount(); ++batch) {
            ++above[m_schedule.batchSignatures[BatchId(batch)].index()];
        }
        for (std::size_t index = 0; index < above.size(); ++index) {
            above[index] -= std::min(above[index], bound.bySignature[SignatureId(index)]);
        }
        return above;
    }

    /// Of those of `steps`, the slowest first, that their signatures have above their lower bounds: at most these could
    /// go if their nodes joined other batches.
    [[nodiscard]] double secondsAbove(const LowerBound& bound, const std::vector<BatchId>& steps, Spared spared) const {
        std::vector<std::size_t> avoidable = batchesAbove(bound);
        double seconds = 0.0;
        for (const BatchId step : steps) {
            std::size_t& left = avoidable[m_schedule.batchSignatures[step].index()];
            if (left > 0) {
                --left;
                seconds += spared == Spared::Starts && m_starts->areKnown() ? m_starts->of(step)
                                                                            : m_batchSeconds[step.index()];
            }
        }
        return seconds;
    }

    void smallBatches(const LowerBound& bound) {
        constexpr std::size_t kSmall = 2;
        auto [seconds, steps] = batchesThat([this](BatchId batch) {
            return m_schedule.batchSize(batch) <= kSmall && isBatchable(batch); // the others are a cause of their own
        });
        const std::size_t batches = m_schedule.batchCount();
        DiagnosedCause& cause =
            add(Cause::SmallBatches, seconds,
                fmt::format("{} of {} hold one or two nodes and take {}.", withThousands(steps.size()),
                            counted(batches, words::kBatch), formatSeconds(seconds)),
                "Ask why their nodes are not in larger batches: another policy, merging or another tree order may put "
                "them there.");
        cause.gain = secondsAbove(bound, steps, Spared::Starts);
        const std::vector<std::size_t> above = batchesAbove(bound);
        if (std::none_of(steps.begin(), steps.end(),
                         [&](BatchId step) { return above[m_schedule.batchSignatures[step].index()] > 0; })) {
            cause.remedy = "No policy needs fewer batches for these signatures. More trees in a mini-batch would make "
                           "them larger.";
        }
        cause.steps = std::move(steps);
    }

    void copies() {
        const double seconds = m_folded.gather + m_folded.scatter;
        const bool isEngine = m_snapshot.trace->views.executor == ExecutorKind::Engine;
        add(Cause::Copies, seconds,
            fmt::format("Bringing operands together takes {}; {} are copied.", formatSeconds(seconds),
                        formatBytes(m_snapshot.trace->views.total().bytesCopied)),
            isEngine ? std::string("The order of rows decides what is copied: see the pass “order”.")
                     : copiesOfLibTorch())
            .gain = seconds;
    }

    /// The engine cannot be advised where it cannot run.
    [[nodiscard]] std::string copiesOfLibTorch() const {
        const std::string how = m_graph.ops.hasCalls() ? howToTranslate(m_snapshot.config.graph) : std::string();
        return how.empty()
                   ? std::string("The engine reads most rows in place: turn its passes on.")
                   : fmt::format("A called method needs its rows in one piece, so scattered rows are copied first. {}",
                                 how);
    }

    [[nodiscard]] const UserNet* userNet() const { return m_snapshot.config.graph.user.net.get(); }

    void scheduling() {
        const double seconds = m_folded.schedule + m_folded.plan;
        add(Cause::Scheduling, seconds,
            fmt::format("Scheduling and planning {} takes {}.", nodesText(m_graph.size()), formatSeconds(seconds)),
            "Where the same trees come again, schedule them once and keep the schedule. By level is the cheapest "
            "policy.")
            .gain = seconds;
    }

    void building() {
        const double seconds = m_build;
        add(Cause::Building, seconds,
            fmt::format("Building the graph of {} takes {}.", nodesText(m_graph.size()), formatSeconds(seconds)),
            "Where the same trees come again, build their graph once and keep it.")
            .gain = seconds;
    }

    void syncPoints(std::size_t bound) {
        const std::optional<double> each = ofOneStart();
        if (m_schedule.syncPoints.empty() || !each) {
            return;
        }
        OpGraph free = m_graph;
        free.rounds = {};
        const std::size_t forced = bound - std::min(bound, lowerBound(free).batches);
        const double seconds = *each * static_cast<double>(forced);
        const std::size_t syncs = m_schedule.syncPoints.size();
        DiagnosedCause& cause =
            add(Cause::SyncPoints, seconds,
                fmt::format("Values are read at {}. Without them the lower bound would be {} lower: about {}.",
                            counted(syncs, words::kSyncPoint), withThousands(forced), formatSeconds(seconds)),
                "Read values less often, or take more trees at a time between two reads.");
        cause.steps = m_schedule.syncPoints;
        cause.gain = seconds;
    }

    [[nodiscard]] bool isBatchable(BatchId batch) const {
        return m_graph.opOf(m_schedule.batchSignatures[batch]).batchable == Batchable::Yes;
    }

    /// Of the ops of these steps, each once.
    [[nodiscard]] std::string unbatchableNames(const std::vector<BatchId>& steps) const {
        std::set<std::string> names;
        for (const BatchId step : steps) {
            names.insert(m_graph.opOf(m_schedule.batchSignatures[step]).name);
        }
        return fmt::format("{}", fmt::join(names, ", "));
    }

    /// Of a user's module, what was found to mix the rows of a method.
    [[nodiscard]] std::string makeBatchable() const {
        std::string text;
        for (const UserMethod& method : userNet() == nullptr ? std::vector<UserMethod>() : userNet()->methods()) {
            if (method.way == MethodWay::Alone) {
                text += (text.empty() ? "" : " ") +
                        fmt::format(
                            "Rewrite {} so that each row of its result depends on that row of its arguments alone: {}.",
                            method.name, method.hazard);
            }
        }
        return text.empty() ? std::string("Write the op so that it takes a batch of rows, and mark it as batchable.")
                            : text;
    }

    void unbatchable() {
        auto [seconds, steps] = batchesThat([this](BatchId batch) { return !isBatchable(batch); });
        if (steps.empty()) {
            return;
        }
        OpGraph batchable = m_graph;
        for (std::size_t op = 0; op < batchable.ops.ops.size(); ++op) {
            batchable.ops.ops[OpId(op)].batchable = Batchable::Yes;
        }
        DiagnosedCause& cause =
            add(Cause::UnbatchableOps, seconds,
                fmt::format("{} of ops that cannot batch ({}) take {}. Each needs a batch of its own, of {} in all.",
                            nodesText(steps.size()), unbatchableNames(steps), formatSeconds(seconds),
                            counted(m_schedule.batchCount(), words::kBatch)),
                makeBatchable());
        cause.gain = secondsAbove(lowerBound(batchable), steps, Spared::All);
        cause.steps = std::move(steps);
    }

    /// What the input leaves to be chosen.
    [[nodiscard]] std::string lessWork() const {
        const GraphOptions& options = m_snapshot.config.graph;
        const bool isProgram = !m_snapshot.treebank || !m_snapshot.treebank->program.empty();
        const Result<Net> net = netOf(options);
        const bool canMerge = options.merge == Merge::Off && (isProgram || (net && net->heeds.merge));
        const bool hasWidth = !isProgram && net && net->heeds.dim;
        return fmt::format("Batching does not reduce it: {}{}{}use more threads.",
                           canMerge ? "merge equal calls, " : "", hasWidth ? "choose a smaller width, " : "",
                           canMerge || hasWidth ? "or " : "");
    }

    /// Of what runs, all but copies and starts.
    void computing() {
        double others = m_folded.gather + m_folded.scatter;
        for (const DiagnosedCause& cause : m_diagnosis.causes) {
            others += cause.cause == Cause::StartingBatches ? cause.seconds : 0.0;
        }
        const double seconds = std::max(0.0, m_folded.execution() - others);
        add(Cause::Computing, seconds,
            fmt::format("The work itself, without copies and starts, takes {}.", formatSeconds(seconds)), lessWork());
    }

    void bottleneck(const LowerBound& bound, const std::vector<SignatureGap>& all) {
        const auto most = std::max_element(
            all.begin(), all.end(), [](const SignatureGap& a, const SignatureGap& b) { return a.bound < b.bound; });
        if (most == all.end() || most->bound == 0) {
            return;
        }
        const Op& op = m_graph.opOf(most->signature);
        m_diagnosis.bottleneck = most->signature;
        m_diagnosis.bottleneckText =
            fmt::format("No op accounts for more of the lower bound: {} needs {} of its {} batches.", op.name,
                        withThousands(most->bound), withThousands(bound.batches)) +
            ' ' +
            std::string(op.batchable == Batchable::No
                            ? std::string_view("It cannot batch, so each of its nodes needs a batch of its own.")
                        : most->bound == 1 ? std::string_view("One batch could hold all its nodes.")
                        : m_graph.rounds.empty()
                            ? "That is the length of its longest chain: each node in it needs the one before it."
                            : "That is the sum of its longest chains, one for each round between sync points; each "
                              "node of a chain needs the one before it.");
    }

    void gaps(const LowerBound& bound) {
        std::vector<SignatureGap> all(m_graph.signatures.size());
        for (std::size_t index = 0; index < all.size(); ++index) {
            all[index].signature = SignatureId(index);
            all[index].bound = bound.bySignature[SignatureId(index)];
        }
        for (std::size_t batch = 0; batch < m_schedule.batchCount(); ++batch) {
            SignatureGap& gap = all[m_schedule.batchSignatures[BatchId(batch)].index()];
            ++gap.batches;
            gap.nodes += m_schedule.batchSize(BatchId(batch));
        }
        bottleneck(bound, all);
        std::erase_if(all, [](const SignatureGap& gap) { return gap.batches <= gap.bound; });
        std::stable_sort(all.begin(), all.end(), [](const SignatureGap& a, const SignatureGap& b) {
            return a.batches - a.bound > b.batches - b.bound;
        });
        m_diagnosis.gaps = std::move(all);
    }

    const Snapshot& m_snapshot;
    const OpGraph& m_graph;
    const Schedule& m_schedule;
    const RunReport& m_report;
    PhaseSeconds m_folded; // medians where there are any
    double m_build = 0.0;
    std::vector<double> m_batchSeconds;
    std::optional<StartCosts> m_starts; // of m_batchSeconds
    Diagnosis m_diagnosis;
};

} // namespace

const char* causeName(Cause cause) {
    return namesOf(cause).script;
}

const char* causeTitle(Cause cause) {
    return namesOf(cause).title;
}

Result<Diagnosis> diagnose(const Snapshot& snapshot, const RunControl& control) {
    if (!snapshot.graph || !snapshot.schedule || !snapshot.report || !snapshot.trace) {
        return Error{ErrorCode::Config, "there is nothing to diagnose before the run has finished"};
    }
    Diagnosis diagnosis = Diagnosing(snapshot, control).run();
    return control.stopRequested() ? Result<Diagnosis>(cancelledError()) : Result<Diagnosis>(std::move(diagnosis));
}

std::string disagreementText(const Diagnosis& diagnosis, const RunReport& report) {
    if (diagnosis.isMeasured || !report.speed || report.speed->verdict == SpeedVerdict::Off) {
        return {};
    }
    const std::string why = reasonText(*report.speed);
    return report.speed->verdict == SpeedVerdict::Few
               ? fmt::format("Too few runs were made, so the ranking may be wrong: {}.", why)
               : fmt::format("The runs do not agree, so the ranking may be wrong: {}.", why);
}

} // namespace batchscope
