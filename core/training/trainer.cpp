// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/trainer.h"

#include "core/base/check.h"
#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/exec/gradients.h"
#include "core/exec/process_group.h"
#include "core/nets/trainable.h"
#include "core/training/dropout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <future>
#include <map>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

// Gradients of a mini-batch that the ranks of a group share: the mean over the labeled outputs of all ranks, as a
// single process would compute it. Weights are summed as a whole; of tables that are only looked up, ranks exchange the
// rows that they looked up.

/// By ParamId: true if products or calls read the parameter, so that its gradient is whole.
std::vector<bool> readWhole(const OpSet& ops) {
    std::vector<bool> whole(ops.params.size(), false);
    for (const Op& op : ops.ops) {
        for (const BodyValue& value : op.body.values) {
            if (value.primitive == Primitive::Linear) {
                whole[value.weight.index()] = true;
                if (value.bias.valid()) {
                    whole[value.bias.index()] = true;
                }
            }
        }
        for (const ParamId param : op.call ? op.call->parameters() : std::vector<ParamId>()) {
            whole[param.index()] = true;
        }
    }
    return whole;
}

template <typename T>
class Summed final : public Gradients::State {
public:
    explicit Summed(const OpSet& ops) : m_isWhole(readWhole(ops)), m_rows(ops.params.size()) {
        std::size_t count = 0;
        for (std::size_t index = 0; index < ops.params.size(); ++index) {
            const ParamSpec& spec = ops.params[ParamId(index)];
            m_widths.push_back(static_cast<std::size_t>(spec.columns));
            m_offsets.push_back(count);
            count += m_isWhole[index] ? static_cast<std::size_t>(spec.rows) * m_widths[ParamId(index)] : 0;
        }
        m_whole.resize(count, T{0});
    }

    /// Adds the gradients of this rank, times `weight`.
    void add(const Gradients& own, T weight) {
        ParameterGradient<T> gradient;
        for (std::size_t index = 0; index < m_widths.size(); ++index) {
            const ParamId id(index);
            const std::size_t width = m_widths[id];
            own.state().locate(id, gradient);
            T* const whole = m_whole.data() + m_offsets[id];
            if (gradient.whole != nullptr) {
                BATCHSCOPE_CHECK(m_isWhole[id.index()]);
                const std::size_t end = index + 1 < m_widths.size() ? m_offsets[ParamId(index + 1)] : m_whole.size();
                for (std::size_t number = 0; number < end - m_offsets[id]; ++number) {
                    whole[number] += weight * gradient.whole[number];
                }
            }
            for (const auto& row : gradient.rows) {
                T* const to = m_isWhole[id.index()] ? whole + row.index * width : rowOf(id, row.index);
                for (std::size_t column = 0; column < width; ++column) {
                    to[column] += weight * row.numbers[column];
                }
            }
        }
    }

    Status exchange(ProcessGroup& group) {
        TRY(group.sum(std::span(m_whole)));
        const Result<std::vector<std::vector<std::byte>>> parts = group.gather(packedRows());
        TRY(parts);
        m_rows.assign(m_rows.size(), Rows());
        for (const std::vector<std::byte>& part : *parts) { // by rank, so that every rank adds in the same order
            addPacked(part);
        }
        return Ok{};
    }

    void divideBy(T count) {
        for (T& number : m_whole) {
            number /= count;
        }
        for (Rows& rows : m_rows) {
            for (auto& [index, numbers] : rows) {
                for (T& number : numbers) {
                    number /= count;
                }
            }
        }
    }

    void read(Value /*value*/, std::vector<double>& row) const override { row.clear(); }
    [[nodiscard]] std::size_t bytes() const override { return m_whole.size() * sizeof(T); }
    void readParameter(ParamId /*id*/, std::vector<double>& numbers) const override { numbers.clear(); }
    void locate(ParamId id, ParameterGradient<float>& gradient) const override { locateIn(id, gradient); }
    void locate(ParamId id, ParameterGradient<double>& gradient) const override { locateIn(id, gradient); }

private:
    using Rows = std::map<std::uint32_t, std::vector<T>>; // by index

    T* rowOf(ParamId id, std::uint32_t index) {
        std::vector<T>& row = m_rows[id.index()][index];
        row.resize(m_widths[id], T{0});
        return row.data();
    }

    template <typename U>
    void locateIn(ParamId id, ParameterGradient<U>& gradient) const {
        gradient.whole = nullptr;
        gradient.rows.clear();
        if constexpr (std::is_same_v<T, U>) {
            gradient.whole = m_isWhole[id.index()] ? m_whole.data() + m_offsets[id] : nullptr;
            for (const auto& [index, numbers] : m_rows[id.index()]) {
                gradient.rows.push_back({index, numbers.data()});
            }
        } else {
            BATCHSCOPE_CHECK(false);
        }
    }

    /// Parameter, row index and numbers of each row.
    [[nodiscard]] std::vector<std::byte> packedRows() const {
        std::vector<std::byte> bytes;
        const auto put = [&bytes](const void* from, std::size_t count) {
            const auto* const begin = static_cast<const std::byte*>(from);
            bytes.insert(bytes.end(), begin, begin + count);
        };
        for (std::size_t index = 0; index < m_rows.size(); ++index) {
            for (const auto& [row, numbers] : m_rows[index]) {
                const std::array<std::uint32_t, 2> place = {static_cast<std::uint32_t>(index), row};
                put(place.data(), sizeof(place));
                put(numbers.data(), numbers.size() * sizeof(T));
            }
        }
        return bytes;
    }

    void addPacked(std::span<const std::byte> bytes) {
        std::array<std::uint32_t, 2> place = {};
        std::vector<T> numbers;
        while (!bytes.empty()) {
            std::memcpy(place.data(), bytes.data(), sizeof(place));
            bytes = bytes.subspan(sizeof(place));
            const ParamId id(std::size_t{place[0]});
            numbers.resize(m_widths[id]);
            std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(T));
            bytes = bytes.subspan(numbers.size() * sizeof(T));
            T* const to = rowOf(id, place[1]);
            for (std::size_t column = 0; column < numbers.size(); ++column) {
                to[column] += numbers[column];
            }
        }
    }

    std::vector<bool> m_isWhole; // by ParamId
    IdVector<ParamId, std::size_t> m_widths;
    IdVector<ParamId, std::size_t> m_offsets; // in m_whole
    std::vector<T> m_whole;
    std::vector<Rows> m_rows; // by ParamId
};

template <typename T>
Result<Gradients> summed(const OpSet& ops, const Gradients* own, std::size_t labeled, ProcessGroup& group) {
    auto state = std::make_unique<Summed<T>>(ops);
    if (own != nullptr) {
        state->add(*own, static_cast<T>(labeled));
    }
    TRY(state->exchange(group));
    const auto count = static_cast<double>(labeled);
    std::array<double, 2> totals = {count, own == nullptr ? 0.0 : count * own->loss()};
    TRY(group.sum(std::span<double>(totals)));
    if (totals[0] == 0.0) {
        return Error{ErrorCode::Config, "training needs labels, and no rank has any in its share of this mini-batch"};
    }
    state->divideBy(static_cast<T>(totals[0]));
    return Gradients(std::move(state), totals[1] / totals[0]);
}

/// Sums the gradients of all ranks; `own` are those of this rank's share with `labeled` labeled outputs, null without
/// any. All ranks get the same gradients and loss. Config error if no rank has a labeled output; otherwise fails like
/// ProcessGroup.
Result<Gradients> sumOfRanks(const OpSet& ops, const Gradients* own, std::size_t labeled, ProcessGroup& group) {
    return ops.dtype == DType::Float32 ? summed<float>(ops, own, labeled, group)
                                       : summed<double>(ops, own, labeled, group);
}

/// The number of trees per graph when judging: enough to fill batches, few enough for the memory of any machine.
constexpr std::size_t kTreesJudgedTogether = 256;

/// A mini-batch that can run.
struct ReadyBatch {
    OpGraph graph; ///< this rank's share; empty if it has no trees
    TimedSchedule schedule;
    double buildSeconds = 0.0;
    std::size_t trees = 0; ///< number of trees of all ranks
};

/// The trees of this rank. Trees are dealt out by size, the largest first, each to the rank with the fewest nodes.
std::vector<TreeId> shareOf(std::span<const TreeId> trees, const Treebank& bank, const ProcessGroup& group) {
    std::vector<TreeId> order(trees.begin(), trees.end());
    std::stable_sort(order.begin(), order.end(),
                     [&bank](TreeId left, TreeId right) { return bank.trees[left].nodes > bank.trees[right].nodes; });
    std::vector<std::uint64_t> nodes(static_cast<std::size_t>(group.size()), 0);
    std::vector<TreeId> own;
    for (const TreeId tree : order) {
        const auto least = std::min_element(nodes.begin(), nodes.end());
        if (least - nodes.begin() == group.rank()) {
            own.push_back(tree);
        }
        *least += bank.trees[tree].nodes;
    }
    return own;
}

bool areFinite(const Parameters& parameters) {
    const auto allFinite = [](const auto numbers) {
        return std::all_of(numbers.begin(), numbers.end(), [](auto number) { return std::isfinite(number); });
    };
    for (std::size_t index = 0; index < parameters.shapes().size(); ++index) {
        const ParamId id(index);
        const bool isFine = parameters.dtype() == DType::Float32 ? allFinite(parameters.values<float>(id))
                                                                 : allFinite(parameters.values<double>(id));
        if (!isFine) {
            return false;
        }
    }
    return true;
}

/// True if the classes are the five of SST.
bool isSentiment(const Treebank& bank, const GraphOptions& options) {
    return classLabels(bank, options) == std::vector<std::string>{"0", "1", "2", "3", "4"};
}

void add(PhaseSeconds& sum, const PhaseSeconds& more) {
    for (const PhaseEntry& phase : phaseEntries()) {
        sum.*phase.seconds += more.*phase.seconds;
    }
}

} // namespace

class Trainer::Impl {
public:
    Impl(const GraphBuilder& builder, const Policy& policy, const TrainingOptions& options, LabelsAt labels,
         const OpSet& ops, Parameters parameters, Optimizer optimizer)
        : m_builder(builder), m_policy(policy), m_options(options), m_labels(labels), m_ops(ops),
          m_parameters(std::move(parameters)), m_optimizer(std::move(optimizer)),
          m_isSentiment(isSentiment(builder.bank(), options.graph)) {}

    Result<EpochFigures> epoch(std::span<const TreeId> trees, const RunControl& control);
    Status score(std::span<const TreeId> trees, const std::function<void(const TreeScores&)>& sink,
                 const RunControl& control);

    const GraphBuilder& m_builder;
    const Policy& m_policy;
    TrainingOptions m_options;
    LabelsAt m_labels;
    OpSet m_ops;
    Parameters m_parameters;
    Optimizer m_optimizer;
    bool m_isSentiment;
    std::size_t m_epochs = 0;

private:
    /// The trees in the order of the next epoch.
    [[nodiscard]] std::vector<TreeId> shuffled(std::span<const TreeId> trees) const {
        std::vector<TreeId> order(trees.begin(), trees.end());
        Random random(Random(m_options.seed).next() ^ m_epochs);
        random.shuffle(order);
        return order;
    }

    /// Builds and schedules a mini-batch in the memory `slot`. `isShared`: of this rank's share only.
    Result<ReadyBatch> make(std::span<const TreeId> trees, const Dropout& dropout, std::size_t slot, bool isShared,
                            const RunControl& control) {
        const auto start = Clock::now();
        GraphOptions options = m_options.graph;
        options.trees = {};
        options.picked = m_options.group != nullptr && isShared ? shareOf(trees, m_builder.bank(), *m_options.group)
                                                                : std::vector<TreeId>(trees.begin(), trees.end());
        if (options.picked.empty()) {
            return ReadyBatch{.trees = trees.size()};
        }
        Result<OpGraph> graph = m_builder.graph(options, control, m_memory.at(slot));
        TRY(graph);
        if (dropout.probability > 0.0) {
            TRY(addDropout(*graph, dropout));
        }
        const double built = secondsSince(start);
        Result<TimedSchedule> schedule = scheduleFor(*graph, m_policy, m_options.run, control);
        TRY(schedule);
        return ReadyBatch{std::move(*graph), std::move(*schedule), built, trees.size()};
    }

    /// The learning rate of an update, counted from 0.
    [[nodiscard]] double rateOf(std::size_t update) const {
        const double decayed =
            m_options.optimizer.learningRate * std::pow(m_options.rateDecay, static_cast<double>(m_epochs));
        const bool isWarm = update + 1 >= m_options.warmUp;
        return isWarm ? decayed : decayed * static_cast<double>(update + 1) / static_cast<double>(m_options.warmUp);
    }

    Result<FinishedRun> run(const ReadyBatch& batch, Work work, std::unique_ptr<Executor>& executor,
                            const RunControl& control) {
        if (executor == nullptr) {
            executor = makeExecutor(batch.graph.ops, m_options.run.executor);
        }
        return executor->run({batch.graph, batch.schedule.schedule, m_parameters, work, Recording::Seconds, control,
                              m_optimizer.steps()});
    }

    class Batches;

    /// The gradients of a mini-batch and the time that they took.
    struct Found {
        std::optional<Gradients> gradients; // always set on success
        PhaseSeconds phases;
        double exchangeSeconds = 0.0;
    };
    Result<Found> gradientsOf(const ReadyBatch& batch, const RunControl& control);

    std::array<FoldMemory, 2> m_memory; // for the running mini-batch and the next one
    std::unique_ptr<Executor> m_trains;
    std::unique_ptr<Executor> m_judges; // of the net without dropout
};

/// The mini-batches of some trees; each is built while the previous one runs.
class Trainer::Impl::Batches {
public:
    /// Requires a tree. All arguments must outlive the object.
    Batches(Impl& trainer, std::span<const TreeId> trees, std::size_t size, const Dropout& dropout, bool areShared,
            const RunControl& control)
        : m_trainer(trainer), m_trees(trees), m_size(std::min(size, trees.size())), m_dropout(dropout),
          m_areShared(areShared), m_control(control) {
        begin();
    }

    [[nodiscard]] std::size_t count() const { return (m_trees.size() + m_size - 1) / m_size; }
    /// Returns the next mini-batch; may be called count() times. Fails like make().
    Result<ReadyBatch> next() {
        const auto start = Clock::now();
        Result<ReadyBatch> ready = m_next.get();
        m_waited += secondsSince(start);
        ++m_given;
        if (ready && m_given < count()) {
            begin();
        }
        return ready;
    }
    /// Returns the memory of the current mini-batch for reuse.
    void giveBack(ReadyBatch&& batch) { m_trainer.m_memory.at((m_given - 1) % 2).giveBack(std::move(batch.graph)); }
    /// Seconds spent in next().
    [[nodiscard]] double waited() const { return m_waited; }

private:
    void begin() {
        const std::size_t first = m_given * m_size;
        m_next =
            std::async(std::launch::async, [this, slot = m_given % 2,
                                            trees = m_trees.subspan(first, std::min(m_size, m_trees.size() - first))] {
                return m_trainer.make(trees, m_dropout, slot, m_areShared, m_control);
            });
    }

    Impl& m_trainer;
    std::span<const TreeId> m_trees;
    std::size_t m_size;
    Dropout m_dropout;
    bool m_areShared;
    const RunControl& m_control;
    std::size_t m_given = 0;
    double m_waited = 0.0;
    std::future<Result<ReadyBatch>> m_next; // its destructor waits
};

/// Config error if the mini-batch has no label.
Result<Trainer::Impl::Found> Trainer::Impl::gradientsOf(const ReadyBatch& batch, const RunControl& control) {
    Found found;
    const bool hasTrees = batch.graph.size() > 0;
    const std::size_t labeled = hasTrees ? batch.graph.labeledOutputs() : 0;
    if (m_options.group == nullptr) {
        if (const Status trainable = checkTrainable(m_builder.bank(), m_options.graph, batch.graph); !trainable) {
            return Error{trainable.error().code, trainable.error().message + ", or use larger mini-batches (--batch)"};
        }
    }
    std::optional<Gradients> own;
    if (labeled > 0) {
        Result<FinishedRun> ran = run(batch, Work::Training, m_trains, control);
        TRY(ran);
        found.phases = ran->execution.seconds();
        found.phases.build = batch.buildSeconds;
        found.phases.schedule = batch.schedule.scheduleSeconds;
        found.phases.plan += batch.schedule.orderSeconds;
        own = std::move(ran->gradients);
    }
    if (m_options.group == nullptr) {
        found.gradients = std::move(own);
        return found;
    }
    const auto start = Clock::now();
    Result<Gradients> summed = sumOfRanks(m_ops, own ? &*own : nullptr, labeled, *m_options.group);
    TRY(summed);
    found.exchangeSeconds = secondsSince(start);
    found.gradients = std::move(*summed);
    return found;
}

Result<EpochFigures> Trainer::Impl::epoch(std::span<const TreeId> trees, const RunControl& control) {
    BATCHSCOPE_CHECK(!trees.empty());
    const auto start = Clock::now();
    const RunControl quiet = control.quiet();
    const std::vector<TreeId> order = shuffled(trees);
    Batches batches(*this, order, m_options.batch, {m_options.dropout, m_options.seed, m_epochs}, true, quiet);
    EpochFigures figures;
    figures.epoch = m_epochs + 1;
    figures.updates = batches.count();
    double losses = 0.0;
    for (std::size_t update = 0; update < figures.updates; ++update) {
        Result<ReadyBatch> ready = batches.next();
        TRY(ready);
        if (control.stopRequested()) {
            return cancelledError();
        }
        const Result<Found> found = gradientsOf(*ready, quiet);
        if (!found) {
            const Error& error = found.error();
            return error.code != ErrorCode::Config
                       ? error
                       : Error{error.code,
                               fmt::format("mini-batch {} of {}: {}", update + 1, figures.updates, error.message)};
        }
        const double loss = found->gradients->loss();
        losses += loss;
        figures.trees += ready->trees;
        figures.exchanged += found->exchangeSeconds;
        PhaseSeconds phases = found->phases;
        if (!std::isfinite(loss)) {
            figures.endedNotFinite = true;
            figures.updates = update + 1;
            losses = loss * static_cast<double>(figures.updates);
            break;
        }
        const auto stepping = Clock::now();
        m_optimizer.setLearningRate(rateOf(m_optimizer.steps()));
        m_optimizer.step(*found->gradients, m_parameters);
        phases.update = secondsSince(stepping);
        add(figures.phases, phases);
        figures.phases.update += phases.update;
        batches.giveBack(std::move(*ready));
        control.report("train", update + 1, figures.updates);
    }
    figures.waited = batches.waited();
    figures.loss = losses / static_cast<double>(figures.updates);
    figures.endedNotFinite = figures.endedNotFinite || !areFinite(m_parameters); // no loss shows what the last one made
    figures.seconds = secondsSince(start);
    ++m_epochs;
    return figures;
}

Status Trainer::Impl::score(std::span<const TreeId> trees, const std::function<void(const TreeScores&)>& sink,
                            const RunControl& control) {
    if (trees.empty()) {
        return Ok{};
    }
    const RunControl quiet = control.quiet();
    Batches batches(*this, trees, kTreesJudgedTogether, {}, false, quiet);
    for (std::size_t batch = 0; batch < batches.count(); ++batch) {
        Result<ReadyBatch> ready = batches.next();
        TRY(ready);
        if (control.stopRequested()) {
            return cancelledError();
        }
        const Result<FinishedRun> ran = run(*ready, Work::Inference, m_judges, quiet);
        TRY(ran);
        const OpGraph& graph = ready->graph;
        std::span<const double> scores = ran->execution.outputs();
        for (std::size_t index = 0; index < graph.outputs.size(); ++index) {
            const Value value = graph.outputs[index];
            const Origin origin = graph.origins[value.node];
            const bool isLast =
                index + 1 == graph.outputs.size() || graph.origins[graph.outputs[index + 1].node].tree != origin.tree;
            const auto width = static_cast<std::size_t>(graph.opOf(value.node).outputWidth(value.output));
            sink({origin.tree, origin.treeNode, isLast && m_labels != LabelsAt::Words, graph.targets[index],
                  scores.first(width)});
            scores = scores.subspan(width);
        }
        batches.giveBack(std::move(*ready));
        control.report("evaluate", batch + 1, batches.count());
    }
    return Ok{};
}

Trainer::Trainer(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Trainer::Trainer(Trainer&&) noexcept = default;
Trainer& Trainer::operator=(Trainer&&) noexcept = default;
Trainer::~Trainer() = default;

Result<Trainer> Trainer::create(const GraphBuilder& builder, const Policy& policy, const TrainingOptions& options,
                                const OpSet& ops, Parameters parameters) {
    const Result<Net> net = netOf(options.graph);
    TRY(net);
    if (!(options.dropout >= 0.0 && options.dropout < 1.0)) {
        return Error{ErrorCode::Config,
                     fmt::format("dropout is {}; expected at least 0 and less than 1", options.dropout)};
    }
    Result<Optimizer> optimizer = Optimizer::create(ops, options.optimizer);
    TRY(optimizer);
    return Trainer(std::make_unique<Impl>(builder, policy, options, net->labels, ops, std::move(parameters),
                                          std::move(*optimizer)));
}

Result<EpochFigures> Trainer::epoch(std::span<const TreeId> trees, const RunControl& control) {
    return m_impl->epoch(trees, control);
}

Status Trainer::score(std::span<const TreeId> trees, const std::function<void(const TreeScores&)>& sink,
                      const RunControl& control) {
    return m_impl->score(trees, sink, control);
}

Result<Metrics> Trainer::judge(std::span<const TreeId> trees, const RunControl& control,
                               const std::function<void(const TreeScores&)>& sink) {
    std::vector<TreeId> own(trees.begin(), trees.end());
    ProcessGroup* const group = m_impl->m_options.group;
    if (group != nullptr) {
        own = shareOf(trees, m_impl->m_builder.bank(), *group);
    }
    std::optional<Metrics> metrics;
    const Status scored = score(
        own,
        [&](const TreeScores& place) {
            if (!metrics) {
                metrics.emplace(place.scores.size(), m_impl->m_isSentiment);
            }
            if (place.target != kNoTarget) {
                metrics->add({place.isRoot, place.target, place.scores});
            }
            if (sink) {
                sink(place);
            }
        },
        control);
    TRY(scored);
    if (group == nullptr) {
        return metrics.value_or(Metrics());
    }
    std::array<double, 1> classes = {metrics ? static_cast<double>(metrics->classes()) : 0.0};
    const Result<std::vector<std::vector<std::byte>>> all =
        group->gather(std::as_bytes(std::span<const double>(classes)));
    TRY(all);
    for (const std::vector<std::byte>& of : *all) { // a rank without trees does not know how many there are
        double count = 0.0;
        std::memcpy(&count, of.data(), sizeof(count));
        classes[0] = std::max(classes[0], count);
    }
    if (!metrics) {
        metrics.emplace(static_cast<std::size_t>(classes[0]), m_impl->m_isSentiment);
    }
    std::vector<double> sums = metrics->sums();
    TRY(group->sum(std::span<double>(sums)));
    metrics->setSums(sums);
    return *metrics;
}

std::size_t Trainer::epochs() const {
    return m_impl->m_epochs;
}

const Parameters& Trainer::parameters() const {
    return m_impl->m_parameters;
}

Optimizer& Trainer::optimizer() {
    return m_impl->m_optimizer;
}

void Trainer::resume(Parameters parameters, std::size_t epochs) {
    m_impl->m_parameters = std::move(parameters);
    m_impl->m_epochs = epochs;
}

} // namespace batchscope
