// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules and learned tables: their headings, and what is wrong with one that is broken.
#pragma once

#include "core/words/noun_words.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kRowOrder = "row order"; ///< as "unknown row order 'x'" names it

[[nodiscard]] std::string scheduleHeading(std::string_view policy, std::size_t nodes, std::size_t batches);

// A schedule made by hand.
inline constexpr std::string_view kNothingOfItIsReady = "no node of this signature is ready; choose one that is ready";

[[nodiscard]] std::string invalidSchedule(std::string_view fault);
// Faults of a schedule.
inline constexpr std::string_view kTablesDoNotMatch = "its tables do not match the graph";
inline constexpr std::string_view kNodeDoesNotExist = "it contains a node that does not exist";
[[nodiscard]] std::string nodeIsElsewhere(std::uint32_t node, std::size_t row, std::uint32_t batch);
[[nodiscard]] std::string nodeHasOtherSignature(std::uint32_t node, std::uint32_t batch);
[[nodiscard]] std::string batchSpansSyncPoint(std::uint32_t batch);
[[nodiscard]] std::string neededNodeNotEarlier(std::uint32_t node, std::uint32_t batch, std::uint32_t needed);
[[nodiscard]] std::string nodeRunsTwice(std::uint32_t node);
[[nodiscard]] std::string notAllNodesRun(std::size_t run, std::size_t nodes);
[[nodiscard]] std::string batchIsEmpty(std::size_t batch);
[[nodiscard]] std::string batchOfUnbatchable(std::size_t batch, std::size_t nodes);
[[nodiscard]] std::string batchOfEarlierRound(std::size_t batch);

/// What a table learned from; the lower bound comes as text.
struct TableOrigin {
    std::string_view net;
    WrittenCount nodes;
    WrittenCount batches;
    WrittenCount episodes;
    std::uint64_t seed = 0;
    std::string_view lowerBound;
};
[[nodiscard]] std::string learnedTableHeading(const TableOrigin& origin);
[[nodiscard]] std::string moreStates(const WrittenCount& states);

// Faults in the file of a learned table; see also json_words.h, program_json_words.h and format_words.h.
inline constexpr std::string_view kTableIsNotJson = "this is not JSON";
inline constexpr std::string_view kStateNeedsSignature = "a state needs at least one ready signature";
inline constexpr std::string_view kDuplicateState = "duplicate state; remove one";
inline constexpr std::string_view kNonNegativeInteger = "a non-negative integer";
[[nodiscard]] std::string signatureNotReady(std::uint64_t signature);
[[nodiscard]] std::string noSuchSignature(std::size_t signatures, std::uint64_t got);
[[nodiscard]] std::string signatureOutOfOrder(std::uint64_t signature, std::uint64_t before);
[[nodiscard]] std::string duplicateSignature(std::string_view signature);

} // namespace batchscope::words
