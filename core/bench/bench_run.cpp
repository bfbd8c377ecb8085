// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/bench_run.h"

#include "core/base/clock.h"
#include "core/bench/bench_context.h"
#include "core/bench/cell.h"
#include "core/bench/ratios.h"
#include "core/bench/remaining_time.h"
#include "core/bench/sample_spread.h"
#include "core/bench/sweep.h"
#include "core/bench/yardstick.h"
#include "core/exec/machine.h"
#include "core/exec/memory_estimate.h"
#include "core/words/bench_words.h"

#include <algorithm>
#include <string>
#include <utility>

namespace batchscope {

namespace {

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

std::vector<PlannedCell> plannedCells(const Sweep& sweep, const BenchConfig& config) {
    std::vector<PlannedCell> planned;
    for (const SweepCell& cell : sweep.cells) {
        const SweptNet& net = sweep.netOf(cell);
        planned.push_back({net.graph.model, net.run.work, cell.threads, cell.dim, sweep.batchOf(cell).trees,
                           sweep.stepsOf(cell, config)});
    }
    return planned;
}

} // namespace

class BenchRun::Impl {
public:
    Impl(GraphBuilder builder, BenchConfig config) : m_builder(std::move(builder)), m_config(std::move(config)) {}

    Status begin(const RunControl& control) {
        Result<Sweep> sweep = sweepOf(m_builder, m_config, m_report.notes, control);
        TRY(sweep);
        m_sweep = std::move(*sweep);
        m_remaining.emplace(plannedCells(m_sweep, m_config));
        setThreadCount(m_sweep.cells.front().threads);
        m_report.context = contextOf(m_builder.bank(), m_config);
        measureLimits(m_config, m_report.context);
        return Ok{};
    }

    [[nodiscard]] bool isDone() const { return m_next == m_sweep.cells.size(); }
    [[nodiscard]] const BenchReport& report() const { return m_report; }

    Status measureNext(const RunControl& control) {
        const SweepCell& place = m_sweep.cells[m_next];
        const SweptNet& net = m_sweep.netOf(place);
        setThreadCount(place.threads);
        TRY(makeParameters(place, control.quiet()));
        Cell cell({m_builder, m_config, net.run, net.arms, m_sweep.batchOf(place), *m_parameters, m_yardstick},
                  place.dim);
        const auto begin = Clock::now();
        TRY(measureCell(cell, m_sweep.stepsOf(place, m_config), control));
        const double seconds = secondsSince(begin);
        m_remaining->add(seconds);
        m_seconds += seconds;
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
        const auto begin = Clock::now();
        std::size_t done = 0; // steps beyond the planned ones show no progress
        const auto tick = [&] {
            done = std::min(done + 1, planned);
            const double share = static_cast<double>(done) / static_cast<double>(planned);
            const std::optional<double> left = m_remaining->left(share, secondsSince(begin));
            control.report(left ? words::measuringFor(*left) : std::string(words::kMeasuring), m_done + done, all);
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
    std::optional<RemainingTime> m_remaining;
    Yardstick m_yardstick;
    std::optional<Parameters> m_parameters; // of m_parametersOf: net and width
    std::pair<std::size_t, std::int32_t> m_parametersOf;
    BenchReport m_report;
};

BenchRun::BenchRun(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

BenchRun::~BenchRun() = default;

Result<std::unique_ptr<BenchRun>> BenchRun::begin(const Treebank& bank, const BenchConfig& config,
                                                  const RunControl& control) {
    Result<GraphBuilder> builder = GraphBuilder::make(bank, config.graph.dtype);
    TRY(builder);
    auto impl = std::make_unique<Impl>(std::move(*builder), config);
    TRY(impl->begin(control));
    return std::unique_ptr<BenchRun>(new BenchRun(std::move(impl)));
}

bool BenchRun::isDone() const {
    return m_impl->isDone();
}

Status BenchRun::measureNext(const RunControl& control) {
    return m_impl->measureNext(control);
}

const BenchReport& BenchRun::report() const {
    return m_impl->report();
}

} // namespace batchscope
