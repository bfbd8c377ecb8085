// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/training_run.h"

#include "core/base/check.h"
#include "core/base/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace batchscope {

TreeParts holdOut(std::vector<TreeId> trees, double share, std::uint64_t seed) {
    Random(seed).shuffle(trees);
    const auto middle = trees.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(trees.size()));
    TreeParts parts;
    parts.dev.assign(trees.begin(), middle);
    parts.train.assign(middle, trees.end());
    std::sort(parts.dev.begin(), parts.dev.end());
    std::sort(parts.train.begin(), parts.train.end());
    return parts;
}

TrainingRun::TrainingRun(Trainer trainer, TreeParts parts, TrainingLimits limits)
    : m_trainer(std::move(trainer)), m_parts(std::move(parts)), m_limits(limits) {}

Result<EpochRow> TrainingRun::epoch(const RunControl& control, const std::function<void(const TreeScores&)>& sink) {
    const std::size_t before = m_trainer.epochs();
    Result<Parameters> weights = m_trainer.parameters().copy();
    TRY(weights);
    const OptimizerState state = m_trainer.optimizer().state();
    const double clock = m_clock;
    Result<EpochRow> row = learn(control, sink);
    if (!row) {
        m_trainer.resume(std::move(*weights), before);
        BATCHSCOPE_CHECK(m_trainer.optimizer().restore(state));
        m_clock = clock;
    }
    return row;
}

Result<EpochRow> TrainingRun::learn(const RunControl& control, const std::function<void(const TreeScores&)>& sink) {
    const Result<EpochFigures> figures = m_trainer.epoch(m_parts.train, control);
    TRY(figures);
    m_clock += figures->seconds;
    EpochRow row{*figures, std::nullopt, m_clock};
    if (!figures->endedNotFinite && !m_parts.dev.empty()) {
        Result<Metrics> dev = m_trainer.judge(m_parts.dev, control, sink);
        TRY(dev);
        row.dev = std::move(*dev);
    }
    if (!figures->endedNotFinite && (!row.dev || row.dev->quality() > m_best)) {
        Result<Parameters> copy = m_trainer.parameters().copy();
        TRY(copy);
        m_bestParameters.emplace(std::move(*copy));
        m_bestEpoch = figures->epoch;
        m_best = row.dev ? row.dev->quality() : m_best;
    }
    m_rows.push_back(row);
    return row;
}

bool TrainingRun::isOver() const {
    const std::size_t done = m_trainer.epochs();
    const bool isWorse = m_limits.patience > 0 && m_bestEpoch > 0 && done >= m_bestEpoch + m_limits.patience;
    return endedNotFinite() || done >= m_limits.epochs || isWorse;
}

Result<std::optional<Metrics>> TrainingRun::test(const RunControl& control) {
    if (m_bestParameters) {
        m_trainer.resume(std::move(*m_bestParameters), m_trainer.epochs());
        m_bestParameters.reset();
    }
    if (m_parts.test.empty()) {
        return std::optional<Metrics>();
    }
    Result<Metrics> metrics = m_trainer.judge(m_parts.test, control);
    TRY(metrics);
    return std::optional(std::move(*metrics));
}

void TrainingRun::resume(Parameters last, std::optional<Parameters> bestSoFar, std::size_t epochs,
                         std::size_t bestEpoch, double best) {
    m_trainer.resume(std::move(last), epochs);
    m_bestParameters = std::move(bestSoFar);
    m_bestEpoch = bestEpoch;
    m_best = best;
}

std::span<const Column<EpochRow>> epochColumns() {
    static const auto kColumns = std::to_array<Column<EpochRow>>({
        {"epoch", "epoch", [](const EpochRow& row) { return numberCell(row.figures.epoch); }},
        {"loss", "loss",
         [](const EpochRow& row) {
             return Cell{fmt::format("{:.4f}", row.figures.loss), row.figures.loss};
         },
         "Mean over the weight updates, before each."},
        {"seconds", "time", [](const EpochRow& row) { return secondsCell(row.figures.seconds); },
         "Of the epoch, without judging."},
        {"trees_per_s", "trees/s",
         [](const EpochRow& row) {
             return Cell{withThousands(static_cast<std::uint64_t>(row.figures.treesPerSecond())),
                         row.figures.treesPerSecond()};
         }},
        {"waited_s", "waited", [](const EpochRow& row) { return secondsCell(row.figures.waited); },
         "Nothing was computed, because the next mini-batch was not ready."},
        {"exchanged_s", "exchanged",
         [](const EpochRow& row) {
             return row.figures.exchanged > 0.0 ? secondsCell(row.figures.exchanged) : noFigure();
         },
         "Gradients were summed over the ranks, with waiting for them."},
    });
    return kColumns;
}

Result<std::unique_ptr<TrainingRace>> TrainingRace::begin(RaceSetup setup, const RunControl& control) {
    std::unique_ptr<TrainingRace> race(new TrainingRace(std::move(setup)));
    TRY(race->prepare(control));
    return race;
}

TrainingRace::~TrainingRace() = default;

Status TrainingRace::prepare(const RunControl& control) {
    if (m_setup.bank->trees.size() < 2) {
        return Error{ErrorCode::Config, "training needs at least two trees"};
    }
    std::vector<TreeId> trees;
    for (std::size_t tree = 0; tree < m_setup.bank->trees.size(); ++tree) {
        trees.emplace_back(tree);
    }
    m_parts = holdOut(std::move(trees), m_setup.held, m_setup.options.seed);
    m_progress.learned = m_parts.train.size();
    m_progress.held = m_parts.dev.size();
    m_progress.labels = classLabels(*m_setup.bank, m_setup.options.graph);
    Result<GraphBuilder> builder = GraphBuilder::make(*m_setup.bank, m_setup.options.graph.dtype);
    TRY(builder);
    m_builder = std::make_unique<GraphBuilder>(std::move(*builder));
    GraphOptions one = m_setup.options.graph;
    one.trees = {};
    one.picked = {m_parts.train.front()};
    Result<OpGraph> graph = m_builder->graph(one, control);
    TRY(graph);
    m_ops = std::move(graph->ops);
    for (const std::string& name : m_setup.policies) {
        const Result<const Policy*> policy = findPolicy(name);
        TRY(policy);
        Result<Parameters> parameters = Parameters::create(m_ops, m_setup.options.seed, control);
        TRY(parameters);
        Result<Trainer> trainer = Trainer::create(*m_builder, **policy, m_setup.options, m_ops, std::move(*parameters));
        TRY(trainer);
        m_arms.push_back({TrainingRun(std::move(*trainer), m_parts, m_setup.limits)});
        m_progress.arms.push_back({name, {}});
    }
    return Ok{};
}

bool TrainingRace::isOver() const {
    return std::all_of(m_arms.begin(), m_arms.end(), [](const Arm& arm) { return arm.run.isOver(); });
}

Status TrainingRace::next(const RunControl& control) {
    Arm* behind = nullptr;
    for (Arm& arm : m_arms) {
        if (!arm.run.isOver() && (behind == nullptr || arm.clock < behind->clock)) {
            behind = &arm;
        }
    }
    if (behind == nullptr) {
        return Ok{};
    }
    const bool isFirst = behind == m_arms.data();
    std::vector<Mistake> mistakes;
    const auto findMistake = [&](const TreeScores& place) {
        const std::size_t predicted = predictedClass(place.scores);
        if (isFirst && !m_progress.labels.empty() && place.isRoot && place.target != kNoTarget &&
            static_cast<std::size_t>(place.target) != predicted) {
            mistakes.push_back(
                {place.tree, place.target, static_cast<std::int32_t>(predicted), softmax(place.scores)[predicted]});
        }
    };
    const Result<EpochRow> row = behind->run.epoch(control, findMistake);
    TRY(row);
    behind->clock = row->clock;
    m_progress.arms[static_cast<std::size_t>(behind - m_arms.data())].rows.push_back(*row);
    if (isFirst) {
        std::stable_sort(mistakes.begin(), mistakes.end(),
                         [](const Mistake& left, const Mistake& right) { return left.share > right.share; });
        m_progress.mistakes = std::move(mistakes);
    }
    return Ok{};
}

const Parameters& TrainingRace::parameters() const {
    return m_arms.front().run.trainer().parameters();
}

} // namespace batchscope
