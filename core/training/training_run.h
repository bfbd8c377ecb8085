// SPDX-License-Identifier: GPL-3.0-or-later
//
// A whole training: epoch after epoch until as many are done as were asked for, or until it gets worse for too long.
// The weights of the best epoch on the dev trees are kept; without dev trees, those of the last.
//
//     TrainingRun run(std::move(trainer), {trees, dev, test}, {.epochs = 12});
//     while (!run.isOver()) { Result<EpochRow> row = run.epoch(control); … }
//     const Result<std::optional<Metrics>> test = run.test(control);
#pragma once

#include "core/training/trainer.h"

#include <optional>
#include <span>
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

} // namespace batchscope
