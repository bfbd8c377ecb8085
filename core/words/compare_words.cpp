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
        "{} no verdict: the machine itself ran at another speed, which explains the difference; repeat the run",
        seriesOf(otherwise, "has", "have"));
}

std::string seriesHaveTooFewSamples(SeriesCount untested, std::size_t needed) {
    return fmt::format("{} too few samples for a verdict; use at least {} repeats in both runs",
                       seriesOf(untested, "has", "have"), needed);
}

} // namespace batchscope::words
