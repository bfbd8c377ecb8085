// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trains one net by one or two ways of running it, from the same weights, over the same trees in the same order. Each
// arm has a clock of its own, which counts its epochs only, so that arms that take turns compare as if each had had the
// machine to itself. The arm whose clock is behind goes next.
//
//     Result<std::unique_ptr<TrainingRace>> race = TrainingRace::begin(setup, control);
//     while (!(*race)->isOver()) { TRY((*race)->next(control)); show((*race)->progress()); }
#pragma once

#include "core/schedule/scheduler.h"
#include "core/training/training_run.h"
#include "core/treebank/treebank.h"

#include <memory>
#include <string>
#include <vector>

namespace batchscope {

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
