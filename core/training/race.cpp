// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/race.h"

#include "core/nets/label_classes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace batchscope {

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
    const Result<Net> net = netOf(m_setup.options.graph);
    TRY(net);
    for (const LabelClass& line : labelTable(*m_setup.bank, net->labels)) {
        m_progress.labels.push_back(line.label);
    }
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
    const Result<EpochRow> row = behind->run.epoch(control);
    TRY(row);
    behind->clock = row->clock;
    m_progress.arms[static_cast<std::size_t>(behind - m_arms.data())].rows.push_back(*row);
    return behind == m_arms.data() ? findMistakes(control) : Status(Ok{});
}

Status TrainingRace::findMistakes(const RunControl& control) {
    std::vector<Mistake> mistakes;
    TRY(m_arms.front().run.trainer().score(
        m_parts.dev,
        [&](const TreeScores& place) {
            const auto best = std::max_element(place.scores.begin(), place.scores.end());
            const auto predicted = static_cast<std::int32_t>(best - place.scores.begin());
            if (place.isRoot && place.target != kNoTarget && place.target != predicted) {
                double sum = 0.0;
                for (const double score : place.scores) {
                    sum += std::exp(score - *best);
                }
                mistakes.push_back({place.tree, place.target, predicted, 1.0 / sum});
            }
        },
        control));
    std::stable_sort(mistakes.begin(), mistakes.end(),
                     [](const Mistake& left, const Mistake& right) { return left.share > right.share; });
    m_progress.mistakes = std::move(mistakes);
    return Ok{};
}

const Parameters& TrainingRace::parameters() const {
    return m_arms.front().run.trainer().parameters();
}

} // namespace batchscope
