// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule_diff.h"

#include "core/base/check.h"
#include "core/base/counted.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>

namespace batchscope {

namespace {

struct ChangeWords {
    const char* name;
    std::string_view title;
};

constexpr std::array<ChangeWords, 8> kChangeWords = {{
    {"same", "same"},
    {"grown", "grown"},
    {"shrunk", "shrunk"},
    {"split", "split"},
    {"joined", "joined"},
    {"regrouped", "regrouped"},
    {"only-before", "only before"},
    {"only-after", "only after"},
}};

/// A batch of each schedule and the number of their common nodes, at least one.
struct Overlap {
    BatchId before;
    BatchId after;
    std::uint32_t nodes = 0;
};

/// All overlaps, by batch of `before`, then in the order of its rows. There are at most as many as nodes.
std::vector<Overlap> overlapsOf(const Schedule& before, const Schedule& after) {
    std::vector<Overlap> overlaps;
    IdVector<BatchId, std::uint32_t> entries(after.batchCount(), 0); // overlap index + 1 by `after` batch, or 0
    for (std::size_t step = 0; step < before.batchCount(); ++step) {
        const std::size_t first = overlaps.size();
        for (const NodeId node : before.batch(BatchId(step))) {
            const BatchId other = after.places[node].batch;
            if (entries[other] == 0) {
                overlaps.push_back({BatchId(step), other, 0});
                entries[other] = static_cast<std::uint32_t>(overlaps.size());
            }
            ++overlaps[entries[other] - 1].nodes;
        }
        for (std::size_t index = first; index < overlaps.size(); ++index) {
            entries[overlaps[index].after] = 0;
        }
    }
    return overlaps;
}

/// The overlaps summed up for the batches of one schedule.
struct DiffSide {
    explicit DiffSide(const Schedule& own)
        : schedule(own), mates(own.batchCount()), parts(own.batchCount(), 0), strangers(own.batchCount(), 0),
          relatives(own.batchCount()), most(own.batchCount(), 0) {}

    void note(BatchId batch, BatchId other, std::uint32_t nodes, bool isWholeOther) {
        ++parts[batch];
        strangers[batch] += isWholeOther ? 0 : 1;
        if (nodes > most[batch] || (nodes == most[batch] && other < relatives[batch])) {
            relatives[batch] = other;
            most[batch] = nodes;
        }
    }

    const Schedule& schedule;
    IdVector<BatchId, BatchId> mates;           // counterparts; invalid if there is none
    IdVector<BatchId, std::uint32_t> parts;     // number of overlapping batches of the other schedule
    IdVector<BatchId, std::uint32_t> strangers; // how many of those also hold other nodes
    IdVector<BatchId, BatchId> relatives;       // the overlapping batch with most of its nodes
    IdVector<BatchId, std::uint32_t> most;      // number of nodes there
};

void pairUp(std::vector<Overlap> overlaps, DiffSide& before, DiffSide& after,
            IdVector<BatchId, std::uint32_t>& common) {
    std::sort(overlaps.begin(), overlaps.end(), [](const Overlap& left, const Overlap& right) {
        return std::tie(right.nodes, left.before, left.after) < std::tie(left.nodes, right.before, right.after);
    });
    for (const Overlap& overlap : overlaps) {
        if (!before.mates[overlap.before].valid() && !after.mates[overlap.after].valid()) {
            before.mates[overlap.before] = overlap.after;
            after.mates[overlap.after] = overlap.before;
            common[overlap.before] = overlap.nodes;
        }
    }
}

BatchChange changeOf(const BatchDifference& pair, const DiffSide& before, const DiffSide& after) {
    if (pair.lost() > 0 && pair.gained() > 0) {
        return BatchChange::Regrouped;
    }
    if (pair.lost() > 0) {
        return before.strangers[pair.before] == 0 ? BatchChange::Split : BatchChange::Shrunk;
    }
    if (pair.gained() > 0) {
        return after.strangers[pair.after] == 0 ? BatchChange::Joined : BatchChange::Grown;
    }
    return BatchChange::Same;
}

BatchDifference pairOf(const DiffSide& before, const DiffSide& after, BatchId batch, std::uint32_t common) {
    BatchDifference pair;
    pair.before = batch;
    pair.after = before.mates[batch];
    pair.signature = before.schedule.batchSignatures[batch];
    pair.sizeBefore = static_cast<std::uint32_t>(before.schedule.batchSize(batch));
    pair.sizeAfter = static_cast<std::uint32_t>(after.schedule.batchSize(pair.after));
    pair.common = common;
    pair.change = changeOf(pair, before, after);
    pair.parts = pair.change == BatchChange::Joined ? after.parts[pair.after] : before.parts[batch];
    return pair;
}

BatchDifference loneBatch(const DiffSide& side, BatchId batch, BatchChange change) {
    BatchDifference lone;
    lone.change = change;
    const bool isBefore = change == BatchChange::OnlyBefore;
    (isBefore ? lone.before : lone.after) = batch;
    (isBefore ? lone.sizeBefore : lone.sizeAfter) = static_cast<std::uint32_t>(side.schedule.batchSize(batch));
    lone.signature = side.schedule.batchSignatures[batch];
    lone.parts = side.parts[batch];
    lone.relative = side.relatives[batch];
    return lone;
}

/// In the order of the second schedule; a batch without counterpart there follows the batch with most of its nodes.
std::vector<BatchDifference> differencesOf(const DiffSide& before, const DiffSide& after,
                                           const IdVector<BatchId, std::uint32_t>& common) {
    std::vector<BatchDifference> differences;
    differences.reserve(after.schedule.batchCount());
    for (std::size_t step = 0; step < after.schedule.batchCount(); ++step) {
        const BatchId mate = after.mates[BatchId(step)];
        differences.push_back(mate.valid() ? pairOf(before, after, mate, common[mate])
                                           : loneBatch(after, BatchId(step), BatchChange::OnlyAfter));
    }
    for (std::size_t step = 0; step < before.schedule.batchCount(); ++step) {
        if (!before.mates[BatchId(step)].valid()) {
            differences.push_back(loneBatch(before, BatchId(step), BatchChange::OnlyBefore));
        }
    }
    std::stable_sort(differences.begin(), differences.end(),
                     [](const BatchDifference& left, const BatchDifference& right) {
                         const auto place = [](const BatchDifference& difference) {
                             return difference.after.valid() ? difference.after : difference.relative; // invalid: last
                         };
                         return place(left) < place(right);
                     });
    return differences;
}

bool keepsOrderOf(const std::vector<BatchDifference>& differences) {
    BatchId last;
    for (const BatchDifference& difference : differences) {
        if (difference.before.valid() && difference.after.valid()) {
            if (last.valid() && difference.before < last) {
                return false;
            }
            last = difference.before;
        }
    }
    return true;
}

DiffCount countOf(const std::vector<BatchDifference>& differences) {
    DiffCount count;
    for (const BatchDifference& difference : differences) {
        count.before += difference.before.valid() ? 1 : 0;
        count.after += difference.after.valid() ? 1 : 0;
        count.saved += difference.change == BatchChange::OnlyBefore ? 1 : 0;
        count.added += difference.change == BatchChange::OnlyAfter ? 1 : 0;
        count.nodes += difference.sizeBefore;
        count.moved += difference.lost();
    }
    return count;
}

} // namespace

const char* batchChangeName(BatchChange change) {
    return kChangeWords[static_cast<std::size_t>(change)].name;
}

std::string_view batchChangeTitle(BatchChange change) {
    return kChangeWords[static_cast<std::size_t>(change)].title;
}

ScheduleDiff diffSchedules(const OpGraph& graph, const Schedule& before, const Schedule& after) {
    BATCHSCOPE_CHECK(before.places.size() == graph.size() && after.places.size() == graph.size());
    DiffSide first(before);
    DiffSide second(after);
    std::vector<Overlap> overlaps = overlapsOf(before, after);
    for (const Overlap& overlap : overlaps) {
        first.note(overlap.before, overlap.after, overlap.nodes, overlap.nodes == after.batchSize(overlap.after));
        second.note(overlap.after, overlap.before, overlap.nodes, overlap.nodes == before.batchSize(overlap.before));
    }
    IdVector<BatchId, std::uint32_t> common(before.batchCount(), 0);
    pairUp(std::move(overlaps), first, second, common);

    ScheduleDiff diff;
    diff.batches = differencesOf(first, second, common);
    diff.keepsOrder = keepsOrderOf(diff.batches);
    diff.total = countOf(diff.batches);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        if (first.mates[before.places[node].batch] != after.places[node].batch) {
            diff.moved.push_back(node);
        }
    }
    return diff;
}

std::string changeText(const BatchDifference& difference) {
    const std::string relative = difference.relative.valid() ? ordinal(difference.relative.index()) : std::string();
    const std::string batches = counted(difference.parts, words::kBatch);
    const auto nodes = [](std::uint32_t number) { return counted(number, words::kNode); };
    switch (difference.change) {
    case BatchChange::Same: return "same";
    case BatchChange::Grown: return fmt::format("gained {}", nodes(difference.gained()));
    case BatchChange::Shrunk: return fmt::format("lost {}", nodes(difference.lost()));
    case BatchChange::Split: return fmt::format("split into {}", batches);
    case BatchChange::Joined: return fmt::format("joined from {}", batches);
    case BatchChange::Regrouped:
        return fmt::format("lost {}, gained {}", nodes(difference.lost()), nodes(difference.gained()));
    case BatchChange::OnlyBefore:
        return difference.parts == 1 ? fmt::format("{} moved to batch {}", nodes(difference.lost()), relative)
                                     : fmt::format("{} moved to {}, most of them to batch {}", nodes(difference.lost()),
                                                   batches, relative);
    case BatchChange::OnlyAfter:
        return difference.parts == 1 ? fmt::format("{} came from batch {}", nodes(difference.gained()), relative)
                                     : fmt::format("{} came from {}, most of them from batch {}",
                                                   nodes(difference.gained()), batches, relative);
    }
    return {};
}

std::string diffText(const ScheduleDiff& diff, std::string_view before, std::string_view after) {
    const DiffCount& total = diff.total;
    if (!total.changes()) {
        return diff.keepsOrder ? fmt::format("{} and {} make the same batches in the same order.", before, after)
                               : fmt::format("{} and {} make the same batches in another order.", before, after);
    }
    const bool isMore = total.after > total.before;
    const std::size_t fewer = isMore ? total.after - total.before : total.before - total.after;
    const std::string change =
        fewer == 0 ? "as many" : fmt::format("{} {}", withThousands(fewer), isMore ? "more" : "fewer");
    return fmt::format("{}: {}. {}: {}, {} ({} saved, {} added). {} of {} run in another batch.", before,
                       counted(total.before, words::kBatch), after, counted(total.after, words::kBatch), change,
                       withThousands(total.saved), withThousands(total.added), withThousands(total.moved),
                       counted(total.nodes, words::kNode));
}

} // namespace batchscope
