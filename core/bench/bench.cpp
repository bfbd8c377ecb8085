// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/bench.h"

#include "core/base/clock.h"
#include "core/bench/bench_context.h"
#include "core/bench/cell.h"
#include "core/bench/ratios.h"
#include "core/bench/sweep.h"
#include "core/exec/machine.h"
#include "core/exec/memory_estimate.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace batchscope {

namespace {

/// The machine may have been faster at its end than before it.
constexpr std::chrono::seconds kLongSweep{10};

/// The weights of one width; they serve all batch sizes.
Result<Parameters> parametersFor(const GraphBuilder& builder, const GraphOptions& options, const RunOptions& run,
                                 std::uint64_t seed, const RunControl& control) {
    // The op set is the same for any number of trees.
    const Result<OpGraph> graph = builder.graph(smallestSelection(builder, options), control);
    if (!graph) {
        return graph.error();
    }
    if (const Status fits = checkMemory(*graph, run, Compared::No); !fits) {
        return fits.error();
    }
    return Parameters::create(graph->ops, seed, control);
}

/// An arm that does not serve the net says so before minutes of measuring.
Status tryArms(const GraphBuilder& builder, const std::vector<Arm>& arms, const GraphOptions& options,
               const RunControl& control) {
    for (const Arm& arm : arms) {
        const Result<ArmStep> step = ArmStep::make(builder, arm, smallestSelection(builder, options), control);
        if (!step) {
            return step.error();
        }
    }
    return Ok{};
}

class SweepRun {
public:
    /// All must outlive this.
    SweepRun(const GraphBuilder& builder, const BenchConfig& config, const RunControl& control, const BenchSink& sink)
        : m_builder(builder), m_config(config), m_control(control), m_sink(sink) {}

    Result<BenchReport> run() {
        Result<Sweep> sweep = sweepOf(m_builder, m_config, m_report.notes, m_control);
        if (!sweep) {
            return sweep.error();
        }
        m_sweep = std::move(*sweep);
        const auto begin = Clock::now();
        setThreadCount(m_sweep.threads.front());
        m_report.context = contextOf(m_builder.bank(), m_config);
        measureLimits(m_config, m_report.context);
        for (const int threads : m_sweep.threads) {
            setThreadCount(threads);
            for (const std::int32_t dim : m_sweep.dims) {
                if (Status measured = measureWidth(dim); !measured) {
                    return measured.error();
                }
            }
        }
        if (Clock::now() - begin > kLongSweep) {
            setThreadCount(m_sweep.threads.front());
            measureLimits(m_config, m_report.context);
            fillFigures();
        }
        const std::vector<std::string> notes = notesOn(m_report.results);
        m_report.notes.insert(m_report.notes.end(), notes.begin(), notes.end());
        return std::move(m_report);
    }

private:
    Status measureWidth(std::int32_t dim) {
        const RunControl quiet = m_control.quiet(); // reports of a step's own stages would be timed with it
        GraphOptions options = m_config.graph;
        options.dim = dim;
        if (Status served = tryArms(m_builder, m_sweep.arms, options, quiet); !served) {
            return served;
        }
        const Result<Parameters> parameters = parametersFor(m_builder, options, m_config.run, m_config.seed, quiet);
        if (!parameters) {
            return parameters.error();
        }
        for (const BatchSize& batch : m_sweep.batches) {
            Cell cell({m_builder, m_config, m_sweep.arms, batch, *parameters}, dim);
            if (Status measured = measureCell(cell, batch); !measured) {
                return measured;
            }
        }
        return Ok{};
    }

    Status measureCell(Cell& cell, const BatchSize& batch) {
        const std::size_t steps = m_sweep.steps(m_config);
        const std::size_t end = m_done + m_sweep.stepsOf(batch, m_config);
        const auto tick = [&] { // steps beyond the planned ones show no progress
            m_done = std::min(m_done + 1, end);
            m_control.report("bench", m_done, steps);
        };
        if (Status measured = cell.measure(m_control.quiet(), tick); !measured) {
            return measured;
        }
        m_done = end;
        for (BenchResult& result : cell.results()) {
            m_report.results.push_back(std::move(result));
        }
        fillFigures();
        m_sink(m_report);
        return Ok{};
    }

    void fillFigures() {
        fillRatios(m_report.results);
        if (m_report.context.roofline) {
            fillShares(m_report.results, *m_report.context.roofline);
        }
    }

    const GraphBuilder& m_builder;
    const BenchConfig& m_config;
    const RunControl& m_control;
    const BenchSink& m_sink;
    Sweep m_sweep;
    std::size_t m_done = 0;
    BenchReport m_report;
};

} // namespace

Result<BenchReport> runBench(const Treebank& bank, const BenchConfig& config, const RunControl& control,
                             const BenchSink& sink) {
    const Result<GraphBuilder> builder = GraphBuilder::make(bank, config.graph.dtype);
    if (!builder) {
        return builder.error();
    }
    return SweepRun(*builder, config, control, sink).run();
}

} // namespace batchscope
