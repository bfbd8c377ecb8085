// SPDX-License-Identifier: GPL-3.0-or-later
//
// What ran for a batch: who ran it, why nothing was computed, what was computed elsewhere, how its operands were read.
// Numbers come as text; a parameter that includes the noun ("3 rows") is named after that noun.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace batchscope::words {

/// "a", "a and b", "a, b and c".
[[nodiscard]] std::string listed(std::span<const std::string> parts);
[[nodiscard]] std::string oneBatch(std::string_view number);
[[nodiscard]] std::string batchesFromTo(std::string_view first, std::string_view last);

inline constexpr std::string_view kPlannedNotRun = "planned, not run yet";
inline constexpr std::string_view kRunByEngine = "as run by the engine";
inline constexpr std::string_view kRunByPlainBodies = "as run by LibTorch's plain bodies";
inline constexpr std::string_view kRunWithMethods = "as run by LibTorch, which calls methods of the module";

// Why nothing was launched.

inline constexpr std::string_view kNothingToCompute = "nothing to compute";
inline constexpr std::string_view kCallRepeatsEarlierOne =
    "Nothing to compute: the call repeats an earlier one and shares its row.";
[[nodiscard]] std::string callsRepeatEarlierOnes(std::string_view calls);
/// The rows of fewer calls than nodes.
[[nodiscard]] std::string rowsForNodes(std::string_view rows, std::string_view nodes);
[[nodiscard]] std::string outputsAreConstant(std::string_view op, std::string_view rows);
[[nodiscard]] std::string outputsAreLookedUp(std::string_view op, std::string_view rows);
[[nodiscard]] std::string outputsAreArguments(std::string_view op, std::string_view rows);

// What was done elsewhere.

[[nodiscard]] std::string rowsComputedForNodes(std::string_view rows, std::string_view nodes);
[[nodiscard]] std::string productsOfWordsLookedUp(std::string_view products);
inline constexpr std::string_view kSomeOfItsProducts = "Some of its products";
inline constexpr std::string_view kItsProducts = "Its products";
/// `which` is one of the two above.
[[nodiscard]] std::string productsCopiedFromTable(std::string_view which, std::string_view batches);
[[nodiscard]] std::string productsComputedWith(std::string_view which, std::string_view batches);

// How an operand was read.

inline constexpr std::string_view kReadInPlace = "read in place";
inline constexpr std::string_view kReadByIndex = "read by index";
inline constexpr std::string_view kCopiedTogether = "copied together";
inline constexpr std::string_view kPassedOn = "passed on";
inline constexpr std::string_view kIntegers = "integers";
inline constexpr std::string_view kProductsFromTable = "products from the table";
inline constexpr std::string_view kProducts = "products";
/// `use` is one of the above.
[[nodiscard]] std::string lookedUpRows(std::string_view use);
[[nodiscard]] std::string productsWithGroups(std::uint32_t groups);
[[nodiscard]] std::string computedHereOrCopied(std::string_view products);
[[nodiscard]] std::string computedHere(std::string_view products);
[[nodiscard]] std::string computedWith(std::string_view products, std::string_view batches);

// The same after a number, in a narrow column; also kPassedOn.

inline constexpr std::string_view kInPlace = "in place";
inline constexpr std::string_view kByIndex = "by index";
inline constexpr std::string_view kCopied = "copied";
inline constexpr std::string_view kAsProducts = "as products";
inline constexpr std::string_view kFromTheTable = "from the table";
inline constexpr std::string_view kAsIntegers = "as integers";

} // namespace batchscope::words
