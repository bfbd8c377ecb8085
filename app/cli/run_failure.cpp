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

Failure failureOf(const CheckedRun& run, const NotFiniteOrigins& origins) {
    const bool isLossFinite = !run.folded.gradients || std::isfinite(run.folded.gradients->loss());
    if (origins.value || origins.gradient || !isLossFinite) {
        return Failure::NotFinite;
    }
    return verdictOf(run.report) == Verdict::Equal ? Failure::None : Failure::Differs;
}

} // namespace batchscope
