// SPDX-License-Identifier: GPL-3.0-or-later
//
// A whole training: a number of epochs, or fewer if patience runs out. Keeps the weights of the epoch that is best on
// the dev trees; without dev trees, those of the last one.
//
//     TrainingRun run(std::move(trainer), {trees, dev, test}, {.epochs = 12});
//     while (!run.isOver()) { Result<EpochRow> row = run.epoch(control); … }
//     const Result<std::optional<Metrics>> test = run.test(control);
#pragma once

#include "core/schedule/scheduler.h"
#include "core/training/trainer.h"
#include "core/treebank/treebank.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// The trees to learn from, to choose the best epoch by, and to judge it on at the end.
struct TreeParts {
    std::vector<TreeId> train; ///< at least one
    std::vector<TreeId> dev;
    std::vector<TreeId> test;
};

/// Holds out a random share of the trees, in [0, 1), as dev trees. Both parts are ascending.
[[nodiscard]] TreeParts holdOut(std::vector<TreeId> trees, double share, std::uint64_t seed);

struct TrainingLimits {
    std::size_t epochs = 12;
    std::size_t patience = 0; ///< number of epochs without improvement after which to stop; 0: never stop
};

/// An epoch and its result on the dev trees.
struct EpochRow {
    EpochFigures figures;
    std::optional<Metrics> dev;
    double clock = 0.0; ///< seconds of training up to the end of this epoch, without judging
};

/// The figures of `figures`; metricColumns() has those of `dev`.
[[nodiscard]] std::span<const Column<EpochRow>> epochColumns();

class TrainingRun {
public:
    TrainingRun(Trainer trainer, TreeParts parts, TrainingLimits limits);

    /// Runs the next epoch; `sink`, if not empty, receives the scores of the dev trees. Fails like Trainer::epoch and
    /// judge; an error leaves everything as before the call.
    [[nodiscard]] Result<EpochRow> epoch(const RunControl& control,
                                         const std::function<void(const TreeScores&)>& sink = {});
    /// True if no epoch is left, if patience ran out, or after a loss that is not finite.
    [[nodiscard]] bool isOver() const;
    /// Gives the trainer the weights of the best epoch and judges them on the test trees; nullopt without test trees.
    [[nodiscard]] Result<std::optional<Metrics>> test(const RunControl& control);

    [[nodiscard]] const std::vector<EpochRow>& rows() const { return m_rows; }
    /// Counted from 1; 0 before the first epoch.
    [[nodiscard]] std::size_t bestEpoch() const { return m_bestEpoch; }
    [[nodiscard]] double best() const { return m_best; }
    [[nodiscard]] bool lastIsBest() const { return m_bestEpoch == m_trainer.epochs(); }
    [[nodiscard]] bool endedNotFinite() const { return !m_rows.empty() && m_rows.back().figures.endedNotFinite; }
    [[nodiscard]] Trainer& trainer() { return m_trainer; }
    [[nodiscard]] const Trainer& trainer() const { return m_trainer; }
    /// Continues a run that was interrupted in this state.
    void resume(Parameters last, std::optional<Parameters> bestSoFar, std::size_t epochs, std::size_t bestEpoch,
                double best);

private:
    [[nodiscard]] Result<EpochRow> learn(const RunControl& control, const std::function<void(const TreeScores&)>& sink);

    Trainer m_trainer;
    TreeParts m_parts;
    TrainingLimits m_limits;
    std::vector<EpochRow> m_rows;
    std::optional<Parameters> m_bestParameters; // none: the trainer has them
    std::size_t m_bestEpoch = 0;
    double m_best = -1.0;
    double m_clock = 0.0;
};

// Trains a net under one or several policies, from the same weights, over the same trees in the same order. The arms
// take turns, and the clock of each counts only its own epochs, as if it had the machine to itself. The arm whose clock
// is behind runs next.
//
//     Result<std::unique_ptr<TrainingRace>> race = TrainingRace::begin(setup, control);
//     while (!(*race)->isOver()) { TRY((*race)->next(control)); show((*race)->progress()); }

struct RaceSetup {
    std::shared_ptr<const Treebank> bank;
    TrainingOptions options;
    TrainingLimits limits;
    std::vector<std::string> policies = {"depth"}; ///< one name per arm; `regular` runs node by node
    double held = 0.2;                             ///< share of the trees to hold out for judging, in [0, 1)
};

/// A held-out tree whose root was predicted wrongly.
struct Mistake {
    TreeId tree;
    std::int32_t label = 0;
    std::int32_t predicted = 0;
    double share = 0.0; ///< probability of the predicted class
};

/// The state of a race after an epoch.
struct RaceProgress {
    struct Arm {
        std::string policy;
        std::vector<EpochRow> rows;
    };
    std::vector<Arm> arms;
    std::size_t learned = 0;         ///< number of trees to learn from
    std::size_t held = 0;            ///< number of trees to judge
    std::vector<Mistake> mistakes;   ///< of the first arm's last epoch, the most confident first
    std::vector<std::string> labels; ///< by class; empty if the net does not learn labels
};

class TrainingRace {
public:
    /// Config error for an unknown policy or fewer than two trees; otherwise fails like Trainer::create.
    [[nodiscard]] static Result<std::unique_ptr<TrainingRace>> begin(RaceSetup setup, const RunControl& control);
    TrainingRace(const TrainingRace&) = delete;
    TrainingRace& operator=(const TrainingRace&) = delete;
    ~TrainingRace();

    /// Runs one epoch of one arm. Fails like TrainingRun::epoch, after which the race may continue.
    [[nodiscard]] Status next(const RunControl& control);
    [[nodiscard]] bool isOver() const;
    [[nodiscard]] const RaceProgress& progress() const { return m_progress; }
    /// The weights of the first arm.
    [[nodiscard]] const Parameters& parameters() const;
    [[nodiscard]] const OpSet& ops() const { return m_ops; }

private:
    struct Arm {
        TrainingRun run;
        double clock = 0.0;
    };

    explicit TrainingRace(RaceSetup setup) : m_setup(std::move(setup)) {}
    [[nodiscard]] Status prepare(const RunControl& control);

    RaceSetup m_setup;
    TreeParts m_parts;
    OpSet m_ops;
    std::unique_ptr<GraphBuilder> m_builder;
    std::vector<Arm> m_arms;
    RaceProgress m_progress;
};

} // namespace batchscope
