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

} // namespace batchscope::words
