// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages about calls that a graph of ops does not take, and the words in the texts of ops and signatures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

/// Table and argument of a lookup, in the text of a body.
[[nodiscard]] std::string lookupOperands(std::string_view table, std::int32_t argument);
inline constexpr std::string_view kAnyNumberOfTimes = " ×any"; ///< after an argument, in the text of a signature

/// Their places are 32-bit numbers.
inline constexpr std::string_view kTooManyArguments =
    "the calls have more than 4,294,967,295 arguments in all; choose fewer trees";
inline constexpr std::string_view kMissingValueRequested = "requested a value that does not exist";

[[nodiscard]] std::string unsplitValue(std::string_view op, std::size_t outputs);
[[nodiscard]] std::string constantNeedsOneRow(std::size_t rows);
[[nodiscard]] std::string outputOfMissingValue(std::uint32_t output);
[[nodiscard]] std::string opWithoutOutput(std::string_view op, std::size_t outputs, std::uint32_t requested);
[[nodiscard]] std::string targetOutOfRange(std::int32_t target, std::string_view op, std::int32_t classes);

[[nodiscard]] std::string wrongArgumentCount(std::string_view op, std::size_t taken, std::size_t given);
/// For an op whose fixed arguments are followed by groups.
[[nodiscard]] std::string wrongGroupedCount(std::string_view op, std::size_t fixed, std::size_t group,
                                            std::size_t given);
/// `wanted` and `given` are names of classes of arguments.
[[nodiscard]] std::string wrongArgumentKind(std::size_t slot, std::string_view op, std::string_view wanted,
                                            std::string_view given);
/// The same, when one of them is shared and the other stacked.
[[nodiscard]] std::string mixedSharedArgument(std::size_t slot, std::string_view op, std::string_view wanted,
                                              std::string_view given);
[[nodiscard]] std::string argumentOfMissingValue(std::size_t slot, std::string_view op);
[[nodiscard]] std::string argumentOfLaterRound(std::size_t slot, std::string_view op);
[[nodiscard]] std::string wrongArgumentWidth(std::size_t slot, std::string_view op, std::int32_t wanted,
                                             std::int32_t given);
/// One of the messages above, with the tree whose nodes were built.
[[nodiscard]] std::string messageOfTree(std::string_view message, std::string_view tree);

} // namespace batchscope::words
