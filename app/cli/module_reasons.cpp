// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/module_reasons.h"

#include "core/nets/user_net.h"
#include "core/words/script_words.h"

#include <algorithm>

namespace batchscope {

std::string whyNoEngine(const Situation& in) {
    const UserNet* const net = in.options.graph.user.net.get();
    const bool called =
        net != nullptr && std::any_of(net->methods().begin(), net->methods().end(),
                                      [](const UserMethod& method) { return method.way != MethodWay::Translated; });
    return called ? words::calledWithoutEngine(net->traits().name) : std::string();
}

std::string whyNoSeed(const Situation& in) {
    const ParsedProgram* const program = in.is("bench") ? nullptr : in.program(); // bench shuffles its arms, too
    if (program != nullptr && std::all_of(program->ops().params.begin(), program->ops().params.end(),
                                          [](const ParamSpec& param) { return param.init != ParamInit::Uniform; })) {
        return "this program has no random weights";
    }
    const UserNet* const net = in.options.graph.user.net.get();
    const bool isFixed = net != nullptr && !in.is("bench") && in.options.training.steps == 0;
    return isFixed ? words::weightsComeFromFile(net->traits().name) : std::string();
}

} // namespace batchscope
