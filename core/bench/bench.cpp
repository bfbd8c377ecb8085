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

// Measures one cell of a sweep: one batch size at one width and number of threads. All arms run in turn on the same
// mini-batch, then on the next one, so that slow spells and mini-batches of large trees affect all arms.
//
// The first rounds warm up every mini-batch at least once, which fills the caches that kernels keep per operand shape.
// If other processes use the machine, all samples are discarded and taken again, at most twice (see `retries`).

/// The parts of the sweep that a cell needs; all of them outlive the cell.
struct CellScope {
    const GraphBuilder& builder;
    const BenchConfig& config;
    const RunOptions& run; ///< used instead of config.run
    const std::vector<Arm>& arms;
    const BatchSize& batch;
    const Parameters& parameters; ///< for the width of the cell
    Yardstick& yardstick;
};

class Cell {
public:
    Cell(const CellScope& scope, std::int32_t dim);

    /// `tick` is called after each step. Cancelled when stopped.
    [[nodiscard]] Status measure(const RunControl& control, const std::function<void()>& tick);
    /// One result per arm, in the order of the arms; ratios are still missing.
    [[nodiscard]] std::vector<BenchResult> results() const;

private:
    /// Properties of an arm on a mini-batch that are the same for every sample.
    struct Facts {
        std::size_t nodes = 0; ///< without surplus nodes
        std::size_t batches = 0;
        bool equal = false;
        double paddingWaste = 0.0;
        RunFigures figures; ///< from its last planned step, when the engine's product tables are filled
    };
    [[nodiscard]] Status warmUp(const RunControl& control, const std::function<void()>& tick);
    [[nodiscard]] Status sample(const RunControl& control, const std::function<void()>& tick);
    [[nodiscard]] Status round(const RunControl& control, const std::function<void()>& tick);
    [[nodiscard]] std::size_t nextMiniBatch();
    [[nodiscard]] bool isPlanned() const;
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
    std::vector<std::size_t> m_order;                 // mini-batches left in this pass; the next one is last
    std::vector<ArmStep> m_steps;                     // by arm
    std::vector<std::vector<PhaseSeconds>> m_samples; // by arm, without warm-ups
    std::vector<std::uint32_t> m_sampleBatches;       // by sample
    std::vector<double> m_yardsticks;                 // by sample
    std::vector<std::optional<ArmRun>> m_first;       // by arm, until they are compared
    std::vector<std::vector<Facts>> m_facts;          // by mini-batch and arm; empty before its first round
    Random m_random;
    std::size_t m_rounds = 0; // includes warm-ups and earlier tries
    Clock::time_point m_begin;
    MachineLoad m_load;
    std::size_t m_retries = 0;
};

constexpr std::size_t kMostRetries = 2;
constexpr double kRetrySeconds = 10.0; // no retry starts after this time
/// True if the values and any gradients are equal: of all nodes if both graphs have the same, else as requested.
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

/// The load that certainly came from other processes: it is counted in ticks of 0.01 s, and the first and last tick may
/// extend beyond the watched time.
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
        TRY(round(control, tick));
    }
    m_load = certainLoad(probe.load(), secondsSince(begin));
    m_load.slowdown = median(m_yardsticks) / m_scope.yardstick.best();
    return Ok{};
}

/// The figures of a step must not depend on the number of retries, so retries are excluded.
bool Cell::isPlanned() const {
    return m_rounds <= m_scope.batch.warmups(m_scope.config) + m_scope.config.repeats;
}

/// Also resets the random numbers, so that a try does not depend on the tries before it.
void Cell::forgetSamples() {
    m_random = Random(m_scope.config.seed);
    std::for_each(m_samples.begin(), m_samples.end(), [](auto& samples) { samples.clear(); });
    m_sampleBatches.clear();
    m_yardsticks.clear();
    m_order.clear();
}

/// Each mini-batch comes once, in random order, before any repeats.
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
    const OpGraph* largest = &*graph; // only hand-batched arms have built theirs yet
    for (const ArmStep& step : m_steps) {
        largest = step.graph().size() > largest->size() ? &step.graph() : largest;
    }
    const auto& arms = m_scope.arms;
    const RunOptions& run = m_scope.run;
    const bool hasEngine =
        std::any_of(arms.begin(), arms.end(), [&run](const Arm& arm) { return kernelsOf(arm, run).has_value(); });
    // The first run of every arm is kept until the comparison, plus the regular run.
    return checkMemory(*largest, PlannedRuns{.work = run.work,
                                             .executor = hasEngine ? ExecutorKind::Engine : ExecutorKind::LibTorch,
                                             .runs = static_cast<int>(arms.size()) + 1});
}

Status Cell::round(const RunControl& control, const std::function<void()>& tick) {
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
    ++m_rounds;
    m_sampleBatches.push_back(static_cast<std::uint32_t>(miniBatch));
    m_yardsticks.push_back(m_scope.yardstick.measure());
    if (isFirst) {
        TRY(compare(miniBatch, control));
    }
    for (std::size_t arm = 0; arm < m_steps.size() && isPlanned(); ++arm) {
        m_facts[miniBatch][arm].figures = m_steps[arm].figures();
    }
    return Ok{};
}

Status Cell::compare(std::size_t miniBatch, const RunControl& control) {
    const RunOptions& options = m_scope.run;
    const auto regular = std::find_if(m_scope.arms.begin(), m_scope.arms.end(), [&options](const Arm& arm) {
        return arm.kind == ArmKind::Regular && !kernelsOf(arm, options); // shares no code with the engine
    });
    std::optional<ArmStep> ownStep; // used if the sweep does not include that arm
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
    result.dim = m_scope.builder.usesDim(options) ? options.dim : 0;
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
    addFacts(arm, result);
    return result;
}

/// Adds the means over the mini-batches, each of which has had a round, since there are at least as many rounds.
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
}

/// The weights for one width, used for all batch sizes.
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
        if (m_config.rooflineSeconds > 0.0) {
            BenchContext& context = m_report.context;
            context.roofline = measureRoofline(context.threads, context.instructionSet, m_config.rooflineSeconds);
        }
        return Ok{};
    }

    [[nodiscard]] bool isDone() const override { return m_next == m_sweep.cells.size(); }
    [[nodiscard]] const BenchReport& report() const override { return m_report; }

    Status measureNext(const RunControl& control) override {
        const SweepCell& place = m_sweep.cells[m_next];
        setThreadCount(place.threads);
        TRY(makeParameters(place.dim, control.quiet()));
        Cell cell(
            {m_builder, m_config, m_sweep.run, m_sweep.arms, m_sweep.batches[place.batch], *m_parameters, m_yardstick},
            place.dim);
        TRY(measureCell(cell, m_sweep.stepsOf(place, m_config), control));
        for (BenchResult& result : cell.results()) {
            m_report.results.push_back(std::move(result));
        }
        ++m_next;
        fillFigures();
        return Ok{};
    }

private:
    Status makeParameters(std::int32_t dim, const RunControl& control) {
        if (m_parameters && m_parametersOf == dim) {
            return Ok{};
        }
        GraphOptions options = m_sweep.graph;
        options.dim = dim;
        m_parameters.reset(); // frees memory first: the weights of two widths may not fit
        Result<Parameters> made = parametersFor(m_builder, options, m_sweep.run, m_config.seed, control);
        TRY(made);
        m_parameters.emplace(std::move(*made));
        m_parametersOf = dim;
        return Ok{};
    }

    Status measureCell(Cell& cell, std::size_t planned, const RunControl& control) {
        const std::size_t all = m_sweep.steps(m_config);
        std::size_t done = 0; // retries show no progress
        const auto tick = [&] {
            done = std::min(done + 1, planned);
            control.report("measuring", m_done + done, all);
        };
        Status measured = cell.measure(control.quiet(), tick);
        m_done += measured ? planned : 0;
        return measured;
    }

    /// Updates the verdict, because the best speed of the machine may have improved since the cell was measured.
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
    std::size_t m_next = 0; // next cell
    std::size_t m_done = 0; // planned steps of the finished cells
    Yardstick m_yardstick;
    std::optional<Parameters> m_parameters; // for the width m_parametersOf
    std::int32_t m_parametersOf = 0;
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
