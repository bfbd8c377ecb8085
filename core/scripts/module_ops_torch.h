// SPDX-License-Identifier: GPL-3.0-or-later
//
// The methods of a module as ops: bodies where they can be translated and a call is not asked for, calls otherwise.
#pragma once

#include "core/scripts/module_messages.h"
#include "core/scripts/opened_module_torch.h"

#include <map>
#include <vector>

namespace batchscope {

/// How many children a node may have: an op each is made.
constexpr std::int32_t kMostScriptChildren = 64;

struct ModuleOps {
    UserOps ops;
    std::vector<UserMethod> methods;
    std::map<OpId, Role> roles;           ///< of each op
    std::map<OpId, std::size_t> children; ///< of n-ary ops
};

/// Throws what LibTorch throws; runs nothing of the module.
[[nodiscard]] ModuleOps moduleOps(const OpenedModule& opened, const ModuleFacts& facts, const OpsRequest& request);

} // namespace batchscope
