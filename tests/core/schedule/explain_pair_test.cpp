// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/explain.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace batchscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::int32_t kWidth = 4;
constexpr OpId kEmbed(std::size_t{0});  // integer → row
constexpr OpId kUnary(std::size_t{1});  // row → row
constexpr OpId kPair(std::size_t{2});   // row, row → row
constexpr OpId kMix(std::size_t{3});    // row, shared → row
constexpr OpId kAlone(std::size_t{4});  // row → row, cannot batch
constexpr OpId kSliceA(std::size_t{5}); // row → 2 columns from 0
constexpr OpId kSliceB(std::size_t{6}); // row → 2 columns from 2

Op sliceOp(const OpSet& set, std::int32_t begin) {
    BodyBuilder body(set.params);
    body.output(body.slice(body.argument(0, kWidth), begin, 2));
    return {"slice", {{ArgumentClass::Row, kWidth}}, body.take(), Batchable::Yes, {{"begin", double(begin)}}};
}

OpSet toyOps() {
    OpSet set{.name = "toy", .params = {}, .ops = {}};
    const ParamId table = set.params.push_back({"E", 10, kWidth});
    const ArgumentType row{ArgumentClass::Row, kWidth};
    const auto op = [&](const char* name, std::vector<ArgumentType> arguments, auto compute) {
        BodyBuilder body(set.params);
        body.output(compute(body));
        set.ops.push_back({name, std::move(arguments), body.take()});
    };
    const auto sum = [](BodyBuilder& body) { return body.add(body.argument(0, kWidth), body.argument(1, kWidth)); };
    op("embed", {{ArgumentClass::Integer}}, [&](BodyBuilder& body) { return body.lookup(table, 0); });
    op("unary", {row}, [](BodyBuilder& body) { return body.tanh(body.argument(0, kWidth)); });
    op("pair", {row, row}, sum);
    op("mix", {row, {ArgumentClass::Shared, kWidth}}, sum);
    op("alone", {row}, [](BodyBuilder& body) { return body.relu(body.argument(0, kWidth)); });
    set.ops[kAlone].batchable = Batchable::No;
    set.ops.push_back(sliceOp(set, 0));
    set.ops.push_back(sliceOp(set, 2));
    return set;
}

/// A graph under construction.
struct Toy {
    Fold fold{toyOps(), {}};

    Value embed(std::uint32_t word) { return fold.add(kEmbed, {Argument::integer(word)}); }
    Value unary(Value value) { return fold.add(kUnary, {value}); }
    OpGraph graph() {
        Result<OpGraph> made = std::move(fold).finish();
        EXPECT_TRUE(made.hasValue()) << made.error().text();
        return std::move(*made);
    }
};

PairExplanation explained(const OpGraph& graph, std::string_view policy, Value a, Value b) {
    return explainPair(graph, testing::scheduleOf(graph, policy), a.node, b.node);
}

std::vector<PairReasonKind> kinds(const PairExplanation& pair) {
    std::vector<PairReasonKind> result;
    for (const PairReason& reason : pair.reasons) {
        result.push_back(reason.kind);
        EXPECT_FALSE(reason.text.empty());
        EXPECT_THAT(pair.text(), HasSubstr(reason.text));
    }
    return result;
}

TEST(ExplainPair, AllFieldsThatDifferInOrder) {
    Toy toy;
    const Value a = toy.embed(1);
    const Value other = toy.embed(2);
    const Value sum = toy.fold.add(kPair, {other, other});
    const PairExplanation pair = explained(toy.graph(), "agenda", a, sum);
    EXPECT_FALSE(pair.together);
    ASSERT_THAT(kinds(pair), ElementsAre(PairReasonKind::Signature)) << "no choice of the policy could have helped";
    EXPECT_THAT(pair.reasons[0].fields,
                ElementsAre(FieldDifference{"op", "embed", "pair"}, FieldDifference{"parameters", "E", "none"},
                            FieldDifference{"argument 0", "integer", "row[4] float32"},
                            FieldDifference{"argument 1", "none", "row[4] float32"}));
    EXPECT_THAT(pair.text(), HasSubstr("op (embed and pair); parameters (E and none); argument 0"));
}

TEST(ExplainPair, AttributesTellOpsOfOneNameApart) {
    Toy toy;
    const Value row = toy.embed(1);
    const Value low = toy.fold.add(kSliceA, {row});
    const Value high = toy.fold.add(kSliceB, {row});
    const PairExplanation pair = explained(toy.graph(), "depth", low, high);
    ASSERT_THAT(kinds(pair), ElementsAre(PairReasonKind::Signature));
    EXPECT_THAT(pair.reasons[0].fields, ElementsAre(FieldDifference{"attributes", "begin 0", "begin 2"}));
}

TEST(ExplainPair, SharedValuesMustBeTheSameOne) {
    Toy toy;
    const Value one = toy.embed(1);
    const Value two = toy.embed(2);
    const Value row = toy.embed(3);
    const Value withOne = toy.fold.add(kMix, {row, Argument::shared(one)});
    const Value withTwo = toy.fold.add(kMix, {row, Argument::shared(two)});
    const Value again = toy.fold.add(kMix, {one, Argument::shared(one)});
    const OpGraph graph = toy.graph();
    const PairExplanation apart = explained(graph, "depth", withOne, withTwo);
    ASSERT_THAT(kinds(apart), ElementsAre(PairReasonKind::Signature));
    EXPECT_THAT(apart.reasons[0].fields, ElementsAre(FieldDifference{"shared values", "output 0 of node 0 (embed)",
                                                                     "output 0 of node 1 (embed)"}));
    EXPECT_TRUE(explained(graph, "depth", withOne, again).together);
}

TEST(ExplainPair, WhatOnlyTheTupleTellsApart) {
    OpGraph graph;
    graph.ops = toyOps();
    const Op pair = graph.ops.ops[kPair];
    const Signature base{kPair, {}, pair.arguments, {}, Device::Cpu};
    Signature changed = base;
    changed.device = Device::Cuda;
    changed.arguments[0].width = 9;
    changed.arguments[0].dtype = DType::Float64;
    changed.arguments[1].kind = ArgumentClass::Constant;
    changed.arguments[1].arity = Arity::Any;
    const SignatureId a = graph.signatures.intern(base);
    const SignatureId b = graph.signatures.intern(changed);
    EXPECT_THAT(signatureDifferences(graph, a, b),
                ElementsAre(FieldDifference{"argument 0", "row[4] float32", "row[9] float64"},
                            FieldDifference{"argument 1", "row[4] float32", "constant[4] float32 ×any"},
                            FieldDifference{"device", "cpu", "cuda"}));
    EXPECT_TRUE(signatureDifferences(graph, a, a).empty());
    Signature other = base;
    other.op = graph.ops.ops.push_back(pair); // the same in all but its number
    EXPECT_THAT(signatureDifferences(graph, a, graph.signatures.intern(other)),
                ElementsAre(FieldDifference{"op", "pair (#2)", "pair (#7)"}));
    const ParamId first = graph.ops.params.push_back({"W", 4, 4});
    const ParamId second = graph.ops.params.push_back({"W", 4, 4});
    Signature withFirst = base;
    withFirst.parameters = {first};
    Signature withSecond = base;
    withSecond.parameters = {second};
    EXPECT_THAT(signatureDifferences(graph, graph.signatures.intern(withFirst), graph.signatures.intern(withSecond)),
                ElementsAre(FieldDifference{"parameters", "W (#1)", "W (#2)"}))
        << "one name for two parameters must not hide the difference";
}

TEST(ExplainPair, OpsThatCannotBatch) {
    Toy toy;
    const Value row = toy.embed(1);
    const Value a = toy.fold.add(kAlone, {row});
    const Value b = toy.fold.add(kAlone, {row});
    const Value c = toy.unary(row);
    const OpGraph graph = toy.graph();
    const PairExplanation pair = explained(graph, "agenda", a, b);
    EXPECT_THAT(kinds(pair), ElementsAre(PairReasonKind::Unbatchable, PairReasonKind::OtherStep));
    EXPECT_THAT(pair.reasons[0].text, HasSubstr("The op alone is marked as unbatchable"));
    EXPECT_THAT(pair.reasons[1].text,
                HasSubstr("When batch 2 ran, node 2 was also ready, but that batch runs one node alone"));
    EXPECT_THAT(kinds(explained(graph, "agenda", c, b)),
                ElementsAre(PairReasonKind::Signature, PairReasonKind::Unbatchable));
}

TEST(ExplainPair, ADependencyIsShownWithAShortestPath) {
    Toy toy;
    const Value row = toy.embed(1);
    const Value a = toy.unary(row);
    const Value middle = toy.unary(a);
    const Value around = toy.fold.add(kPair, {middle, middle});
    const Value b = toy.unary(middle);
    const OpGraph graph = toy.graph();
    const PairExplanation pair = explained(graph, "agenda", b, a);
    ASSERT_THAT(kinds(pair), ElementsAre(PairReasonKind::Dependency, PairReasonKind::OtherStep));
    EXPECT_THAT(pair.reasons[0].path, ElementsAre(a.node, middle.node, b.node));
    EXPECT_THAT(pair.reasons[0].text, HasSubstr("node 4 (unary) needs the result of node 1 (unary), 2 edges away "
                                                "(1 → 2 → 4)"));
    EXPECT_THAT(kinds(explained(graph, "agenda", around, b)), ElementsAre(PairReasonKind::Signature))
        << "neither needs the other";
}

TEST(ExplainPair, ASyncPointLiesBetween) {
    Toy toy;
    const Value a = toy.embed(1);
    toy.fold.setRound(1);
    const Value b = toy.embed(2);
    const PairExplanation pair = explained(toy.graph(), "agenda", a, b);
    ASSERT_THAT(kinds(pair), ElementsAre(PairReasonKind::Round, PairReasonKind::OtherStep));
    EXPECT_EQ(pair.reasons[0].a, 0U);
    EXPECT_EQ(pair.reasons[0].b, 1U);
    EXPECT_THAT(pair.reasons[0].text, HasSubstr("A value was read between their calls (a sync point)"));
    EXPECT_THAT(pair.reasons[1].text,
                HasSubstr("When batch 1 ran, node 1 did not exist yet: it was created in a later round"));
}

/// Two pairs on different levels, neither of which needs the other.
struct Uneven {
    Toy toy;
    Value low;
    Value high;
    OpGraph graph;

    Uneven() {
        const Value row = toy.embed(1);
        low = toy.fold.add(kPair, {row, row});
        const Value deeper = toy.unary(row);
        high = toy.fold.add(kPair, {deeper, row});
        graph = toy.graph();
    }
};

TEST(ExplainPair, LevelsDifferWhereThePolicyGroupsByThem) {
    const Uneven uneven;
    const PairExplanation depth = explained(uneven.graph, "depth", uneven.low, uneven.high);
    ASSERT_THAT(kinds(depth), ElementsAre(PairReasonKind::Level, PairReasonKind::OtherStep));
    EXPECT_EQ(depth.reasons[0].a, 1U);
    EXPECT_EQ(depth.reasons[0].b, 2U);
    EXPECT_THAT(depth.text(),
                HasSubstr("The policy “By level” groups nodes by level, and these two are on levels 1 and 2"));
    EXPECT_TRUE(explained(uneven.graph, "alap", uneven.low, uneven.high).together) << "both on the last level";
    EXPECT_TRUE(explained(uneven.graph, "sufficient", uneven.low, uneven.high).together);
}

TEST(ExplainPair, AlapCountsLevelsFromTheOutputs) {
    Toy toy;
    const Value a = toy.unary(toy.embed(1));
    const Value b = toy.unary(toy.embed(2));
    toy.fold.add(kPair, {b, b});
    const PairExplanation pair = explained(toy.graph(), "alap", a, b);
    ASSERT_THAT(kinds(pair), ElementsAre(PairReasonKind::Level, PairReasonKind::OtherStep));
    EXPECT_EQ(pair.reasons[0].a, 2U);
    EXPECT_EQ(pair.reasons[0].b, 1U);
    EXPECT_THAT(pair.text(),
                HasSubstr("groups nodes by level (counted from the outputs), and these two are on levels 2 and 1"));
}

TEST(ExplainPair, AnotherStepSaysWhatTheLaterOneWaitedFor) {
    const Uneven uneven;
    const PairExplanation pair = explained(uneven.graph, "regular", uneven.low, uneven.high);
    ASSERT_THAT(kinds(pair), ElementsAre(PairReasonKind::OtherStep));
    const PairReason& reason = pair.reasons[0];
    EXPECT_EQ(reason.a, 1U);
    EXPECT_EQ(reason.b, 3U);
    ASSERT_EQ(reason.awaited.size(), 1U);
    EXPECT_EQ(reason.awaited[0].argument, 0U);
    EXPECT_EQ(reason.awaited[0].node.value, 2U);
    EXPECT_EQ(reason.awaited[0].batch.value, 2U);
    EXPECT_THAT(reason.text, HasSubstr("in different batches: node 1 in batch 2 and node 3 in batch 4. When batch 2 "
                                       "ran, node 3 was not ready: it waited "
                                       "for its argument 0, node 2 (unary), which ran in batch 3."));
    EXPECT_THAT(reason.text,
                HasSubstr("Batch 4: pair ×1 runs now: it is the next node in creation order and runs alone."));
    EXPECT_THAT(explained(uneven.graph, "largest", uneven.low, uneven.high).text(), HasSubstr("Ready: "));
}

TEST(DependencyPath, AgreesWithReachabilityOnRandomForests) {
    std::size_t found = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const Treebank bank = *generateTreebank({.leaves = 6, .trees = 2, .vocabulary = 3, .seed = seed});
        const OpGraph graph =
            testing::graphOf(bank, {.outputs = Outputs::All, .merge = seed % 2 == 0 ? Merge::Subtrees : Merge::Off});
        constexpr std::size_t kFar = 1'000'000;
        std::vector<std::vector<std::size_t>> distance(graph.size(), std::vector<std::size_t>(graph.size(), kFar));
        for (std::size_t to = 0; to < graph.size(); ++to) {
            distance[to][to] = 0;
            for (const Argument& argument : graph.argumentsOf(NodeId(to))) {
                for (std::size_t from = 0; argument.isValue() && from <= to; ++from) {
                    distance[from][to] = std::min(distance[from][to], distance[from][argument.node().index()] + 1);
                }
            }
        }
        for (std::size_t from = 0; from < graph.size(); ++from) {
            for (std::size_t to = 0; to < graph.size(); ++to) {
                const std::vector<NodeId> path = dependencyPath(graph, NodeId(from), NodeId(to));
                ASSERT_EQ(path.empty(), from == to || distance[from][to] >= kFar) << from << " " << to;
                if (path.empty()) {
                    continue;
                }
                ++found;
                EXPECT_EQ(path.size(), distance[from][to] + 1) << "a shortest one";
                EXPECT_EQ(path.front(), NodeId(from));
                EXPECT_EQ(path.back(), NodeId(to));
                for (std::size_t at = 1; at < path.size(); ++at) {
                    const auto arguments = graph.argumentsOf(path[at]);
                    EXPECT_TRUE(std::any_of(arguments.begin(), arguments.end(), [&](const Argument& argument) {
                        return argument.isValue() && argument.node() == path[at - 1];
                    }));
                }
            }
        }
    }
    EXPECT_GT(found, 100U) << "or the test says nothing";
}

/// For every pair under every policy: together exactly if in one batch, and never without a reason.
TEST(ExplainPair, EveryPairOfRandomGraphsUnderEveryPolicyHasItsReason) {
    std::size_t pairs = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const Treebank bank = *generateTreebank({.leaves = 2 + seed % 4, .trees = 2, .vocabulary = 3, .seed = seed});
        OpGraph graph = testing::graphOf(bank, {.outputs = seed % 2 == 0 ? Outputs::All : Outputs::Root,
                                                .merge = seed % 3 == 0 ? Merge::Leaves : Merge::Off});
        if (seed % 2 == 1 && seed % 3 != 0) { // the second tree after a read
            graph.rounds.resize(graph.size(), 0);
            for (std::size_t index = 0; index < graph.size(); ++index) {
                graph.rounds[NodeId(index)] = graph.origins[NodeId(index)].tree.value;
            }
        }
        const std::vector<const Policy*> serving = *parsePolicies("all", graph);
        for (const Policy* policy : serving) {
            const Schedule schedule = testing::scheduleOf(graph, policy->name());
            for (std::size_t a = 0; a < graph.size(); ++a) {
                for (std::size_t b = 0; b < graph.size(); ++b) {
                    const PairExplanation pair = explainPair(graph, schedule, NodeId(a), NodeId(b));
                    ASSERT_EQ(pair.together, schedule.places[NodeId(a)].batch == schedule.places[NodeId(b)].batch);
                    ASSERT_FALSE(pair.reasons.empty());
                    const auto found = kinds(pair);
                    EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
                    const bool saysTogether = found.front() <= PairReasonKind::Together;
                    EXPECT_EQ(saysTogether, pair.together);
                    ++pairs;
                }
            }
        }
    }
    EXPECT_GT(pairs, 5000U);
}

} // namespace
} // namespace batchscope
