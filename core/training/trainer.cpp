// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/trainer.h"

#include "core/base/check.h"
#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/nets/trainable.h"
#include "core/training/dropout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <future>
#include <utility>

namespace batchscope {

namespace {

/// Trees of one graph where nothing is learned: enough to fill batches, few enough for the memory of any machine.
constexpr std::size_t kTreesJudgedTogether = 256;

/// A mini-batch that can run.
struct ReadyBatch {
    OpGraph graph;
    TimedSchedule schedule;
    double buildSeconds = 0.0;
};

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

void add(PhaseSeconds& sum, const PhaseSeconds& more) {
    for (const PhaseEntry& phase : phaseEntries()) {
        sum.*phase.seconds += more.*phase.seconds;
    }
}

} // namespace

class Trainer::Impl {
public:
    Impl(const GraphBuilder& builder, const Policy& policy, const TrainingOptions& options, LabelsAt labels,
         Parameters parameters, Optimizer optimizer)
        : m_builder(builder), m_policy(policy), m_options(options), m_labels(labels),
          m_parameters(std::move(parameters)), m_optimizer(std::move(optimizer)) {}

    Result<EpochFigures> epoch(std::span<const TreeId> trees, const RunControl& control);
    Status score(std::span<const TreeId> trees, const std::function<void(const TreeScores&)>& sink,
                 const RunControl& control);

    const GraphBuilder& m_builder;
    const Policy& m_policy;
    TrainingOptions m_options;
    LabelsAt m_labels;
    Parameters m_parameters;
    Optimizer m_optimizer;
    std::size_t m_epochs = 0;

private:
    /// The order of an epoch.
    [[nodiscard]] std::vector<TreeId> shuffled(std::span<const TreeId> trees) const {
        std::vector<TreeId> order(trees.begin(), trees.end());
        Random random(Random(m_options.seed).next() ^ m_epochs);
        random.shuffle(order);
        return order;
    }

    /// `slot`: whose memory the graph may take.
    Result<ReadyBatch> make(std::span<const TreeId> trees, const Dropout& dropout, std::size_t slot,
                            const RunControl& control) {
        const auto start = Clock::now();
        GraphOptions options = m_options.graph;
        options.trees = {};
        options.picked.assign(trees.begin(), trees.end());
        Result<OpGraph> graph = m_builder.graph(options, control, m_memory.at(slot));
        TRY(graph);
        if (dropout.probability > 0.0) {
            TRY(addDropout(*graph, dropout));
        }
        const double built = secondsSince(start);
        Result<TimedSchedule> schedule = scheduleFor(*graph, m_policy, m_options.run, control);
        TRY(schedule);
        return ReadyBatch{std::move(*graph), std::move(*schedule), built};
    }

    /// Of the update, counted from 0.
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

    std::array<FoldMemory, 2> m_memory; // of the mini-batch that runs and the one that is made
    std::unique_ptr<Executor> m_trains;
    std::unique_ptr<Executor> m_judges; // its net has no dropout
};

Result<EpochFigures> Trainer::Impl::epoch(std::span<const TreeId> trees, const RunControl& control) {
    BATCHSCOPE_CHECK(!trees.empty());
    const auto start = Clock::now();
    const RunControl quiet = control.quiet();
    const std::vector<TreeId> order = shuffled(trees);
    const std::size_t batch = std::min(m_options.batch, order.size());
    const Dropout dropout{m_options.dropout, m_options.seed, m_epochs};
    EpochFigures figures;
    figures.epoch = m_epochs + 1;
    figures.updates = (order.size() + batch - 1) / batch;
    const auto makeReady = [&](std::size_t update) {
        const std::span<const TreeId> all(order);
        const std::size_t begin = update * batch;
        return make(all.subspan(begin, std::min(batch, all.size() - begin)), dropout, update % 2, quiet);
    };
    std::future<Result<ReadyBatch>> next = std::async(std::launch::async, makeReady, std::size_t{0});
    double losses = 0.0;
    for (std::size_t update = 0; update < figures.updates; ++update) {
        const auto waiting = Clock::now();
        Result<ReadyBatch> ready = next.get();
        TRY(ready);
        if (control.stopRequested()) {
            return cancelledError();
        }
        figures.waited += secondsSince(waiting);
        if (update + 1 < figures.updates) {
            next = std::async(std::launch::async, makeReady, update + 1);
        }
        if (const Status trainable = checkTrainable(m_builder.bank(), m_options.graph, ready->graph); !trainable) {
            if (next.valid()) {
                next.wait();
            }
            return Error{trainable.error().code,
                         fmt::format("mini-batch {} of {}: {}, or use larger mini-batches (--batch)", update + 1,
                                     figures.updates, trainable.error().message)};
        }
        const Result<FinishedRun> ran = run(*ready, Work::Training, m_trains, quiet);
        TRY(ran);
        const double loss = ran->gradients->loss();
        losses += loss;
        figures.trees += ready->graph.trees;
        PhaseSeconds phases = ran->execution.seconds();
        phases.build = ready->buildSeconds;
        phases.schedule = ready->schedule.scheduleSeconds;
        phases.plan += ready->schedule.orderSeconds;
        if (!std::isfinite(loss)) {
            figures.endedNotFinite = true;
            figures.updates = update + 1;
            losses = loss * static_cast<double>(figures.updates);
            break;
        }
        const auto stepping = Clock::now();
        m_optimizer.setLearningRate(rateOf(m_optimizer.steps()));
        m_optimizer.step(*ran->gradients, m_parameters);
        phases.update = secondsSince(stepping);
        add(figures.phases, phases);
        figures.phases.update += phases.update;
        m_memory.at(update % 2).giveBack(std::move(ready->graph));
        control.report("train", update + 1, figures.updates);
    }
    figures.loss = losses / static_cast<double>(figures.updates);
    figures.endedNotFinite = figures.endedNotFinite || !areFinite(m_parameters); // no loss shows what the last one made
    figures.seconds = secondsSince(start);
    ++m_epochs;
    return figures;
}

Status Trainer::Impl::score(std::span<const TreeId> trees, const std::function<void(const TreeScores&)>& sink,
                            const RunControl& control) {
    for (std::size_t begin = 0; begin < trees.size(); begin += kTreesJudgedTogether) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        Result<ReadyBatch> ready =
            make(trees.subspan(begin, std::min(kTreesJudgedTogether, trees.size() - begin)), {}, 0, control.quiet());
        TRY(ready);
        const Result<FinishedRun> ran = run(*ready, Work::Inference, m_judges, control.quiet());
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
        m_memory.front().giveBack(std::move(ready->graph));
        control.report("evaluate", std::min(begin + kTreesJudgedTogether, trees.size()), trees.size());
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
    return Trainer(
        std::make_unique<Impl>(builder, policy, options, net->labels, std::move(parameters), std::move(*optimizer)));
}

Result<EpochFigures> Trainer::epoch(std::span<const TreeId> trees, const RunControl& control) {
    return m_impl->epoch(trees, control);
}

Status Trainer::score(std::span<const TreeId> trees, const std::function<void(const TreeScores&)>& sink,
                      const RunControl& control) {
    return m_impl->score(trees, sink, control);
}

Result<Metrics> Trainer::judge(std::span<const TreeId> trees, const RunControl& control) {
    std::optional<Metrics> metrics;
    const Status scored = score(
        trees,
        [&](const TreeScores& place) {
            if (!metrics) {
                metrics.emplace(place.scores.size(), true);
            }
            if (place.target != kNoTarget) {
                metrics->add({place.isRoot, place.target, place.scores});
            }
        },
        control);
    TRY(scored);
    return metrics.value_or(Metrics());
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
