// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens a TorchScript module as a net (core/nets/user_net.h): what it is, is checked in the file (module_archive.h);
// another process, which has no files and no network, reads it, calls its methods for the first time and makes ops of
// them (module_child.h). What becomes bodies runs as any net does; what does not is called there, batch by batch.
// Python never runs.
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

/// Whether methods become bodies where they can.
enum class Translate { Yes, No };

struct ScriptOptions {
    TrialLimits limits; ///< of the first calls; bytes 0: by the size of the module, at most memoryLimit()
    Translate translate = Translate::Yes;
    ModuleChoices module = {};
};

/// Any thread. Errors with the file's name: all those of module_archive.h, opened_module_torch.h, module_trial.h and
/// module_child.h.
[[nodiscard]] Result<std::shared_ptr<const UserNet>> loadScript(const std::string& path, const ScriptOptions& options,
                                                                const RunControl& control);

/// The same of a module's text (module_source.h) that is not saved yet; `file` names it.
[[nodiscard]] Result<std::shared_ptr<const UserNet>>
loadSource(std::string_view text, const std::string& file, const ScriptOptions& options, const RunControl& control);

/// Whether the module of `options` is loaded as its file is now.
[[nodiscard]] bool isLoaded(const GraphOptions& options);

/// Loads what `options` names, where it is a module's file that is not loaded, or that changed meanwhile. True when it
/// did.
[[nodiscard]] Result<bool> loadUserNet(GraphOptions& options, const RunControl& control);

/// One line a method: how it runs, and why; then what holds for the whole net.
[[nodiscard]] std::vector<std::string> methodLines(const UserNet& net);

} // namespace batchscope
