// SPDX-License-Identifier: GPL-3.0-or-later
//
// Makes ops of a module's methods: bodies if they can be translated and a call was not requested, calls otherwise.
#pragma once

#include "core/scripts/module_messages.h"
#include "core/scripts/opened_module_torch.h"

#include <map>
#include <vector>

namespace batchscope {

/// The largest number of children of a node; each number has its own op.
constexpr std::int32_t kMostScriptChildren = 64;

struct ModuleOps {
    UserOps ops;
    std::vector<UserMethod> methods;
    std::map<OpId, Role> roles;           ///< role of each op
    std::map<OpId, std::size_t> children; ///< number of children of each n-ary op
};

/// Runs nothing of the module. Throws what LibTorch throws.
[[nodiscard]] ModuleOps moduleOps(const OpenedModule& opened, const ModuleFacts& facts, const OpsRequest& request);

} // namespace batchscope
