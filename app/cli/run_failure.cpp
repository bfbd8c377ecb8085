// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_failure.h"

#include "core/trace/run_report.h"

#include <cmath>

namespace batchscope {

Failure failureOf(const OpGraph& graph, const CheckedRun& run) {
    const NotFiniteOrigins& origins = run.report.notFinite;
    const auto opOf = [&graph](Value value) { return graph.opOf(value.node).name; };
    if (origins.value || origins.gradient) {
        return {Failure::Kind::NotFinite, opOf((origins.value ? *origins.value : *origins.gradient).value)};
    }
    if (run.folded.gradients && !std::isfinite(run.folded.gradients->loss())) {
        return {Failure::Kind::NotFinite, {}};
    }
    if (verdictOf(run.report) == Verdict::Equal) {
        return {};
    }
    const auto& equality = run.report.equality;
    const bool isKnown = equality && equality->firstDivergence;
    return {Failure::Kind::Differs, isKnown ? opOf(*equality->firstDivergence) : std::string()};
}

} // namespace batchscope
