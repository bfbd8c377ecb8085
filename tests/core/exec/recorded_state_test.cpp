// SPDX-License-Identifier: GPL-3.0-or-later
//
// Values are read by value: comparisons, searches and recordings work over any memory, not over the interpreter's only.
#include "core/exec/not_finite.h"
#include "core/exec/runner.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <thread>

namespace batchscope {
namespace {

TEST(Summary, IsOverFiniteNumbers) {
    const double infinity = std::numeric_limits<double>::infinity();
    const TensorSummary summary = summaryOf(std::vector<double>{3, -4, std::nan(""), 0, infinity, 0, 0, 1, 9, 0});
    EXPECT_EQ(summary.width, 10);
    EXPECT_EQ(summary.notFinite, 2U);
    EXPECT_EQ(summary.min, -4.0F);
    EXPECT_EQ(summary.max, 9.0F);
    EXPECT_FLOAT_EQ(summary.mean, 9.0F / 8.0F);
    EXPECT_FLOAT_EQ(summary.l2, std::sqrt(107.0F));
    EXPECT_EQ(summary.first[1], -4.0F);
    EXPECT_TRUE(std::isnan(summary.first[2]));
    EXPECT_EQ(summary.first[7], 1.0F);
    EXPECT_EQ(summaryOf({}).width, 0);
}

/// The values of a graph as another executor might keep them: equal rows once, in one piece, in no order of a plan.
class PooledRows {
public:
    PooledRows(const OpGraph& graph, const RecordedState& run) {
        std::map<std::vector<double>, std::size_t> seen;
        for (std::size_t index = graph.size(); index-- > 0;) {
            for (std::uint32_t output = 0; output < graph.opOf(NodeId(index)).outputs(); ++output) {
                const std::vector<double> row = run.row({NodeId(index), output});
                const auto [entry, isNew] = seen.try_emplace(row, m_arena.size());
                if (isNew) {
                    m_arena.insert(m_arena.end(), row.begin(), row.end());
                }
                m_places[{NodeId(index), output}] = {entry->second, row.size()};
            }
        }
    }

    void read(Value value, std::vector<double>& row) const {
        const auto [begin, width] = m_places.at({value.node, value.output});
        const auto from = m_arena.begin() + static_cast<std::ptrdiff_t>(begin);
        row.assign(from, from + static_cast<std::ptrdiff_t>(width));
    }
    [[nodiscard]] double& at(Value value, std::size_t column) {
        return m_arena[m_places.at({value.node, value.output}).first + column];
    }
    [[nodiscard]] std::size_t bytes() const { return m_arena.size() * sizeof(double); }

private:
    std::vector<double> m_arena;
    std::map<std::pair<NodeId, std::uint32_t>, std::pair<std::size_t, std::size_t>> m_places;
};

struct PooledState final : RecordedState {
    PooledState(const OpGraph& graph, const ArmRun& run) : rows(graph, run.execution.state()) {}
    void read(Value value, std::vector<double>& row) const override { rows.read(value, row); }
    [[nodiscard]] std::size_t bytes() const override { return rows.bytes(); }

    PooledRows rows;
};

struct PooledGradients final : Gradients::State {
    PooledGradients(const OpGraph& graph, const ArmRun& run) : rows(graph, run.gradients->state()) {
        for (std::size_t index = 0; index < graph.ops.params.size(); ++index) {
            parameters.push_back(run.gradients->parameter(ParamId(index)));
        }
    }
    void read(Value value, std::vector<double>& row) const override {
        rows.read(value, row);
        if (value == unknown) {
            row.clear();
        }
    }
    void readParameter(ParamId id, std::vector<double>& numbers) const override { numbers = parameters[id]; }
    void locate(ParamId /*id*/, ParameterGradient<float>& /*gradient*/) const override { FAIL(); }
    void locate(ParamId /*id*/, ParameterGradient<double>& /*gradient*/) const override { FAIL(); }
    [[nodiscard]] std::size_t bytes() const override { return rows.bytes(); }

    PooledRows rows;
    IdVector<ParamId, std::vector<double>> parameters;
    Value unknown; ///< reads as an empty row
};

class OtherMemory : public ::testing::Test {
protected:
    OtherMemory() {
        m_regular.emplace(*runArm({m_graph, **findPolicy("regular"), m_parameters}, kTraining, Recording::Seconds, {}));
        m_folded.emplace(*runArm({m_graph, **findPolicy("depth"), m_parameters}, kTraining, Recording::Seconds, {}));
    }

    static inline const RunOptions kTraining{.work = Work::Training, .executor = InterpreterOptions()};
    OpGraph m_graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {.dim = 16});
    Parameters m_parameters = *Parameters::create(m_graph.ops, 1, {});
    std::optional<ArmRun> m_regular;
    std::optional<ArmRun> m_folded;
};

TEST_F(OtherMemory, IsComparedAndSearchedLikeTheInterpreters) {
    const auto state = std::make_shared<PooledState>(m_graph, *m_folded);
    EXPECT_LT(state->bytes() / sizeof(double), m_folded->execution.state().bytes() / sizeof(float)) << "a stands twice";
    const Execution execution(state);
    const EqualityReport equal = *compareRuns(m_graph, m_regular->execution.state(), execution.state(), {});
    EXPECT_TRUE(equal.equal);
    EXPECT_EQ(equal.values, 8U * 2U * 16U + 2U * 4U);
    EXPECT_FALSE(firstNotFinite(m_graph, execution.state(), m_parameters, {})->has_value());

    const Value wrong{m_graph.outputs[1].node, 0};
    const std::vector<double> logits = m_regular->execution.state().row(wrong);
    const auto column = static_cast<std::size_t>(std::min_element(logits.begin(), logits.end()) - logits.begin());
    state->rows.at(wrong, column) = std::numeric_limits<double>::infinity();
    const EqualityReport unequal = *compareRuns(m_graph, m_regular->execution.state(), execution.state(), {});
    EXPECT_FALSE(unequal.equal);
    EXPECT_EQ(unequal.firstDivergence, wrong);
    EXPECT_EQ(unequal.argmaxFlips, 1U);
    const auto origin = *firstNotFinite(m_graph, execution.state(), m_parameters, {});
    ASSERT_TRUE(origin.has_value());
    EXPECT_EQ(origin->value, wrong);
    EXPECT_EQ(origin->column, column);
}

TEST_F(OtherMemory, HoldsGradientsToo) {
    const auto compare = [&](const Gradients& gradients) {
        return *compareGradients(m_graph, *m_regular->gradients, gradients, {});
    };
    EXPECT_TRUE(compare({std::make_unique<PooledGradients>(m_graph, *m_folded), m_folded->gradients->loss()}).equal());

    auto state = std::make_unique<PooledGradients>(m_graph, *m_folded);
    state->parameters[ParamId(std::size_t{2})][0] += 1.0;
    const GradientReport wrongParameter = compare({std::move(state), m_folded->gradients->loss()});
    EXPECT_FALSE(wrongParameter.parameters.equal);
    EXPECT_TRUE(wrongParameter.values.equal);
    EXPECT_EQ(wrongParameter.firstParameter, m_graph.ops.params[ParamId(std::size_t{2})].name);

    state = std::make_unique<PooledGradients>(m_graph, *m_folded);
    state->unknown = {NodeId(std::size_t{0}), 0};
    const GradientReport lessKnown = compare({std::move(state), m_folded->gradients->loss()});
    EXPECT_TRUE(lessKnown.equal());
    EXPECT_EQ(lessKnown.values.values, 8U * 2U * 16U + 2U * 4U - 16U);

    state = std::make_unique<PooledGradients>(m_graph, *m_folded);
    const Value wrong{m_graph.outputs[0].node, 0};
    state->rows.at(wrong, 1) = std::nan("");
    const Gradients gradients(std::move(state), 0.0);
    EXPECT_EQ(compare(gradients).values.firstDivergence, wrong);
    EXPECT_EQ(compare(gradients).values.firstNotFinite, wrong);
    const auto origin = *firstNotFiniteGradient(m_graph, gradients, *Parameters::create(m_graph.ops, 1, {}), {});
    ASSERT_TRUE(origin.has_value());
    EXPECT_EQ(origin->value, wrong);
}

TEST_F(OtherMemory, IsRecordedLikeTheInterpreters) {
    const std::shared_ptr<const RecordedState> own = m_folded->execution.sharedState();
    const std::shared_ptr<const RecordedState> other = std::make_shared<PooledState>(m_graph, *m_folded);
    for (std::size_t index = 0; index < m_graph.size(); ++index) {
        EXPECT_EQ(own->row({NodeId(index), 0}), other->row({NodeId(index), 0}));
        EXPECT_EQ(own->summary({NodeId(index), 0}).l2, other->summary({NodeId(index), 0}).l2);
    }
}

TEST_F(OtherMemory, RecordedValuesOutliveTheirRunAndAreReadWhileAnotherRuns) {
    const Value value = m_graph.outputs.front();
    const std::vector<double> expected = m_folded->execution.state().row(value);
    const std::shared_ptr<const RecordedState> recorded = m_folded->execution.sharedState();
    EXPECT_EQ(recorded->bytes(), m_folded->execution.state().bytes());
    m_folded.reset();
    std::jthread worker([this](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            EXPECT_TRUE(
                runArm({m_graph, **findPolicy("depth"), m_parameters}, kTraining, Recording::Full, {}).hasValue());
        }
    });
    for (int time = 0; time < 1000; ++time) {
        ASSERT_EQ(recorded->row(value), expected);
    }
}

TEST_F(OtherMemory, FullRecordingAddsEventsAndNothingElse) {
    for (const Recording recording : {Recording::Seconds, Recording::Full}) {
        const ArmRun run = *runArm({m_graph, **findPolicy("depth"), m_parameters}, kTraining, recording, {});
        const std::size_t events = recording == Recording::Full ? kPhaseCount * run.schedule.batchCount() : 0;
        EXPECT_EQ(run.execution.trace().events.size(), events);
        EXPECT_EQ(run.execution.trace().backward.size(), events);
        EXPECT_EQ(run.execution.state().row(m_graph.outputs[0]), m_folded->execution.state().row(m_graph.outputs[0]));
        EXPECT_EQ(run.execution.state().bytes(), makePlan(m_graph, run.schedule).stateBytes());
    }
}

} // namespace
} // namespace batchscope
