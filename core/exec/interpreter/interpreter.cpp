// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/interpreter/interpreter.h"

#include "core/base/check.h"
#include "core/base/clock.h"
#include "core/exec/interpreter/body_figures.h"
#include "core/exec/interpreter/wired_run_torch.h"
#include "core/exec/loss.h"

#include <utility>

namespace batchscope {

Result<FinishedRun> Interpreter::run(const PlannedRun& planned) {
    if (const Status labelled = planned.work == Work::Training ? checkTargets(planned.graph) : Status(Ok{});
        !labelled) {
        return labelled.error();
    }
    const auto start = Clock::now();
    BatchPlan plan = makePlan(planned.graph, planned.schedule);
    const double seconds = secondsSince(start);
    // The places are copied so that values can be read when the schedule is gone: no part of planning.
    const WiredRun wired{planned,
                         std::make_shared<const StoreLayout>(StoreLayout{planned.schedule.places, std::move(plan)}),
                         m_options.stacking};
    Result<Execution> execution = runForward(wired);
    TRY(execution);
    FinishedRun made{std::move(*execution), std::nullopt};
    made.execution.seconds().plan = seconds;
    if (planned.work == Work::Training) {
        Result<Gradients> gradients = runBackward(wired, made.execution);
        TRY(gradients);
        made.gradients.emplace(std::move(*gradients));
    }
    m_figures = figuresOfBodies(planned, wired.plan(), made);
    return made;
}

RunFigures Interpreter::figures() const {
    BATCHSCOPE_CHECK(m_figures.has_value());
    return *m_figures;
}

} // namespace batchscope
