// SPDX-License-Identifier: GPL-3.0-or-later
//
// The wiring of a schedule: rows, operands, stores and what is counted.
#include "core/schedule/batch_plan.h"
#include "tests/support/forests.h"
#include "tests/support/mixed_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <set>

namespace batchscope {
namespace {

using testing::mixedGraph;
using namespace testing::mixed; // NOLINT(google-build-using-namespace): the ops, by name

/// A graph of mixed ops with its schedule and plan.
struct Planned {
    OpGraph graph;
    Schedule schedule;
    BatchPlan plan;
};

Planned planned(const char* policy, const std::function<void(Fold&)>& record) {
    Fold fold(testing::mixedOps(), {});
    record(fold);
    OpGraph graph = testing::finished(fold);
    Schedule schedule = testing::scheduleOf(graph, policy);
    BatchPlan plan = makePlan(graph, schedule);
    testing::expectOperandsNameTheirArguments(graph, schedule, plan);
    return {std::move(graph), std::move(schedule), std::move(plan)};
}

std::vector<Value> leaves(Fold& fold, std::uint32_t count) {
    std::vector<Value> made;
    for (std::uint32_t word = 0; word < count; ++word) {
        made.push_back(fold.add(kEmbed, {Argument::integer(word)}));
    }
    return made;
}

const Operand& lastOperand(const Planned& run, std::size_t slot) {
    return run.plan.operandsOf(BatchId(run.schedule.batchCount() - 1))[slot];
}

std::vector<std::int64_t> indicesOf(const Planned& run, std::size_t offset, std::size_t count) {
    const auto begin = run.plan.indices.begin() + static_cast<std::ptrdiff_t>(offset);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

TEST(BatchPlan, EveryValueHasItsOwnRow) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const OpGraph graph = mixedGraph(seed, {.rounds = 2});
        for (const char* policy : {"regular", "depth", "agenda"}) {
            const Schedule schedule = testing::scheduleOf(graph, policy);
            const BatchPlan plan = makePlan(graph, schedule);
            std::set<std::pair<std::uint32_t, std::uint32_t>> rows;
            std::size_t values = 0;
            std::size_t bytes = 0;
            for (std::size_t index = 0; index < graph.size(); ++index) {
                const Op& op = graph.opOf(NodeId(index));
                for (std::uint32_t output = 0; output < op.outputs(); ++output, ++values) {
                    const Block row = rowOf(schedule, plan, {NodeId(index), output});
                    EXPECT_LT(row.firstRow, plan.stores[row.store].rows);
                    EXPECT_EQ(plan.stores[row.store].width, op.outputWidth(output));
                    EXPECT_EQ(plan.stores[row.store].dtype, DType::Float64);
                    rows.insert({row.store.value, row.firstRow});
                    bytes += static_cast<std::size_t>(op.outputWidth(output)) * 8;
                }
            }
            EXPECT_EQ(rows.size(), values) << policy;
            EXPECT_EQ(plan.stateBytes(), bytes) << "and the stores hold nothing else";
        }
    }
}

TEST(BatchPlan, OperandsNameTheRowsOfTheirArgumentsOnRandomGraphs) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const OpGraph graph = mixedGraph(seed, {.rounds = 1 + static_cast<std::uint32_t>(seed % 3)});
        const std::vector<const Policy*> serving = *parsePolicies("all", graph);
        for (const Policy* policy : serving) {
            const Schedule schedule = testing::scheduleOf(graph, policy->name());
            testing::expectOperandsNameTheirArguments(graph, schedule, makePlan(graph, schedule));
        }
    }
}

TEST(BatchPlan, CountsAreTheSumsOverItsOperands) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const OpGraph graph = mixedGraph(seed);
        const Schedule schedule = testing::scheduleOf(graph, "agenda");
        const BatchPlan plan = makePlan(graph, schedule);
        std::size_t viewed = 0;
        std::size_t gathered = 0;
        std::size_t constant = 0;
        std::size_t shared = 0;
        std::size_t bytes = 0;
        for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
            for (const Operand& operand : plan.operandsOf(BatchId(step))) {
                viewed += operand.kind == OperandKind::View ? operand.rows : 0;
                gathered += operand.kind == OperandKind::Gather ? operand.rows : 0;
                constant += operand.kind == OperandKind::Constants ? operand.rows : 0;
                shared += operand.kind == OperandKind::Shared ? schedule.batchSize(BatchId(step)) : 0;
                bytes += gatheredBytes(plan, operand);
            }
        }
        EXPECT_EQ(plan.rowsViewed, viewed);
        EXPECT_EQ(plan.rowsGathered, gathered);
        EXPECT_EQ(plan.rowsConstant, constant);
        EXPECT_EQ(plan.rowsShared, shared);
        EXPECT_EQ(plan.bytesGathered, bytes);
        EXPECT_EQ(plan.bytesGathered, gathered * kWidth * 8) << "all that is read here is 3 wide";
    }
}

/// A view is found wherever rows lie together and in order, and only there.
TEST(BatchPlan, RowsAreViewedExactlyWhereTheyFollowEachOther) {
    const auto kindOf = [](const std::vector<std::size_t>& read) {
        const Planned run = planned("depth", [&](Fold& fold) {
            const std::vector<Value> words = leaves(fold, 4);
            std::vector<Argument> arguments = {words[0]};
            for (const std::size_t half : {0, 1}) {
                for (const std::size_t word : read) {
                    arguments.emplace_back(words[half == 0 ? word : 0]);
                }
            }
            fold.add(kJoin, arguments);
        });
        return lastOperand(run, 1).kind;
    };
    EXPECT_EQ(kindOf({0, 1, 2, 3}), OperandKind::View);
    EXPECT_EQ(kindOf({1, 2}), OperandKind::View) << "a part of a block";
    EXPECT_EQ(kindOf({3}), OperandKind::View);
    EXPECT_EQ(kindOf({1, 0}), OperandKind::Gather) << "not in order";
    EXPECT_EQ(kindOf({0, 2}), OperandKind::Gather) << "a hole";
    EXPECT_EQ(kindOf({1, 1}), OperandKind::Gather) << "one row twice";
    EXPECT_EQ(kindOf({0, 1, 3}), OperandKind::Gather) << "a hole at the end";
}

TEST(BatchPlan, RowsOfSeveralBatchesMayBeOneView) {
    const Planned run = planned("depth", [](Fold& fold) {
        const std::vector<Value> words = leaves(fold, 2);                                // rows 0, 1
        const Value next = fold.add(kInput, {fold.constant(std::array{1.0, 2.0, 3.0})}); // another batch: row 2
        fold.add(kJoin, {words[0], words[0], words[1], next, words[0], words[1], next});
    });
    EXPECT_EQ(lastOperand(run, 1).kind, OperandKind::View);
    EXPECT_EQ(lastOperand(run, 1).rows, 3U);
    EXPECT_EQ(lastOperand(run, 1).block.firstRow, 0U);
}

TEST(BatchPlan, ASharedRowIsPassedOnce) {
    const Planned run = planned("depth", [](Fold& fold) {
        const std::vector<Value> words = leaves(fold, 3);
        const Value pair = fold.add(kPair, {words[0], words[1]});
        for (const Value own : words) {
            fold.add(kMix, {own, Argument::shared(fold.output(pair, 1))});
        }
    });
    ASSERT_EQ(run.schedule.batchSize(BatchId(run.schedule.batchCount() - 1)), 3U);
    const Operand& shared = lastOperand(run, 1);
    EXPECT_EQ(shared.kind, OperandKind::Shared);
    EXPECT_EQ(shared.rows, 1U);
    // store of width 3: first outputs of 3 embeds, 1 pair, 3 mixes, then the pair's second
    EXPECT_EQ(shared.block.firstRow, 7U);
    EXPECT_EQ(run.plan.rowsShared, 3U) << "rows that were copied, were they not shared";
    EXPECT_EQ(gatheredBytes(run.plan, shared), 0U);
    EXPECT_EQ(lastOperand(run, 0).kind, OperandKind::View);
}

TEST(BatchPlan, NumbersInPlaceOfValuesAreRowsOfTheStoreAfterThem) {
    const Planned run = planned("depth", [](Fold& fold) {
        const Argument first = fold.constant(std::array{1.0, 2.0, 3.0});
        const Argument second = fold.constant(std::array{4.0, 5.0, 6.0});
        const std::vector<Value> words = leaves(fold, 2);
        fold.add(kAlone, {words[0]});
        fold.add(kJoin, {words[1], first, words[0], second, first}); // two items: (first, second) and (words[0], first)
        fold.add(kJoin, {second});
    });
    ASSERT_EQ(run.plan.constants.size(), 2U) << "each once";
    for (const ConstantRow& row : run.plan.constants) {
        EXPECT_GE(row.place.firstRow, run.graph.size()) << "after one output of each node";
    }
    EXPECT_EQ(run.plan.stores[run.plan.constants[0].place.store].rows, run.graph.size() + 2);
    EXPECT_EQ(run.plan.rowsConstant, 0U);
}

TEST(BatchPlan, VariadicItemsSayWhoseTheyAre) {
    const Planned run = planned("depth", [](Fold& fold) {
        const std::vector<Value> w = leaves(fold, 4);
        fold.add(kJoin, {w[0], w[0], w[1], w[3], w[2]});             // two items: (0, 3) and (1, 2)
        fold.add(kJoin, {w[1]});                                     // none
        fold.add(kJoin, {w[2], w[2], w[3], w[0], w[1], w[0], w[0]}); // three: (2, 1), (3, 0), (0, 0)
    });
    const BatchId last(run.schedule.batchCount() - 1);
    const ItemRange items = run.plan.items[last];
    EXPECT_EQ(items.count, 5U);
    EXPECT_EQ(indicesOf(run, items.offset, items.count), (std::vector<std::int64_t>{0, 0, 2, 2, 2}));
    EXPECT_EQ(run.plan.items[BatchId(std::size_t{0})].count, 0U) << "embed is not variadic";
    EXPECT_EQ(lastOperand(run, 0).rows, 3U) << "a fixed slot has one row a node";
    EXPECT_EQ(lastOperand(run, 0).kind, OperandKind::View);
    const Operand& first = lastOperand(run, 1);
    EXPECT_EQ(first.rows, 5U);
    EXPECT_EQ(first.kind, OperandKind::Gather);
    EXPECT_EQ(indicesOf(run, first.offset, 5), (std::vector<std::int64_t>{0, 1, 2, 3, 0}));
    const Operand& second = lastOperand(run, 2);
    EXPECT_EQ(indicesOf(run, second.offset, 5), (std::vector<std::int64_t>{3, 2, 1, 0, 0}));
    EXPECT_EQ(run.plan.rowsGathered, 10U);
    EXPECT_EQ(run.plan.bytesGathered, 10U * 3U * 8U);
}

TEST(BatchPlan, ABatchWithoutItemsReadsNoRows) {
    const Planned run = planned("depth", [](Fold& fold) {
        for (const Value word : leaves(fold, 2)) {
            fold.add(kJoin, {word});
        }
    });
    for (const std::size_t slot : {1U, 2U}) {
        const Operand& none = lastOperand(run, slot);
        EXPECT_EQ(none.kind, OperandKind::View);
        EXPECT_EQ(none.rows, 0U);
        EXPECT_EQ(run.plan.stores[none.block.store].width, kWidth);
    }
    EXPECT_EQ(run.plan.items[BatchId(std::size_t{1})].count, 0U);
    EXPECT_EQ(run.plan.rowsViewed, 2U) << "of the fixed slot";
}

/// No node makes rows of 7, but an op without items asks for them.
TEST(BatchPlan, ItemsOfAWidthThatNobodyMakesHaveAnEmptyStore) {
    OpSet set = testing::mixedOps();
    BodyBuilder body(set.params);
    body.output(body.segmentSum(body.items(0, 7)));
    const OpId sum = set.ops.push_back({"sum", {{ArgumentClass::Row, 7, DType::Float64, Arity::Any}}, body.take()});
    BodyBuilder narrow(set.params);
    narrow.output(narrow.slice(narrow.segmentSum(narrow.items(0, 7)), 0, 2));
    const OpId sliced =
        set.ops.push_back({"sliced", {{ArgumentClass::Row, 7, DType::Float64, Arity::Any}}, narrow.take()});
    for (const OpId op : {sum, sliced}) {
        Fold fold(set, {});
        fold.add(op, std::span<const Argument>());
        const OpGraph graph = *std::move(fold).finish();
        const Schedule schedule = testing::scheduleOf(graph, "depth");
        const BatchPlan plan = makePlan(graph, schedule);
        const Operand& operand = plan.operandsOf(BatchId(std::size_t{0})).front();
        EXPECT_EQ(operand.rows, 0U);
        EXPECT_EQ(plan.stores[operand.block.store].width, 7);
        EXPECT_EQ(plan.stateBytes(), (op == sum ? 7U : 2U) * 8U) << "the one output";
    }
}

TEST(BatchPlan, InAStoreFirstOutputsStandBeforeSecondOnesEachInOrderOfSteps) {
    const Planned run = planned("depth", [](Fold& fold) {
        const std::vector<Value> words = leaves(fold, 3);
        const Value low = fold.add(kPair, {words[0], words[1]});
        fold.add(kPair, {words[1], words[2]});
        fold.add(kPair, {fold.output(low, 0), fold.output(low, 1)});
        fold.request(fold.output(fold.add(kNarrow, {words[2]}), 0));
    });
    // steps: embed ×3, pair ×2, narrow ×1, pair ×1 (narrow may stand before the pairs of level 1)
    ASSERT_EQ(run.plan.stores.size(), 2U) << "width 3 and width 2";
    EXPECT_EQ(run.plan.stores[StoreId(std::size_t{0})].rows, 9U);
    EXPECT_EQ(run.plan.stores[StoreId(std::size_t{1})].rows, 2U);
    std::vector<std::vector<std::uint32_t>> firstRows(2); // of the width-3 store, by output
    for (std::size_t step = 0; step < run.schedule.batchCount(); ++step) {
        const auto blocks = run.plan.outputsOf(BatchId(step));
        for (std::size_t output = 0; output < blocks.size(); ++output) {
            if (blocks[output].store == StoreId(std::size_t{0})) {
                firstRows[output].push_back(blocks[output].firstRow);
            }
        }
    }
    EXPECT_EQ(firstRows[0], (std::vector<std::uint32_t>{0, 3, 5})) << "embeds, lower pairs, upper pair";
    EXPECT_EQ(firstRows[1], (std::vector<std::uint32_t>{6, 8})) << "then the pairs' second outputs";
}

} // namespace
} // namespace batchscope
