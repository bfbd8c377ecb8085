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
/// Whether the name is that of a file, not of one of nets().
[[nodiscard]] bool isModelFile(std::string_view name);
} // namespace batchscope
