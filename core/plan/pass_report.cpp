// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/pass_report.h"

#include "core/plan/cell_code.h"
#include "core/plan/launch_plan.h"

#include <algorithm>

namespace batchscope {

namespace {

bool haveSameRows(const FoundRows& rows, NodeId left, NodeId right, std::size_t outputs) {
    for (std::uint32_t output = 0; output < outputs; ++output) {
        if (rows.rowOf({left, output}) != rows.rowOf({right, output})) {
            return false;
        }
    }
    return true;
}

IdVector<NodeId, NodeId> firstAlikeOf(const OpGraph& graph, const FoundRows& rows) {
    IdVector<RowId, NodeId> firstOfRow(rows.end.index());
    IdVector<NodeId, NodeId> firstAlike;
    firstAlike.reserve(graph.size());
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        const RowId row = rows.rowOf({node, 0});
        NodeId first = node;
        if (firstOfRow.contains(row)) {
            NodeId& known = firstOfRow[row];
            if (!known.valid()) {
                known = node;
            } else if (graph.nodeOps[known] == graph.nodeOps[node] &&
                       haveSameRows(rows, known, node, graph.opOf(node).outputs())) {
                first = known;
            }
        }
        firstAlike.push_back(first);
    }
    return firstAlike;
}

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

    PassReport finish() {
        for (std::size_t op = 0; op < m_graph.ops.ops.size(); ++op) {
            m_report.code.push_back(codeText(m_graph.ops, m_code, OpId(op)));
        }
        if (m_code.planRules.shareEqualRows) {
            m_report.firstAlike = firstAlikeOf(m_graph, m_planner.last().rows);
        }
        return std::move(m_report);
    }

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

std::vector<NodeId> sharedWith(const PassReport& report, NodeId node) {
    std::vector<NodeId> others;
    if (!report.firstAlike.contains(node)) {
        return others;
    }
    const NodeId first = report.firstAlike[node];
    for (std::size_t index = first.index(); index < report.firstAlike.size(); ++index) {
        const NodeId other(index);
        if (other != node && report.firstAlike[other] == first) {
            others.push_back(other);
        }
    }
    return others;
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
