// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/sweep.h"

#include "core/base/text.h"
#include "core/bench/arm_step.h"
#include "core/bench/mini_batches.h"
#include "core/exec/machine.h"
#include "core/kernels/processor_load.h"
#include "core/nets/trainable.h"
#include "core/words/bench_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace batchscope {

namespace {

Status checkConfig(const BenchConfig& config) {
    if ((config.arms.empty() && !config.ablation) || config.batches.empty() || config.dims.empty()) {
        return Error{ErrorCode::Config, std::string(words::kBenchNeedsArms)};
    }
    if (config.threads.empty()) {
        return Error{ErrorCode::Config, std::string(words::kBenchNeedsThreads)};
    }
    if (config.repeats < 1) {
        return Error{ErrorCode::Config, std::string(words::kBenchNeedsRepeats)};
    }
    if (config.miniBatches > config.repeats) {
        return Error{ErrorCode::Config, words::moreMiniBatchesThanRepeats(config.miniBatches, config.repeats)};
    }
    if (!std::isfinite(config.precision) || config.precision < 0.0) {
        return Error{ErrorCode::Config, std::string(words::kPrecisionIsNoShare)};
    }
    if (!std::isfinite(config.budgetSeconds) || !(config.budgetSeconds > 0.0)) {
        return Error{ErrorCode::Config, std::string(words::kBudgetIsNoTime)};
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

/// Those of an ablation, and what one would write by hand.
Result<std::vector<Arm>> armsOfAblation(const GraphBuilder& builder, const GraphOptions& options,
                                        const RunControl& control) {
    std::vector<std::string> names = ablationArms();
    const Result<ArmStep> direct =
        ArmStep::make(builder, *parseArm("direct"), smallestSelection(builder, options), control.quiet());
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

Result<std::vector<std::size_t>> sizesOf(const GraphBuilder& builder, const BenchConfig& config,
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

/// Leaves out mini-batches without labels, which have no loss; an error where none has any.
Status keepTrainable(const GraphBuilder& builder, BatchSize& batch, std::vector<std::string>& notes,
                     const RunControl& control) {
    std::vector<GraphOptions> kept;
    Status refused = Ok{};
    for (const GraphOptions& options : batch.miniBatches) {
        const Result<OpGraph> graph = builder.graph(options, control);
        if (!graph) {
            return graph.error();
        }
        if (Status trainable = checkTrainable(builder.bank(), options, *graph); trainable) {
            kept.push_back(options);
        } else {
            refused = std::move(trainable);
        }
    }
    if (kept.empty()) {
        return Error{refused.error().code, words::atBatchSize(batch.trees, refused.error().message)};
    }
    if (kept.size() < batch.miniBatches.size()) {
        notes.push_back(words::untrainableMiniBatches(batch.trees, batch.miniBatches.size() - kept.size(),
                                                      batch.miniBatches.size()));
    }
    batch.miniBatches = std::move(kept);
    return Ok{};
}

Result<std::vector<BatchSize>> batchesOf(const GraphBuilder& builder, const BenchConfig& config,
                                         std::vector<std::string>& notes, const RunControl& control) {
    const Result<std::vector<std::size_t>> sizes = sizesOf(builder, config, notes);
    if (!sizes) {
        return sizes.error();
    }
    GraphOptions options = config.graph;
    options.dim = config.dims.front();
    const TreePool pool(builder.bank(), options);
    std::vector<BatchSize> batches;
    for (const std::size_t size : *sizes) {
        BatchSize& batch = batches.emplace_back();
        batch.trees = size;
        batch.miniBatches = miniBatchOptions(pool, options, size, drawnMiniBatches(config), config.seed);
        if (config.run.work == Work::Training) {
            if (const Status trainable = keepTrainable(builder, batch, notes, control); !trainable) {
                return trainable.error();
            }
        }
    }
    return batches;
}

std::vector<int> threadsOf(const BenchConfig& config, std::vector<std::string>& notes) {
    std::vector<int> inForce;
    for (const int count : config.threads) {
        inForce.push_back(count > 0 ? count : ourProcessors());
    }
    return distinct(inForce, words::kListedThreads, notes);
}

} // namespace

std::size_t BatchSize::warmups(const BenchConfig& config) const {
    return config.warmups == 0 ? 0 : std::max(config.warmups, miniBatches.size());
}

std::size_t Sweep::stepsOf(const BatchSize& batch, const BenchConfig& config) const {
    return arms.size() * (batch.warmups(config) + config.repeats);
}

std::size_t Sweep::steps(const BenchConfig& config) const {
    std::size_t steps = 0;
    for (const BatchSize& batch : batches) {
        steps += threads.size() * dims.size() * stepsOf(batch, config);
    }
    return steps;
}

std::vector<Arm> askedArms(const BenchConfig& config) {
    std::vector<Arm> arms;
    for (const std::string& name : config.ablation ? ablationArms() : config.arms) {
        if (const Result<Arm> arm = parseArm(name)) {
            arms.push_back(*arm);
        }
    }
    return arms;
}

std::size_t drawnMiniBatches(const BenchConfig& config) {
    return config.miniBatches > 0 ? config.miniBatches
                                  : std::clamp(config.repeats / 2, std::size_t{1}, kUsualMiniBatches);
}

GraphOptions smallestSelection(const GraphBuilder& builder, const GraphOptions& options) {
    GraphOptions smallest = options;
    if (builder.program() == nullptr) {
        smallest.trees.end = smallest.trees.begin + 1;
    }
    return smallest;
}

Result<Sweep> sweepOf(const GraphBuilder& builder, const BenchConfig& config, std::vector<std::string>& notes,
                      const RunControl& control) {
    if (const Status status = checkConfig(config); !status) {
        return status.error();
    }
    Result<std::vector<Arm>> arms =
        config.ablation ? armsOfAblation(builder, config.graph, control) : parseArms(config.arms, notes);
    if (!arms) {
        return arms.error();
    }
    std::vector<int> threads = threadsOf(config, notes);
    Result<std::vector<BatchSize>> batches = batchesOf(builder, config, notes, control.quiet());
    if (!batches) {
        return batches.error();
    }
    std::vector<std::int32_t> dims = builder.heedsDim(config.graph) ? config.dims : std::vector{config.dims.front()};
    return Sweep{std::move(*arms), std::move(threads), std::move(dims), std::move(*batches)};
}

} // namespace batchscope
