// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lowering cells to primitives: the same values, and the nodes that the bodies say.
#include "core/formats/read_treebank.h"
#include "core/graph/lower.h"
#include "core/nets/net.h"
#include "core/schedule/validate.h"
#include "core/treebank/generate.h"
#include "tests/support/body_oracle.h"
#include "tests/support/forests.h"
#include "tests/support/mixed_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <stop_token>

namespace batchscope {
namespace {

using testing::BodyOracle;
using testing::finished;
using testing::mixedGraph;
using testing::mixedOps;
using testing::oracleParams;
using testing::OracleParams;
using namespace testing::mixed; // NOLINT(google-build-using-namespace): the ops, by name

constexpr std::array kMerges = {Merge::Off, Merge::Leaves, Merge::Subtrees};

OpGraph loweredGraph(const OpGraph& cells, Merge merge = Merge::Off) {
    Result<OpGraph> graph = lowered(cells, {.merge = merge}, {});
    EXPECT_TRUE(graph.hasValue()) << (graph ? "" : graph.error().message);
    return graph ? std::move(*graph) : OpGraph();
}

std::vector<std::string> opNames(const OpGraph& graph) {
    std::vector<std::string> names;
    for (const OpId op : graph.nodeOps) {
        names.push_back(graph.ops.ops[op].name);
    }
    return names;
}

/// Each node of the lowered graph computes one primitive, on its arguments alone; no op stands there twice.
void checkOps(const OpGraph& primitives) {
    std::set<std::string> texts;
    std::set<std::string> names;
    for (const Op& op : primitives.ops.ops) {
        EXPECT_TRUE(names.insert(op.name).second) << "twice: " << op.name;
        std::size_t computed = 0;
        for (const BodyValue& value : op.body.values) {
            computed += value.primitive == Primitive::Argument ? 0 : 1;
        }
        EXPECT_EQ(computed, op.name == "constant" ? 0U : 1U) << op.name;
        EXPECT_EQ(op.outputs(), 1U);
        std::string text = op.name + op.body.text(primitives.ops.params);
        for (const ArgumentType& type : op.arguments) {
            text += argumentClassName(type.kind);
        }
        for (const BodyValue& value : op.body.values) {
            text += std::to_string(value.weight.value) + " " + std::to_string(value.bias.value);
        }
        text += op.batchable == Batchable::Yes ? "" : "alone";
        EXPECT_TRUE(texts.insert(text).second) << "twice: " << text;
    }
}

void checkLowered(const OpGraph& cells, const OracleParams& params, const std::string& what) {
    const std::vector<testing::OracleRow> expected = BodyOracle(cells, params).outputs();
    std::size_t largest = 0;
    for (const Merge merge : kMerges) {
        const OpGraph primitives = loweredGraph(cells, merge);
        EXPECT_EQ(BodyOracle(primitives, params).outputs(), expected) << what << ": the same operations in one order";
        EXPECT_EQ(primitives.targets, cells.targets) << what;
        EXPECT_EQ(primitives.trees, cells.trees);
        EXPECT_EQ(primitives.ops.params.size(), cells.ops.params.size());
        EXPECT_EQ(primitives.ops.dtype, cells.ops.dtype);
        largest = std::max(largest, primitives.size());
        EXPECT_TRUE(merge == Merge::Off || primitives.size() <= largest) << what;
        checkOps(primitives);
    }
}

/// Three images of 1 × 4 pixels.
Treebank imageBank() {
    const std::string bytes("\0\0\x08\x03\0\0\0\x03\0\0\0\x01\0\0\0\x04\0\x33\x66\x99\xCC\xFF\x01\x02\0\x33\x66\x99",
                            28);
    return *readTreebankText(bytes, "images", {});
}

Treebank bankFor(const Net& net, std::uint64_t seed) {
    if (net.leaves == Leaves::Vectors) {
        return imageBank();
    }
    const bool binary = std::string_view(net.input).find("binary") != std::string_view::npos;
    return *generateTreebank({.arity = binary ? 2U : 3U, .leaves = 7, .trees = 4, .vocabulary = 6, .seed = seed});
}

class LowerNets : public ::testing::TestWithParam<Net> {};

TEST_P(LowerNets, KeepsTheValuesOfRandomForests) {
    const Net& net = GetParam();
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Treebank bank = bankFor(net, seed);
        for (const Outputs outputs : {Outputs::Root, Outputs::All}) {
            for (const Variadic variadic : {Variadic::Buckets, Variadic::SegmentSum}) {
                for (const Merge merge : kMerges) {
                    const OpGraph cells = testing::graphOf(bank, {.model = net.name,
                                                                  .dim = 3,
                                                                  .dtype = DType::Float64,
                                                                  .outputs = outputs,
                                                                  .merge = merge,
                                                                  .variadic = variadic});
                    checkLowered(cells, oracleParams(cells.ops, seed), net.name);
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, LowerNets, ::testing::ValuesIn(nets().begin(), nets().end()),
                         [](const ::testing::TestParamInfo<Net>& net) {
                             std::string name = net.param.name;
                             std::erase(name, '-');
                             return name;
                         });

TEST(Lower, KeepsTheValuesOfMixedGraphs) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        for (const Merge merge : kMerges) {
            const OpGraph cells =
                mixedGraph(seed, {.rounds = 1 + static_cast<std::uint32_t>(seed % 4), .merge = merge});
            checkLowered(cells, oracleParams(cells.ops, seed), "mixed");
        }
    }
}

TEST(Lower, EachCellBecomesThePrimitivesOfItsBodyInOrder) {
    Fold fold(mixedOps(), {});
    const Value a = fold.add(kEmbed, {Argument::integer(0)});
    const Value x = fold.add(kInput, {fold.constant(std::array{1.0, 2.0, 3.0})});
    const Value pair = fold.add(kPair, {a, x});
    const Value mix = fold.add(kMix, {x, Argument::shared(a)});
    const Value narrow = fold.add(kNarrow, {mix});
    const Value alone = fold.add(kAlone, {fold.output(pair, 0)});
    for (const Value value : {fold.output(pair, 1), fold.output(narrow, 1), alone}) {
        fold.request(value);
    }
    const OpGraph primitives = loweredGraph(finished(fold));
    std::vector<std::string> names = opNames(primitives);
    EXPECT_NE(names.back(), "tanh") << "this one cannot batch, and people must see that it is another op";
    names.pop_back();
    EXPECT_EQ(names, (std::vector<std::string>{"lookup E", "constant", "concat", "linear W", "tanh", "add", "tanh",
                                               "multiply", "linear V", "add", "tanh", "slice 0:2", "slice 1:3", "exp",
                                               "fill 1", "subtract"}));
    EXPECT_EQ(primitives.levels.values(),
              (std::vector<std::uint32_t>{0, 0, 1, 2, 3, 4, 5, 4, 1, 4, 5, 6, 6, 6, 0, 7, 8}));
    EXPECT_EQ(
        primitives.outputs,
        (std::vector<Value>{{NodeId(std::size_t{7}), 0}, {NodeId(std::size_t{12}), 0}, {NodeId(std::size_t{16}), 0}}));
    EXPECT_EQ(primitives.calls, 17U);
    const auto signature = [&](std::size_t node) { return primitives.nodeSignatures[NodeId(node)]; };
    EXPECT_EQ(signature(4), signature(6)) << "tanh is tanh, whichever cell it came from";
    EXPECT_EQ(signature(5), signature(9)) << "and add is add";
    EXPECT_NE(signature(4), signature(16)) << "unless its cell could not batch";
    EXPECT_NE(signature(11), signature(12)) << "other columns of one row";
    const auto attributes = [&](std::size_t node) { return primitives.opOf(NodeId(node)).attributes; };
    EXPECT_EQ(attributes(11), (std::vector<Attribute>{{"begin", 0.0}, {"end", 2.0}}));
    EXPECT_EQ(attributes(12), (std::vector<Attribute>{{"begin", 1.0}, {"end", 3.0}}));
    EXPECT_EQ(attributes(14), (std::vector<Attribute>{{"number", 1.0}, {"width", 3.0}}));
    EXPECT_EQ(primitives.opOf(NodeId(std::size_t{16})).batchable, Batchable::No);
    const auto text = [&](std::size_t node) {
        return signatureText(primitives.signatures[signature(node)], primitives.ops);
    };
    EXPECT_EQ(text(1), "constant(constant[3])");
    EXPECT_EQ(text(8), "linear V(shared[3])") << "what is shared stays shared";
    EXPECT_EQ(text(3), "linear W(row[6])");
    EXPECT_EQ(primitives.signatures[signature(8)].shared, (std::vector<Value>{{NodeId(std::size_t{0}), 0}}));
}

TEST(Lower, WorkOnItemsIsOneNodeForEachItem) {
    for (const std::size_t items : {0U, 1U, 2U, 5U}) {
        Fold fold(mixedOps(), {});
        const Value a = fold.add(kEmbed, {Argument::integer(0)});
        fold.request(fold.add(kJoin, std::vector<Argument>(1 + 2 * items, a)));
        const OpGraph primitives = loweredGraph(finished(fold));
        EXPECT_EQ(primitives.size(), 1 + 2 * items + 3)
            << items << " items: an add and a multiply each, sum, add, tanh";
        const std::vector<std::string> names = opNames(primitives);
        EXPECT_EQ(std::count(names.begin(), names.end(), "segment_sum"), 1);
        const NodeId sum(1 + 2 * items);
        EXPECT_EQ(primitives.argumentsOf(sum).size(), items);
        EXPECT_EQ(signatureText(primitives.signatures[primitives.nodeSignatures[sum]], primitives.ops),
                  "segment_sum(row[3] ×any)");
    }
}

TEST(Lower, RoundsTargetsAndOriginsStay) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const OpGraph cells = mixedGraph(seed, {.rounds = 4});
        const OpGraph primitives = loweredGraph(cells);
        std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> known;
        for (std::size_t index = 0; index < cells.size(); ++index) {
            const Origin& origin = cells.origins[NodeId(index)];
            known.insert({origin.tree.value, origin.treeNode.value, cells.roundOf(NodeId(index))});
        }
        for (std::size_t index = 0; index < primitives.size(); ++index) {
            const Origin& origin = primitives.origins[NodeId(index)];
            EXPECT_TRUE(known.contains({origin.tree.value, origin.treeNode.value, primitives.roundOf(NodeId(index))}))
                << "a cell of that origin ran in that round";
        }
        EXPECT_EQ(primitives.roundCount(), cells.roundCount());
        EXPECT_EQ(primitives.targets, cells.targets);
    }
}

/// The first tree calls an op in a late round, the second in an early one: merging must not put the second off.
TEST(Lower, MergedPrimitivesRunInTheEarliestRound) {
    Fold fold(mixedOps(), {});
    const Value a = fold.add(kEmbed, {Argument::integer(0)});
    fold.setRound(2);
    fold.request(fold.add(kAlone, {a})); // its fill is the same for every call
    fold.setRound(0);
    fold.request(fold.add(kAlone, {fold.add(kEmbed, {Argument::integer(1)})}));
    const OpGraph cells = finished(fold);
    for (const Merge merge : {Merge::Leaves, Merge::Subtrees}) {
        const OpGraph primitives = loweredGraph(cells, merge);
        EXPECT_TRUE(validate(primitives, testing::scheduleOf(primitives, "agenda")).hasValue());
        EXPECT_EQ(primitives.size(), 9U) << "two lookups, one fill, twice exp, subtract, tanh";
    }
}

TEST(Lower, AConstantUsedTwiceIsOneConstant) {
    Fold fold(mixedOps(), {});
    const Argument numbers = fold.constant(std::array{1.0, 2.0, 3.0});
    fold.request(fold.add(kInput, {numbers}));
    fold.request(fold.add(kInput, {numbers}));
    const OpGraph cells = finished(fold);
    EXPECT_EQ(loweredGraph(cells).size(), 8U);
    EXPECT_EQ(loweredGraph(cells).constants.rows.size(), 1U);
    EXPECT_EQ(loweredGraph(cells, Merge::Leaves).size(), 7U) << "one constant, read by two concats";
    EXPECT_EQ(loweredGraph(cells, Merge::Subtrees).size(), 4U);
}

/// Ops of one primitive and width may differ all the same: in what is shared, in whether they batch.
TEST(Lower, NoTwoOpsHaveOneName) {
    OpSet set = mixedOps();
    for (const Batchable batchable : {Batchable::Yes, Batchable::No}) {
        for (const ArgumentClass kind : {ArgumentClass::Row, ArgumentClass::Shared}) {
            BodyBuilder body(set.params);
            const BodyId x = body.argument(0, kWidth);
            body.output(body.add(body.argument(1, kWidth), x));
            body.output(body.exp(body.slice(x, 0, 2)));
            set.ops.push_back({"cell",
                               {{kind, kWidth, DType::Float64}, {ArgumentClass::Row, kWidth, DType::Float64}},
                               body.take(),
                               batchable});
        }
    }
    Fold fold(set, {});
    const Value a = fold.add(kEmbed, {Argument::integer(0)});
    for (std::size_t op = mixedOps().ops.size(); op < set.ops.size(); ++op) {
        const bool isShared = set.ops[OpId(op)].arguments.front().kind == ArgumentClass::Shared;
        const Value both = fold.add(OpId(op), {isShared ? Argument::shared(a) : Argument(a), a});
        fold.request(fold.output(both, 0));
        fold.request(fold.output(both, 1));
    }
    const OpGraph cells = finished(fold);
    checkLowered(cells, oracleParams(cells.ops, 7), "cells");
    std::set<std::uint32_t> ops;
    const OpGraph primitives = loweredGraph(cells);
    for (const OpId op : primitives.nodeOps) {
        ops.insert(op.value);
    }
    EXPECT_EQ(ops.size(), 1U + 4U * 3U - 2U) << "add and slice each four times; exp, which reads no argument, twice";
}

/// Two weights of one name are two weights.
TEST(Lower, ParametersAreToldApartByIdNotByName) {
    OpSet set{.name = "twins", .dtype = DType::Float64, .params = {}, .ops = {}};
    const ParamId table = set.params.push_back({"E", 2, 3});
    const ParamId first = set.params.push_back({"W", 3, 3});
    const ParamId second = set.params.push_back({"W", 3, 3});
    BodyBuilder body(set.params);
    const BodyId x = body.lookup(table, 0);
    const BodyId once = body.linear(x, first);
    const BodyId other = body.linear(x, second);
    body.output(body.add(once, body.linear(other, first)));
    set.ops.push_back({"cell", {{ArgumentClass::Integer, 0, DType::Float64}}, body.take()});
    Fold fold(set, {});
    fold.request(fold.add(OpId(std::size_t{0}), {Argument::integer(1)}));
    const OpGraph cells = finished(fold);
    const OracleParams params = oracleParams(cells.ops, 4);
    const OpGraph primitives = loweredGraph(cells);
    EXPECT_EQ(BodyOracle(primitives, params).outputs(), BodyOracle(cells, params).outputs());
    EXPECT_NE(primitives.nodeSignatures[NodeId(std::size_t{1})], primitives.nodeSignatures[NodeId(std::size_t{2})]);
    EXPECT_EQ(primitives.nodeSignatures[NodeId(std::size_t{1})], primitives.nodeSignatures[NodeId(std::size_t{3})]);
}

/// n copies of a shared row, summed: the items of a segment sum are rows, whatever they were before.
TEST(Lower, ASharedRowSpreadOverItemsIsAnItemLikeAnyOther) {
    OpSet set = mixedOps();
    BodyBuilder body(set.params);
    const BodyId items = body.segmentSum(body.items(1, kWidth));
    body.output(body.add(items, body.segmentSum(body.spread(body.argument(0, kWidth)))));
    const OpId counted = set.ops.push_back(
        {"counted",
         {{ArgumentClass::Shared, kWidth, DType::Float64}, {ArgumentClass::Row, kWidth, DType::Float64, Arity::Any}},
         body.take()});
    Fold fold(set, {});
    const Value a = fold.add(kEmbed, {Argument::integer(0)});
    const Value b = fold.add(kEmbed, {Argument::integer(1)});
    fold.request(fold.add(counted, {Argument::shared(a), b, b}));
    fold.request(fold.add(counted, {Argument::shared(a)}));
    fold.request(fold.add(counted, {Argument::shared(a), b, a, b}));
    const OpGraph cells = finished(fold);
    checkLowered(cells, oracleParams(cells.ops, 5), "counted");
    const OpGraph primitives = loweredGraph(cells);
    for (std::size_t index = 0; index < primitives.size(); ++index) {
        const auto arguments = primitives.argumentsOf(NodeId(index));
        EXPECT_TRUE(std::none_of(arguments.begin(), arguments.end(), [](const Argument& argument) {
            return argument.kind == ArgumentClass::Shared;
        })) << "sums take rows";
    }
    const Schedule schedule = testing::scheduleOf(primitives, "depth");
    testing::expectOperandsNameTheirArguments(primitives, schedule, makePlan(primitives, schedule));
}

TEST(Lower, ACellThatHandsItsArgumentOnNeedsNoNode) {
    OpSet set = mixedOps();
    BodyBuilder body(set.params);
    const BodyId x = body.argument(0, kWidth);
    body.output(x);
    body.output(body.tanh(x));
    const OpId same = set.ops.push_back({"same", {{ArgumentClass::Row, kWidth, DType::Float64}}, body.take()});
    Fold fold(set, {});
    const Value a = fold.add(kEmbed, {Argument::integer(0)});
    const Value b = fold.add(same, {a});
    const Value c = fold.add(same, {fold.output(b, 0)});
    fold.request(fold.output(c, 0));
    fold.request(fold.output(c, 1));
    const OpGraph cells = finished(fold);
    const OpGraph primitives = loweredGraph(cells);
    EXPECT_EQ(opNames(primitives), (std::vector<std::string>{"lookup E", "tanh", "tanh"}));
    EXPECT_EQ(primitives.outputs.front(), (Value{NodeId(std::size_t{0}), 0}));
    checkLowered(cells, oracleParams(cells.ops, 6), "same");
}

/// It has nobody's node to hand on.
TEST(Lower, ACellThatHandsGivenNumbersOnNeedsOne) {
    OpSet set = mixedOps();
    BodyBuilder body(set.params);
    const BodyId x = body.argument(0, kWidth);
    body.output(x);
    body.output(body.tanh(x));
    const OpId same = set.ops.push_back({"same", {{ArgumentClass::Row, kWidth, DType::Float64}}, body.take()});
    Fold fold(set, {});
    const Value given = fold.add(same, {fold.constant(std::array{1.0, -2.0, 0.5})});
    const Value leaf = fold.add(same, {fold.add(kEmbed, {Argument::integer(0)})});
    const Value joined =
        fold.add(kJoin, {fold.constant(std::array{0.0, 1.0, 0.0}), fold.output(given, 0),
                         fold.constant(std::array{2.0, 0.0, 1.0}), fold.output(leaf, 1), fold.output(leaf, 0)});
    fold.request(fold.output(given, 0));
    fold.request(fold.output(given, 1));
    fold.request(joined);
    const OpGraph cells = finished(fold);
    const std::vector<std::string> names = opNames(loweredGraph(cells));
    EXPECT_EQ(std::count(names.begin(), names.end(), "constant"), 1) << "the others are arguments of primitives";
    checkLowered(cells, oracleParams(cells.ops, 6), "same");
}

TEST(Lower, StopsWhenAsked) {
    std::stop_source source;
    source.request_stop();
    const Result<OpGraph> graph = lowered(mixedGraph(1), {}, RunControl(source.get_token(), {}));
    ASSERT_FALSE(graph.hasValue());
    EXPECT_EQ(graph.error().code, ErrorCode::Cancelled);
}

TEST(Lower, AChainOf100000Passes) {
    constexpr std::size_t kLength = 100'000;
    Fold fold(mixedOps(), {});
    Value last = fold.add(kEmbed, {Argument::integer(0)});
    for (std::size_t call = 0; call < kLength; ++call) {
        last = fold.output(fold.add(kPair, {last, last}), 0);
    }
    fold.request(last);
    const OpGraph primitives = loweredGraph(finished(fold));
    EXPECT_EQ(primitives.size(), 1 + 3 * kLength);
    EXPECT_EQ(primitives.levelCount(), 1 + 2 * kLength);
    EXPECT_EQ(testing::scheduleOf(primitives, "depth").batchCount(), 1 + 3 * kLength);
}

} // namespace
} // namespace batchscope
