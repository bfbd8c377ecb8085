// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two runs of a benchmark compared: what each series is called, the verdicts, what the whole comes to, and runs that
// cannot be compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

// Verdicts, in a column of a table.
inline constexpr std::string_view kSeriesSame = "same";
inline constexpr std::string_view kSeriesSlower = "slower";
inline constexpr std::string_view kSeriesFaster = "faster";
inline constexpr std::string_view kSeriesOtherSpeed = "other speed";
inline constexpr std::string_view kSeriesUnsteady = "unsteady";
inline constexpr std::string_view kSeriesTooFewSamples = "too few samples";

inline constexpr std::string_view kOldRun = "the old run";
inline constexpr std::string_view kNewRun = "the new run";

struct SeriesParts {
    std::string_view arm;
    std::string_view model;
    std::int32_t dim = 0; ///< 0: not said
    std::size_t batch = 0;
    int threads = 1;
    bool training = false;
};
/// "folded, tree-lstm, dim 100, batch size 32, 1 thread, training"
[[nodiscard]] std::string seriesNamed(const SeriesParts& parts);
/// The same without the arm: "tree-lstm, dim 100, batch size 32, 1 thread, training".
[[nodiscard]] std::string placeNamed(const SeriesParts& parts);

/// A condition that is not the same in both runs; values as in JSON, empty where a run does not say it.
[[nodiscard]] std::string conditionDiffers(std::string_view key, std::string_view then, std::string_view now);

// What the whole comes to, one sentence each.
struct SeriesCount {
    std::size_t count = 0; ///< of `all`
    std::size_t all = 0;
};
/// `percent` is the tolerance.
[[nodiscard]] std::string seriesAreSlower(SeriesCount slower, double percent);
[[nodiscard]] std::string seriesAreFaster(SeriesCount faster, double percent);
[[nodiscard]] std::string seriesAreUnsteady(SeriesCount unsteady);
[[nodiscard]] std::string seriesAreOfOtherSpeed(SeriesCount otherwise);
/// `needed` repeats of each run would be enough.
[[nodiscard]] std::string seriesHaveTooFewSamples(SeriesCount untested, std::size_t needed);
/// `run` is one of those above, `first` as seriesNamed() says it.
[[nodiscard]] std::string seriesOnlyIn(std::string_view run, std::size_t count, std::string_view first);

// Runs that cannot be compared; `series` as seriesNamed() says it.
[[nodiscard]] std::string runIsEmpty(std::string_view run);
[[nodiscard]] std::string seriesGivenTwice(std::string_view run, std::string_view series);
[[nodiscard]] std::string seriesWithoutSamples(std::string_view run, std::string_view series);
[[nodiscard]] std::string notOneMiniBatchEach(std::string_view run, std::string_view series);
/// `index` counts from 0, as in the file.
[[nodiscard]] std::string sampleIsNoTime(std::string_view run, std::string_view series, std::size_t index,
                                         double sample);
/// The first series of each.
[[nodiscard]] std::string noCommonSeries(std::string_view ofOld, std::string_view ofNew);
[[nodiscard]] std::string badTolerance(double tolerance);

} // namespace batchscope::words
