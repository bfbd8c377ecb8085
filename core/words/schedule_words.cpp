// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/schedule_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace batchscope::words {

namespace {

std::string_view nounFor(std::size_t count, const Noun& noun) {
    return count == 1 ? noun.one : noun.many;
}

std::string counted(const WrittenCount& count, const Noun& noun) {
    return fmt::format("{} {}", count.written, nounFor(count.count, noun));
}

} // namespace

std::string namesAndMore(const std::vector<std::string>& names, std::size_t more) {
    const std::string named = fmt::format("{}", fmt::join(names, ", "));
    return more == 0 ? named : fmt::format("{} and {} more", named, more);
}

std::string scheduleHeading(std::string_view policy, std::size_t nodes, std::size_t batches) {
    return fmt::format("policy {}, {} {}, {} {}\n", policy, nodes, nounFor(nodes, kNode), batches,
                       nounFor(batches, kBatch));
}

std::string invalidSchedule(std::string_view fault) {
    return fmt::format("invalid schedule: {}", fault);
}

std::string nodeIsElsewhere(std::uint32_t node, std::string_view row, std::string_view batch) {
    return fmt::format("node {} is at row {} of batch {}, but its recorded position differs", node, row, batch);
}

std::string nodeHasOtherSignature(std::uint32_t node, std::string_view batch) {
    return fmt::format("the signature of node {} differs from that of its batch {}", node, batch);
}

std::string batchSpansSyncPoint(std::string_view batch) {
    return fmt::format("batch {} holds calls from before and after a sync point", batch);
}

std::string neededNodeNotEarlier(std::uint32_t node, std::string_view batch, std::uint32_t needed) {
    return fmt::format("node {} in batch {} needs node {}, which does not run earlier", node, batch, needed);
}

std::string nodeRunsTwice(std::uint32_t node) {
    return fmt::format("node {} runs twice", node);
}

std::string notAllNodesRun(std::size_t run, std::size_t nodes, std::uint32_t missing) {
    return fmt::format("only {} of {} nodes run; node {} is in no batch", run, nodes, missing);
}

std::string batchIsEmpty(std::string_view batch) {
    return fmt::format("batch {} is empty", batch);
}

std::string batchOfUnbatchable(std::string_view batch, std::size_t nodes) {
    return fmt::format("batch {} holds {} nodes of an op that cannot be batched", batch, nodes);
}

std::string batchOfEarlierRound(std::string_view batch) {
    return fmt::format("batch {} belongs to an earlier round than the batch before it", batch);
}

std::string notASchedule(std::string_view key) {
    return fmt::format(
        "this is another kind of file: found the key {} before \"format\": \"batchscope-schedule\", with "
        "which a schedule begins; batchscope-cli schedule FILE --save-schedule S.json writes one",
        key);
}

std::string scheduleIsForOtherGraph(std::string_view itsNodes, std::string_view nodes) {
    return fmt::format("this schedule is for a graph of {}, and this graph has {}; build the graph with the same trees "
                       "and options as when the schedule was saved",
                       itsNodes, nodes);
}

std::string noSuchStep(std::size_t step) {
    return fmt::format("there is no step {}", step);
}

std::string noSuchNode(std::size_t node) {
    return fmt::format("there is no node {}", node);
}

std::string noRowToSplitAfter(std::string_view batch, std::string_view rows, std::string_view row) {
    return fmt::format("batch {} has {}, so it cannot be split after row {}", batch, rows, row);
}

std::string notLater(std::string_view batch, std::string_view after) {
    return fmt::format("batch {} does not run before batch {}, so it cannot be delayed until after it", batch, after);
}

std::string batchJoinsItself(std::string_view batch) {
    return fmt::format("batch {} cannot be joined with itself", batch);
}

std::string nodeIsThereAlready(std::uint32_t node, std::string_view batch) {
    return fmt::format("node {} is in batch {} already", node, batch);
}

std::string wouldNotRunBefore(std::uint32_t node, std::uint32_t needed) {
    return fmt::format("node {} needs node {}, which would not run before it", node, needed);
}

std::string hasOtherSignature(std::uint32_t node) {
    return fmt::format("the signature of node {} differs from that of the other nodes of the batch", node);
}

std::string cannotChange(std::string_view fault) {
    return fmt::format("this change is not possible: {}", fault);
}

std::string otherOpThanNode(std::string_view op, std::uint32_t node, std::string_view its) {
    return fmt::format("this batch is said to be of the op '{}', but node {} is of the op '{}'", op, node, its);
}

std::string learnedTableHeading(const TableOrigin& origin) {
    return fmt::format("learned on {}, {}: {} after {} (seed {}); lower bound {}\n", origin.net,
                       counted(origin.nodes, kNode), counted(origin.batches, kBatch),
                       counted(origin.episodes, kEpisode), origin.seed, origin.lowerBound);
}

std::string moreStates(const WrittenCount& states) {
    return fmt::format("… {} more {}\n", states.written, nounFor(states.count, kState));
}

std::string signatureNotReady(std::uint64_t signature) {
    return fmt::format("signature {} is not ready in this state", signature);
}

std::string noSuchSignature(std::size_t signatures, std::uint64_t got) {
    return fmt::format("there are {} signatures, numbered from 0; got {}", signatures, got);
}

std::string signatureOutOfOrder(std::uint64_t signature, std::uint64_t before) {
    return fmt::format("signatures must be in ascending order, but {} follows {}", signature, before);
}

std::string duplicateSignature(std::string_view signature) {
    return fmt::format("duplicate signature '{}'; remove one", signature);
}

} // namespace batchscope::words
