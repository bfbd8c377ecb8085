// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/split_bars.h"

#include "core/bench/arms.h"
#include "core/bench/bench_series.h"
#include "core/bench/plot_series.h"
#include "core/bench/ratios.h"
#include "core/bench/sample_spread.h"
#include "core/words/plot_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace batchscope {

namespace {

std::string splitOfFewSamples(std::string_view arm, std::size_t samples, std::size_t needed) {
    return fmt::format("No split: {} has {} sample{}, and a range takes at least {}. Measure with more repeats.", arm,
                       samples, samples == 1 ? "" : "s", needed);
}

std::string splitOfNoise(std::string_view arm, std::string_view reason) {
    return fmt::format("No split: {} is noisy: {}. Measure again with more repeats or on a quieter machine.", arm,
                       reason);
}

bool isSplit(const BenchResult& result) {
    return result.kernels && result.grouping.starts_with(kFoldedGrouping);
}

PhaseCell cellOf(const BenchResult& result) {
    return {result.model, result.dim, result.threads, result.batch, result.work, result.run};
}

CurveKey keyOf(const SplitCell& cell) {
    return {cell.cell.model, cell.arm, cell.cell.dim, cell.cell.threads, cell.cell.work, cell.cell.run};
}

std::optional<std::size_t> indexIn(const BenchReport& report, const PhaseCell& cell, std::string_view grouping,
                                   PassChoice kernels) {
    const auto found = std::find_if(report.results.begin(), report.results.end(), [&](const BenchResult& result) {
        return cellOf(result) == cell && result.grouping == grouping && result.kernels == kernels;
    });
    return found == report.results.end() ? std::nullopt
                                         : std::optional(static_cast<std::size_t>(found - report.results.begin()));
}

/// A sentence; empty if there is no doubt.
std::string doubtText(const BenchResult& result) {
    switch (doubtAbout(result)) {
    case BenchDoubt::None: return {};
    case BenchDoubt::Different:
        return fmt::format(
            "No split: the values of {} are not those of the regular run, so its time is of another computation.",
            result.arm);
    case BenchDoubt::TooFew: return splitOfFewSamples(result.arm, result.samples.size(), kFewestForProof);
    case BenchDoubt::Busy: return splitOfNoise(result.arm, noiseText(SpeedVerdict::Busy, result.load));
    case BenchDoubt::Varying: return splitOfNoise(result.arm, noiseText(SpeedVerdict::Varying, result.load));
    }
    return {};
}

SpeedSplit withoutPicture(std::string reason) {
    SpeedSplit split;
    split.emptyReason = std::move(reason);
    return split;
}

} // namespace

std::vector<SplitCell> splitCells(const BenchReport& report) {
    std::vector<SplitCell> cells;
    for (const BenchResult& result : report.results) {
        if (isSplit(result)) {
            cells.push_back({cellOf(result), result.arm});
        }
    }
    return cells;
}

std::optional<SplitCell> largestSplit(const BenchReport& report) {
    const std::vector<SplitCell> cells = splitCells(report);
    const auto largest =
        std::max_element(cells.begin(), cells.end(), [](const SplitCell& left, const SplitCell& right) {
            return left.cell.batch < right.cell.batch;
        });
    return largest == cells.end() ? std::nullopt : std::optional(*largest);
}

std::vector<std::string> splitCellNames(const std::vector<SplitCell>& cells) {
    std::vector<CurveKey> keys;
    std::transform(cells.begin(), cells.end(), std::back_inserter(keys), keyOf);
    const CurveNames names(keys);
    std::vector<std::string> texts;
    texts.reserve(cells.size());
    for (const SplitCell& cell : cells) {
        const std::string which = names.distinct(keyOf(cell));
        texts.push_back(fmt::format("{}{}{}", treesText(cell.cell.batch), which.empty() ? "" : ", ", which));
    }
    return texts;
}

std::array<std::optional<std::size_t>, kTimedArmCount> splitResults(const BenchReport& report, const SplitCell& cell) {
    const auto folded = std::find_if(report.results.begin(), report.results.end(), [&](const BenchResult& result) {
        return isSplit(result) && cellOf(result) == cell.cell && result.arm == cell.arm;
    });
    if (folded == report.results.end()) {
        return {};
    }
    return {indexIn(report, cell.cell, kRegularGrouping, std::nullopt),
            indexIn(report, cell.cell, kRegularGrouping, folded->kernels),
            indexIn(report, cell.cell, folded->grouping, std::nullopt),
            static_cast<std::size_t>(folded - report.results.begin())};
}

SpeedSplit splitOfCell(const BenchReport& report, const std::optional<SplitCell>& cell) {
    if (report.results.empty()) {
        return withoutPicture(std::string(words::kPlotNothingMeasured));
    }
    if (!cell) {
        return withoutPicture(std::string(words::kPlotNoSplit));
    }
    const auto results = splitResults(report, *cell);
    ArmTimes times;
    std::vector<std::string> notes;
    for (std::size_t arm = 0; arm < kTimedArmCount; ++arm) {
        if (!results[arm]) {
            continue;
        }
        const BenchResult& result = report.results[*results[arm]];
        const std::string doubt = doubtText(result);
        if (doubt.empty()) {
            times[arm] = medianTimeOf(result.samples);
        } else if (static_cast<TimedArm>(arm) == TimedArm::FoldedOff) { // of the second way only
            notes.push_back(doubt);
        } else {
            return withoutPicture(doubt);
        }
    }
    SpeedSplit split = splitOf(times);
    if (!split.isEmpty()) {
        const std::vector<CurveKey> one = {keyOf(*cell)};
        split.caption = fmt::format("{}, {}", treesText(cell->cell.batch), CurveNames(one).common());
        split.notes = std::move(notes);
    }
    return split;
}

} // namespace batchscope
