// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/reason_words.h"

#include <fmt/format.h>

namespace batchscope::words {

namespace {

/// A sentence that ends in a list.
std::string withList(std::string sentence, std::span<const std::string> items, std::string_view separator) {
    bool isFirst = true;
    for (const std::string& item : items) {
        sentence += fmt::format("{} {}", isFirst ? "" : separator, item);
        isFirst = false;
    }
    return sentence + ".";
}

} // namespace

std::string decision(std::string_view op, std::string_view size, std::string_view reason,
                     std::span<const std::string> ready) {
    std::string text = fmt::format("{} ×{} runs now: {}.", op, size, reason);
    return ready.empty() ? text : withList(text + " Ready:", ready, ",");
}

std::string nodeOfOp(std::uint32_t node, std::string_view op, std::string_view tree) {
    return tree.empty() ? fmt::format("node {} ({})", node, op) : fmt::format("node {} ({}, tree {})", node, op, tree);
}

std::string moreOnThePath(std::string_view count) {
    return fmt::format("… {} more …", count);
}

std::string sameNode(std::string_view node) {
    return fmt::format("Both numbers refer to the same node: {}.", node);
}

std::string runTogether(const RowsOfOneBatch& rows) {
    return fmt::format("They run together: rows {} and {} of {} ×{}, in batch {} of {}.", rows.rowA, rows.rowB, rows.op,
                       rows.size, rows.batch, rows.batches);
}

std::string signaturesDiffer(std::span<const std::string> fields) {
    return withList("Every policy batches only nodes of one signature, and theirs differ in:", fields, ";");
}

std::string differentField(std::string_view field, std::string_view a, std::string_view b) {
    return fmt::format("{} ({} and {})", field, a, b);
}

std::string opIsUnbatchable(std::string_view op) {
    return fmt::format("The op {} is marked as unbatchable: each of its nodes runs alone.", op);
}

std::string opMixesRows(std::string_view op, std::string_view hazard) {
    return fmt::format("The op {} runs one node at a time, because {}.", op, hazard);
}

std::string oneNeedsTheOther(std::string_view needing, std::string_view needed, std::string_view edges,
                             std::string_view path) {
    const std::string distance = edges.empty() ? "" : fmt::format(", {} edges away", edges);
    return fmt::format("One depends on the other: {} needs the result of {}{} ({}). A batch computes all its rows at "
                       "once, so no policy can put them in one batch.",
                       needing, needed, distance, path);
}

std::string roundsDiffer(std::uint32_t a, std::uint32_t b) {
    return fmt::format("A value was read between their calls (a sync point), so one belongs to round {} and the other "
                       "to round {}. A round starts only when all nodes of the previous round have run.",
                       a, b);
}

std::string levelsDiffer(const DifferentLevels& levels) {
    return fmt::format("The policy “{}” groups nodes by level{}, and these two are on levels {} and {}.{}",
                       levels.policy, levels.fromOutputs ? " (counted from the outputs)" : "", levels.a, levels.b,
                       levels.onlyReason ? " Only a policy that does not group by level could batch them together."
                                         : "");
}

std::string batchesDiffer(const DifferentBatches& batches) {
    return fmt::format("The policy “{}” ran them in different batches: node {} in batch {} and node {} in batch {}. {} "
                       "Batch {}: {} Batch {}: {}",
                       batches.policy, batches.first, batches.firstBatch, batches.later, batches.laterBatch,
                       batches.waiting, batches.firstBatch, batches.firstDecision, batches.laterBatch,
                       batches.laterDecision);
}

std::string createdLater(std::string_view batch, std::uint32_t node) {
    return fmt::format("When batch {} ran, node {} did not exist yet: it was created in a later round.", batch, node);
}

std::string ranOneAlone(std::string_view batch, std::uint32_t node) {
    return fmt::format("When batch {} ran, node {} was also ready, but that batch runs one node alone.", batch, node);
}

std::string tookOnlySome(std::string_view batch, std::uint32_t node) {
    return fmt::format(
        "When batch {} ran, node {} was also ready, but that batch took only some of the ready nodes of its signature.",
        batch, node);
}

std::string wasNotReady(std::string_view batch, std::uint32_t node, std::span<const std::string> arguments) {
    return withList(fmt::format("When batch {} ran, node {} was not ready: it waited for", batch, node), arguments,
                    ", and for");
}

std::string awaitedArgument(std::uint32_t argument, std::string_view node, std::string_view batch) {
    return fmt::format("its argument {}, {}, which ran in batch {}", argument, node, batch);
}

std::string attributeField(std::string_view name) {
    return fmt::format("attribute {}", name);
}

std::string argumentField(std::size_t slot) {
    return fmt::format("argument {}", slot);
}

std::string argumentField(std::size_t slot, std::string_view aspect) {
    return fmt::format("argument {} {}", slot, aspect);
}

std::string sharedField(std::size_t index) {
    return fmt::format("shared value {}", index);
}

std::string slotCount(std::size_t count) {
    return fmt::format("{} slot{}", count, count == 1 ? "" : "s");
}

std::string anyNumberOf(std::string_view argument) {
    return fmt::format("{} ×any", argument);
}

std::string outputOfNode(std::uint32_t output, std::string_view node) {
    return fmt::format("output {} of {}", output, node);
}

std::string bodyOf(std::string_view op) {
    return fmt::format("the body of {}", op);
}

std::string sameBodyIn(std::string_view op) {
    return fmt::format("the same body in {}; one op could serve for both", op);
}

std::string bodyOfOp(std::string_view op, std::uint32_t id) {
    return fmt::format("of op {} (#{})", op, id);
}

} // namespace batchscope::words
