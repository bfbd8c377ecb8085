// SPDX-License-Identifier: GPL-3.0-or-later
//
// A module after reading: its lifted methods by role, and the tensors that they read. None of its code has run.
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
    std::size_t embeddingRows = 0; ///< rows of the smallest table that is indexed by words; 0 if unknown
};

/// Opens a repacked archive; `records` are the sizes of its tensors (ModuleArchive). Errors with the file's name:
/// LibTorch cannot read it, an operation is refused (checkOperations), methods are missing or wrong
/// (recursion_torch.h), a method changes the module, a tensor claims more bytes than the file holds.
[[nodiscard]] Result<OpenedModule> openModule(const std::string& path, std::string_view packed,
                                              const std::vector<std::uint64_t>& records, RecursionChoice recursion);

/// Like openModule, for a module in memory.
[[nodiscard]] Result<OpenedModule> openedModule(torch::jit::Module module, RecursionChoice recursion);

/// The first line of a LibTorch error, without LibTorch's source positions.
[[nodiscard]] std::string reasonOf(const std::exception& failure);

// A module may only compute: operations that are not on a list of allowed ones are refused by name before any method
// runs.

/// Parse error with operation, place and reason. Checks every method of the module, including nested blocks, and the
/// functions and classes that they use.
[[nodiscard]] Status checkOperations(const torch::jit::Module& module);

} // namespace batchscope
