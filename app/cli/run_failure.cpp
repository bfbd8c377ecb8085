// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_failure.h"

#include "core/trace/verdict.h"

#include <cmath>

namespace batchscope {

Result<NotFiniteOrigins> notFiniteIn(const OpGraph& graph, const ArmRun& run, const Parameters& parameters,
                                     const RunControl& control) {
    const auto value = firstNotFinite(graph, run.execution.state(), parameters, control);
    if (!value) {
        return value.error();
    }
    NotFiniteOrigins origins{*value, std::nullopt};
    if (run.gradients) {
        const auto gradient = firstNotFiniteGradient(graph, *run.gradients, control);
        if (!gradient) {
            return gradient.error();
        }
        origins.gradient = *gradient;
    }
    return origins;
}

Failure failureOf(const OpGraph& graph, const CheckedRun& run, const NotFiniteOrigins& origins) {
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
