// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule_diff.h"

#include "core/base/check.h"
#include "core/base/counted.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace batchscope {

namespace {

/// Nodes of a batch that the other graph has not; empty: none on that side.
std::string withoutPartner(std::string_view before, std::string_view after) {
    if (before.empty() || after.empty()) {
        return fmt::format("{} only {}", before.empty() ? after : before, before.empty() ? "after" : "before");
    }
    return fmt::format("{} only before, {} only after", before, after);
}

struct ChangeWords {
    const char* name;
    std::string_view title;
};

constexpr std::array<ChangeWords, 9> kChangeWords = {{
    {"same", "same"},
    {"grown", "grown"},
    {"shrunk", "shrunk"},
    {"split", "split"},
    {"joined", "joined"},
    {"regrouped", "regrouped"},
    {"only-before", "only before"},
    {"only-after", "only after"},
    {"other-nodes", "other nodes"},
}};

/// Nodes that a batch of each schedule have in common; at least one.
struct Overlap {
    BatchId before;
    BatchId after;
    std::uint32_t nodes = 0;
};

/// By batch of `before`, those of `after` in the order in which its rows meet them. At most one for each node.
std::vector<Overlap> overlapsOf(const Schedule& before, const Schedule& after, const NodePairs& pairs) {
    std::vector<Overlap> overlaps;
    IdVector<BatchId, std::uint32_t> entries(after.batchCount(), 0); // of the present batch, + 1
    for (std::size_t step = 0; step < before.batchCount(); ++step) {
        const std::size_t first = overlaps.size();
        for (const NodeId node : before.batch(BatchId(step))) {
            const NodeId partner = pairs.toAfter[node];
            if (!partner.valid()) {
                continue;
            }
            const BatchId other = after.places[partner].batch;
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

/// What the overlaps say of the batches of one schedule.
struct DiffSide {
    DiffSide(const Schedule& own, const IdVector<NodeId, NodeId>& partners)
        : schedule(own), alone(own.batchCount(), 0), mates(own.batchCount()), parts(own.batchCount(), 0),
          strangers(own.batchCount(), 0), relatives(own.batchCount()), most(own.batchCount(), 0) {
        for (std::size_t step = 0; step < own.batchCount(); ++step) {
            for (const NodeId node : own.batch(BatchId(step))) {
                alone[BatchId(step)] += partners[node].valid() ? 0 : 1;
            }
        }
    }

    /// Nodes of a batch that have a partner.
    [[nodiscard]] std::size_t pairedIn(BatchId batch) const { return schedule.batchSize(batch) - alone[batch]; }

    void note(BatchId batch, BatchId other, std::uint32_t nodes, bool isWholeOther) {
        ++parts[batch];
        strangers[batch] += isWholeOther ? 0 : 1;
        if (nodes > most[batch] || (nodes == most[batch] && other < relatives[batch])) {
            relatives[batch] = other;
            most[batch] = nodes;
        }
    }

    const Schedule& schedule;
    IdVector<BatchId, std::uint32_t> alone;     // nodes without partner
    IdVector<BatchId, BatchId> mates;           // counterparts; invalid: none
    IdVector<BatchId, std::uint32_t> parts;     // batches of the other schedule that it overlaps
    IdVector<BatchId, std::uint32_t> strangers; // those that hold nodes of other batches, too
    IdVector<BatchId, BatchId> relatives;       // that with most of its nodes
    IdVector<BatchId, std::uint32_t> most;      // nodes there
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
    return pair.aloneBefore + pair.aloneAfter > 0 ? BatchChange::OtherNodes : BatchChange::Same;
}

BatchDifference pairOf(const DiffSide& before, const DiffSide& after, BatchId batch, std::uint32_t common) {
    BatchDifference pair;
    pair.before = batch;
    pair.after = before.mates[batch];
    pair.signature = before.schedule.batchSignatures[batch];
    pair.sizeBefore = static_cast<std::uint32_t>(before.schedule.batchSize(batch));
    pair.sizeAfter = static_cast<std::uint32_t>(after.schedule.batchSize(pair.after));
    pair.common = common;
    pair.aloneBefore = before.alone[batch];
    pair.aloneAfter = after.alone[pair.after];
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
    (isBefore ? lone.aloneBefore : lone.aloneAfter) = side.alone[batch];
    lone.signature = side.schedule.batchSignatures[batch];
    lone.parts = side.parts[batch];
    lone.relative = side.relatives[batch];
    return lone;
}

/// In the order of the second schedule; those that are gone follow where most of their nodes went.
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
                             return difference.after.valid() ? difference.after : difference.relative; // none: last
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
        count.aloneBefore += difference.aloneBefore;
        count.aloneAfter += difference.aloneAfter;
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

const std::string& opOf(const BatchDifference& difference, const OpGraph& before, const OpGraph& after) {
    return (difference.before.valid() ? before : after).opOf(difference.signature).name;
}

ScheduleDiff diffSchedules(const OpGraph& graph, const Schedule& before, const Schedule& after) {
    return diffRuns(graph, before, graph, after, pairedWithItself(graph));
}

ScheduleDiff diffRuns(const OpGraph& graphBefore, const Schedule& before, const OpGraph& graphAfter,
                      const Schedule& after, const NodePairs& pairs) {
    BATCHSCOPE_CHECK(before.places.size() == graphBefore.size() && after.places.size() == graphAfter.size());
    BATCHSCOPE_CHECK(pairs.toAfter.size() == graphBefore.size() && pairs.toBefore.size() == graphAfter.size());
    DiffSide first(before, pairs.toAfter);
    DiffSide second(after, pairs.toBefore);
    std::vector<Overlap> overlaps = overlapsOf(before, after, pairs);
    for (const Overlap& overlap : overlaps) {
        first.note(overlap.before, overlap.after, overlap.nodes, overlap.nodes == second.pairedIn(overlap.after));
        second.note(overlap.after, overlap.before, overlap.nodes, overlap.nodes == first.pairedIn(overlap.before));
    }
    IdVector<BatchId, std::uint32_t> common(before.batchCount(), 0);
    pairUp(std::move(overlaps), first, second, common);

    ScheduleDiff diff;
    diff.batches = differencesOf(first, second, common);
    diff.keepsOrder = keepsOrderOf(diff.batches);
    diff.total = countOf(diff.batches);
    for (std::size_t index = 0; index < graphBefore.size(); ++index) {
        const NodeId node(index);
        const NodeId partner = pairs.toAfter[node];
        if (partner.valid() && first.mates[before.places[node].batch] != after.places[partner].batch) {
            diff.moved.push_back(node);
        }
    }
    return diff;
}

namespace {

/// Apart from nodes without partner.
std::string becameText(const BatchDifference& difference) {
    const std::string relative = difference.relative.valid() ? ordinal(difference.relative.index()) : std::string();
    const std::string batches = counted(difference.parts, words::kBatch);
    const auto nodes = [](std::uint32_t number) { return counted(number, words::kNode); };
    switch (difference.change) {
    case BatchChange::Same:
    case BatchChange::OtherNodes: return "same";
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

} // namespace

std::string changeText(const BatchDifference& difference) {
    const std::uint32_t alone = difference.aloneBefore + difference.aloneAfter;
    if (alone == 0) {
        return becameText(difference);
    }
    const std::string without =
        withoutPartner(difference.aloneBefore == 0 ? std::string() : counted(difference.aloneBefore, words::kNode),
                       difference.aloneAfter == 0 ? std::string() : counted(difference.aloneAfter, words::kNode));
    return difference.parts == 0 ? without : becameText(difference) + "; " + without;
}

std::string diffText(const ScheduleDiff& diff, std::string_view before, std::string_view after) {
    const DiffCount& total = diff.total;
    if (total.nodes == total.aloneBefore && total.aloneAfter > 0) {
        return fmt::format("{}: {}. {}: {}. No node of one has a partner in the other (the same op for the same node "
                           "of the same tree), so their batches cannot be paired.",
                           before, counted(total.before, words::kBatch), after, counted(total.after, words::kBatch));
    }
    if (!total.changes()) {
        return diff.keepsOrder ? fmt::format("{} and {} make the same batches in the same order.", before, after)
                               : fmt::format("{} and {} make the same batches in another order.", before, after);
    }
    const bool isMore = total.after > total.before;
    const std::size_t fewer = isMore ? total.after - total.before : total.before - total.after;
    const std::string change =
        fewer == 0 ? "as many" : fmt::format("{} {}", withThousands(fewer), isMore ? "more" : "fewer");
    const std::string text =
        fmt::format("{}: {}. {}: {}, {} ({} saved, {} added). {} of {} run in another batch.", before,
                    counted(total.before, words::kBatch), after, counted(total.after, words::kBatch), change,
                    withThousands(total.saved), withThousands(total.added), withThousands(total.moved),
                    counted(total.nodes - total.aloneBefore, words::kNode));
    return total.aloneBefore + total.aloneAfter == 0
               ? text
               : fmt::format(
                     "{} Nodes are paired by tree, place and op: {} of the first and {} of the second have no partner.",
                     text, counted(total.aloneBefore, words::kNode), counted(total.aloneAfter, words::kNode));
}

namespace {

/// What a node is computed for. Nodes that belong to no tree node are numbered within their tree.
struct NodePlace {
    std::uint32_t tree = 0;
    std::uint32_t treeNode = 0;
    std::uint32_t op = 0;  ///< number of its name
    std::uint32_t nth = 0; ///< among those of one place and op
    bool operator==(const NodePlace&) const = default;
};

struct NodePlaceHash {
    std::size_t operator()(const NodePlace& place) const noexcept {
        constexpr std::uint64_t kPrime = 0x9E3779B97F4A7C15ULL;
        std::uint64_t hash = 0;
        for (const std::uint32_t part : {place.tree, place.treeNode, place.op, place.nth}) {
            hash = (hash ^ part) * kPrime;
            hash ^= hash >> 29U;
        }
        return static_cast<std::size_t>(hash);
    }
};

using OpNumbers = std::unordered_map<std::string_view, std::uint32_t>;

/// Calls `each(node, place)` for every node in order.
template <typename Each>
void forEachPlace(const OpGraph& graph, OpNumbers& numbers, const Each& each) {
    IdVector<OpId, std::uint32_t> ops;
    for (const Op& op : graph.ops.ops) {
        ops.push_back(numbers.emplace(op.name, static_cast<std::uint32_t>(numbers.size())).first->second);
    }
    std::unordered_map<NodePlace, std::uint32_t, NodePlaceHash> counts;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        const Origin& origin = graph.origins[node];
        NodePlace place{origin.tree.value, origin.treeNode.value, ops[graph.nodeOps[node]], 0};
        place.nth = counts[place]++;
        each(node, place);
    }
}

} // namespace

NodePairs pairNodes(const OpGraph& before, const OpGraph& after) {
    NodePairs pairs{IdVector<NodeId, NodeId>(before.size()), IdVector<NodeId, NodeId>(after.size()), before.size(),
                    after.size()};
    OpNumbers numbers;
    std::unordered_map<NodePlace, NodeId, NodePlaceHash> places;
    places.reserve(before.size());
    forEachPlace(before, numbers, [&places](NodeId node, const NodePlace& place) { places.emplace(place, node); });
    forEachPlace(after, numbers, [&](NodeId node, const NodePlace& place) {
        if (const auto partner = places.find(place); partner != places.end()) {
            pairs.toAfter[partner->second] = node;
            pairs.toBefore[node] = partner->second;
            --pairs.aloneBefore;
            --pairs.aloneAfter;
        }
    });
    return pairs;
}

NodePairs pairedWithItself(const OpGraph& graph) {
    NodePairs pairs;
    pairs.toAfter.reserve(graph.size());
    for (std::size_t index = 0; index < graph.size(); ++index) {
        pairs.toAfter.push_back(NodeId(index));
    }
    pairs.toBefore = pairs.toAfter;
    return pairs;
}

} // namespace batchscope
