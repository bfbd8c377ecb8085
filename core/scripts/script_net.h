// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens a TorchScript module as a net (core/nets/user_net.h): the file is checked first (module_archive.h); then
// another process without files and network reads it, calls its methods for the first time and makes ops of them
// (module_child.h). Bodies run like those of any net; other methods are called in that process, batch by batch. Python
// never runs.
//
//     Result<std::shared_ptr<const UserNet>> net = loadScript("encoder.pt", {}, control);
//     options.model = "encoder.pt";
//     options.user.net = *net;
#pragma once

#include "core/base/progress.h"
#include "core/nets/build_graph.h"
#include "core/scripts/module_child.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// Yes: methods become bodies if possible.
enum class Translate { Yes, No };

struct ScriptOptions {
    TrialLimits limits; ///< for the first calls; bytes 0: by the module's size, at most memoryLimit()
    Translate translate = Translate::Yes;
    ModuleChoices module = {};
};

/// Loads a module. Any thread. Errors with the file's name: all those of module_archive.h, opened_module_torch.h,
/// module_server.cpp and module_child.h.
[[nodiscard]] Result<std::shared_ptr<const UserNet>> loadScript(const std::string& path, const ScriptOptions& options,
                                                                const RunControl& control);

/// Like loadScript, for a module's text (module_source.h) that is not saved yet; `file` is its name.
[[nodiscard]] Result<std::shared_ptr<const UserNet>>
loadSource(std::string_view text, const std::string& file, const ScriptOptions& options, const RunControl& control);

/// True if the module of `options` is loaded and its file has not changed since.
[[nodiscard]] bool isLoaded(const GraphOptions& options);

/// Loads the module file that `options` names, unless it is loaded and unchanged. Returns true if it was loaded.
[[nodiscard]] Result<bool> loadUserNet(GraphOptions& options, const RunControl& control);

/// One line per method with how it runs and why, followed by lines about the whole net.
[[nodiscard]] std::vector<std::string> methodLines(const UserNet& net);

} // namespace batchscope
