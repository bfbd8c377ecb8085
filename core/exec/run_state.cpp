// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/run_state.h"

#include "core/base/check.h"

#include <utility>

namespace batchscope {

namespace {

class PlacedState final : public RecordedState {
public:
    PlacedState(std::shared_ptr<const RunState> state, std::shared_ptr<const Schedule> schedule,
                std::shared_ptr<const BatchPlan> plan)
        : m_state(std::move(state)), m_schedule(std::move(schedule)), m_plan(std::move(plan)) {
        BATCHSCOPE_CHECK(m_state && m_schedule && m_plan);
    }

    void read(Value value, std::vector<double>& row) const override {
        BATCHSCOPE_CHECK(m_schedule->places.contains(value.node));
        m_state->read(*m_schedule, *m_plan, value, row);
    }

    [[nodiscard]] std::size_t bytes() const override { return m_state->bytes(); }

private:
    std::shared_ptr<const RunState> m_state;
    std::shared_ptr<const Schedule> m_schedule;
    std::shared_ptr<const BatchPlan> m_plan;
};

} // namespace

std::shared_ptr<const RecordedState> recordedState(std::shared_ptr<const RunState> state,
                                                   std::shared_ptr<const Schedule> schedule,
                                                   std::shared_ptr<const BatchPlan> plan) {
    return std::make_shared<const PlacedState>(std::move(state), std::move(schedule), std::move(plan));
}

} // namespace batchscope
