// SPDX-License-Identifier: GPL-3.0-or-later
//
// A module's text (module_source.h) compiled by LibTorch.
#pragma once

#include "core/base/result.h"
#include "core/scripts/module_source.h"

#include <torch/csrc/jit/api/module.h>

#include <string>

namespace batchscope {

/// Parse errors with line and column, in LibTorch's words. Compiling runs nothing.
[[nodiscard]] Result<torch::jit::Module> compileModule(const ModuleSource& source, const std::string& file);

} // namespace batchscope
