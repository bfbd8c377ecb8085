// SPDX-License-Identifier: GPL-3.0-or-later
//
// Nets by name, those of the user's own files among them: what most callers need instead of findNet().
#pragma once

#include "core/nets/net.h"

#include <string_view>

namespace batchscope {

/// The net of that name: one of nets(), or a recipe of the bank, whose name is its file. Its texts are those of the
/// bank. Config errors: an unknown name; Parse errors of the recipe.
[[nodiscard]] Result<Net> netOf(const Treebank& bank, std::string_view name);
/// Whether a model's name is a file of a recipe: .json. (A module's: isModuleFile in user_net.h.)
[[nodiscard]] bool isRecipeFile(std::string_view name);

} // namespace batchscope
