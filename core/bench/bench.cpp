// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/bench.h"

#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/bench/bench_context.h"
#include "core/bench/cell.h"
#include "core/bench/ratios.h"
#include "core/exec/machine.h"
#include "core/exec/memory_estimate.h"
#include "core/nets/trainable.h"
#include "core/words/bench_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace batchscope {

namespace {

/// The machine may have been faster at its end than before it.
constexpr std::chrono::seconds kLongSweep{10};

void fillFigures(BenchReport& report) {
    fillRatios(report.results);
    if (report.context.roofline) {
        fillShares(report.results, *report.context.roofline);
    }
}

Status checkConfig(const BenchConfig& config) {
    if ((config.arms.empty() && !config.ablation) || config.batches.empty() || config.dims.empty()) {
        return Error{ErrorCode::Config, std::string(words::kBenchNeedsArms)};
    }
    if (config.repeats < 1) {
        return Error{ErrorCode::Config, std::string(words::kBenchNeedsRepeats)};
    }
    if (std::find(config.batches.begin(), config.batches.end(), std::size_t{0}) != config.batches.end()) {
        return Error{ErrorCode::Config, std::string(words::kBatchOfNothing)};
    }
    return Ok{};
}

std::string textOf(const std::string& name) {
    return "'" + name + "'";
}

std::string textOf(std::uint64_t number) {
    return withThousands(number);
}

/// Each value once, in order of first appearance; repeats become a note.
template <typename T>
std::vector<T> distinct(const std::vector<T>& values, std::string_view what, std::vector<std::string>& notes) {
    std::vector<T> kept;
    for (const T& value : values) {
        if (std::find(kept.begin(), kept.end(), value) == kept.end()) {
            kept.push_back(value);
        } else {
            notes.push_back(words::listedTwice(what, textOf(value)));
        }
    }
    return kept;
}

Result<std::vector<Arm>> parseArms(const std::vector<std::string>& names, std::vector<std::string>& notes) {
    std::vector<Arm> arms;
    for (const std::string& name : distinct(names, "arm", notes)) {
        const Result<Arm> arm = parseArm(name);
        if (!arm) {
            return arm.error();
        }
        arms.push_back(*arm);
    }
    return arms;
}

/// What shows the ops of any selection. Of a program any instance may lack outputs, so that is all of it.
GraphOptions smallest(const GraphBuilder& builder, const GraphOptions& options) {
    return builder.program() == nullptr ? firstTrees(options, 1) : options;
}

/// Those of an ablation, and what one would write by hand.
Result<std::vector<Arm>> armsOfAblation(const GraphBuilder& builder, const GraphOptions& options,
                                        const RunControl& control) {
    std::vector<std::string> names = ablationArms();
    const Result<ArmStep> direct =
        ArmStep::make(builder, *parseArm("direct"), smallest(builder, options), control.quiet());
    if (direct) {
        names.emplace_back("direct");
    } else if (direct.error().code != ErrorCode::Config) {
        return direct.error();
    }
    std::vector<std::string> noNotes;
    return parseArms(names, noNotes);
}

std::string countText(std::size_t count, std::string_view unit) {
    return words::countOf(withThousands(count), count, unit);
}

/// Batch sizes that the pool can fill; the others become a note.
Result<std::vector<std::size_t>> fillable(const std::vector<std::size_t>& batches, std::size_t pool,
                                          std::string_view unit, std::vector<std::string>& notes) {
    std::vector<std::size_t> kept;
    std::vector<std::string> dropped;
    for (const std::size_t batch : distinct(batches, words::kListedBatchSize, notes)) {
        if (batch <= pool) {
            kept.push_back(batch);
        } else {
            dropped.push_back(withThousands(batch));
        }
    }
    const std::string sizes = fmt::format("{}", fmt::join(dropped, "; "));
    if (kept.empty()) {
        return Error{ErrorCode::Config, words::selectionTooSmall(countText(pool, unit), sizes)};
    }
    if (!dropped.empty()) {
        notes.push_back(words::skippedSizes(dropped.size(), sizes, countText(pool, unit)));
    }
    return kept;
}

Result<std::vector<std::size_t>> batchesOf(const GraphBuilder& builder, const BenchConfig& config,
                                           std::vector<std::string>& notes) {
    const std::size_t all = treesToChoose(builder.bank(), config.graph);
    const std::size_t end = std::min(config.graph.trees.end, all);
    const std::size_t pool = end > config.graph.trees.begin ? end - config.graph.trees.begin : 0;
    if (builder.program() != nullptr && !builder.program()->sharing().empty()) {
        notes.push_back(words::measuredAsWhole(withThousands(pool), builder.program()->sharing()));
        return std::vector<std::size_t>{pool};
    }
    if (builder.program() == nullptr) {
        return fillable(config.batches, pool, words::kUnitTree, notes);
    }
    if (pool == 0) {
        return fillable(config.batches, pool, words::kUnitInstance, notes);
    }
    std::vector<std::size_t> sizes;
    bool isCut = false; // the whole program is worth measuring, whatever sizes were asked for
    for (const std::size_t batch : config.batches) {
        isCut = isCut || batch > pool;
        if (batch <= pool) {
            sizes.push_back(batch);
        }
    }
    if (isCut && std::find(sizes.begin(), sizes.end(), pool) == sizes.end()) {
        sizes.push_back(pool);
    }
    if (isCut) {
        notes.push_back(words::largerSizesReplaced(countText(pool, words::kUnitInstance)));
    }
    return fillable(sizes, pool, words::kUnitInstance, notes);
}

/// The weights of one width; they serve all batch sizes.
Result<Parameters> parametersFor(const GraphBuilder& builder, const GraphOptions& options, const RunOptions& run,
                                 std::uint64_t seed, const RunControl& control) {
    // The op set is the same for any number of trees.
    const Result<OpGraph> graph = builder.graph(smallest(builder, options), control);
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
        const Result<ArmStep> step = ArmStep::make(builder, arm, smallest(builder, options), control);
        if (!step) {
            return step.error();
        }
    }
    return Ok{};
}

/// A loss needs labels in every batch that is timed.
Status tryTraining(const GraphBuilder& builder, const GraphOptions& options, const std::vector<std::size_t>& batches,
                   const RunControl& control) {
    for (const std::size_t batch : batches) {
        const GraphOptions first = firstTrees(options, batch);
        const Result<OpGraph> graph = builder.graph(first, control);
        if (!graph) {
            return graph.error();
        }
        if (const Status trainable = checkTrainable(builder.bank(), first, *graph); !trainable) {
            return Error{trainable.error().code, words::atBatchSize(batch, trainable.error().message)};
        }
    }
    return Ok{};
}

/// What a sweep runs over.
struct Sweep {
    std::vector<Arm> arms;
    std::vector<std::int32_t> dims;
    std::vector<std::size_t> batches;

    [[nodiscard]] std::size_t cells() const { return arms.size() * dims.size() * batches.size(); }
};

Result<Sweep> sweepOf(const GraphBuilder& builder, const BenchConfig& config, std::vector<std::string>& notes,
                      const RunControl& control) {
    Result<std::vector<Arm>> arms =
        config.ablation ? armsOfAblation(builder, config.graph, control) : parseArms(config.arms, notes);
    if (!arms) {
        return arms.error();
    }
    Result<std::vector<std::size_t>> batches = batchesOf(builder, config, notes);
    if (!batches) {
        return batches.error();
    }
    if (config.run.work == Work::Training) {
        GraphOptions options = config.graph;
        options.dim = config.dims.front();
        if (const Status trainable = tryTraining(builder, options, *batches, control.quiet()); !trainable) {
            return trainable.error();
        }
    }
    std::vector<std::int32_t> dims = builder.heedsDim(config.graph) ? config.dims : std::vector{config.dims.front()};
    return Sweep{std::move(*arms), std::move(dims), std::move(*batches)};
}

} // namespace

Result<BenchReport> runBench(const Treebank& bank, const BenchConfig& config, const RunControl& control,
                             const BenchSink& sink) {
    if (const Status status = checkConfig(config); !status) {
        return status.error();
    }
    const Result<GraphBuilder> builder = GraphBuilder::make(bank, config.graph.dtype);
    if (!builder) {
        return builder.error();
    }
    BenchReport report;
    const Result<Sweep> sweep = sweepOf(*builder, config, report.notes, control);
    if (!sweep) {
        return sweep.error();
    }
    setThreadCount(config.threads.front());
    const auto begin = Clock::now();
    report.context = contextOf(bank, config);
    measureLimits(config, report.context);
    Random random(config.seed);
    const std::size_t steps = sweep->cells() * (config.warmups + config.repeats);
    std::size_t done = 0;
    const RunControl quiet = control.quiet(); // reports of a step's own stages would be timed with it
    for (const std::int32_t dim : sweep->dims) {
        GraphOptions options = config.graph;
        options.dim = dim;
        if (const Status served = tryArms(*builder, sweep->arms, options, quiet); !served) {
            return served.error();
        }
        const Result<Parameters> parameters = parametersFor(*builder, options, config.run, config.seed, quiet);
        if (!parameters) {
            return parameters.error();
        }
        for (const std::size_t batch : sweep->batches) {
            Cell cell(*builder, config, sweep->arms, options, batch);
            const Status status =
                cell.measure(*parameters, quiet, random, [&] { control.report("bench", ++done, steps); });
            if (!status) {
                return status.error();
            }
            for (BenchResult& result : cell.results()) {
                report.results.push_back(std::move(result));
            }
            fillFigures(report);
            sink(report);
        }
    }
    if (Clock::now() - begin > kLongSweep) {
        measureLimits(config, report.context);
        fillFigures(report);
    }
    const std::vector<std::string> notes = notesOn(report.results);
    report.notes.insert(report.notes.end(), notes.begin(), notes.end());
    return report;
}

} // namespace batchscope
