// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/compare_words.h"

#include <fmt/format.h>

namespace batchscope::words {

namespace {

/// "2 of 16 series are", "1 of 16 series is"
std::string seriesOf(SeriesCount series, std::string_view one, std::string_view many) {
    return fmt::format("{} of {} series {}", series.count, series.all, series.count == 1 ? one : many);
}

} // namespace

std::string seriesNamed(const SeriesParts& parts) {
    return fmt::format("{}, {}", parts.arm, placeNamed(parts));
}

std::string placeNamed(const SeriesParts& parts) {
    const std::string dim = parts.dim == 0 ? "" : fmt::format(", dim {}", parts.dim);
    return fmt::format("{}{}, batch size {}, {} thread{}{}", parts.model, dim, parts.batch, parts.threads,
                       parts.threads == 1 ? "" : "s", parts.training ? ", training" : "");
}

std::string conditionDiffers(std::string_view key, std::string_view then, std::string_view now) {
    constexpr std::string_view kNotGiven = "not given";
    return fmt::format("{}: {} then, {} now", key, then.empty() ? kNotGiven : then, now.empty() ? kNotGiven : now);
}

std::string seriesAreSlower(SeriesCount slower, double percent) {
    return fmt::format("{} slower by more than {:g}%", seriesOf(slower, "is", "are"), percent);
}

std::string seriesAreFaster(SeriesCount faster, double percent) {
    return fmt::format("{} faster by more than {:g}%", seriesOf(faster, "is", "are"), percent);
}

std::string seriesAreUnsteady(SeriesCount unsteady) {
    return fmt::format("{} unsteady: other processes used the machine, or only the typical run differs and the fastest "
                       "runs do not, as when they use it for a while; repeat the benchmark",
                       seriesOf(unsteady, "is", "are"));
}

std::string seriesAreOfOtherSpeed(SeriesCount otherwise) {
    return fmt::format(
        "{} no verdict: the machine itself ran at another speed, which explains the difference; repeat the "
        "run",
        seriesOf(otherwise, "has", "have"));
}

std::string seriesHaveTooFewSamples(SeriesCount untested, std::size_t needed) {
    return fmt::format("{} too few samples for a verdict; use at least {} repeats in both runs",
                       seriesOf(untested, "has", "have"), needed);
}

std::string seriesOnlyIn(std::string_view run, std::size_t count, std::string_view first) {
    return count == 1 ? fmt::format("1 series is only in {}: {}", run, first)
                      : fmt::format("{} series are only in {}, the first of them {}", count, run, first);
}

std::string runIsEmpty(std::string_view run) {
    return fmt::format("{} has no results to compare", run);
}

std::string seriesGivenTwice(std::string_view run, std::string_view series) {
    return fmt::format("{} has two results for the same series ({}); remove one of them", run, series);
}

std::string seriesWithoutSamples(std::string_view run, std::string_view series) {
    return fmt::format("{} has no samples of a series ({}); a comparison needs the time of each run", run, series);
}

std::string notOneMiniBatchEach(std::string_view run, std::string_view series) {
    return fmt::format("{} does not say for each sample of {} which mini-batch it was measured on", run, series);
}

std::string sampleIsNoTime(std::string_view run, std::string_view series, std::size_t index, double sample) {
    return fmt::format("{}: samples[{}] of {} is {:g}; expected a time in seconds, greater than 0", run, index, series,
                       sample);
}

std::string noCommonSeries(std::string_view ofOld, std::string_view ofNew) {
    return fmt::format("the two runs have no series in common: the first of the old run is {}; of the new run, {}; "
                       "use the same arms, model, dims, batch sizes, threads and mode in both",
                       ofOld, ofNew);
}

std::string badTolerance(double tolerance) {
    return fmt::format("the tolerance of a comparison is {:g}%; expected 0% or more", 100.0 * tolerance);
}

} // namespace batchscope::words
