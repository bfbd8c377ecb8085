// SPDX-License-Identifier: GPL-3.0-or-later
//
// The results of a report as series over batch sizes, and what the samples of two results prove about which of them is
// faster. Whatever is concluded from a benchmark goes by this, so that no two conclusions can contradict each other.
#pragma once

#include "core/bench/bench.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// Where a series was measured; two series are compared only in the same place.
struct BenchPlace {
    std::string model;
    std::int32_t dim = 0; ///< 0: the model has widths of its own
    int threads = 1;
    Work work = Work::Inference;
    std::string run = {}; ///< BenchResult::run
    bool operator==(const BenchPlace&) const = default;
};

[[nodiscard]] BenchPlace benchPlaceOf(const BenchResult& result);

/// One arm in one place. Never empty.
struct BenchSeries {
    std::vector<const BenchResult*> bySize; ///< batch sizes rise; each is there once

    [[nodiscard]] const BenchResult& first() const { return *bySize.front(); }
    [[nodiscard]] const BenchResult& last() const { return *bySize.back(); }
    /// Null where that batch size was not measured.
    [[nodiscard]] const BenchResult* at(std::size_t batch) const;
};

/// In the order of seriesOf(). Of two results of one series and batch size, the first counts. The
/// results must outlive the series.
[[nodiscard]] std::vector<BenchSeries> benchSeries(std::span<const BenchResult> results);

/// Of any policy: "folded:depth", but not "folded-legacy".
[[nodiscard]] bool isFoldedSeries(const BenchSeries& series);
/// Of regular in the same place and on the same kernels; null where it was not measured.
[[nodiscard]] const BenchSeries* regularSeriesFor(const BenchSeries& series, std::span<const BenchSeries> all);

/// Why nothing, or no more than a plain order, is concluded from a result; the first that holds.
enum class BenchDoubt : std::uint8_t {
    None,
    Different, ///< its values are not those of the regular run: it is the time of another computation
    TooFew,    ///< samples, see kFewestForProof
    Busy,      ///< other processes used the machine
    Varying,   ///< its samples do not agree
};

/// The range of a median of five samples, from the least to the greatest, holds it with 94 %; of fewer, hardly ever
/// enough to prove anything.
constexpr std::size_t kFewestForProof = 5;

[[nodiscard]] BenchDoubt doubtAbout(const BenchResult& result);

/// Time of `slower` over time of `faster`, two arms of one cell (batch size, width and threads), with its range (95 %).
/// On a single mini-batch the range is that of the medians, as in SpeedRatio. Over several, times differ more between
/// mini-batches than between arms; so there it is the median of the ratios of samples that were taken in one round, and
/// thus on the same trees. None if there is a doubt about either.
[[nodiscard]] std::optional<SpeedRatio> provenRatio(const BenchResult& slower, const BenchResult& faster);

enum class ProvenOrder : std::uint8_t { Faster, Slower, Open };

/// Like provenRatio, but noisy samples are allowed. None if there are too few samples or the values differ.
[[nodiscard]] std::optional<SpeedRatio> seenRatio(const BenchResult& slower, const BenchResult& faster);

/// On a busy machine the true range is wider than the samples suggest, because those from one slow spell resemble each
/// other. So noisy ranges must clear a limit by this factor. Arms are timed in turn: a slow spell affects all of them.
constexpr double kDoubtMargin = 1.1;

/// Faster or slower if the samples prove that `result` differs from `reference`. The range of the ratio must exclude 1;
/// if the samples are noisy, by a factor of kDoubtMargin.
[[nodiscard]] ProvenOrder provenOrder(const BenchResult& result, const BenchResult& reference);

} // namespace batchscope
