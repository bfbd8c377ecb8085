// SPDX-License-Identifier: GPL-3.0-or-later
//
// A whole training: epoch after epoch until as many are done as were asked for, or until it gets worse for too long.
// The weights of the best epoch on the dev trees are kept; without dev trees, those of the last.
//
//     TrainingRun run(std::move(trainer), {trees, dev, test}, {.epochs = 12});
//     while (!run.isOver()) { Result<EpochRow> row = run.epoch(control); … }
//     const Result<std::optional<Metrics>> test = run.test(control);
#pragma once

#include "core/schedule/scheduler.h"
#include "core/training/trainer.h"
#include "core/treebank/treebank.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// Which trees are learned from, which decide, and which judge at the end.
struct TreeParts {
    std::vector<TreeId> train; ///< at least one
    std::vector<TreeId> dev;
    std::vector<TreeId> test;
};

/// Holds out this share of the trees, in [0, 1), as dev trees; drawn by the seed, and in the order of `trees`.
[[nodiscard]] TreeParts holdOut(std::vector<TreeId> trees, double share, std::uint64_t seed);

struct TrainingLimits {
    std::size_t epochs = 12;
    std::size_t patience = 0; ///< ends after so many epochs without a better one; 0: never
};

/// One epoch, and what it reached on the dev trees.
struct EpochRow {
    EpochFigures figures;
    std::optional<Metrics> dev;
    double clock = 0.0; ///< seconds of training since the first epoch, without judging
};

/// What a row says of training; the figures of `dev` are metricColumns().
[[nodiscard]] std::span<const Column<EpochRow>> epochColumns();

class TrainingRun {
public:
    TrainingRun(Trainer trainer, TreeParts parts, TrainingLimits limits);

    /// The next one. Errors of Trainer::epoch and judge; after an error everything is as before the call.
    [[nodiscard]] Result<EpochRow> epoch(const RunControl& control);
    /// Also after a loss that is not finite.
    [[nodiscard]] bool isOver() const;
    /// What the best weights reach on the test trees; nothing without any. They are the trainer's from then on.
    [[nodiscard]] Result<std::optional<Metrics>> test(const RunControl& control);

    [[nodiscard]] const std::vector<EpochRow>& rows() const { return m_rows; }
    /// From 1; 0 before the first.
    [[nodiscard]] std::size_t bestEpoch() const { return m_bestEpoch; }
    [[nodiscard]] double best() const { return m_best; }
    [[nodiscard]] bool lastIsBest() const { return m_bestEpoch == m_trainer.epochs(); }
    [[nodiscard]] bool endedNotFinite() const { return !m_rows.empty() && m_rows.back().figures.endedNotFinite; }
    [[nodiscard]] Trainer& trainer() { return m_trainer; }
    [[nodiscard]] const Trainer& trainer() const { return m_trainer; }
    /// Goes on where a run ended that had reached this.
    void resume(Parameters last, std::optional<Parameters> bestSoFar, std::size_t epochs, std::size_t bestEpoch,
                double best);

private:
    [[nodiscard]] Result<EpochRow> learn(const RunControl& control);

    Trainer m_trainer;
    TreeParts m_parts;
    TrainingLimits m_limits;
    std::vector<EpochRow> m_rows;
    std::optional<Parameters> m_bestParameters; // none: those of the trainer
    std::size_t m_bestEpoch = 0;
    double m_best = -1.0;
    double m_clock = 0.0;
};

// Trains one net by one or two ways of running it, from the same weights, over the same trees in the same order. Each
// arm has a clock of its own, which counts its epochs only, so that arms that take turns compare as if each had had the
// machine to itself. The arm whose clock is behind goes next.
//
//     Result<std::unique_ptr<TrainingRace>> race = TrainingRace::begin(setup, control);
//     while (!(*race)->isOver()) { TRY((*race)->next(control)); show((*race)->progress()); }

struct RaceSetup {
    std::shared_ptr<const Treebank> bank;
    TrainingOptions options; ///< the trees are all of the bank
    TrainingLimits limits;
    std::vector<std::string> policies = {"depth"}; ///< of the arms, by name; `regular` runs node by node
    double held = 0.2;                             ///< share of the trees that are held out to judge by; in [0, 1)
};

/// A held-out tree whose root is labeled otherwise than predicted.
struct Mistake {
    TreeId tree;
    std::int32_t label = 0;
    std::int32_t predicted = 0;
    double share = 0.0; ///< probability of the predicted class
};

/// What is known after an epoch.
struct RaceProgress {
    struct Arm {
        std::string policy;
        std::vector<EpochRow> rows;
    };
    std::vector<Arm> arms;
    std::size_t learned = 0;         ///< trees that are learned from
    std::size_t held = 0;            ///< trees to judge by
    std::vector<Mistake> mistakes;   ///< of the first arm after its last epoch, the surest first
    std::vector<std::string> labels; ///< by class
};

class TrainingRace {
public:
    /// Config errors: a policy that is not there; fewer than two trees; those of Trainer::create and makeWeights.
    [[nodiscard]] static Result<std::unique_ptr<TrainingRace>> begin(RaceSetup setup, const RunControl& control);
    TrainingRace(const TrainingRace&) = delete;
    TrainingRace& operator=(const TrainingRace&) = delete;
    ~TrainingRace();

    /// One epoch of one arm. After Cancelled the race goes on where it was before the call. Errors of
    /// TrainingRun::epoch.
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
    [[nodiscard]] Status findMistakes(const RunControl& control);

    RaceSetup m_setup;
    TreeParts m_parts;
    OpSet m_ops;
    std::unique_ptr<GraphBuilder> m_builder;
    std::vector<Arm> m_arms;
    RaceProgress m_progress;
};

} // namespace batchscope
