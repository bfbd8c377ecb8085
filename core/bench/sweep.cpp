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
#include <cmath>
#include <iterator>
#include <numeric>
#include <string_view>
#include <utility>

namespace batchscope {

namespace {

/// Where part `index` of `parts` equal ones begins among `size` things.
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
    const auto nodesAt = [&](std::uint32_t place) { // a picked tree that is not there is named when it is built
        return bank.trees.contains(m_trees[place]) ? bank.trees[m_trees[place]].nodes : 0U;
    };
    std::stable_sort(m_bySize.begin(), m_bySize.end(),
                     [&](std::uint32_t left, std::uint32_t right) { return nodesAt(left) < nodesAt(right); });
}

std::vector<std::vector<TreeId>> TreePool::draw(std::size_t batch, std::size_t count, std::uint64_t seed) const {
    if (batch == size()) {
        return {m_trees};
    }
    Random random(Random(seed).next() + batch); // not the seed itself: neighboring sizes would draw alike
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
    if (!std::isfinite(config.patienceSeconds) || config.patienceSeconds < 0.0) {
        return Error{ErrorCode::Config, "the patience must be a number of seconds"};
    }
    if (std::find(config.batches.begin(), config.batches.end(), std::size_t{0}) != config.batches.end()) {
        return Error{ErrorCode::Config, "a batch of 0 trees cannot be timed; batch sizes start at 1"};
    }
    return Ok{};
}

std::string textOf(const std::string& name) {
    return "'" + name + "'";
}

std::string textOf(Work work) {
    return std::string(workText(work));
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
            notes.push_back(
                fmt::format("{} {} is listed more than once but is measured only once", what, textOf(value)));
        }
    }
    return kept;
}

Result<std::vector<Arm>> parseArms(const std::vector<std::string>& names, std::vector<std::string>& notes) {
    std::vector<Arm> arms;
    for (const std::string& name : distinct(names, "arm", notes)) {
        const Result<Arm> arm = parseArm(name);
        TRY(arm);
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
    return fmt::format("{} {}{}", withThousands(count), unit, count == 1 ? "" : "s");
}

/// Batch sizes that the pool can fill; the others become a note.
Result<std::vector<std::size_t>> fillable(const std::vector<std::size_t>& batches, std::size_t pool,
                                          std::string_view unit, std::vector<std::string>& notes) {
    std::vector<std::size_t> kept;
    std::vector<std::string> dropped;
    for (const std::size_t batch : distinct(batches, "batch size", notes)) {
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
    if (builder.program() == nullptr) {
        return fillable(config.batches, pool, "tree", notes);
    }
    if (pool == 0) {
        return fillable(config.batches, pool, "instance", notes);
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
        notes.push_back(fmt::format("batch sizes larger than the selection ({}) were replaced by the whole selection",
                                    countText(pool, "instance")));
    }
    return fillable(sizes, pool, "instance", notes);
}

/// Leaves out mini-batches without labels, which have no loss; an error where none has any.
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

std::vector<int> threadsOf(const BenchConfig& config, std::vector<std::string>& notes) {
    std::vector<int> inForce;
    for (const int count : config.threads) {
        inForce.push_back(count > 0 ? count : ourProcessors());
    }
    return distinct(inForce, "number of threads", notes);
}

/// What a sweep over several nets is refused for says which of them it is.
Error ofNet(const BenchConfig& config, const std::string& model, Error error) {
    if (config.models.size() > 1) {
        error.message = fmt::format("net '{}': {}", model, error.message);
    }
    return error;
}

/// Notes that are true of every net are made once.
void addNew(std::vector<std::string>& notes, const std::vector<std::string>& more) {
    std::copy_if(more.begin(), more.end(), std::back_inserter(notes),
                 [&](const std::string& note) { return std::find(notes.begin(), notes.end(), note) == notes.end(); });
}

/// Where methods of a module are called, LibTorch runs every arm, so those that differ in nothing but their kernels are
/// one. A note says which are left out.
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

/// One net in one kind of work.
Result<SweptNet> sweptNet(const GraphBuilder& builder, const BenchConfig& config, std::vector<std::string>& notes,
                          const RunControl& control) {
    Result<std::vector<Arm>> arms =
        config.ablation ? armsOfAblation(builder, config.graph, control) : parseArms(config.arms, notes);
    TRY(arms);
    Result<std::vector<BatchSize>> batches = batchesOf(builder, config, notes, control.quiet());
    TRY(batches);
    RunOptions run = config.run;
    if (!calledMethods(config.graph).empty()) {
        dropEngine(*arms, run, builder.modelName(config.graph), notes);
    }
    SweptNet net{config.graph, run, std::move(*arms), {}, std::move(*batches)};
    net.graph.dim = config.dims.front();
    net.dims = builder.heedsDim(config.graph) ? config.dims : std::vector{config.dims.front()};
    return net;
}

/// A net that does not take the trees, and an arm that does not serve the net, say so before minutes of measuring.
Status tryOut(const GraphBuilder& builder, const SweptNet& net, const RunControl& control) {
    TRY(builder.graph(smallestSelection(builder, net.graph), control));
    for (const Arm& arm : net.arms) {
        const Result<ArmStep> step = ArmStep::make(builder, arm, smallestSelection(builder, net.graph), control);
        TRY(step);
    }
    return Ok{};
}

/// Nets vary faster than threads, widths faster than nets, batch sizes fastest.
std::vector<SweepCell> cellsOf(const std::vector<SweptNet>& nets, const std::vector<int>& threads) {
    std::vector<SweepCell> cells;
    for (const int count : threads) {
        for (std::size_t net = 0; net < nets.size(); ++net) {
            for (const std::int32_t dim : nets[net].dims) {
                for (std::size_t batch = 0; batch < nets[net].batches.size(); ++batch) {
                    cells.push_back({net, batch, dim, count});
                }
            }
        }
    }
    return cells;
}

} // namespace

std::size_t BatchSize::warmups(const BenchConfig& config) const {
    return config.warmups == 0 ? 0 : std::max(config.warmups, miniBatches.size());
}

std::size_t Sweep::stepsOf(const SweepCell& cell, const BenchConfig& config) const {
    return netOf(cell).arms.size() * (batchOf(cell).warmups(config) + config.repeats);
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

std::vector<std::string> sweptModels(const BenchConfig& config) {
    return config.models.empty() ? std::vector{config.graph.model} : config.models;
}

std::vector<Work> sweptWorks(const BenchConfig& config) {
    return config.works.empty() ? std::vector{config.run.work} : config.works;
}

Result<Sweep> sweepOf(const GraphBuilder& builder, const BenchConfig& config, std::vector<std::string>& notes,
                      const RunControl& control) {
    TRY(checkConfig(config));
    if (builder.program() != nullptr && config.models.size() > 1) {
        return Error{ErrorCode::Config,
                     "a program defines its own computation; it cannot be measured with several nets"};
    }
    const std::vector<int> threads = threadsOf(config, notes);
    const std::vector<std::string> models = distinct(sweptModels(config), "net", notes);
    const std::vector<Work> works = distinct(sweptWorks(config), "work", notes);
    Sweep sweep;
    for (const std::string& model : models) {
        for (const Work work : works) {
            BenchConfig own = config;
            own.graph.model = model;
            own.run.work = work;
            std::vector<std::string> ownNotes;
            Result<SweptNet> net = sweptNet(builder, own, ownNotes, control);
            if (!net) {
                return ofNet(config, model, net.error());
            }
            if (const Status served = tryOut(builder, *net, control.quiet()); !served) {
                return ofNet(config, model, served.error());
            }
            addNew(notes, ownNotes);
            sweep.nets.push_back(std::move(*net));
        }
    }
    sweep.cells = cellsOf(sweep.nets, threads);
    return sweep;
}

} // namespace batchscope
