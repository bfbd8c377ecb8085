// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/ratios.h"

#include "core/base/text.h"
#include "core/bench/arms.h"
#include "core/words/bench_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace batchscope {

namespace {

constexpr std::string_view kDirect = "direct";
constexpr std::string_view kByDepth = "folded:depth";

/// In the same sweep as `beside`, of its net, and with the values of the regular run: how soon others come says
/// nothing.
const BenchResult* find(std::span<const BenchResult> results, const BenchResult& beside, std::string_view grouping,
                        PassChoice kernels, std::size_t batch) {
    const auto found = std::find_if(results.begin(), results.end(), [&](const BenchResult& result) {
        return result.equal && result.grouping == grouping && result.kernels == kernels && result.batch == batch &&
               result.dim == beside.dim && result.threads == beside.threads && result.model == beside.model &&
               result.work == beside.work && result.run == beside.run;
    });
    return found == results.end() ? nullptr : &*found;
}

/// Median of `other` over that of `result`; none where it was not measured.
std::optional<double> over(const BenchResult* other, const BenchResult& result) {
    return other == nullptr ? std::nullopt : std::optional(other->medianSeconds / result.medianSeconds);
}

double nodesPerTree(const BenchResult& result) {
    return static_cast<double>(result.nodes) / static_cast<double>(result.batch);
}

/// Where the trees measured alone are not of usual size, the speed-up ratio is off by as much.
void noteTreesAlone(std::span<const BenchResult> results, std::vector<std::string>& notes) {
    constexpr double kUsual = 0.1;
    const auto largest =
        std::max_element(results.begin(), results.end(), [](const BenchResult& left, const BenchResult& right) {
            return std::pair(left.grouping == kDirect, left.batch) < std::pair(right.grouping == kDirect, right.batch);
        });
    if (largest == results.end() || largest->grouping != kDirect || largest->batch == 1) {
        return;
    }
    const BenchResult* const one = find(results, *largest, kDirect, largest->kernels, 1);
    if (one == nullptr) {
        return;
    }
    const double usual = nodesPerTree(*largest);
    if (std::abs(nodesPerTree(*one) / usual - 1.0) > kUsual) {
        notes.push_back(fmt::format("the speed-up ratio is measured against trees that are not typical: those measured "
                                    "alone have {:.1f} nodes on average, while the batches of {} have {:.1f} per tree",
                                    nodesPerTree(*one), largest->batch, usual));
    }
}

} // namespace

std::string treesText(std::size_t count) {
    return words::countOf(withThousands(count), count, words::kUnitTree);
}

bool isOfOneCell(const BenchResult& left, const BenchResult& right) {
    return left.dim == right.dim && left.batch == right.batch && left.threads == right.threads &&
           left.model == right.model && left.work == right.work && left.run == right.run;
}

const BenchResult* regularBeside(std::span<const BenchResult> results, const BenchResult& result, PassChoice kernels) {
    return find(results, result, kRegularGrouping, kernels, result.batch);
}

void fillRatios(std::span<BenchResult> results) {
    const BenchResult* before = nullptr;
    for (BenchResult& result : results) {
        const BenchResult* const previous = std::exchange(before, &result);
        if (!result.equal) {
            continue;
        }
        if (previous != nullptr && previous->equal && isOfOneCell(*previous, result)) {
            result.speedupOverBefore = previous->medianSeconds / result.medianSeconds;
        }
        const auto measured = [&](std::string_view grouping, PassChoice kernels) {
            return find(results, result, grouping, kernels, result.batch);
        };
        result.speedupOverOff = over(measured(kByDepth, std::nullopt), result);
        if (const BenchResult* regular = regularBeside(results, result, result.kernels); regular != nullptr) {
            result.speedup = regular->medianSeconds / result.medianSeconds;
            result.speedupExecution = regular->phases.execution() / result.phases.execution();
        }
        if (const BenchResult* regular = regularBeside(results, result, result.kernels);
            result.kernels && regular != nullptr) {
            result.speedupEngine = over(regularBeside(results, result, std::nullopt), *regular);
        }
        if (result.kernels) {
            result.speedupEngineHere = over(measured(result.grouping, std::nullopt), result);
        }
        result.speedupBoth = over(regularBeside(results, result, std::nullopt), result);
        if (const BenchResult* direct = measured(kDirect, result.kernels); direct != nullptr) {
            result.costRatio = result.phases.execution() / direct->phases.execution();
        }
        if (const BenchResult* one = find(results, result, kDirect, result.kernels, 1); one != nullptr) {
            result.speedupRatio =
                one->phases.execution() / (result.phases.execution() / static_cast<double>(result.batch));
        }
    }
}

void fillShares(std::span<BenchResult> results, const Roofline& roofline) {
    for (BenchResult& result : results) {
        const bool isBounded =
            result.figures.executor == ExecutorKind::Engine || roofline.instructionSet == bestInstructionSet();
        const bool isCounted = result.figures.productFlops > 0.0; // not of methods that are called
        if (!isBounded || !isCounted || result.threads != roofline.threads) {
            continue;
        }
        result.fmaShare = result.figures.productFlops / roofline.fmaFlops / result.medianSeconds;
    }
}

std::vector<std::string> notesOn(std::span<const BenchResult> results) {
    std::vector<std::string> notes;
    for (const BenchResult& result : results) {
        const BenchResult& first = results.front();
        if (result.dim != first.dim || result.threads != first.threads || result.work != first.work) {
            continue; // these figures depend on none of them
        }
        if (result.stacking) {
            notes.push_back(fmt::format("{}, {}: argument columns: {} reused, {} stacked from {} row tensors",
                                        result.arm, treesText(result.batch), result.stacking->columnsReused,
                                        result.stacking->columnsStacked, withThousands(result.stacking->tensors)));
        }
        if (result.grouping == kDirect) {
            const std::string how = result.oneShape ? "one shape, one batch for each position in the tree"
                                                    : fmt::format("mixed shapes, {:.0f}% of the rows are padding",
                                                                  100.0 * result.paddingWaste);
            notes.push_back(fmt::format("{}, {}: {}", result.arm, treesText(result.batch), how));
        }
    }
    noteTreesAlone(results, notes);
    return notes;
}

} // namespace batchscope
