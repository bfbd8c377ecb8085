// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: an arm is one way to run a step; a sample of it is one whole step, from trees to values.
#pragma once

#include "core/base/result.h"
#include "core/exec/runner.h"
#include "core/nets/build_graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

struct Arm {
    std::string name;     ///< as asked for, for example "folded:agenda"
    const Policy* policy; ///< regular is the policy `regular`
};

/// `regular`, `folded` (depth) or `folded:POLICY`; a Config error names what there is.
[[nodiscard]] Result<Arm> parseArm(std::string_view name);

/// One step: what it took and what it made.
struct ArmSample {
    PhaseSeconds seconds; ///< construction included
    OpGraph graph;
    ArmRun run;
};

[[nodiscard]] Result<ArmSample> sampleArm(const Treebank& bank, const GraphOptions& options, const Arm& arm,
                                          const Parameters& parameters, const RunControl& control);

} // namespace batchscope
