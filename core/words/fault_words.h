// SPDX-License-Identifier: GPL-3.0-or-later
//
// Faults that are made on purpose, to see how a divergence is found. Numbers come as text.
#pragma once

#include <string>
#include <string_view>

namespace batchscope::words {

// Names, as scripts spell them.
inline constexpr std::string_view kNoFault = "none";
inline constexpr std::string_view kSwapRows = "swap-rows";
inline constexpr std::string_view kDropArgument = "drop-argument";
inline constexpr std::string_view kStaleValue = "stale-value";
inline constexpr std::string_view kWrongChunk = "wrong-chunk";
inline constexpr std::string_view kFaultKind = "fault"; ///< what they are called in errors

/// Where a fault is.
struct FaultyPlace {
    std::string step;
    std::string op;
    std::string node;
    std::string slot;
};
[[nodiscard]] std::string rowsSwapped(const FaultyPlace& place, std::string_view other);
[[nodiscard]] std::string argumentDropped(const FaultyPlace& place);
[[nodiscard]] std::string valueStale(const FaultyPlace& place, std::string_view other);
[[nodiscard]] std::string chunkWrong(const FaultyPlace& place);

/// No batch of this schedule has a place for it.
[[nodiscard]] std::string noPlaceFor(std::string_view fault, std::string_view needs);
inline constexpr std::string_view kNeedsTwoRows = "two rows of one batch that read different inputs";
inline constexpr std::string_view kNeedsTwoArguments = "a node that reads two values of one width";
inline constexpr std::string_view kNeedsTwoReaders = "two rows of one batch that read different values";
inline constexpr std::string_view kNeedsTwoOutputs = "a node that reads one of two outputs of one width";

} // namespace batchscope::words
