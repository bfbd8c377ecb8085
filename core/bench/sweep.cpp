// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/sweep.h"

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/bench/arm_step.h"
#include "core/exec/machine.h"
#include "core/kernels/processor_load.h"
#include "core/nets/trainable.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string_view>
#include <utility>

namespace batchscope {

namespace {

/// The begin of part `index` if `size` items are cut into `parts` equal parts.
std::size_t beginOf(std::size_t index, std::size_t parts, std::size_t size) {
    return index * size / parts;
}

std::vector<std::size_t> shuffledNumbers(std::size_t count, Random& random) {
    std::vector<std::size_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    random.shuffle(numbers);
    return numbers;
}

} // namespace

TreePool::TreePool(const Treebank& bank, const GraphOptions& options) {
    const std::size_t end = std::min(options.trees.end, treesToChoose(bank, options));
    for (std::size_t index = options.trees.begin; index < end; ++index) {
        m_trees.push_back(options.picked.empty() ? TreeId(index) : options.picked[index]);
    }
    m_bySize.resize(m_trees.size());
    std::iota(m_bySize.begin(), m_bySize.end(), 0U);
    const auto nodesAt = [&](std::uint32_t place) { // building the graph reports a picked tree that does not exist
        return bank.trees.contains(m_trees[place]) ? bank.trees[m_trees[place]].nodes : 0U;
    };
    std::stable_sort(m_bySize.begin(), m_bySize.end(),
                     [&](std::uint32_t left, std::uint32_t right) { return nodesAt(left) < nodesAt(right); });
}

std::vector<std::vector<TreeId>> TreePool::draw(std::size_t batch, std::size_t count, std::uint64_t seed) const {
    if (batch == size()) {
        return {m_trees};
    }
    Random random(Random(seed).next() + batch); // not seed + batch: neighboring sizes would draw alike
    std::vector<std::vector<std::uint32_t>> places(count);
    for (std::size_t part = 0; part < batch; ++part) {
        const std::size_t first = beginOf(part, batch, size());
        const std::size_t width = beginOf(part + 1, batch, size()) - first;
        const std::vector<std::size_t> pieces = shuffledNumbers(count, random);
        for (std::size_t miniBatch = 0; miniBatch < count; ++miniBatch) {
            const double within =
                (static_cast<double>(pieces[miniBatch]) + random.uniform()) / static_cast<double>(count);
            const auto offset = static_cast<std::size_t>(within * static_cast<double>(width));
            places[miniBatch].push_back(m_bySize[first + std::min(offset, width - 1)]);
        }
    }
    std::vector<std::vector<TreeId>> drawn;
    for (std::vector<std::uint32_t>& ofOne : places) {
        std::sort(ofOne.begin(), ofOne.end());
        std::vector<TreeId>& trees = drawn.emplace_back();
        std::transform(ofOne.begin(), ofOne.end(), std::back_inserter(trees),
                       [this](std::uint32_t place) { return m_trees[place]; });
    }
    return drawn;
}

std::vector<GraphOptions> miniBatchOptions(const TreePool& pool, const GraphOptions& options, std::size_t batch,
                                           std::size_t count, std::uint64_t seed) {
    if (batch == pool.size()) {
        return {options};
    }
    std::vector<GraphOptions> all;
    for (std::vector<TreeId>& trees : pool.draw(batch, count, seed)) {
        GraphOptions& own = all.emplace_back(options);
        own.trees = {};
        own.picked = std::move(trees);
    }
    return all;
}

namespace {

std::string untrainableMiniBatches(std::size_t size, std::size_t leftOut, std::size_t drawn) {
    return fmt::format(
        "batch size {}: {} of the {} mini-batches drawn {} left out, because they have no labels to train on", size,
        leftOut, drawn, leftOut == 1 ? "was" : "were");
}

Status checkConfig(const BenchConfig& config) {
    if ((config.arms.empty() && !config.ablation) || config.batches.empty() || config.dims.empty()) {
        return Error{ErrorCode::Config, "bench needs at least one arm, one batch size and one dim"};
    }
    if (config.threads.empty()) {
        return Error{ErrorCode::Config, "bench needs at least one number of threads"};
    }
    if (config.repeats < 1) {
        return Error{ErrorCode::Config, "bench needs at least 1 repeat (10 for reliable figures)"};
    }
    if (config.miniBatches > config.repeats) {
        return Error{ErrorCode::Config,
                     fmt::format("{} mini-batches cannot each be measured in {} repeat{}; ask for at least {} repeats",
                                 config.miniBatches, config.repeats, config.repeats == 1 ? "" : "s",
                                 config.miniBatches)};
    }
    if (std::find(config.batches.begin(), config.batches.end(), std::size_t{0}) != config.batches.end()) {
        return Error{ErrorCode::Config, "a batch of 0 trees cannot be timed; batch sizes start at 1"};
    }
    return Ok{};
}

/// Each value once, in order of first appearance.
template <typename T>
std::vector<T> distinct(const std::vector<T>& values) {
    std::vector<T> kept;
    for (const T& value : values) {
        if (std::find(kept.begin(), kept.end(), value) == kept.end()) {
            kept.push_back(value);
        }
    }
    return kept;
}

Result<std::vector<Arm>> parseArms(const std::vector<std::string>& names) {
    std::vector<Arm> arms;
    for (const std::string& name : distinct(names)) {
        const Result<Arm> arm = parseArm(name);
        TRY(arm);
        arms.push_back(*arm);
    }
    return arms;
}

/// The arms of an ablation, plus `direct` if the net supports it.
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
    return parseArms(names);
}

std::string countText(std::size_t count, std::string_view unit) {
    return fmt::format("{} {}{}", withThousands(count), unit, count == 1 ? "" : "s");
}

/// The batch sizes that the pool can fill; the others become a note.
Result<std::vector<std::size_t>> fillable(const std::vector<std::size_t>& batches, std::size_t pool,
                                          std::string_view unit, std::vector<std::string>& notes) {
    std::vector<std::size_t> kept;
    std::vector<std::string> dropped;
    for (const std::size_t batch : distinct(batches)) {
        if (batch <= pool) {
            kept.push_back(batch);
        } else {
            dropped.push_back(withThousands(batch));
        }
    }
    const std::string sizes = fmt::format("{}", fmt::join(dropped, "; "));
    if (kept.empty()) {
        return Error{ErrorCode::Config,
                     fmt::format("the selection has {}, but every requested batch size is larger ({})",
                                 countText(pool, unit), sizes)};
    }
    if (!dropped.empty()) {
        notes.push_back(fmt::format("skipped batch size{} {}: the selection has only {}",
                                    dropped.size() == 1 ? "" : "s", sizes, countText(pool, unit)));
    }
    return kept;
}

Result<std::vector<std::size_t>> sizesOf(const GraphBuilder& builder, const BenchConfig& config,
                                         std::vector<std::string>& notes) {
    const std::size_t all = treesToChoose(builder.bank(), config.graph);
    const std::size_t end = std::min(config.graph.trees.end, all);
    const std::size_t pool = end > config.graph.trees.begin ? end - config.graph.trees.begin : 0;
    if (builder.program() != nullptr && !builder.program()->sharing().empty()) {
        notes.push_back(fmt::format("measured as a whole, with batch size {}: {}", withThousands(pool),
                                    builder.program()->sharing()));
        return std::vector<std::size_t>{pool};
    }
    std::vector<std::size_t> sizes = config.batches;
    if (builder.program() == nullptr || pool == 0) {
        return fillable(sizes, pool, builder.program() == nullptr ? "tree" : "instance", notes);
    }
    // Larger sizes are replaced by the whole program, which is always worth measuring.
    if (*std::max_element(sizes.begin(), sizes.end()) > pool) {
        notes.push_back(fmt::format("batch sizes larger than the selection ({}) were replaced by the whole selection",
                                    countText(pool, "instance")));
    }
    for (std::size_t& size : sizes) {
        size = std::min(size, pool);
    }
    return distinct(sizes);
}

/// Leaves out mini-batches without labels, which have no loss; an error if none has labels.
Status keepTrainable(const GraphBuilder& builder, BatchSize& batch, std::vector<std::string>& notes,
                     const RunControl& control) {
    std::vector<GraphOptions> kept;
    Status refused = Ok{};
    for (const GraphOptions& options : batch.miniBatches) {
        const Result<OpGraph> graph = builder.graph(options, control);
        TRY(graph);
        if (Status trainable = checkTrainable(builder.bank(), options, *graph); trainable) {
            kept.push_back(options);
        } else {
            refused = std::move(trainable);
        }
    }
    if (kept.empty()) {
        return Error{refused.error().code, fmt::format("batch size {}: {}", batch.trees, refused.error().message)};
    }
    if (kept.size() < batch.miniBatches.size()) {
        notes.push_back(
            untrainableMiniBatches(batch.trees, batch.miniBatches.size() - kept.size(), batch.miniBatches.size()));
    }
    batch.miniBatches = std::move(kept);
    return Ok{};
}

Result<std::vector<BatchSize>> batchesOf(const GraphBuilder& builder, const BenchConfig& config,
                                         std::vector<std::string>& notes, const RunControl& control) {
    const Result<std::vector<std::size_t>> sizes = sizesOf(builder, config, notes);
    TRY(sizes);
    GraphOptions options = config.graph;
    options.dim = config.dims.front();
    const TreePool pool(builder.bank(), options);
    std::vector<BatchSize> batches;
    for (const std::size_t size : *sizes) {
        BatchSize& batch = batches.emplace_back();
        batch.trees = size;
        batch.miniBatches = miniBatchOptions(pool, options, size, drawnMiniBatches(config), config.seed);
        if (config.run.work == Work::Training) {
            TRY(keepTrainable(builder, batch, notes, control));
        }
    }
    return batches;
}

std::vector<int> threadsOf(const BenchConfig& config) {
    std::vector<int> inForce;
    for (const int count : config.threads) {
        inForce.push_back(count > 0 ? count : ourProcessors());
    }
    return distinct(inForce);
}

/// If methods of a module are called, LibTorch runs every arm, so only one of the arms that differ only in their
/// kernels is kept. A note names the others.
void dropEngine(std::vector<Arm>& arms, RunOptions& run, const std::string& model, std::vector<std::string>& notes) {
    run.executor = InterpreterOptions();
    std::vector<Arm> kept;
    std::vector<std::string> dropped;
    for (Arm& arm : arms) {
        const std::string grouping = groupingOf(arm);
        const bool isKnown =
            std::any_of(kept.begin(), kept.end(), [&](const Arm& other) { return groupingOf(other) == grouping; });
        if (isKnown) {
            dropped.push_back(arm.name);
            continue;
        }
        arm.passes = arm.passes ? std::optional(PassChoice()) : std::nullopt;
        kept.push_back(std::move(arm));
    }
    arms = std::move(kept);
    if (!dropped.empty()) {
        notes.push_back(fmt::format("{} has methods that could not be translated, so every arm runs on LibTorch; left "
                                    "out, because they would repeat another arm: {}",
                                    model, fmt::format("{}", fmt::join(dropped, ", "))));
    }
}

/// Detects a net that does not take the trees, or an arm that does not support the net, before minutes of measuring.
Status tryOut(const GraphBuilder& builder, const Sweep& sweep, const RunControl& control) {
    TRY(builder.graph(smallestSelection(builder, sweep.graph), control));
    for (const Arm& arm : sweep.arms) {
        const Result<ArmStep> step = ArmStep::make(builder, arm, smallestSelection(builder, sweep.graph), control);
        TRY(step);
    }
    return Ok{};
}

} // namespace

std::size_t BatchSize::warmups(const BenchConfig& config) const {
    return config.warmups == 0 ? 0 : std::max(config.warmups, miniBatches.size());
}

std::size_t Sweep::stepsOf(const SweepCell& cell, const BenchConfig& config) const {
    return arms.size() * (batches[cell.batch].warmups(config) + config.repeats);
}

std::size_t Sweep::steps(const BenchConfig& config) const {
    return std::accumulate(cells.begin(), cells.end(), std::size_t{0},
                           [&](std::size_t sum, const SweepCell& cell) { return sum + stepsOf(cell, config); });
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
    TRY(checkConfig(config));
    Sweep sweep{config.graph, config.run, {}, {}, {}};
    sweep.graph.dim = config.dims.front();
    Result<std::vector<Arm>> arms =
        config.ablation ? armsOfAblation(builder, config.graph, control) : parseArms(config.arms);
    TRY(arms);
    sweep.arms = std::move(*arms);
    Result<std::vector<BatchSize>> batches = batchesOf(builder, config, notes, control.quiet());
    TRY(batches);
    sweep.batches = std::move(*batches);
    if (!calledMethods(config.graph).empty()) {
        dropEngine(sweep.arms, sweep.run, builder.modelName(config.graph), notes);
    }
    TRY(tryOut(builder, sweep, control.quiet()));
    const std::vector<std::int32_t> dims =
        builder.usesDim(config.graph) ? config.dims : std::vector{config.dims.front()};
    for (const int threads : threadsOf(config)) {
        for (const std::int32_t dim : dims) {
            for (std::size_t batch = 0; batch < sweep.batches.size(); ++batch) {
                sweep.cells.push_back({batch, dim, threads});
            }
        }
    }
    return sweep;
}

} // namespace batchscope
