// SPDX-License-Identifier: GPL-3.0-or-later
//
// The stages of a launch plan and of its gradients, each on its own: what it holds, and that it is the same whatever
// later stages do with it.
#include "core/plan/gradient_plan.h"
#include "core/plan/gradient_slots.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"
#include "tests/support/pass_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace batchscope {
namespace {

/// Five leaves, "a" three times.
constexpr const char* kThreeEqualLeaves = "(3 (2 (2 a) (2 b)) (2 a))\n(1 (2 a) (0 d))\n";

enum class Wants : std::uint8_t { Values, Gradients };

/// A graph, a schedule and the code of its ops, for plans.
struct Planned {
    explicit Planned(OpGraph made, std::string_view policy = "depth", PassSet passes = PassSet::all(),
                     Wants wanted = Wants::Values)
        : graph(std::move(made)), schedule(testing::scheduleOf(graph, policy)), code(compileNet(graph.ops, passes)),
          wants(wanted) {}

    [[nodiscard]] PlanInput input() const {
        return {code, graph, schedule, planOptionsFor(graph.ops, code, wants == Wants::Gradients)};
    }

    OpGraph graph;
    Schedule schedule;
    NetCode code;
    Wants wants;
};

OpGraph stagedGraph() {
    return testing::graphOf(testing::bankOf(kThreeEqualLeaves), {.model = "tree-lstm", .dim = 8});
}

/// Trees with a result at every node, so that values have readers of several kinds.
OpGraph largerGraph(const char* net) {
    return testing::graphOf(*generateTreebank({.leaves = 6, .trees = 3, .vocabulary = 3, .seed = 3}),
                            {.model = net, .dim = 5, .outputs = Outputs::All, .binarization = Binarization::Left});
}

void expectEqual(const FoundRows& left, const FoundRows& right) {
    EXPECT_TRUE(left.batches == right.batches);
    EXPECT_TRUE(left.operands == right.operands);
    EXPECT_TRUE(left.uses == right.uses);
    EXPECT_TRUE(left.segments == right.segments);
    EXPECT_TRUE(left.runs == right.runs);
    EXPECT_TRUE(left.statics.sources == right.statics.sources);
    EXPECT_TRUE(left.statics.rows == right.statics.rows);
    EXPECT_TRUE(left.firstDynamic == right.firstDynamic);
    EXPECT_TRUE(left.end == right.end);
    EXPECT_TRUE(left.demand == right.demand);
    EXPECT_TRUE(left.valueRows == right.valueRows);
    EXPECT_EQ(left.outputsPerNode, right.outputsPerNode);
}

/// Every row of a plan: static ones, then those of kernels.
std::vector<RowId> stageRows(const FoundRows& found) {
    std::vector<RowId> rows;
    for (const IdRange<RowId> range : {found.staticRows(), found.dynamicRows()}) {
        for (const RowId row : range) {
            rows.push_back(row);
        }
    }
    return rows;
}

void expectEqual(const FoundRows& found, const PlacedRows& left, const PlacedRows& right) {
    EXPECT_TRUE(left.spaces == right.spaces);
    EXPECT_TRUE(left.classes == right.classes);
    EXPECT_TRUE(left.products == right.products);
    EXPECT_TRUE(left.strides == right.strides);
    EXPECT_TRUE(left.copies == right.copies);
    EXPECT_TRUE(left.staticIds == right.staticIds);
    EXPECT_TRUE(left.staticOffsets == right.staticOffsets);
    EXPECT_EQ(left.end, right.end);
    for (const RowId row : stageRows(found)) {
        EXPECT_EQ(left.rowClasses[row].value, right.rowClasses[row].value);
        EXPECT_EQ(left.rowPlaces[row], right.rowPlaces[row]);
        EXPECT_EQ(left.offsetOf(row), right.offsetOf(row));
    }
}

/// Calls visit(operand, uses) for each operand that a kernel reads.
template <typename Visit>
void eachRead(const Planned& planned, const FoundRows& found, const Visit& visit) {
    for (const PlannedBatch& batch : found.batches) {
        const CellCode& code = planned.code.ops[batch.op];
        for (std::size_t index = 0; index < code.operands.size(); ++index) {
            const CodeOperand& operand = code.operands[OperandId(index)];
            if (operand.isRead && operand.source != OperandSource::Parameter) {
                visit(operand, found.usesOf(batch, OperandId(index)));
            }
        }
    }
}

void expectEqual(const Planned& planned, const LaunchPlan& left, const LaunchPlan& right) {
    EXPECT_EQ(left.launching, right.launching);
    expectEqual(left.rows, right.rows);
    expectEqual(left.rows, left.places, right.places);
    EXPECT_TRUE(left.launches.steps == right.launches.steps);
    EXPECT_TRUE(left.launches.copySteps == right.launches.copySteps);
    EXPECT_TRUE(left.launches.products == right.launches.products);
    EXPECT_TRUE(left.launches.kernels == right.launches.kernels);
    EXPECT_TRUE(left.launches.bindings == right.launches.bindings);
    EXPECT_TRUE(left.launches.offsets == right.launches.offsets);
    EXPECT_TRUE(left.launches.lookups == right.launches.lookups);
    EXPECT_EQ(left.end(), right.end());
    eachRead(planned, left.rows, [&](const CodeOperand& /*operand*/, IdRange<UseId> uses) {
        EXPECT_TRUE(std::ranges::equal(left.launches.offsetsOf(uses), right.launches.offsetsOf(uses)));
    });
}

// ---- rows

TEST(FoundRows, HoldEveryBatchAndEveryValue) {
    for (const PassSet passes : testing::passSets()) {
        SCOPED_TRACE(passSetText(passes));
        const Planned planned(largerGraph("child-sum-tree-lstm"), "agenda", passes);
        const FoundRows found = findRows(planned.input());
        EXPECT_EQ(found.batches.size(), planned.schedule.batchCount());
        std::size_t next = 0;
        for (const IdRange<UseId> uses : found.operands) {
            EXPECT_EQ(uses.first().index(), next) << "uses of operands follow one another";
            next += uses.size();
        }
        EXPECT_EQ(next, found.uses.size());
        RowId made = found.firstDynamic;
        for (const RowRun& run : found.runs) {
            EXPECT_EQ(run.rows.first().value, made.value) << "so do rows that batches make";
            made = run.rows.next();
        }
        EXPECT_EQ(made.value, found.end.value);
        EXPECT_LE(found.staticRows().size(), found.firstDynamic.index());
        for (std::size_t index = 0; index < planned.graph.size(); ++index) {
            const NodeId node(index);
            for (std::uint32_t output = 0; output < planned.graph.opOf(node).outputs(); ++output) {
                const RowId row = found.rowOf({node, output});
                EXPECT_TRUE(row < found.end);
                EXPECT_TRUE(row.index() < found.staticRows().size() || row >= found.firstDynamic);
            }
        }
    }
}

TEST(FoundRows, GiveEqualLeavesOneRowUnderTheRule) {
    Planned planned(stagedGraph());
    const auto nodesOf = [](const FoundRows& found) {
        std::size_t nodes = 0;
        for (const PlannedBatch& batch : found.batches) {
            nodes += batch.nodes;
        }
        return nodes;
    };
    const auto lookupsOf = [](const FoundRows& found) {
        return std::count_if(found.statics.rows.begin(), found.statics.rows.end(), [&](const StaticRow& row) {
            return found.statics.sources[row.source].source == OperandSource::Lookup;
        });
    };
    const FoundRows shared = findRows(planned.input());
    EXPECT_EQ(nodesOf(shared), planned.graph.size() - 2) << "three leaves read a";
    EXPECT_EQ(lookupsOf(shared), 3) << "a, b and d";
    planned.code.planRules.shareEqualRows = false;
    const FoundRows apart = findRows(planned.input());
    EXPECT_EQ(nodesOf(apart), planned.graph.size());
    EXPECT_GE(lookupsOf(apart), 5);
}

// ---- places

struct Block {
    Offset first = 0;
    std::uint32_t units = 0;
};

/// The memory of every row and of every product, by offset.
std::vector<Block> blocksOf(const FoundRows& found, const PlacedRows& placed) {
    std::vector<Block> blocks;
    for (const RowId row : stageRows(found)) {
        blocks.push_back({placed.offsetOf(row), placed.classOf(row).stride});
        for (const GroupId group : placed.strides.ids()) {
            if (placed.products[placed.pairOf(placed.rowClasses[row], group)] != kNoOffset) {
                blocks.push_back({placed.productOffsetOf(row, group), placed.strides[group]});
            }
        }
    }
    std::sort(blocks.begin(), blocks.end(),
              [](const Block& left, const Block& right) { return left.first < right.first; });
    return blocks;
}

TEST(PlacedRows, GiveEveryRowAndProductMemoryOfItsOwn) {
    for (const PassSet passes : testing::passSets()) {
        SCOPED_TRACE(passSetText(passes));
        const Planned planned(largerGraph("tree-lstm"), "depth", passes, Wants::Gradients);
        const PlanInput input = planned.input();
        const FoundRows found = findRows(input);
        const PlacedRows placed = placeRows(input, found);
        std::uint64_t next = input.options.begin;
        for (const Block& block : blocksOf(found, placed)) {
            EXPECT_EQ(block.first, next) << "and leave no gaps";
            next = std::uint64_t{block.first} + block.units;
        }
        EXPECT_EQ(next, placed.end);
        EXPECT_EQ(placed.staticIds.size(), found.staticRows().size());
    }
}

TEST(PlacedRows, KeepClassesOrRunsTogether) {
    Planned planned(largerGraph("tree-lstm"));
    const FoundRows found = findRows(planned.input());
    const PlacedRows ordered = placeRows(planned.input(), found);
    const RowClass* const second =
        std::adjacent_find(ordered.classes.begin(), ordered.classes.end(),
                           [](const RowClass& left, const RowClass& right) { return left.space == right.space; });
    ASSERT_NE(second, ordered.classes.end()) << "or the test shows nothing";
    for (const RowId row : stageRows(found)) {
        const RowClass& rows = ordered.classOf(row);
        EXPECT_GE(ordered.offsetOf(row), rows.first);
        EXPECT_LT(ordered.offsetOf(row), rows.first + rows.rows * rows.stride);
    }
    planned.code.planRules.orderRows = false;
    const PlacedRows created = placeRows(planned.input(), found);
    for (const RowRun& run : found.runs) {
        for (std::size_t row = 1; row < run.rows.size(); ++row) {
            EXPECT_EQ(created.offsetOf(run.rows[row]),
                      created.offsetOf(run.rows[row - 1]) + created.spaces[run.space].stride);
        }
    }
    EXPECT_EQ(created.end, ordered.end);
}

// ---- launches

/// Runs a plan in mind: which offsets have been written so far.
class Replay {
public:
    Replay(const Planned& planned, const LaunchPlan& plan) : m_planned(planned), m_plan(plan) {
        if (plan.launching == Launching::Shared) {
            m_written.insert(plan.places.staticOffsets.begin(), plan.places.staticOffsets.end());
        }
    }

    void run() {
        for (const LaunchStep& step : m_plan.launches.steps) {
            switch (step.kind) {
            case LaunchStep::Kind::Copy: copy(m_plan.launches.copySteps[step.copy()]); break;
            case LaunchStep::Kind::Product: multiply(m_plan.launches.products[step.product()]); break;
            case LaunchStep::Kind::Kernel: launch(m_plan.launches.kernels[step.kernel()]); break;
            }
        }
    }

private:
    void copy(const CopyStep& step) {
        for (const Offset offset : m_plan.places.staticOffsets.span(step.rows)) {
            EXPECT_TRUE(m_written.insert(offset).second) << "copied once";
        }
    }

    void multiply(const ProductLaunch& launch) {
        for (std::uint32_t row = 0; row < launch.rows; ++row) {
            const Offset input = launch.gathered.valid() ? m_plan.launches.offsets.from(launch.gathered)[row]
                                                         : launch.input + row * launch.inputStride;
            EXPECT_TRUE(m_written.contains(input));
            EXPECT_TRUE(m_written.insert(launch.output + row * m_plan.places.strides[launch.group]).second)
                << "multiplied once";
        }
    }

    void launch(const KernelLaunch& launch) {
        const PlannedBatch& batch = m_plan.rows.batches[launch.batch];
        const CodeKernel& kernel = m_planned.code.ops[launch.op].kernels[launch.kernel];
        ASSERT_EQ(launch.bindings.size(), kernel.inputs.size() + kernel.outputs.size());
        for (const OperandId input : kernel.inputs) {
            for (const Offset offset : m_plan.launches.offsetsOf(m_plan.rows.usesOf(batch, input))) {
                EXPECT_TRUE(m_written.contains(offset));
            }
        }
        for (const PlannedBinding& binding : m_plan.launches.bindings.span(launch.bindings)) {
            if (binding.kind == BindingKind::Listed) {
                const Offset* const offsets = m_plan.launches.offsets.from(binding.offsets);
                m_written.insert(offsets, offsets + launch.rows);
            }
        }
    }

    const Planned& m_planned;
    const LaunchPlan& m_plan;
    std::set<Offset> m_written;
};

TEST(Launches, WriteEverythingBeforeItIsRead) {
    for (const char* policy : {"depth", "agenda", "regular"}) {
        for (const PassSet passes : testing::passSets()) {
            SCOPED_TRACE(std::string(policy) + ", passes " + passSetText(passes));
            const Planned planned(largerGraph("child-sum-tree-lstm"), policy, passes);
            const LaunchPlan plan = makeLaunchPlan(planned.input());
            Replay(planned, plan).run();
        }
    }
}

TEST(Launches, HaveOneStepEach) {
    for (const char* policy : {"depth", "regular"}) {
        const Planned planned(largerGraph("tree-lstm"), policy);
        const Launches launches = makeLaunchPlan(planned.input()).launches;
        std::set<std::pair<LaunchStep::Kind, std::uint32_t>> steps;
        for (const LaunchStep& step : launches.steps) {
            EXPECT_TRUE(steps.insert({step.kind, step.entry}).second);
        }
        EXPECT_EQ(steps.size(), launches.copySteps.size() + launches.products.size() + launches.kernels.size());
    }
}

TEST(Launches, AreNoneWhereTheRowsDoNotFit) {
    const Planned planned(stagedGraph());
    const FoundRows found = findRows(planned.input());
    PlacedRows placed = placeRows(planned.input(), found);
    placed.end = OffsetCursor::kMost + 1;
    const Launches launches = launchAll(planned.input(), found, placed);
    EXPECT_TRUE(launches.steps.empty());
    EXPECT_TRUE(launches.products.empty());
    EXPECT_EQ(launches.end, placed.end);
}

TEST(LaunchPlanner, MakesEqualPlansInMemoryOfOthers) {
    LaunchPlanner planner; // one for all: passes and policies change in its memory
    for (const PassSet passes : {PassSet::all(), PassSet(), PassSet::all().without(Pass::Order), PassSet::all()}) {
        for (const char* policy : {"depth", "regular"}) {
            SCOPED_TRACE(std::string(policy) + ", passes " + passSetText(passes));
            const Planned small(stagedGraph(), policy, passes);
            const Planned other(largerGraph("child-sum-tree-lstm"), policy, passes, Wants::Gradients);
            expectEqual(small, planner.plan(small.input()), makeLaunchPlan(small.input()));
            expectEqual(other, planner.plan(other.input()), makeLaunchPlan(other.input()));
            expectEqual(small, planner.plan(small.input()), makeLaunchPlan(small.input()));
            expectEqual(small, planner.plan(small.input()), makeLaunchPlan(small.input()));
            EXPECT_EQ(planner.take().rows.batches.size(), small.schedule.batchCount());
            EXPECT_TRUE(planner.last().rows.batches.empty());
        }
    }
}

// ---- gradients

TEST(GradientSlots, GiveEveryReaderAPlaceOfItsOwn) {
    for (const char* policy : {"depth", "regular"}) {
        for (const PassSet passes : testing::passSets()) {
            SCOPED_TRACE(std::string(policy) + ", passes " + passSetText(passes));
            const Planned planned(largerGraph("tree-lstm"), policy, passes, Wants::Gradients);
            const LaunchPlan plan = makeLaunchPlan(planned.input());
            const GradientInput input{planned.code, planned.graph, plan};
            const GradientSlots slots = findGradientSlots(input);
            const ReaderPlaces places = placeReaders(input, slots);
            EXPECT_EQ(slots.shift, plan.end());
            std::set<Offset> taken;
            const auto take = [&](Offset offset) {
                EXPECT_GE(offset, slots.shift);
                EXPECT_LT(offset, slots.end);
                EXPECT_TRUE(taken.insert(offset).second);
            };
            eachRead(planned, plan.rows, [&](const CodeOperand& operand, IdRange<UseId> uses) {
                for (const UseId use : hasGradient(operand) ? uses : IdRange<UseId>()) {
                    if (!input.isNumber(plan.rows.uses[use])) {
                        take(places.useOffsets[use]);
                    }
                }
            });
            EXPECT_EQ(places.seeds.size(), planned.graph.outputs.size());
            std::for_each(places.seeds.begin(), places.seeds.end(), take);
        }
    }
}

TEST(GradientSlots, AreForRowsWithSeveralReaders) {
    const Planned planned(largerGraph("child-sum-tree-lstm"), "depth", PassSet::all(), Wants::Gradients);
    const LaunchPlan plan = makeLaunchPlan(planned.input());
    const GradientSlots slots = findGradientSlots({planned.code, planned.graph, plan});
    std::size_t several = 0;
    for (const RowId row : stageRows(plan.rows)) {
        const bool hasSeveral = slots.rows.uses[row] > 1;
        several += hasSeveral ? 1 : 0;
        EXPECT_EQ(slots.rows.has(row), hasSeveral || (slots.rows.uses[row] == 1 && isMixed(plan.places.classOf(row))));
    }
    EXPECT_GT(several, 0U) << "or the test shows nothing";
}

} // namespace
} // namespace batchscope
