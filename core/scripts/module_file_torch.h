// SPDX-License-Identifier: GPL-3.0-or-later
//
// A user's file as far as it is known before LibTorch sees it, and opened by LibTorch: an archive, or a text.
#pragma once

#include "core/base/progress.h"
#include "core/scripts/module_archive.h"
#include "core/scripts/module_source.h"
#include "core/scripts/opened_module_torch.h"

#include <optional>
#include <string>

namespace batchscope {

struct ModuleFile {
    ModuleArchive archive;              ///< of a text, its stamp alone
    std::optional<ModuleSource> source; ///< none: it is an archive
    std::string text;                   ///< that source was read from
    RecursionChoice recursion = RecursionChoice::Auto;
};

/// Errors as of inspectArchive and of moduleText.
[[nodiscard]] Result<ModuleFile> moduleFile(const std::string& path, const RunControl& control);
/// Errors as of parseModuleSource.
[[nodiscard]] Result<ModuleFile> moduleText(std::string text, const std::string& path, std::string stamp);

/// Errors as of openModule and compileModule.
[[nodiscard]] Result<OpenedModule> openFile(const std::string& path, const ModuleFile& file);

} // namespace batchscope
