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

std::string scheduleHeading(std::string_view policy, std::size_t nodes, std::size_t batches) {
    return fmt::format("policy {}, {} {}, {} {}\n", policy, nodes, nounFor(nodes, kNode), batches,
                       nounFor(batches, kBatch));
}

std::string learnedTableHeading(const TableOrigin& origin) {
    return fmt::format("learned on {}, {}: {} after {} (seed {}); lower bound {}\n", origin.net,
                       counted(origin.nodes, kNode), counted(origin.batches, kBatch),
                       counted(origin.episodes, kEpisode), origin.seed, origin.lowerBound);
}

std::string moreStates(const WrittenCount& states) {
    return fmt::format("… {} more {}\n", states.written, nounFor(states.count, kState));
}

} // namespace batchscope::words
