// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a finished run's memory, read by value. Each executor lays its memory out as it likes (the interpreter in the
// plan's stores, others in one arena where equal values share a row); whoever compares, searches or shows values reads
// them through this and knows nothing of it.
//
// Once a run (or its backward pass) is finished nothing writes to its state, so reading is safe from any thread.
#pragma once

#include "core/schedule/batch_plan.h"
#include "core/trace/recorded_state.h"

#include <memory>
#include <vector>

namespace batchscope {

class RunState {
public:
    RunState() = default;
    RunState(const RunState&) = delete;
    RunState& operator=(const RunState&) = delete;
    virtual ~RunState() = default;

    /// Replaces `row` by one value of the graph, widened to double. Schedule and plan are those that ran; a state that
    /// knows by itself where its values lie ignores them.
    virtual void read(const Schedule& schedule, const BatchPlan& plan, Value value, std::vector<double>& row) const = 0;
    /// Of memory that it holds for numbers.
    [[nodiscard]] virtual std::size_t bytes() const = 0;
};

/// The values of a finished run for those who know neither schedule nor plan; keeps all three alive.
[[nodiscard]] std::shared_ptr<const RecordedState> recordedState(std::shared_ptr<const RunState> state,
                                                                 std::shared_ptr<const Schedule> schedule,
                                                                 std::shared_ptr<const BatchPlan> plan);

} // namespace batchscope
