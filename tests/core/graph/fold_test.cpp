// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recording: what calls become, which are refused and how the message begins, what merging joins.
#include "core/graph/fold.h"
#include "core/nets/net.h"
#include "tests/support/body_oracle.h"
#include "tests/support/forests.h"
#include "tests/support/mixed_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>

namespace batchscope {
namespace {

using testing::finished;
using ::testing::HasSubstr;
using testing::mixedGraph;
using testing::mixedOps;
using ::testing::StartsWith;
using namespace testing::mixed; // NOLINT(google-build-using-namespace): the ops, by name

constexpr OpId kLeaf(std::size_t{0});
constexpr OpId kChildren(std::size_t{1});
constexpr OpId kLogits(std::size_t{2});
constexpr std::array kNumbers = {1.0, 2.0, 3.0};

OpSet smallNet() {
    return (*findNet("tree-lstm"))->ops({.dim = 4, .vocabulary = 10});
}

Argument word(std::uint32_t number) {
    return Argument::integer(number);
}

TEST(Fold, LevelsAndSignaturesFollowFromTheCalls) {
    Fold fold(smallNet(), {});
    const Value left = fold.add(kLeaf, {word(1)});
    const Value right = fold.add(kLeaf, {word(2)});
    EXPECT_EQ(left.output, Value::kUnsplit) << "h and c";
    const Value both =
        fold.add(kChildren, {fold.output(left, 0), fold.output(left, 1), fold.output(right, 0), fold.output(right, 1)});
    const Value logits = fold.add(kLogits, {fold.output(both, 0)});
    EXPECT_EQ(logits.output, 0U) << "one output needs no split";
    fold.request(logits, 4);
    fold.request(fold.output(both, 1));
    const OpGraph graph = finished(fold);
    EXPECT_EQ(graph.levels.values(), (std::vector<std::uint32_t>{0, 0, 1, 2}));
    EXPECT_EQ(graph.levelCount(), 3U);
    EXPECT_EQ(graph.nodeSignatures[left.node], graph.nodeSignatures[right.node]);
    EXPECT_EQ(signatureText(graph.signatures[graph.nodeSignatures[both.node]], graph.ops), "children(row[4] ×4)");
    EXPECT_EQ(graph.outputs, (std::vector<Value>{{NodeId(std::size_t{3}), 0}, {NodeId(std::size_t{2}), 1}}));
    EXPECT_EQ(graph.targets, (std::vector<std::int32_t>{4, kNoTarget}));
    const ConsumerIndex consumers(graph);
    EXPECT_EQ(consumers.users(left.node).size(), 2U) << "h and c";
}

template <typename Wrong>
std::string errorOf(Wrong wrong) {
    Fold fold(smallNet(), {});
    fold.setOrigin(TreeId(std::size_t{7}), TreeNodeId(std::size_t{0}));
    const Value leaf = fold.output(fold.add(kLeaf, {word(1)}), 0);
    wrong(fold, leaf);
    const Result<OpGraph> graph = std::move(fold).finish();
    if (!graph) {
        EXPECT_EQ(graph.error().code, ErrorCode::Config);
        EXPECT_THAT(graph.error().message, HasSubstr("(tree 8)"));
    }
    return graph ? std::string("none") : graph.error().message;
}

TEST(Fold, WrongCallsBecomeNamedErrors) {
    const auto nowhere = NodeId(std::size_t{99});
    EXPECT_THAT(errorOf([](Fold& fold, Value leaf) {
                    fold.add(kChildren, {leaf, leaf});
                }),
                StartsWith("arity: op 'children' takes 4 arguments, got 2"));
    EXPECT_THAT(errorOf([](Fold& fold, Value leaf) {
                    fold.add(kLogits, {leaf, leaf});
                }),
                StartsWith("arity: op 'logits' takes 1 argument, got 2"));
    EXPECT_THAT(errorOf([](Fold& fold, Value leaf) { fold.add(kLeaf, {leaf}); }),
                StartsWith("argument 0 of op 'leaf' must be integer, got row"));
    EXPECT_THAT(errorOf([](Fold& fold, Value) { fold.add(kLogits, {word(3)}); }),
                StartsWith("argument 0 of op 'logits' must be row, got integer"));
    EXPECT_THAT(errorOf([](Fold& fold, Value) { fold.add(kLogits, {fold.constant(kNumbers)}); }),
                StartsWith("argument 0 of op 'logits' must be a row of 4, got 3"));
    EXPECT_THAT(errorOf([](Fold& fold, Value leaf) { fold.add(kLogits, {fold.add(kLogits, {leaf})}); }),
                StartsWith("argument 0 of op 'logits' must be a row of 4, got 5"));
    EXPECT_THAT(errorOf([&](Fold& fold, Value) {
                    fold.add(kLogits, {Value{nowhere, 0}});
                }),
                StartsWith("argument 0 of op 'logits' names a value that does not exist"));
    EXPECT_THAT(errorOf([](Fold& fold, Value leaf) {
                    fold.add(kLogits, {Value{leaf.node, 2}});
                }),
                StartsWith("argument 0 of op 'logits' names a value that does not exist"));
    EXPECT_THAT(errorOf([](Fold& fold, Value leaf) { fold.output(leaf, 2); }),
                StartsWith("op 'leaf' has 2 outputs, but output 2 was requested"));
    EXPECT_THAT(errorOf([](Fold& fold, Value leaf) { fold.output(fold.add(kLogits, {leaf}), 1); }),
                StartsWith("op 'logits' has 1 output, but output 1 was requested"));
}

std::string errorOfMixed(const std::function<void(Fold&, Value leaf)>& wrong) {
    Fold fold(mixedOps(), {});
    wrong(fold, fold.add(kEmbed, {word(0)}));
    const Result<OpGraph> graph = std::move(fold).finish();
    return graph ? std::string("none") : graph.error().message;
}

/// TorchFold passes over them in silence, or fails far from the call that is to blame: arity (above), these three.
TEST(Fold, TheFaultsOfTorchFoldAreNamedAtTheCall) {
    constexpr std::array kTwoRows = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
    EXPECT_THAT(errorOfMixed([&](Fold& fold, Value) { fold.add(kInput, {fold.constant(kTwoRows, 2)}); }),
                StartsWith("row-count: a constant must have exactly 1 row, got 2"));
    EXPECT_THAT(errorOfMixed([](Fold& fold, Value) { fold.add(kInput, {fold.constant({}, 0)}); }),
                StartsWith("row-count: a constant must have exactly 1 row, got 0"));
    EXPECT_THAT(errorOfMixed([](Fold& fold, Value leaf) {
                    fold.add(kMix, {leaf, leaf});
                }),
                StartsWith("mixed-shared: argument 1 of op 'mix' must be shared, got row"));
    EXPECT_THAT(errorOfMixed([](Fold& fold, Value leaf) { fold.add(kAlone, {Argument::shared(leaf)}); }),
                StartsWith("mixed-shared: argument 0 of op 'alone' must be row, got shared"));
    const auto pair = [](Fold& fold, Value leaf) { return fold.add(kPair, {leaf, leaf}); };
    for (const std::string& error : {errorOfMixed([&](Fold&fold, Value leaf) { fold.add(kAlone, {pair(fold, leaf)}); }),
                                     errorOfMixed([&](Fold&fold, Value leaf) { fold.request(pair(fold, leaf)); }),
                                     errorOfMixed([&](Fold&fold, Value leaf) {
                                         fold.add(kMix, {leaf, Argument::shared(pair(fold, leaf))});
                                     })}) {
        EXPECT_THAT(error, StartsWith("unsplit: op 'pair' has 2 outputs; select one with output(value, k)"));
    }
}

/// What is asked for must exist, too: an unchecked request is an index out of bounds in every later stage.
TEST(Fold, OutputsAndRequestsOfValuesThatDoNotExistAreRefused) {
    const auto nowhere = NodeId(std::size_t{99});
    for (const NodeId node : {nowhere, NodeId()}) {
        EXPECT_THAT(errorOf([&](Fold& fold, Value) { fold.request({node, 0}); }), HasSubstr("does not exist"));
        EXPECT_THAT(errorOf([&](Fold& fold, Value) {
                        fold.request({node, Value::kUnsplit});
                    }),
                    HasSubstr("does not exist"));
        EXPECT_THAT(errorOf([&](Fold& fold, Value) { fold.output({node, 0}, 1); }), HasSubstr("does not exist"));
    }
    EXPECT_THAT(errorOf([](Fold& fold, Value leaf) {
                    fold.request({leaf.node, 2});
                }),
                StartsWith("op 'leaf' has 2 outputs, but output 2 was requested"));
}

TEST(Fold, TheFirstWrongCallIsKeptAndTheRestIsIgnored) {
    EXPECT_THAT(errorOf([](Fold& fold, Value leaf) {
                    const Value wrong = fold.add(kLogits, {leaf, leaf});
                    fold.request(fold.add(kChildren, {wrong}));
                    fold.output(wrong, 9);
                    static_cast<void>(fold.constant(kNumbers, 3));
                }),
                StartsWith("arity: op 'logits'"));
}

TEST(Fold, AnErrorOfNoTreeNamesNone) {
    Fold fold(smallNet(), {});
    fold.add(kLogits, {word(1)});
    EXPECT_EQ(std::move(fold).finish().error().message, "argument 0 of op 'logits' must be row, got integer");
}

TEST(Fold, ConstantsAreRowsOfTheGraph) {
    Fold fold(mixedOps(), {});
    const std::array other = {4.0, 5.0, 6.0};
    const Value first = fold.add(kInput, {fold.constant(kNumbers)});
    const Value second = fold.add(kInput, {fold.constant(other)});
    fold.request(second);
    const OpGraph graph = finished(fold);
    ASSERT_EQ(graph.constants.rows.size(), 2U);
    const auto numbers = graph.constants[graph.argumentsOf(second.node).front().constant()];
    EXPECT_EQ(std::vector<double>(numbers.begin(), numbers.end()), std::vector<double>(other.begin(), other.end()));
    EXPECT_EQ(graph.nodeSignatures[first.node], graph.nodeSignatures[second.node]) << "numbers do not part a batch";
    EXPECT_EQ(signatureText(graph.signatures[graph.nodeSignatures[first.node]], graph.ops), "input(constant[3])");
    EXPECT_EQ(graph.levels[first.node], 0U);
}

TEST(Fold, NumbersInPlaceOfAValueAreOfABatchWithValues) {
    Fold fold(mixedOps(), {});
    const Argument numbers = fold.constant(kNumbers);
    const Value leaf = fold.add(kEmbed, {word(0)});
    const Value both = fold.add(kPair, {numbers, numbers});
    const Value one = fold.add(kPair, {leaf, numbers});
    const Value none = fold.add(kPair, {leaf, leaf});
    fold.request(fold.output(one, 0));
    const OpGraph graph = finished(fold);
    EXPECT_EQ(graph.size(), 4U) << "numbers are no node";
    EXPECT_EQ(graph.nodeSignatures[both.node], graph.nodeSignatures[none.node]);
    EXPECT_EQ(graph.nodeSignatures[one.node], graph.nodeSignatures[none.node]);
    EXPECT_EQ(graph.levels[both.node], 0U);
    EXPECT_EQ(graph.levels[one.node], 1U);
}

TEST(Fold, SharedValuesPartSignatures) {
    Fold fold(mixedOps(), {});
    const Value a = fold.add(kEmbed, {word(0)});
    const Value b = fold.add(kEmbed, {word(1)});
    const Value pair = fold.add(kPair, {a, b});
    const auto mixed = [&](Value own, Value shared) { return fold.add(kMix, {own, Argument::shared(shared)}).node; };
    const NodeId withA = mixed(b, a);
    const NodeId withAToo = mixed(a, a);
    const NodeId withB = mixed(a, b);
    const NodeId withFirst = mixed(a, fold.output(pair, 0));
    const NodeId withSecond = mixed(a, fold.output(pair, 1));
    const OpGraph graph = finished(fold);
    const auto signature = [&](NodeId node) { return graph.nodeSignatures[node]; };
    EXPECT_EQ(signature(withA), signature(withAToo)) << "the same shared value: one batch";
    EXPECT_NE(signature(withA), signature(withB));
    EXPECT_NE(signature(withFirst), signature(withSecond)) << "outputs of one call are different values";
    EXPECT_EQ(graph.signatures[signature(withSecond)].shared, (std::vector<Value>{{pair.node, 1}}));
    EXPECT_EQ(graph.levels[withFirst], 2U) << "a shared value must run first, too";
    EXPECT_EQ(graph.opOf(withB).name, graph.opOf(signature(withB)).name);
}

TEST(Fold, VariadicCallsTakeAnyNumberOfItems) {
    Fold fold(mixedOps(), {});
    const Value a = fold.add(kEmbed, {word(0)});
    const Value b = fold.add(kEmbed, {word(1)});
    const NodeId none = fold.add(kJoin, {a}).node;
    const NodeId one = fold.add(kJoin, {a, a, b}).node;
    const NodeId two = fold.add(kJoin, {a, a, b, b, a}).node;
    const OpGraph graph = finished(fold);
    EXPECT_EQ(graph.nodeSignatures[none], graph.nodeSignatures[two]) << "one signature for any number";
    EXPECT_EQ(graph.nodeSignatures[none], graph.nodeSignatures[one]);
    EXPECT_EQ(signatureText(graph.signatures[graph.nodeSignatures[one]], graph.ops), "join(row[3], row[3] ×any ×2)");
    const auto slot = [&](std::size_t index) {
        std::vector<Value> values;
        for (const Argument& argument : graph.slotOf(two, index)) {
            values.push_back(argument.value());
        }
        return values;
    };
    EXPECT_EQ(slot(0), (std::vector<Value>{a}));
    EXPECT_EQ(slot(1), (std::vector<Value>{a, b}));
    EXPECT_EQ(slot(2), (std::vector<Value>{b, a}));
    EXPECT_TRUE(graph.slotOf(none, 2).empty());
}

TEST(Fold, VariadicSlotsTakeEquallyMany) {
    const auto message = [](std::size_t given) {
        Fold fold(mixedOps(), {});
        const Value a = fold.add(kEmbed, {word(0)});
        fold.add(kJoin, std::vector<Argument>(given, a));
        const Result<OpGraph> graph = std::move(fold).finish();
        return graph ? std::string("none") : graph.error().message;
    };
    EXPECT_THAT(message(0),
                StartsWith("arity: op 'join' takes 1 argument followed by any number of groups of 2, got 0"));
    EXPECT_THAT(message(2), StartsWith("arity: op 'join'"));
    EXPECT_EQ(message(3), "none");
    Fold fold(mixedOps(), {});
    const Value a = fold.add(kEmbed, {word(0)});
    fold.add(kJoin, {a, a, word(1)});
    EXPECT_THAT(std::move(fold).finish().error().message, StartsWith("argument 2 of op 'join' must be row"))
        << "the slot is named, not the place among the arguments";
}

TEST(Fold, ArgumentsComeFromTheSameRoundOrAnEarlierOne) {
    Fold fold(mixedOps(), {});
    const Value early = fold.add(kEmbed, {word(0)});
    fold.setRound(2);
    const Value late = fold.add(kPair, {early, early});
    fold.setRound(1);
    fold.add(kAlone, {early});
    const OpGraph graph = [&] {
        Fold other(mixedOps(), {});
        const Value first = other.add(kEmbed, {word(0)});
        other.setRound(2);
        other.add(kAlone, {first});
        other.setRound(0);
        other.add(kAlone, {first});
        return finished(other);
    }();
    EXPECT_EQ(graph.rounds.values(), (std::vector<std::uint32_t>{0, 2, 0}));
    EXPECT_EQ(graph.roundCount(), 3U) << "round 1 is empty, but it is counted";
    fold.add(kAlone, {fold.output(late, 0)});
    EXPECT_THAT(
        std::move(fold).finish().error().message,
        StartsWith("argument 0 of op 'alone' names a value that does not exist yet: it is created in a later round"));
}

TEST(Fold, WithoutSyncPointsThereAreNoRounds) {
    Fold fold(mixedOps(), {});
    fold.setRound(0);
    fold.add(kEmbed, {word(0)});
    const OpGraph graph = finished(fold);
    EXPECT_TRUE(graph.rounds.empty());
    EXPECT_EQ(graph.roundCount(), 1U);
}

TEST(Fold, MergingFoldsEqualCalls) {
    const Treebank bank = testing::bankOf("(1 (2 a) (2 b))\n(3 (2 a) (2 b))\n(3 (2 a) (2 c))\n");
    const auto nodes = [&](Merge merge) { return testing::graphOf(bank, {.merge = merge}).size(); };
    EXPECT_EQ(nodes(Merge::Off), 12U);
    EXPECT_EQ(nodes(Merge::Leaves), 9U) << "a, b and c once each";
    EXPECT_EQ(nodes(Merge::Subtrees), 7U) << "the second tree is the first";
    EXPECT_EQ(testing::graphOf(bank, {.merge = Merge::Subtrees}).calls, 12U);
    EXPECT_EQ(testing::graphOf(bank, {.merge = Merge::Subtrees}).outputs.size(), 3U);
}

TEST(Fold, MergingSeesEveryPartOfACall) {
    Fold fold(mixedOps(), {.merge = Merge::Subtrees});
    const Value a = fold.add(kEmbed, {word(0)});
    const Value b = fold.add(kEmbed, {word(1)});
    const Value pair = fold.add(kPair, {a, b});
    EXPECT_EQ(fold.add(kPair, {a, b}), pair) << "unsplit, as the first time";
    EXPECT_NE(fold.add(kPair, {b, a}).node, pair.node);
    const Value first = fold.output(pair, 0);
    const Value second = fold.output(pair, 1);
    EXPECT_NE(fold.add(kAlone, {first}), fold.add(kAlone, {second})) << "another output";
    EXPECT_EQ(fold.add(kAlone, {first}), fold.add(kAlone, {first})) << "unbatchable calls are equal, too";
    EXPECT_NE(fold.add(kMix, {a, Argument::shared(a)}), fold.add(kMix, {a, Argument::shared(b)}));
    EXPECT_EQ(fold.add(kMix, {a, Argument::shared(b)}), fold.add(kMix, {a, Argument::shared(b)}));
    EXPECT_NE(fold.add(kJoin, {a}), fold.add(kJoin, {a, a, b}));
    EXPECT_EQ(fold.add(kJoin, {a, a, b}), fold.add(kJoin, {a, a, b}));
    const Argument constant = fold.constant(kNumbers);
    EXPECT_EQ(fold.add(kInput, {constant}), fold.add(kInput, {constant}));
    EXPECT_NE(fold.add(kInput, {constant}), fold.add(kInput, {fold.constant(kNumbers)}))
        << "each constant() is a row of its own, as TorchFold compares tensors by identity";
    const OpGraph graph = finished(fold);
    EXPECT_EQ(graph.calls, 21U);
    EXPECT_EQ(graph.size(), 12U);
}

TEST(Fold, LeavesAreCallsWithoutNodeArguments) {
    Fold fold(mixedOps(), {.merge = Merge::Leaves});
    const Value a = fold.add(kEmbed, {word(0)});
    EXPECT_EQ(fold.add(kEmbed, {word(0)}), a);
    EXPECT_NE(fold.add(kJoin, {a}), fold.add(kJoin, {a}));
    EXPECT_NE(fold.add(kMix, {a, Argument::shared(a)}), fold.add(kMix, {a, Argument::shared(a)}));
    EXPECT_NE(fold.add(kEmbed, {word(1)}), a);
    EXPECT_EQ(finished(fold).size(), 6U);
}

/// The second tree starts in round 0 again: it must find what the first one made later, and may use it at once.
TEST(Fold, AMergedCallRunsInTheEarliestOfItsRounds) {
    Fold fold(mixedOps(), {.merge = Merge::Subtrees});
    const Value a = fold.add(kEmbed, {word(0)});
    fold.setRound(3);
    const Value late = fold.add(kEmbed, {word(1)});
    fold.setRound(1);
    EXPECT_EQ(fold.add(kEmbed, {word(1)}), late);
    fold.request(fold.output(fold.add(kPair, {a, late}), 0));
    fold.setRound(2);
    EXPECT_EQ(fold.add(kEmbed, {word(1)}), late);
    const OpGraph graph = finished(fold);
    EXPECT_EQ(graph.rounds.values(), (std::vector<std::uint32_t>{0, 1, 1}));
}

TEST(Fold, RandomGraphsKeepTheirInvariants) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        for (const Merge merge : {Merge::Off, Merge::Leaves, Merge::Subtrees}) {
            const OpGraph graph =
                mixedGraph(seed, {.rounds = 1 + static_cast<std::uint32_t>(seed % 4), .merge = merge});
            EXPECT_EQ(graph.calls, 43U);
            EXPECT_TRUE(merge == Merge::Off ? graph.size() == 43 : graph.size() <= 43) << "seed " << seed;
            EXPECT_EQ(graph.targets.size(), graph.outputs.size());
            EXPECT_TRUE(graph.rounds.empty() || graph.rounds.size() == graph.size());
            for (std::size_t index = 0; index < graph.size(); ++index) {
                std::uint32_t level = 0;
                for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
                    if (argument.isValue()) {
                        EXPECT_LT(argument.node().index(), index);
                        EXPECT_LE(graph.roundOf(argument.node()), graph.roundOf(NodeId(index)));
                        level = std::max(level, graph.levels[argument.node()] + 1);
                    }
                }
                EXPECT_EQ(graph.levels[NodeId(index)], level);
            }
        }
    }
}

TEST(Fold, MergingKeepsTheValuesOfMixedGraphs) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const testing::MixedOptions options{.calls = 60, .rounds = 3};
        const OpGraph apart = mixedGraph(seed, options);
        const testing::OracleParams params = testing::oracleParams(apart.ops, seed);
        const auto expected = testing::BodyOracle(apart, params).outputs();
        for (const Merge merge : {Merge::Leaves, Merge::Subtrees}) {
            const OpGraph merged = mixedGraph(seed, {.calls = 60, .rounds = 3, .merge = merge});
            EXPECT_EQ(testing::BodyOracle(merged, params).outputs(), expected) << "seed " << seed;
            EXPECT_EQ(merged.targets, apart.targets);
        }
    }
}

TEST(BuildGraph, OptionsAreChecked) {
    const Treebank bank = testing::bankOf("(1 (2 a) (2 b))\n");
    EXPECT_FALSE(buildGraph(bank, {.model = "gpt"}, {}).hasValue());
    EXPECT_FALSE(buildGraph(bank, {.dim = 0}, {}).hasValue());
    EXPECT_FALSE(buildGraph(bank, {.trees = {1, 2}}, {}).hasValue());
    EXPECT_EQ(testing::graphOf(bank, {.outputs = Outputs::All}).outputs.size(), 3U);
}

} // namespace
} // namespace batchscope
