// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/script_net.h"

#include "core/exec/torch_parts.h"
#include "core/nets/method_text.h"
#include "core/scripts/module_archive.h"
#include "core/scripts/module_part.h"
#include "core/words/script_words.h"

#include <algorithm>
#include <utility>

namespace batchscope {

Result<std::shared_ptr<const UserNet>> loadScript(const std::string& path, const ScriptOptions& options,
                                                  const RunControl& control) {
    const Result<const TorchParts*> parts = torchParts();
    return parts ? (*parts)->modules->loadScript(path, options, control) : parts.error();
}

Result<std::shared_ptr<const UserNet>> loadSource(std::string_view text, const std::string& file,
                                                  const ScriptOptions& options, const RunControl& control) {
    const Result<const TorchParts*> parts = torchParts();
    return parts ? (*parts)->modules->loadSource(text, file, options, control) : parts.error();
}

bool isLoaded(const GraphOptions& options) {
    return options.user.net != nullptr && options.user.net->chosen() == options.module &&
           options.user.net->stamp() == stampOf(options.model);
}

Result<bool> loadUserNet(GraphOptions& options, const RunControl& control) {
    if (!isModuleFile(options.model)) {
        options.user.net.reset();
        return false;
    }
    if (isLoaded(options)) {
        return false;
    }
    Result<std::shared_ptr<const UserNet>> net =
        loadScript(options.model, {.limits = {}, .module = options.module}, control);
    if (!net) {
        return net.error();
    }
    options.user.net = std::move(*net);
    return true;
}

std::vector<std::string> methodLines(const UserNet& net) {
    std::vector<std::string> lines;
    bool isCalled = false;
    for (const UserMethod& method : net.methods()) {
        lines.push_back(methodLine(method));
        isCalled = isCalled || method.way != MethodWay::Translated;
    }
    const auto isCompare = [](const UserMethod& method) { return method.name == words::kCompare; };
    if (std::any_of(net.methods().begin(), net.methods().end(), isCompare)) {
        lines.emplace_back(words::kReadsPairs);
    }
    if (isCalled) {
        lines.push_back(words::runsOnLibTorch(net.traits().name));
    }
    return lines;
}

} // namespace batchscope
