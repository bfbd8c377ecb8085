// SPDX-License-Identifier: GPL-3.0-or-later
//
// A module as it was read: its methods by role, lifted, and the tensors that they read. Nothing of it has run.
#pragma once

#include "core/base/result.h"
#include "core/scripts/lifted_method_torch.h"
#include "core/scripts/recursion_torch.h"
#include "core/scripts/script_source_torch.h"

#include <torch/csrc/jit/api/module.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

struct OpenedModule {
    torch::jit::Module module;
    FoundMethods found = {};
    LiftedTensors tensors = {};
    std::map<Role, LiftedMethod> methods = {};
    std::map<Role, ScriptText> texts = {};
    std::size_t embeddingRows = 0; ///< of the smallest table that is looked up by words; 0: unknown
};

/// From the archive as it was packed anew, with the bytes of its tensors (ModuleArchive). Errors with the file's name:
/// LibTorch cannot read it, an operation is refused (refusal_torch.h), methods are missing or wrong
/// (recursion_torch.h), a method changes the module, a tensor claims more than the file holds.
[[nodiscard]] Result<OpenedModule> openModule(const std::string& path, std::string_view packed,
                                              const std::vector<std::uint64_t>& records, RecursionChoice recursion);

/// The same of a module that is in memory.
[[nodiscard]] Result<OpenedModule> openedModule(torch::jit::Module module, RecursionChoice recursion);

/// The first line of what LibTorch threw, without its own places.
[[nodiscard]] std::string reasonOf(const std::exception& failure);

// A module may compute, and nothing else: operations that are not on a list of allowed ones are refused by name, before
// any method runs.

/// Parse error: operation, place and reason. Looks at every method of the module and all inside it, and at the
/// functions and classes that they use.
[[nodiscard]] Status checkOperations(const torch::jit::Module& module);

} // namespace batchscope
