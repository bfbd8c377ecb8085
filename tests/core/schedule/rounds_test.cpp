// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sync points: nothing of a later round runs before all of the earlier ones, under any policy. And batches taken from a
// level that is not the lowest.
#include "core/base/random.h"
#include "core/schedule/metrics.h"
#include "core/schedule/validate.h"
#include "tests/support/forests.h"
#include "tests/support/mixed_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

namespace batchscope {
namespace {

using ::testing::HasSubstr;
using testing::mixedGraph;
using namespace testing::mixed; // NOLINT(google-build-using-namespace): the ops, by name

OpGraph graphOf(const std::function<void(Fold&)>& record) {
    Fold fold(testing::mixedOps(), {});
    record(fold);
    return testing::finished(fold);
}

Value leaf(Fold& fold, std::uint32_t word = 0) {
    return fold.add(kEmbed, {Argument::integer(word)});
}

std::vector<const Policy*> serving(const OpGraph& graph) {
    std::vector<const Policy*> all;
    for (const Policy* policy : policies()) {
        if (policy->accepts(graph).hasValue()) {
            all.push_back(policy);
        }
    }
    return all;
}

/// The bound round by round: longest chains of each signature, found by walking down from every node.
std::size_t boundByHand(const OpGraph& graph) {
    std::map<std::pair<std::uint32_t, SignatureId>, std::size_t> longest;
    for (std::size_t sign = 0; sign < graph.signatures.size(); ++sign) {
        const SignatureId signature(sign);
        if (graph.opOf(signature).batchable == Batchable::No) {
            for (std::size_t index = 0; index < graph.size(); ++index) {
                longest[{graph.roundOf(NodeId(index)), signature}] +=
                    graph.nodeSignatures[NodeId(index)] == signature ? 1 : 0;
            }
            continue;
        }
        std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> chains; // by node and round asked for
        const std::function<std::size_t(std::size_t, std::uint32_t)> chain = [&](std::size_t index,
                                                                                 std::uint32_t round) {
            const auto [known, isNew] = chains.emplace(std::pair(index, round), 0);
            if (!isNew) {
                return known->second;
            }
            std::size_t below = 0;
            for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
                below = argument.isValue() ? std::max(below, chain(argument.node().index(), round)) : below;
            }
            const bool counts =
                graph.nodeSignatures[NodeId(index)] == signature && graph.roundOf(NodeId(index)) == round;
            return chains[std::pair(index, round)] = below + (counts ? 1 : 0);
        };
        for (std::size_t index = 0; index < graph.size(); ++index) {
            const std::uint32_t round = graph.roundOf(NodeId(index));
            std::size_t& most = longest[{round, signature}];
            most = std::max(most, chain(index, round));
        }
    }
    std::size_t batches = 0;
    for (const auto& [key, length] : longest) {
        batches += length;
    }
    return batches;
}

/// Fewest batches, by trying every set of ready nodes of one signature, not only the largest.
std::size_t fewestByForce(const OpGraph& graph) {
    const std::size_t all = (std::size_t{1} << graph.size()) - 1;
    std::vector<std::size_t> fewest(all + 1, std::numeric_limits<std::size_t>::max());
    fewest[0] = 0;
    const auto isReady = [&](std::size_t index, std::size_t ran) {
        const auto arguments = graph.argumentsOf(NodeId(index));
        bool ready =
            (ran >> index & 1U) == 0 && std::all_of(arguments.begin(), arguments.end(), [&](const Argument& argument) {
                return !argument.isValue() || (ran >> argument.node().index() & 1U) != 0;
            });
        for (std::size_t other = 0; other < graph.size(); ++other) {
            const bool earlier = graph.roundOf(NodeId(other)) < graph.roundOf(NodeId(index));
            ready = ready && (!earlier || (ran >> other & 1U) != 0);
        }
        return ready;
    };
    for (std::size_t ran = 0; ran < all; ++ran) {
        if (fewest[ran] == std::numeric_limits<std::size_t>::max()) {
            continue;
        }
        for (std::size_t sign = 0; sign < graph.signatures.size(); ++sign) {
            std::size_t ready = 0;
            for (std::size_t index = 0; index < graph.size(); ++index) {
                const bool mine = graph.nodeSignatures[NodeId(index)] == SignatureId(sign);
                ready |= mine && isReady(index, ran) ? std::size_t{1} << index : 0;
            }
            const bool alone = graph.opOf(SignatureId(sign)).batchable == Batchable::No;
            for (std::size_t some = ready; some != 0; some = (some - 1) & ready) {
                if (!alone || (some & (some - 1)) == 0) {
                    fewest[ran | some] = std::min(fewest[ran | some], fewest[ran] + 1);
                }
            }
        }
    }
    return fewest[all];
}

void checkRounds(const OpGraph& graph, const Schedule& schedule) {
    const Status status = validate(graph, schedule);
    EXPECT_TRUE(status.hasValue()) << schedule.policy << ": " << (status ? "" : status.error().message);
    std::vector<BatchId> expected;
    std::uint32_t open = 0;
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const auto nodes = schedule.batch(BatchId(step));
        const std::uint32_t round = graph.roundOf(nodes.front());
        EXPECT_TRUE(std::all_of(nodes.begin(), nodes.end(), [&](NodeId node) { return graph.roundOf(node) == round; }))
            << schedule.policy;
        EXPECT_GE(round, open) << schedule.policy;
        if (step > 0 && round != open) {
            expected.emplace_back(step);
        }
        open = round;
    }
    EXPECT_EQ(schedule.syncPoints, expected) << schedule.policy;
    EXPECT_GE(schedule.batchCount(), lowerBound(graph).batches) << schedule.policy;
}

TEST(Rounds, NoPolicyMixesThem) {
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        const OpGraph graph = mixedGraph(seed, {.calls = 50, .rounds = 1 + static_cast<std::uint32_t>(seed % 5)});
        for (const Policy* policy : serving(graph)) {
            checkRounds(graph, testing::scheduleOf(graph, policy->name()));
        }
    }
}

TEST(Rounds, TheBoundIsCountedRoundByRound) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        OpGraph graph = mixedGraph(seed, {.rounds = 1 + static_cast<std::uint32_t>(seed % 4)});
        const std::size_t bound = lowerBound(graph).batches;
        EXPECT_EQ(bound, boundByHand(graph)) << "seed " << seed;
        graph.rounds = {};
        EXPECT_GE(bound, lowerBound(graph).batches) << "reading early never saves a batch";
    }
}

TEST(Rounds, OptimalIsTheBestOfAllOrdersOfTinyGraphs) {
    std::size_t withRounds = 0;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        const OpGraph graph =
            mixedGraph(seed, {.calls = 4 + seed % 8, .rounds = 1 + static_cast<std::uint32_t>(seed % 3)});
        const Schedule optimal = testing::scheduleOf(graph, "optimal");
        checkRounds(graph, optimal);
        EXPECT_EQ(optimal.batchCount(), fewestByForce(graph)) << "seed " << seed;
        for (const Policy* policy : serving(graph)) {
            EXPECT_GE(testing::scheduleOf(graph, policy->name()).batchCount(), optimal.batchCount()) << policy->name();
        }
        withRounds += graph.roundCount() > 1 ? 1 : 0;
    }
    EXPECT_GT(withRounds, 20U);
}

/// A level counts all rounds; a mean level only the open one, since the rest is not there yet.
TEST(Rounds, TheFrontierKnowsTheOpenRoundOnly) {
    const OpGraph graph = graphOf([](Fold& fold) {
        const Value a = leaf(fold, 0);
        const Value b = fold.add(kAlone, {a});
        fold.setRound(1);
        leaf(fold, 1);
        fold.add(kAlone, {b});
    });
    Frontier frontier(graph, graph.levels);
    const SignatureId leaves(std::size_t{0});
    const SignatureId alone(std::size_t{1});
    EXPECT_EQ(frontier.readyCount(leaves), 1U);
    EXPECT_EQ(frontier.meanLevel(alone), 1.0);
    EXPECT_EQ(frontier.typeFrontier(leaves), 1U);
    EXPECT_FALSE(frontier.isReady(NodeId(std::size_t{2}))) << "ready but for its round";
    frontier.release(frontier.takeAll(leaves, std::nullopt));
    EXPECT_EQ(frontier.readyCount(leaves), 0U);
    frontier.release(frontier.takeAll(alone, std::nullopt));
    EXPECT_TRUE(frontier.isReady(NodeId(std::size_t{2})));
    EXPECT_EQ(frontier.candidates().size(), 2U);
    EXPECT_EQ(frontier.meanLevel(alone), 2.0);
    EXPECT_EQ(frontier.meanRemainingLevel(alone), 2.0);
    EXPECT_EQ(frontier.lowestCompleteLevel(alone), 2U);
    EXPECT_EQ(frontier.nextCreated(), NodeId(std::size_t{2}));
}

TEST(Rounds, ValidateSeesBatchesOutOfRound) {
    OpGraph graph = graphOf([](Fold& fold) {
        leaf(fold, 0);
        leaf(fold, 1);
        fold.add(kAlone, {leaf(fold, 2)});
    });
    const Schedule together = testing::scheduleOf(graph, "depth");
    graph.rounds.resize(graph.size(), 0);
    EXPECT_TRUE(validate(graph, together).hasValue());
    graph.rounds[NodeId(std::size_t{1})] = 1;
    EXPECT_THAT(validate(graph, together).error().message, HasSubstr("before and after a sync point"));
    graph.rounds = IdVector<NodeId, std::uint32_t>(graph.size(), 1);
    graph.rounds[NodeId(std::size_t{3})] = 0;
    EXPECT_THAT(validate(graph, together).error().message,
                HasSubstr("belongs to an earlier round than the batch before it"));
}

TEST(Rounds, TheTypeFrontierCountsThoseThatWaitForNoOtherOfTheirSignature) {
    for (std::uint64_t seed = 1; seed <= 15; ++seed) {
        const OpGraph graph = mixedGraph(seed, {.rounds = 1 + static_cast<std::uint32_t>(seed % 3)});
        Frontier frontier(graph, graph.levels);
        Random random(seed);
        for (auto candidates = frontier.candidates(); !candidates.empty(); candidates = frontier.candidates()) {
            const std::uint32_t open = [&] {
                std::uint32_t round = std::numeric_limits<std::uint32_t>::max();
                for (std::size_t index = 0; index < graph.size(); ++index) {
                    round = frontier.hasRun(NodeId(index)) ? round : std::min(round, graph.roundOf(NodeId(index)));
                }
                return round;
            }();
            for (std::size_t sign = 0; sign < graph.signatures.size(); ++sign) {
                const SignatureId signature(sign);
                std::vector<std::uint8_t> blocked(graph.size(), 0); // an unrun node of it stands among the ancestors
                std::size_t expected = 0;
                for (std::size_t index = 0; index < graph.size(); ++index) {
                    for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
                        if (argument.isValue()) {
                            const NodeId below = argument.node();
                            const bool blocks = !frontier.hasRun(below) && graph.nodeSignatures[below] == signature;
                            blocked[index] = blocks || blocked[below.index()] != 0 ? 1 : blocked[index];
                        }
                    }
                    const bool mine = graph.nodeSignatures[NodeId(index)] == signature &&
                                      graph.roundOf(NodeId(index)) == open && !frontier.hasRun(NodeId(index));
                    expected += mine && blocked[index] == 0 ? 1 : 0;
                }
                EXPECT_EQ(frontier.typeFrontier(signature), expected) << "seed " << seed << ", signature " << sign;
            }
            const Candidate& chosen = candidates[random.below(candidates.size())];
            if (random.below(2) == 0) {
                const NodeId node = frontier.takeOne(chosen.signature);
                frontier.release(std::span(&node, 1));
            } else {
                const bool onLevel = random.below(2) == 0;
                frontier.release(
                    frontier.takeAll(chosen.signature, onLevel ? std::optional(chosen.lowestLevel) : std::nullopt));
            }
        }
    }
}

// ---- a complete group above a lower one that still waits --------------------------------------------------------

/// Pairs stand on level 2 (one ready early, one waiting for an `alone`) and on level 3 (ready as a whole). The `alone`
/// that the lower one waits for has a high mean level, so the upper group is asked for first.
OpGraph waitingGroup() {
    return graphOf([](Fold& fold) {
        const Value a = leaf(fold);                                  // 0: level 0
        const Value first = fold.output(fold.add(kNarrow, {a}), 0);  // 1: level 1, not used below
        const Value wait = fold.add(kMix, {a, Argument::shared(a)}); // 2: level 1
        const Value low = fold.add(kJoin, {a});                      // 3: level 1
        const Value next = fold.add(kJoin, {low});                   // 4: level 2
        fold.add(kPair, {low, low});                                 // 5: level 2, ready early
        fold.add(kPair, {wait, wait});                               // 6: level 2, waits
        Value top = fold.output(fold.add(kPair, {next, next}), 0);   // 7: level 3, complete
        for (int call = 0; call < 4; ++call) {
            top = fold.add(kMix, {top, Argument::shared(a)}); // 8 to 11: levels 4 to 7
        }
        fold.request(top);
        fold.request(first);
    });
}

TEST(CompleteGroups, AreCompleteNoMoreOnceOneOfThemRan) {
    const OpGraph graph = graphOf([](Fold& fold) {
        leaf(fold, 0);
        leaf(fold, 1);
    });
    const SignatureId leaves(std::size_t{0});
    Frontier frontier(graph, graph.levels);
    EXPECT_EQ(frontier.lowestCompleteLevel(leaves), 0U);
    frontier.takeNode(NodeId(std::size_t{1}));
    EXPECT_EQ(frontier.lowestCompleteLevel(leaves), std::nullopt);
    EXPECT_EQ(frontier.readyCount(leaves), 1U);
    EXPECT_EQ(frontier.takeAll(leaves, 0), (std::vector<NodeId>{NodeId(std::size_t{0})}));
    EXPECT_EQ(frontier.nextCreated(), NodeId());
}

TEST(CompleteGroups, ThePolicyTakesTheUpperGroup) {
    const OpGraph graph = waitingGroup();
    const Schedule schedule = testing::scheduleOf(graph, "complete-groups");
    checkRounds(graph, schedule);
    const auto place = [&](std::size_t node) { return schedule.places[NodeId(node)].batch; };
    EXPECT_LT(place(7), place(5)) << "level 3 before level 2: its group was ready as a whole";
    EXPECT_EQ(place(5), place(6)) << "and the lower group waited until it was";
    EXPECT_EQ(schedule.reasons[place(7)], Reason::CompleteGroup);
    EXPECT_EQ(schedule.batchSize(place(7)), 1U);
}

} // namespace
} // namespace batchscope
