// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/arms.h"

#include <fmt/format.h>

#include <chrono>

namespace batchscope {

Result<Arm> parseArm(std::string_view name) {
    constexpr std::string_view kFolded = "folded";
    std::string_view policyName;
    if (name == "regular") {
        policyName = "regular";
    } else if (name == kFolded) {
        policyName = "depth";
    } else if (name.starts_with("folded:")) {
        policyName = name.substr(kFolded.size() + 1);
    } else {
        return Error{ErrorCode::Config,
                     fmt::format("unknown arm '{}'; expected regular, folded or folded:POLICY", name)};
    }
    const Result<const Policy*> policy = findPolicy(policyName);
    if (!policy) {
        return policy.error();
    }
    return Arm{std::string(name), *policy};
}

Result<ArmSample> sampleArm(const Treebank& bank, const GraphOptions& options, const Arm& arm,
                            const Parameters& parameters, const RunControl& control) {
    const auto start = std::chrono::steady_clock::now();
    Result<OpGraph> graph = buildGraph(bank, options, control);
    if (!graph) {
        return graph.error();
    }
    const auto built = std::chrono::steady_clock::now();
    Result<ArmRun> run = runArm(*graph, *arm.policy, parameters, Recording::Seconds, control);
    if (!run) {
        return run.error();
    }
    PhaseSeconds seconds = run->execution.seconds();
    seconds.build = std::chrono::duration<double>(built - start).count();
    return ArmSample{seconds, std::move(*graph), std::move(*run)};
}

} // namespace batchscope
