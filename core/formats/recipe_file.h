// SPDX-License-Identifier: GPL-3.0-or-later
//
// A user opens a recipe (core/nets/recipe.h) together with a treebank. What it means is not known here: its text is
// kept in Treebank::recipes, and it has no trees.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/treebank/treebank.h"

#include <string>
#include <string_view>

namespace batchscope {

/// An object with the keys "batchscope_program" and "rules".
[[nodiscard]] bool acceptsRecipe(std::string_view beginning);

/// See Format::whole. Nothing is checked; the graph's builder says what is wrong, and where.
[[nodiscard]] Status readRecipe(std::string_view text, std::uint32_t file, Treebank& bank, const RunControl& control);

/// Whether the file's beginning is that of a recipe; false where it cannot be read.
[[nodiscard]] bool holdsRecipe(const std::string& path);

} // namespace batchscope
