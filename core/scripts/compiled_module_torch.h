// SPDX-License-Identifier: GPL-3.0-or-later
//
// A module's text (module_source.h) compiled by LibTorch.
#pragma once

#include "core/scripts/module_source.h"
#include "core/scripts/opened_module_torch.h"

#include <string>

namespace batchscope {

/// Parse errors with line and column, in LibTorch's words; those of openedModule.
[[nodiscard]] Result<OpenedModule> compiledModule(const ModuleSource& source, const std::string& file,
                                                  RecursionChoice recursion);

} // namespace batchscope
