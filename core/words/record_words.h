// SPDX-License-Identifier: GPL-3.0-or-later
//
// Records of benchmarks: what is wrong with a document that is read, and with a range of trees as people
// write it.
#pragma once

#include <string>
#include <string_view>

namespace batchscope::words {

// What was expected of a value.
inline constexpr std::string_view kJsonCount = "a count";
inline constexpr std::string_view kJsonListOfCounts = "a list of counts";
inline constexpr std::string_view kJsonListOfNumbers = "a list of numbers";
inline constexpr std::string_view kJsonListOfStrings = "a list of strings";
inline constexpr std::string_view kThreeLoads = "a list of three numbers, or null";
inline constexpr std::string_view kWidthOrNull = "a width or null";
inline constexpr std::string_view kSampleSeconds = "a list of seconds greater than 0";
inline constexpr std::string_view kOneCountEachSample = "a list of counts, one for each sample";
inline constexpr std::string_view kSecondsAboveZero = "a number of seconds greater than 0";
inline constexpr std::string_view kKnownInstructionSet = "an instruction set that this version knows";
inline constexpr std::string_view kKnownPasses = "a choice of passes that this version knows";
inline constexpr std::string_view kKnownTreeRange = "a range of trees such as 0:100, or null";
inline constexpr std::string_view kKnownVerdict = "a verdict that this version knows";
inline constexpr std::string_view kKnownWork = "inference or training";
/// `names` as a list.
[[nodiscard]] std::string oneOfNames(std::string_view names);
/// `expected` as above, of a value that may also be null.
[[nodiscard]] std::string valueOrNull(std::string_view expected);

/// `place`: "context.train", "results[3].samples".
[[nodiscard]] std::string missingOrNot(std::string_view place, std::string_view expected);

// Documents that are none.
inline constexpr std::string_view kRunIsNoJson = "this is not JSON; expected what bench --json or bench --out wrote";
inline constexpr std::string_view kJsonIsNoRun =
    "this JSON is not a run of bench; expected what bench --json or --out wrote";
/// `found` as JSON.
[[nodiscard]] std::string otherRunSchema(std::string_view found, int known);

// Ranges of trees.
[[nodiscard]] std::string expectedTreeRange(std::string_view found);
[[nodiscard]] std::string emptyTreeRange(std::string_view range);

} // namespace batchscope::words
