// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/diff_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string gainedNodes(std::string_view nodes) {
    return fmt::format("gained {}", nodes);
}

std::string lostNodes(std::string_view nodes) {
    return fmt::format("lost {}", nodes);
}

std::string lostAndGained(std::string_view lost, std::string_view gained) {
    return fmt::format("lost {}, gained {}", lost, gained);
}

std::string splitInto(std::string_view batches) {
    return fmt::format("split into {}", batches);
}

std::string joinedFrom(std::string_view batches) {
    return fmt::format("joined from {}", batches);
}

std::string wentTo(std::string_view nodes, std::string_view batch) {
    return fmt::format("{} moved to batch {}", nodes, batch);
}

std::string wentToSeveral(std::string_view nodes, std::string_view batches, std::string_view batch) {
    return fmt::format("{} moved to {}, most of them to batch {}", nodes, batches, batch);
}

std::string cameFrom(std::string_view nodes, std::string_view batch) {
    return fmt::format("{} came from batch {}", nodes, batch);
}

std::string cameFromSeveral(std::string_view nodes, std::string_view batches, std::string_view batch) {
    return fmt::format("{} came from {}, most of them from batch {}", nodes, batches, batch);
}

std::string withoutPartner(std::string_view before, std::string_view after) {
    if (before.empty() || after.empty()) {
        return fmt::format("{} only {}", before.empty() ? after : before, before.empty() ? "after" : "before");
    }
    return fmt::format("{} only before, {} only after", before, after);
}

std::string nothingIsPaired(std::string_view before, std::string_view batchesBefore, std::string_view after,
                            std::string_view batchesAfter) {
    return fmt::format(
        "{}: {}. {}: {}. No node of one has a partner in the other (the same op for the same node of the "
        "same tree), so their batches cannot be paired.",
        before, batchesBefore, after, batchesAfter);
}

std::string diffTotals(const DiffTotals& totals) {
    const std::string change = totals.fewer.empty()
                                   ? std::string("as many")
                                   : fmt::format("{} {}", totals.fewer, totals.isMore ? "more" : "fewer");
    const std::string text = fmt::format("{}: {}. {}: {}, {} ({} saved, {} added). {} of {} run in another batch.",
                                         totals.before, totals.batchesBefore, totals.after, totals.batchesAfter, change,
                                         totals.saved, totals.added, totals.moved, totals.nodes);
    return totals.aloneBefore.empty()
               ? text
               : fmt::format("{} Nodes are paired by tree, place and op: {} of the first and {} of the second have no "
                             "partner.",
                             text, totals.aloneBefore, totals.aloneAfter);
}

std::string sameBatchesAndOrder(std::string_view before, std::string_view after) {
    return fmt::format("{} and {} make the same batches in the same order.", before, after);
}

std::string sameBatchesOtherOrder(std::string_view before, std::string_view after) {
    return fmt::format("{} and {} make the same batches in another order.", before, after);
}

} // namespace batchscope::words
