// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/mixed_graph.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace batchscope::testing {

namespace {

constexpr ArgumentType kRow{ArgumentClass::Row, mixed::kWidth, DType::Float64};
constexpr ArgumentType kShared{ArgumentClass::Shared, mixed::kWidth, DType::Float64};
constexpr ArgumentType kItems{ArgumentClass::Row, mixed::kWidth, DType::Float64, Arity::Any};
constexpr std::size_t kVocabulary = 5;

OpBody joinBody(const OpSet& set) {
    BodyBuilder body(set.params);
    const BodyId x = body.argument(0, mixed::kWidth);
    const BodyId first = body.items(1, mixed::kWidth);
    const BodyId second = body.items(2, mixed::kWidth);
    const BodyId sum = body.segmentSum(body.multiply(body.add(first, body.spread(x)), second));
    body.output(body.tanh(body.add(x, sum)));
    return body.take();
}

OpBody narrowBody(const OpSet& set) {
    BodyBuilder body(set.params);
    const BodyId x = body.argument(0, mixed::kWidth);
    body.output(body.slice(x, 0, 2));
    body.output(body.slice(x, 1, 2));
    return body.take();
}

/// Makes random calls on earlier values.
class Recorder {
public:
    Recorder(std::uint64_t seed, const MixedOptions& options)
        : m_random(seed), m_options(options), m_fold(mixedOps(), {.merge = options.merge}) {
        for (std::uint32_t word = 0; word < 3; ++word) {
            keep(m_fold.add(mixed::kEmbed, {Argument::integer(word)}));
        }
    }

    OpGraph run() {
        for (std::size_t call = 0; call < m_options.calls; ++call) {
            m_round = static_cast<std::uint32_t>(m_random.below(m_options.rounds));
            m_fold.setRound(m_round);
            m_fold.setOrigin(TreeId(call % 4), TreeNodeId(call));
            record(m_random.below(7));
        }
        m_fold.setTreeCount(4);
        return finished(m_fold);
    }

private:
    struct Made {
        Value value;
        std::uint32_t round = 0;
    };

    void record(std::size_t kind) {
        switch (kind) {
        case 0: keep(m_fold.add(mixed::kEmbed, {Argument::integer(number())})); break;
        case 1: {
            const std::array<double, 3> row = {m_random.uniform(), m_random.uniform(), m_random.uniform()};
            keep(m_fold.add(mixed::kInput, {m_fold.constant(row)}));
            break;
        }
        case 2: {
            const Value both = m_fold.add(mixed::kPair, {any(), any()});
            keep(m_fold.output(both, 0));
            keep(m_fold.output(both, 1));
            break;
        }
        case 3: keep(m_fold.add(mixed::kMix, {any(), Argument::shared(m_made[m_random.below(3)].value)})); break;
        case 4: {
            std::vector<Argument> arguments = {any()};
            for (std::size_t left = 2 * m_random.below(4); left > 0; --left) {
                arguments.emplace_back(any());
            }
            keep(m_fold.add(mixed::kJoin, arguments));
            break;
        }
        case 5: {
            const Value both = m_fold.add(mixed::kNarrow, {any()});
            m_fold.request(m_fold.output(both, 1));
            break;
        }
        default: keep(m_fold.add(mixed::kAlone, {any()}));
        }
    }

    std::uint32_t number() { return static_cast<std::uint32_t>(m_random.below(kVocabulary)); }

    Value any() {
        for (;;) {
            const Made& made = m_made[m_random.below(m_made.size())];
            if (made.round <= m_round) {
                return made.value;
            }
        }
    }

    void keep(Value value) {
        m_made.push_back({value, m_round});
        if (m_random.below(2) == 0) {
            m_fold.request(value, static_cast<std::int32_t>(m_random.below(3)) - 1);
        }
    }

    Random m_random;
    MixedOptions m_options;
    Fold m_fold;
    std::uint32_t m_round = 0;
    std::vector<Made> m_made;
};

} // namespace

OpSet mixedOps() {
    OpSet set{.name = "mixed", .dtype = DType::Float64, .params = {}, .ops = {}};
    const ParamId table = set.params.push_back({"E", kVocabulary, mixed::kWidth});
    const ParamId weight = set.params.push_back({"W", mixed::kWidth, 2 * mixed::kWidth});
    const ParamId bias = set.params.push_back({"b", 1, mixed::kWidth});
    const ParamId ofShared = set.params.push_back({"V", mixed::kWidth, mixed::kWidth});
    BodyBuilder embed(set.params);
    embed.output(embed.lookup(table, 0));
    set.ops.push_back({"embed", {{ArgumentClass::Integer, 0, set.dtype}}, embed.take()});
    BodyBuilder input(set.params);
    const BodyId given = input.argument(0, mixed::kWidth);
    input.output(input.tanh(input.linear(input.concat(given, given), weight, bias)));
    set.ops.push_back({"input", {{ArgumentClass::Constant, mixed::kWidth, set.dtype}}, input.take()});
    BodyBuilder pair(set.params);
    const BodyId left = pair.argument(0, mixed::kWidth);
    const BodyId right = pair.argument(1, mixed::kWidth);
    pair.output(pair.tanh(pair.add(left, right)));
    pair.output(pair.multiply(left, right));
    set.ops.push_back({"pair", {kRow, kRow}, pair.take()});
    BodyBuilder mix(set.params);
    const BodyId own = mix.argument(0, mixed::kWidth);
    mix.output(mix.tanh(mix.add(own, mix.linear(mix.argument(1, mixed::kWidth), ofShared))));
    set.ops.push_back({"mix", {kRow, kShared}, mix.take()});
    set.ops.push_back({"join", {kRow, kItems, kItems}, joinBody(set)});
    set.ops.push_back({"narrow", {kRow}, narrowBody(set)});
    BodyBuilder alone(set.params);
    const BodyId raised = alone.exp(alone.argument(0, mixed::kWidth));
    alone.output(alone.tanh(alone.subtract(raised, alone.fill(mixed::kWidth, 1.0))));
    set.ops.push_back({"alone", {kRow}, alone.take(), Batchable::No});
    return set;
}

OpGraph finished(Fold& fold) {
    Result<OpGraph> graph = std::move(fold).finish();
    EXPECT_TRUE(graph.hasValue()) << (graph ? "" : graph.error().message);
    return graph ? std::move(*graph) : OpGraph();
}

OpGraph mixedGraph(std::uint64_t seed, const MixedOptions& options) {
    return Recorder(seed, options).run();
}

namespace {

/// The place in the store of a row of an operand that holds values.
std::int64_t rowGiven(const BatchPlan& plan, const Operand& operand, std::size_t row) {
    return operand.kind == OperandKind::Gather ? plan.indices[operand.offset + row]
                                               : static_cast<std::int64_t>(operand.block.firstRow + row);
}

Block rowGivenBy(const BatchPlan& plan, ConstantId numbers) {
    const auto row = std::find_if(plan.constants.begin(), plan.constants.end(),
                                  [numbers](const ConstantRow& each) { return each.numbers == numbers; });
    EXPECT_NE(row, plan.constants.end()) << "constant " << numbers.value;
    return row == plan.constants.end() ? Block() : row->place;
}

void expectValueRows(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan, BatchId batch,
                     std::size_t slot) {
    const Operand& operand = plan.operandsOf(batch)[slot];
    std::size_t row = 0;
    for (const NodeId node : schedule.batch(batch)) {
        for (const Argument& argument : graph.slotOf(node, slot)) {
            const Block wanted =
                argument.isValue() ? rowOf(schedule, plan, argument.value()) : rowGivenBy(plan, argument.constant());
            EXPECT_EQ(operand.block.store, wanted.store);
            EXPECT_EQ(rowGiven(plan, operand, row), static_cast<std::int64_t>(wanted.firstRow))
                << "batch " << batch.value << ", slot " << slot << ", row " << row;
            row += operand.kind == OperandKind::Shared ? 0 : 1;
        }
    }
    EXPECT_EQ(operand.rows, operand.kind == OperandKind::Shared ? 1 : row);
    EXPECT_LE(operand.kind == OperandKind::Gather ? 0 : operand.block.firstRow + operand.rows,
              plan.stores[operand.block.store].rows);
}

} // namespace

void expectOperandsNameTheirArguments(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan) {
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const BatchId batch(step);
        const auto nodes = schedule.batch(batch);
        const Op& op = graph.opOf(nodes.front());
        ASSERT_EQ(plan.operandsOf(batch).size(), op.arguments.size());
        for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
            const ArgumentClass kind = op.arguments[slot].kind;
            const Operand& operand = plan.operandsOf(batch)[slot];
            if (kind == ArgumentClass::Row || kind == ArgumentClass::Shared) {
                EXPECT_EQ(operand.kind == OperandKind::Shared, kind == ArgumentClass::Shared);
                expectValueRows(graph, schedule, plan, batch, slot);
                continue;
            }
            EXPECT_EQ(operand.kind, kind == ArgumentClass::Integer ? OperandKind::Integers : OperandKind::Constants);
            EXPECT_EQ(operand.rows, nodes.size());
            for (std::size_t row = 0; row < nodes.size(); ++row) {
                EXPECT_EQ(plan.indices[operand.offset + row], graph.slotOf(nodes[row], slot).front().payload);
            }
        }
    }
}

} // namespace batchscope::testing
