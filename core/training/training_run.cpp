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

Result<EpochRow> TrainingRun::epoch(const RunControl& control) {
    const std::size_t before = m_trainer.epochs();
    Result<Parameters> weights = m_trainer.parameters().copy();
    TRY(weights);
    const OptimizerState state = m_trainer.optimizer().state();
    const double clock = m_clock;
    Result<EpochRow> row = learn(control);
    if (!row) {
        m_trainer.resume(std::move(*weights), before);
        BATCHSCOPE_CHECK(m_trainer.optimizer().restore(state));
        m_clock = clock;
    }
    return row;
}

Result<EpochRow> TrainingRun::learn(const RunControl& control) {
    const Result<EpochFigures> figures = m_trainer.epoch(m_parts.train, control);
    TRY(figures);
    m_clock += figures->seconds;
    EpochRow row{*figures, std::nullopt, m_clock};
    if (!figures->endedNotFinite && !m_parts.dev.empty()) {
        Result<Metrics> dev = m_trainer.judge(m_parts.dev, control);
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

} // namespace batchscope
