// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/bench.h"

#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/base/statistics.h"
#include "core/bench/arm_step.h"
#include "core/bench/bench_context.h"
#include "core/bench/bench_series.h"
#include "core/bench/sweep.h"
#include "core/exec/machine.h"
#include "core/exec/memory_estimate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

// Measures one cell of a sweep, its smallest unit: one batch size at one width and number of threads. All arms run in
// turn on the same mini-batch, then on the next one, so that a slow spell of the machine and a mini-batch of large
// trees fall on all of them.
//
// The first rounds warm up, on every mini-batch once at least: what the kernels keep for the shapes of their operands
// is made then. A round in which the machine was slower than at its best (bench_context.h) is taken again, and if other
// processes use the machine, all samples are thrown away and taken again, twice at most; what is reported
// then says so.

/// What a cell needs of its sweep; all of it outlives the cell.
struct CellScope {
    const GraphBuilder& builder;
    const BenchConfig& config;
    const RunOptions& run; ///< of the cell, in place of the config's
    const std::vector<Arm>& arms;
    const BatchSize& batch;
    const Parameters& parameters; ///< of the width
    Yardstick& yardstick;
};

class Cell {
public:
    Cell(const CellScope& scope, std::int32_t dim);

    /// `tick` is called after each step. Cancelled when stopped.
    [[nodiscard]] Status measure(const RunControl& control, const std::function<void()>& tick);
    /// One for each arm, in their order; ratios are still missing.
    [[nodiscard]] std::vector<BenchResult> results() const;

private:
    /// What an arm makes of a mini-batch: properties of the two, not of a sample.
    struct Facts {
        std::size_t nodes = 0; ///< without surplus ones
        std::size_t batches = 0;
        bool equal = false;
        bool oneShape = false;
        double paddingWaste = 0.0;
        RunFigures figures; ///< of its last planned step, when the engine's product tables are filled
    };
    [[nodiscard]] Status warmUp(const RunControl& control, const std::function<void()>& tick);
    [[nodiscard]] Status sample(const RunControl& control, const std::function<void()>& tick);
    [[nodiscard]] Status round(const RunControl& control, const std::function<void()>& tick);
    [[nodiscard]] std::size_t nextMiniBatch();
    [[nodiscard]] bool isPlanned() const;
    [[nodiscard]] bool isWorthARetake() const;
    void forgetRound(double seconds);
    [[nodiscard]] Status choose(std::size_t miniBatch, const RunControl& control);
    [[nodiscard]] Status checkFits(const GraphOptions& asked, const RunControl& control) const;
    [[nodiscard]] Status compare(std::size_t miniBatch, const RunControl& control);
    [[nodiscard]] Result<Facts> factsOf(std::size_t arm, const ArmStep& referenceStep, const ArmRun& reference,
                                        const RunControl& control) const;
    void forgetSamples();
    [[nodiscard]] std::vector<double> secondsOf(std::size_t arm) const;
    [[nodiscard]] BenchResult resultOf(std::size_t arm) const;
    void addFacts(std::size_t arm, BenchResult& result) const;

    CellScope m_scope;
    std::vector<GraphOptions> m_miniBatches;
    std::vector<std::size_t> m_order; // mini-batches still to come before any comes again; the next last
    std::vector<ArmStep> m_steps;     // by arm
    std::vector<std::vector<PhaseSeconds>> m_samples; // by arm, without warm-ups
    std::vector<std::uint32_t> m_sampleBatches;       // by sample
    std::vector<double> m_yardsticks;                 // by sample
    std::vector<std::optional<ArmRun>> m_first;       // by arm, until they are compared
    std::vector<std::vector<Facts>> m_facts;          // by mini-batch and arm; none before its first round
    Random m_random;
    std::size_t m_rounds = 0; // warm-ups and those of earlier tries too, but none twice
    std::size_t m_slowRounds = 0;
    double m_slowSeconds = 0.0; // that they took
    bool m_isRetake = false;    // the next round takes the place of a slow one
    Clock::time_point m_begin;
    MachineLoad m_load;
    std::size_t m_retries = 0;
};

constexpr std::size_t kMostRetries = 2;
constexpr double kRetrySeconds = 10.0; // after which no try begins
/// Values, and gradients where there are any. Of all nodes where both graphs have the same, else of what was asked for.
Result<bool> isEqual(const OpGraph& graph, const ArmRun& reference, const ArmRun& other, bool sameNodes,
                     const RunControl& control) {
    bool equal = compareRequested(graph, reference.execution, other.execution).equal;
    if (sameNodes) {
        const Result<EqualityReport> report =
            compareRuns(graph, reference.execution.state(), other.execution.state(), control);
        TRY(report);
        equal = equal && report->equal;
    }
    if (reference.gradients && other.gradients) {
        equal = equal && compareParameterGradients(graph.ops, *reference.gradients, *other.gradients).parameters.equal;
    }
    return equal;
}

/// What others used for certain: they are counted in ticks of a hundredth of a second, which may begin before the watch
/// and end after it.
MachineLoad certainLoad(MachineLoad load, double watchedSeconds) {
    constexpr double kTick = 0.01;
    load.others = std::max(0.0, load.others - 2.0 * kTick * load.processors / watchedSeconds);
    return load;
}

std::size_t roundedMean(double sum, std::size_t count) {
    return static_cast<std::size_t>(std::llround(sum / static_cast<double>(count)));
}

Cell::Cell(const CellScope& scope, std::int32_t dim)
    : m_scope(scope), m_miniBatches(scope.batch.miniBatches), m_samples(scope.arms.size()), m_first(scope.arms.size()),
      m_facts(m_miniBatches.size()), m_random(scope.config.seed) {
    for (GraphOptions& options : m_miniBatches) {
        options.dim = dim;
    }
}

Status Cell::measure(const RunControl& control, const std::function<void()>& tick) {
    m_begin = Clock::now();
    for (const Arm& arm : m_scope.arms) {
        Result<ArmStep> step = ArmStep::make(m_scope.builder, arm, m_miniBatches.front(), control);
        TRY(step);
        m_steps.push_back(std::move(*step));
    }
    TRY(warmUp(control, tick));
    TRY(sample(control, tick));
    while (isMachineBusy(m_load) && m_retries < kMostRetries && secondsSince(m_begin) < kRetrySeconds) {
        ++m_retries;
        forgetSamples();
        TRY(sample(control, tick));
    }
    return Ok{};
}

Status Cell::warmUp(const RunControl& control, const std::function<void()>& tick) {
    const std::size_t rounds = m_scope.batch.warmups(m_scope.config);
    for (std::size_t index = 0; index < rounds; ++index) {
        TRY(round(control, tick));
    }
    forgetSamples();
    return Ok{};
}

Status Cell::sample(const RunControl& control, const std::function<void()>& tick) {
    const LoadProbe probe(threadCount());
    const auto begin = Clock::now();
    while (m_sampleBatches.size() < m_scope.config.repeats) {
        const auto roundBegin = Clock::now();
        TRY(round(control, tick));
        if (isWorthARetake()) {
            forgetRound(secondsSince(roundBegin));
        }
    }
    m_load = certainLoad(probe.load(), secondsSince(begin));
    m_load.slowdown = median(m_yardsticks) / m_scope.yardstick.best();
    return Ok{};
}

/// What a step asks of the machine must not depend on how often the cell was begun again.
bool Cell::isPlanned() const {
    return m_rounds <= m_scope.batch.warmups(m_scope.config) + m_scope.config.repeats;
}

bool Cell::isWorthARetake() const {
    return m_yardsticks.back() > kMostSlowdown * m_scope.yardstick.best() &&
           m_slowSeconds < m_scope.config.patienceSeconds;
}

/// Its mini-batch comes next.
void Cell::forgetRound(double seconds) {
    ++m_slowRounds;
    m_slowSeconds += seconds;
    m_isRetake = true;
    m_order.push_back(m_sampleBatches.back());
    m_sampleBatches.pop_back();
    m_yardsticks.pop_back();
    std::for_each(m_samples.begin(), m_samples.end(), [](auto& samples) { samples.pop_back(); });
}

/// The samples of a try do not depend on the tries before it.
void Cell::forgetSamples() {
    m_random = Random(m_scope.config.seed);
    std::for_each(m_samples.begin(), m_samples.end(), [](auto& samples) { samples.clear(); });
    m_sampleBatches.clear();
    m_yardsticks.clear();
    m_order.clear();
}

/// Each comes once, in random order, before any comes again.
std::size_t Cell::nextMiniBatch() {
    if (m_order.empty()) {
        m_order.resize(m_miniBatches.size());
        std::iota(m_order.begin(), m_order.end(), std::size_t{0});
        m_random.shuffle(m_order);
    }
    const std::size_t next = m_order.back();
    m_order.pop_back();
    return next;
}

Status Cell::choose(std::size_t miniBatch, const RunControl& control) {
    for (ArmStep& step : m_steps) {
        TRY(step.choose(m_miniBatches[miniBatch], control));
    }
    return m_facts[miniBatch].empty() ? checkFits(m_miniBatches[miniBatch], control) : Status(Ok{});
}

Status Cell::checkFits(const GraphOptions& asked, const RunControl& control) const {
    const Result<OpGraph> graph = m_scope.builder.graph(asked, control);
    TRY(graph);
    const OpGraph* largest = &*graph; // arms without batches made by hand build theirs in each step
    for (const ArmStep& step : m_steps) {
        largest = step.graph().size() > largest->size() ? &step.graph() : largest;
    }
    const auto& arms = m_scope.arms;
    const RunOptions& run = m_scope.run;
    const bool hasEngine =
        std::any_of(arms.begin(), arms.end(), [&run](const Arm& arm) { return kernelsOf(arm, run).has_value(); });
    // The first run of every arm is held until they are compared, and the regular one beside them.
    return checkMemory(*largest, PlannedRuns{.work = run.work,
                                             .executor = hasEngine ? ExecutorKind::Engine : ExecutorKind::LibTorch,
                                             .runs = static_cast<int>(arms.size()) + 1});
}

Status Cell::round(const RunControl& control, const std::function<void()>& tick) {
    const bool isRetake = std::exchange(m_isRetake, false);
    const std::size_t miniBatch = nextMiniBatch();
    TRY(choose(miniBatch, control));
    const bool isFirst = m_facts[miniBatch].empty();
    std::vector<std::size_t> order(m_scope.arms.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    m_random.shuffle(order);
    for (const std::size_t arm : order) {
        Result<ArmSample> sample = m_steps[arm].run(m_scope.parameters, m_scope.run, control);
        TRY(sample);
        m_samples[arm].push_back(sample->seconds);
        if (isFirst) {
            m_first[arm] = std::move(sample->run);
        }
        tick();
    }
    m_rounds += isRetake ? 0 : 1;
    m_sampleBatches.push_back(static_cast<std::uint32_t>(miniBatch));
    m_yardsticks.push_back(m_scope.yardstick.measure());
    if (isFirst) {
        TRY(compare(miniBatch, control));
    }
    for (std::size_t arm = 0; arm < m_steps.size() && isPlanned() && !isRetake; ++arm) {
        m_facts[miniBatch][arm].figures = m_steps[arm].figures();
    }
    return Ok{};
}

Status Cell::compare(std::size_t miniBatch, const RunControl& control) {
    const RunOptions& options = m_scope.run;
    const auto regular = std::find_if(m_scope.arms.begin(), m_scope.arms.end(), [&options](const Arm& arm) {
        return arm.kind == ArmKind::Regular && !kernelsOf(arm, options); // the engine is what is to be checked
    });
    std::optional<ArmStep> ownStep; // a sweep need not have that arm
    std::optional<ArmRun> ownRun;
    const ArmStep* step = nullptr;
    const ArmRun* run = nullptr;
    if (regular != m_scope.arms.end()) {
        const auto index = static_cast<std::size_t>(regular - m_scope.arms.begin());
        step = &m_steps[index];
        run = &*m_first[index];
    } else {
        Result<ArmStep> made =
            ArmStep::make(m_scope.builder, *parseArm("regular@off"), m_miniBatches[miniBatch], control.quiet());
        Result<ArmSample> sample = made ? made->run(m_scope.parameters, options, control.quiet()) : made.error();
        TRY(sample);
        step = &ownStep.emplace(std::move(*made));
        run = &ownRun.emplace(std::move(sample->run));
    }
    std::vector<Facts> facts;
    for (std::size_t arm = 0; arm < m_steps.size(); ++arm) {
        Result<Facts> ofArm = factsOf(arm, *step, *run, control);
        TRY(ofArm);
        facts.push_back(*ofArm);
    }
    m_facts[miniBatch] = std::move(facts);
    std::fill(m_first.begin(), m_first.end(), std::nullopt);
    return Ok{};
}

Result<Cell::Facts> Cell::factsOf(std::size_t arm, const ArmStep& referenceStep, const ArmRun& reference,
                                  const RunControl& control) const {
    const ArmStep& step = m_steps[arm];
    const ArmRun& run = *m_first[arm];
    const Result<bool> equal = isEqual(referenceStep.graph(), reference, run, step.hasOwnNodes(), control);
    TRY(equal);
    Facts facts;
    facts.nodes = step.graph().size();
    facts.batches = run.schedule.batchCount();
    facts.equal = *equal;
    if (const HandBatched* byHand = step.handBatched(); byHand != nullptr) {
        facts.nodes -= byHand->surplusRows;
        facts.paddingWaste = byHand->waste();
        facts.oneShape = byHand->way == HandBatching::SameShape;
    }
    return facts;
}

std::vector<BenchResult> Cell::results() const {
    std::vector<BenchResult> results;
    for (std::size_t arm = 0; arm < m_steps.size(); ++arm) {
        results.push_back(resultOf(arm));
    }
    return results;
}

std::vector<double> Cell::secondsOf(std::size_t arm) const {
    std::vector<double> seconds;
    seconds.reserve(m_samples[arm].size());
    std::transform(m_samples[arm].begin(), m_samples[arm].end(), std::back_inserter(seconds),
                   [](const PhaseSeconds& sample) { return sample.total(); });
    return seconds;
}

BenchResult Cell::resultOf(std::size_t arm) const {
    const GraphOptions& options = m_miniBatches.front();
    BenchResult result;
    result.arm = m_scope.arms[arm].name;
    result.grouping = groupingOf(m_scope.arms[arm]);
    result.kernels = kernelsOf(m_scope.arms[arm], m_scope.run);
    result.model = m_scope.builder.modelName(options);
    result.dim = m_scope.builder.heedsDim(options) ? options.dim : 0;
    result.batch = m_scope.batch.trees;
    result.threads = threadCount();
    result.work = m_scope.run.work;
    result.samples = secondsOf(arm);
    result.sampleBatches = m_sampleBatches;
    result.miniBatches = m_miniBatches.size();
    result.medianSeconds = median(result.samples);
    result.iqrSeconds = interQuartileRange(result.samples);
    result.treesPerSecond = static_cast<double>(result.batch) / result.medianSeconds;
    result.phases = medianPhases(m_samples[arm]);
    result.learnSeconds = m_steps[arm].learnSeconds();
    const SampleSpread spread = sampleSpread(result.samples, m_sampleBatches);
    result.spreadOverBatches = spread.overBatches;
    result.spreadOverRepeats = spread.overRepeats;
    result.verdict = sampleVerdict(spread, m_load);
    result.noisy = result.verdict != SpeedVerdict::Steady;
    result.load = m_load;
    result.retries = m_retries;
    result.yardstickSeconds = median(m_yardsticks);
    result.slowRounds = m_slowRounds;
    addFacts(arm, result);
    return result;
}

/// Adds the counts of all mini-batches. Each mini-batch has had a round, since there are at least as many rounds.
void Cell::addFacts(std::size_t arm, BenchResult& result) const {
    const std::size_t count = m_facts.size();
    const auto sumOf = [&](auto valueOf) {
        return std::accumulate(m_facts.begin(), m_facts.end(), 0.0, [&](double sum, const std::vector<Facts>& facts) {
            return sum + static_cast<double>(valueOf(facts[arm]));
        });
    };
    const auto countOf = [&](auto valueOf) { return roundedMean(sumOf(valueOf), count); };
    result.nodes = countOf([](const Facts& facts) { return facts.nodes; });
    result.batches = countOf([](const Facts& facts) { return facts.batches; });
    result.figures.executor = m_facts.front()[arm].figures.executor;
    result.figures.launches = countOf([](const Facts& facts) { return facts.figures.launches; });
    result.figures.productFlops =
        sumOf([](const Facts& facts) { return facts.figures.productFlops; }) / static_cast<double>(count);
    result.figures.bytesCopied = countOf([](const Facts& facts) { return facts.figures.bytesCopied; });
    result.figures.memoryBytes = countOf([](const Facts& facts) { return facts.figures.memoryBytes; });
    result.paddingWaste = sumOf([](const Facts& facts) { return facts.paddingWaste; }) / static_cast<double>(count);
    const auto all = [&](auto holds) {
        return std::all_of(m_facts.begin(), m_facts.end(),
                           [&](const std::vector<Facts>& facts) { return holds(facts[arm]); });
    };
    result.equal = all([](const Facts& facts) { return facts.equal; });
    result.oneShape = all([](const Facts& facts) { return facts.oneShape; });
}

/// Seconds: the machine may have been faster at the end of a longer sweep than before it.
constexpr double kLongSweep = 10.0;

/// The weights of one width; they serve all batch sizes.
Result<Parameters> parametersFor(const GraphBuilder& builder, const GraphOptions& options, const RunOptions& run,
                                 std::uint64_t seed, const RunControl& control) {
    // The op set is the same for any number of trees.
    const Result<OpGraph> graph = builder.graph(smallestSelection(builder, options), control);
    TRY(graph);
    TRY(checkMemory(*graph, run, Compared::No));
    return Parameters::create(graph->ops, seed, control);
}

class CellByCell final : public BenchRun {
public:
    CellByCell(GraphBuilder builder, BenchConfig config) : m_builder(std::move(builder)), m_config(std::move(config)) {}

    Status begin(const RunControl& control) {
        Result<Sweep> sweep = sweepOf(m_builder, m_config, m_report.notes, control);
        TRY(sweep);
        m_sweep = std::move(*sweep);
        setThreadCount(m_sweep.cells.front().threads);
        m_report.context = contextOf(m_builder.bank(), m_config);
        measureLimits(m_config, m_report.context);
        return Ok{};
    }

    [[nodiscard]] bool isDone() const override { return m_next == m_sweep.cells.size(); }
    [[nodiscard]] const BenchReport& report() const override { return m_report; }

    Status measureNext(const RunControl& control) override {
        const SweepCell& place = m_sweep.cells[m_next];
        const SweptNet& net = m_sweep.netOf(place);
        setThreadCount(place.threads);
        TRY(makeParameters(place, control.quiet()));
        Cell cell({m_builder, m_config, net.run, net.arms, m_sweep.batchOf(place), *m_parameters, m_yardstick},
                  place.dim);
        const auto begin = Clock::now();
        TRY(measureCell(cell, m_sweep.stepsOf(place, m_config), control));
        m_seconds += secondsSince(begin);
        for (BenchResult& result : cell.results()) {
            m_report.results.push_back(std::move(result));
        }
        ++m_next;
        if (isDone()) {
            finish();
        }
        fillFigures();
        return Ok{};
    }

private:
    Status makeParameters(const SweepCell& place, const RunControl& control) {
        if (m_parameters && m_parametersOf == std::pair(place.net, place.dim)) {
            return Ok{};
        }
        GraphOptions options = m_sweep.netOf(place).graph;
        options.dim = place.dim;
        m_parameters.reset(); // two nets' weights need not fit at once
        Result<Parameters> made = parametersFor(m_builder, options, m_sweep.netOf(place).run, m_config.seed, control);
        TRY(made);
        m_parameters.emplace(std::move(*made));
        m_parametersOf = {place.net, place.dim};
        return Ok{};
    }

    Status measureCell(Cell& cell, std::size_t planned, const RunControl& control) {
        const std::size_t all = m_sweep.steps(m_config);
        std::size_t done = 0; // steps beyond the planned ones show no progress
        const auto tick = [&] {
            done = std::min(done + 1, planned);
            control.report("measuring", m_done + done, all);
        };
        Status measured = cell.measure(control.quiet(), tick);
        m_done += measured ? planned : 0;
        return measured;
    }

    void finish() {
        if (m_seconds > kLongSweep) {
            setThreadCount(m_sweep.cells.front().threads);
            measureLimits(m_config, m_report.context);
        }
        const std::vector<std::string> notes = notesOn(m_report.results);
        m_report.notes.insert(m_report.notes.end(), notes.begin(), notes.end());
    }

    /// The machine may have shown a better speed since a cell was measured.
    void judgeAgain(BenchResult& result) const {
        result.load.slowdown = *result.yardstickSeconds / m_yardstick.best();
        result.verdict = sampleVerdict(sampleSpread(result.samples, result.sampleBatches), result.load);
        result.noisy = result.verdict != SpeedVerdict::Steady;
    }

    void fillFigures() {
        for (BenchResult& result : m_report.results) {
            judgeAgain(result);
        }
        fillRatios(m_report.results);
        if (m_report.context.roofline) {
            fillShares(m_report.results, *m_report.context.roofline);
        }
    }

    GraphBuilder m_builder;
    BenchConfig m_config;
    Sweep m_sweep;
    std::size_t m_next = 0; // of the cells
    std::size_t m_done = 0; // steps of the cells before it
    double m_seconds = 0.0; // that these took
    Yardstick m_yardstick;
    std::optional<Parameters> m_parameters; // of m_parametersOf: net and width
    std::pair<std::size_t, std::int32_t> m_parametersOf;
    BenchReport m_report;
};

} // namespace

Result<std::unique_ptr<BenchRun>> BenchRun::begin(const Treebank& bank, const BenchConfig& config,
                                                  const RunControl& control) {
    Result<GraphBuilder> builder = GraphBuilder::make(bank, config.graph.dtype);
    TRY(builder);
    auto run = std::make_unique<CellByCell>(std::move(*builder), config);
    TRY(run->begin(control));
    return std::unique_ptr<BenchRun>(std::move(run));
}

Result<BenchReport> runBench(const Treebank& bank, const BenchConfig& config, const RunControl& control,
                             const BenchSink& sink) {
    const Result<std::unique_ptr<BenchRun>> run = BenchRun::begin(bank, config, control);
    TRY(run);
    while (!(*run)->isDone()) {
        TRY((*run)->measureNext(control));
        sink((*run)->report());
    }
    return (*run)->report();
}

} // namespace batchscope
