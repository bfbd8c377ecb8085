// SPDX-License-Identifier: GPL-3.0-or-later
//
// A module may compute, and nothing else: operations that are not on a list of allowed ones are refused by name, before
// any method runs.
#pragma once

#include "core/base/result.h"

#include <torch/csrc/jit/api/module.h>

namespace batchscope {

/// Parse error: operation, place and reason. Looks at every method of the module and all inside it, and at the
/// functions and classes that they use.
[[nodiscard]] Status checkOperations(const torch::jit::Module& module);

} // namespace batchscope
