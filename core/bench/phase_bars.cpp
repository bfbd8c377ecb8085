// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/phase_bars.h"

#include "core/bench/plot_series.h"
#include "core/bench/ratios.h"
#include "core/trace/phase_seconds.h"
#include "core/words/plot_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace batchscope {

namespace {

PhaseCell phaseCellOf(const BenchResult& result) {
    return {result.model, result.dim, result.threads, result.batch, result.work, result.run};
}

/// A cell is a series without an arm.
CurveKey withoutArm(const PhaseCell& cell) {
    return {cell.model, {}, cell.dim, cell.threads, cell.work, cell.run};
}

std::string treesAnd(std::size_t batch, const std::string& rest) {
    return fmt::format("{}{}{}", treesText(batch), rest.empty() ? "" : ", ", rest);
}

} // namespace

double PhaseBar::total() const {
    return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

std::vector<PhaseCell> phaseCells(const BenchReport& report) {
    std::vector<PhaseCell> cells;
    for (const BenchResult& result : report.results) {
        const PhaseCell cell = phaseCellOf(result);
        if (std::find(cells.begin(), cells.end(), cell) == cells.end()) {
            cells.push_back(cell);
        }
    }
    return cells;
}

std::optional<PhaseCell> largestCell(const BenchReport& report) {
    const auto largest =
        std::max_element(report.results.begin(), report.results.end(),
                         [](const BenchResult& left, const BenchResult& right) { return left.batch < right.batch; });
    return largest == report.results.end() ? std::nullopt : std::optional(phaseCellOf(*largest));
}

std::vector<std::string> phaseCellNames(const std::vector<PhaseCell>& cells) {
    std::vector<CurveKey> keys;
    std::transform(cells.begin(), cells.end(), std::back_inserter(keys), withoutArm);
    const CurveNames names(keys);
    std::vector<std::string> texts;
    texts.reserve(cells.size());
    for (const PhaseCell& cell : cells) {
        texts.push_back(treesAnd(cell.batch, names.distinct(withoutArm(cell))));
    }
    return texts;
}

PhaseBars phaseBarsOf(const BenchReport& report, const PhaseCell& cell) {
    PhaseBars made;
    std::vector<PhaseEntry> phases;
    for (const PhaseEntry& entry : phaseEntries()) {
        const bool tookTime = std::any_of(report.results.begin(), report.results.end(), [&](const BenchResult& result) {
            return phaseCellOf(result) == cell && result.phases.*entry.seconds > 0.0;
        });
        if (tookTime) {
            phases.push_back(entry);
            made.phases.emplace_back(entry.name);
        }
    }
    for (std::size_t index = 0; index < report.results.size() && !phases.empty(); ++index) {
        const BenchResult& result = report.results[index];
        if (phaseCellOf(result) != cell) {
            continue;
        }
        PhaseBar bar{curveKeyOf(result).arm, index, {}, result.noisy};
        std::transform(phases.begin(), phases.end(), std::back_inserter(bar.seconds),
                       [&result](const PhaseEntry& entry) { return result.phases.*entry.seconds; });
        made.bars.push_back(std::move(bar));
    }
    if (made.isEmpty()) {
        made.emptyReason = report.results.empty() ? words::kPlotNothingMeasured : words::kPlotNoTimes;
        return made;
    }
    if (std::any_of(made.bars.begin(), made.bars.end(), [&report](const PhaseBar& bar) {
            const double whole = report.results[bar.result].medianSeconds;
            return std::abs(bar.total() - whole) > kMostPhaseError * whole;
        })) {
        made.notes.emplace_back(words::kPhasesDoNotAddUp);
    }
    const std::vector<CurveKey> one = {withoutArm(cell)};
    made.caption = treesAnd(cell.batch, CurveNames(one).common());
    return made;
}

} // namespace batchscope
