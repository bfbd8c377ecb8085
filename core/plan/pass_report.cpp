// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/pass_report.h"

#include "core/plan/cell_code.h"
#include "core/plan/launch_plan.h"

#include <algorithm>

namespace batchscope {

namespace {

class Reporter {
public:
    Reporter(const OpGraph& graph, const Schedule& schedule, PlannedFor plannedFor)
        : m_graph(graph), m_schedule(schedule) {
        m_report.plannedFor = plannedFor;
    }

    void add(std::optional<Pass> added, PassSet passes) {
        m_code = compileNet(m_graph.ops, passes);
        const LaunchPlan& plan =
            m_planner.plan({m_code, m_graph, m_schedule,
                            planOptionsFor(m_graph.ops, m_code, m_report.plannedFor == PlannedFor::Training)});
        const CountedPlan counted{m_code, plan, m_graph.ops.dtype};
        m_report.rows.push_back({added, recounted(figuresOf(counted), counted, passes)});
        m_report.passes = passes;
    }

    PassReport finish() { return std::move(m_report); }

private:
    const OpGraph& m_graph;
    const Schedule& m_schedule;
    NetCode m_code;
    LaunchPlanner m_planner;
    PassReport m_report;
};

} // namespace

const PassRow* PassReport::row(Pass pass) const {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [pass](const PassRow& each) { return each.added == pass; });
    return found == rows.end() ? nullptr : &*found;
}

std::optional<PassReport::Step> PassReport::step(Pass pass) const {
    const PassRow* after = row(pass);
    if (after == nullptr) {
        return std::nullopt;
    }
    return Step{(after - 1)->figures, after->figures}; // the first row is of no pass
}

Result<PassReport> passReport(const OpGraph& graph, const Schedule& schedule, PassSet passes, PlannedFor plannedFor,
                              const RunControl& control) {
    Reporter reporter(graph, schedule, plannedFor);
    PassSet on;
    reporter.add(std::nullopt, on);
    for (const PassEntry& entry : passEntries()) {
        if (!passes.has(entry.pass)) {
            continue;
        }
        if (control.stopRequested()) {
            return cancelledError();
        }
        on = on.with(entry.pass);
        reporter.add(entry.pass, on);
    }
    return reporter.finish();
}

} // namespace batchscope
