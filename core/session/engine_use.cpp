// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/engine_use.h"

#include "core/exec/executor.h"
#include "core/nets/user_net.h"
#include "core/words/execution_words.h"

#include <fmt/format.h>

#include <vector>

namespace batchscope {

const EngineOptions* engineInUse(const Snapshot& snapshot, const SessionConfig& config) {
    const bool isCalled = snapshot.graph != nullptr && snapshot.graph->ops.hasCalls();
    return isCalled ? nullptr : std::get_if<EngineOptions>(&config.run.executor);
}

std::string whyNoEngine(const GraphOptions& options) {
    const std::vector<const UserMethod*> called = calledMethods(options);
    if (called.empty()) {
        return {};
    }
    std::vector<std::string> names;
    names.reserve(called.size());
    for (const UserMethod* method : called) {
        names.push_back(method->name);
    }
    return fmt::format("{} has methods that could not be translated ({}), so it runs on LibTorch, without the engine",
                       options.user.net->traits().name, words::listed(names));
}

std::string howToTranslate(const GraphOptions& options) {
    const std::vector<const UserMethod*> called = calledMethods(options);
    if (called.empty()) {
        return {};
    }
    const UserMethod& first = *called.front();
    return fmt::format("The engine runs a module only if all its methods can be translated; {} cannot: {}.", first.name,
                       first.reason.empty() ? first.hazard : first.reason);
}

} // namespace batchscope
