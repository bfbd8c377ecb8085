// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/module_reasons.h"

#include "core/nets/user_net.h"
#include "core/session/engine_use.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

std::string whyNoEngine(const Situation& in) {
    return whyNoEngine(in.options.graph);
}

std::string whyNoSeed(const Situation& in) {
    const ParsedProgram* const program = in.is("bench") ? nullptr : in.program(); // bench shuffles its arms, too
    if (program != nullptr && std::all_of(program->ops().params.begin(), program->ops().params.end(),
                                          [](const ParamSpec& param) { return param.init != ParamInit::Uniform; })) {
        return "this program has no random weights";
    }
    const UserNet* const net = in.options.graph.user.net.get();
    const bool isFixed = net != nullptr && !in.is("bench") && in.options.training.steps == 0;
    return isFixed ? fmt::format("the weights are those in {}", net->traits().name) : std::string();
}

} // namespace batchscope
