// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parameters.h"

#include "core/exchange/weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace batchscope {

namespace {

/// Every injection, or the first that cannot be made, or would do nothing.
Result<std::vector<Injection>> injectionsOf(const CliOptions& options, const OpSet& ops) {
    std::vector<Injection> injections;
    for (const std::string& text : options.injections) {
        const Result<Injection> injection = parseInjection(ops, text);
        if (!injection) {
            return Error{injection.error().code, "--inject: " + injection.error().message};
        }
        if (injection->arm == InjectionArm::Regular && !options.check) {
            return Error{
                ErrorCode::Config,
                fmt::format("--inject {} has no effect: only --check runs the regular arm; add --check", text)};
        }
        if (injection->arm != InjectionArm::Both && options.run.reference != Reference::None) {
            return Error{ErrorCode::Config, fmt::format("--inject {} cannot be combined with --reference, which runs "
                                                        "both arms on the same weights in float64; remove {}",
                                                        text, text.substr(0, text.find(':') + 1))};
        }
        injections.push_back(*injection);
    }
    return injections;
}

Result<Parameters> parametersOf(InjectionArm arm, const std::vector<Injection>& injections, const OpSet& ops,
                                const CliOptions& options, const RunControl& control) {
    Result<MadeWeights> made = makeWeights(ops, {options.seed, options.weights}, control);
    TRY(made);
    if (!made->notice.empty() && arm == InjectionArm::Folded) {
        fmt::print(stderr, "{}\n", made->notice);
    }
    for (const Injection& injection : injections) {
        if (injection.arm == InjectionArm::Both || injection.arm == arm) {
            inject(injection, made->parameters);
        }
    }
    return std::move(made->parameters);
}

} // namespace

Result<ArmParameters> makeParameters(const CliOptions& options, const OpSet& ops, const RunControl& control) {
    Result<std::vector<Injection>> injections = injectionsOf(options, ops);
    TRY(injections);
    Result<Parameters> folded = parametersOf(InjectionArm::Folded, *injections, ops, options, control);
    TRY(folded);
    ArmParameters arms{std::move(*folded), std::nullopt, {}};
    const bool differ = std::any_of(injections->begin(), injections->end(),
                                    [](const Injection& injection) { return injection.arm != InjectionArm::Both; });
    if (differ && options.check) {
        Result<Parameters> regular = parametersOf(InjectionArm::Regular, *injections, ops, options, control);
        TRY(regular);
        arms.regular.emplace(std::move(*regular));
    }
    arms.injections = std::move(*injections);
    return arms;
}

} // namespace batchscope
