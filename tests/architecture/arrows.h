// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads every #include below core, views and app, and reports those that the table in rooms.h does not allow. CMake
// cannot keep rooms apart: Debian's Torch and Qt headers are on the default include path.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope::house {

/// The room a file belongs to, from its path below the root: "core/graph" for core/graph/fold.h, "app/cli" for
/// app/cli/main.cpp; "core" or "views" for a file that is in none of their rooms; empty for anything else.
[[nodiscard]] std::string roomOf(std::string_view path);

/// One line for each broken arrow in the tree below root, in order of path and line, for example
/// `core/tree/tree.h:12: room core/tree may not include room core/graph (core/graph/op.h)`. Empty when all is well.
[[nodiscard]] std::vector<std::string> brokenArrows(const std::filesystem::path& root);

} // namespace batchscope::house
