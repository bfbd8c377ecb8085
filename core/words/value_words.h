// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers of one value, folded beside regular. Counts come as text, with their noun where a parameter is named
// `numbers`.
#pragma once

#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kValuesNotRecorded = "Nothing has run yet.";
inline constexpr std::string_view kGradientOnlySummed =
    "The engine adds this gradient directly to that of an equal node, so it is not known by itself.";
[[nodiscard]] std::string valuesWithoutRegular(std::string_view numbers);
[[nodiscard]] std::string valuesAllEqual(std::string_view numbers);
[[nodiscard]] std::string valuesDiffer(std::string_view numbers, std::string_view different, std::string_view ulps,
                                       std::string_view error);

/// `count`: "1 is", "3 are".
[[nodiscard]] std::string valuesNotFinite(std::string_view count);

// Titles of columns, separated by tabs.
inline constexpr std::string_view kValueColumns = "index\tfolded\tregular\tdifference\tULPs";
inline constexpr std::string_view kValueColumnsAlone = "index\tfolded";

} // namespace batchscope::words
