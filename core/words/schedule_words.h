// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules and learned tables: their headings, and what is wrong with one that is broken.
#pragma once

#include "core/words/noun_words.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope::words {

inline constexpr std::string_view kRowOrder = "row order"; ///< as "unknown row order 'x'" names it

/// Beside a column of steps on the command line.
inline constexpr std::string_view kStepsFromZero = "steps are numbered from 0: batch 1 is step 0";

[[nodiscard]] std::string scheduleHeading(std::string_view policy, std::size_t nodes, std::size_t batches);

// A schedule made by hand.
inline constexpr std::string_view kNothingOfItIsReady = "no node of this signature is ready; choose one that is ready";

// A schedule that is given as it is, instead of a policy.
inline constexpr const char* kAsGiven = "the given schedule has it next";
inline constexpr const char* kGivenSchedule = "follows a given schedule: read from a file, or edited by hand";
inline constexpr const char* kEditedByHand = "Edited by hand";
inline constexpr std::string_view kStructureDiffers =
    "this schedule is for another graph: same number of nodes, but other ops or other arguments; build the graph with "
    "the same trees and options as when the schedule was saved";
/// `key`: the first that a schedule does not have.
[[nodiscard]] std::string notASchedule(std::string_view key);
/// Counts as text with their noun.
[[nodiscard]] std::string scheduleIsForOtherGraph(std::string_view itsNodes, std::string_view nodes);

// Changes of a schedule by hand that are impossible.
[[nodiscard]] std::string noSuchStep(std::size_t step);
[[nodiscard]] std::string noSuchNode(std::size_t node);
/// `rows` as text with its noun.
[[nodiscard]] std::string noRowToSplitAfter(std::string_view batch, std::string_view rows, std::string_view row);
[[nodiscard]] std::string notLater(std::string_view batch, std::string_view after);
[[nodiscard]] std::string batchJoinsItself(std::string_view batch);
[[nodiscard]] std::string nodeIsThereAlready(std::uint32_t node, std::string_view batch);
[[nodiscard]] std::string wouldNotRunBefore(std::uint32_t node, std::uint32_t needed);
[[nodiscard]] std::string hasOtherSignature(std::uint32_t node);
inline constexpr std::string_view kRunsAlone = "the op cannot be batched, so each of its nodes runs alone";
inline constexpr std::string_view kSyncPointBetween =
    "a value is read between these calls (a sync point), so they can neither share a batch nor change places";
/// "score 18, score 40 and 61 more"
[[nodiscard]] std::string namesAndMore(const std::vector<std::string>& names, std::size_t more);
/// `fault` is one of these.
[[nodiscard]] std::string cannotChange(std::string_view fault);

// Faults in the file of a schedule; see also json_words.h, program_json_words.h and format_words.h.
inline constexpr std::string_view kScheduleIsNotJson = "this is not JSON";
inline constexpr std::string_view kAScheduleDocument = "a schedule";
inline constexpr std::string_view kAGraphOfSchedule = "the graph of a schedule";
inline constexpr std::string_view kABatchOfSchedule = "a batch";
inline constexpr std::string_view kNodeNumber = "the number of a node";
inline constexpr std::string_view kSixteenHexDigits = "16 hexadecimal digits in lower case";
inline constexpr std::string_view kVersionOne = "version 1";
[[nodiscard]] std::string otherOpThanNode(std::string_view op, std::uint32_t node, std::string_view its);

[[nodiscard]] std::string invalidSchedule(std::string_view fault);
// Faults of a schedule.
inline constexpr std::string_view kTablesDoNotMatch = "its tables do not match the graph";
inline constexpr std::string_view kNodeDoesNotExist = "it contains a node that does not exist";
[[nodiscard]] std::string nodeIsElsewhere(std::uint32_t node, std::string_view row, std::string_view batch);
[[nodiscard]] std::string nodeHasOtherSignature(std::uint32_t node, std::string_view batch);
[[nodiscard]] std::string batchSpansSyncPoint(std::string_view batch);
[[nodiscard]] std::string neededNodeNotEarlier(std::uint32_t node, std::string_view batch, std::uint32_t needed);
[[nodiscard]] std::string nodeRunsTwice(std::uint32_t node);
/// `missing` is the first that does not.
[[nodiscard]] std::string notAllNodesRun(std::size_t run, std::size_t nodes, std::uint32_t missing);
[[nodiscard]] std::string batchIsEmpty(std::string_view batch);
[[nodiscard]] std::string batchOfUnbatchable(std::string_view batch, std::size_t nodes);
[[nodiscard]] std::string batchOfEarlierRound(std::string_view batch);

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
