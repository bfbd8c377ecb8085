// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compares what each room includes with what its CMakeLists.txt links. A static library that forgets one builds all the
// same, and so does each program that happens to link the other room, too: only the next one, which does not, fails.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace batchscope::house {

/// One line for each room that a room of core, views or app includes and does not link, neither itself nor through
/// another room, in order of rooms: `core/session includes core/bench, and its CMakeLists.txt does not link
/// batchscope_bench`. Empty when all is well.
[[nodiscard]] std::vector<std::string> missingLinks(const std::filesystem::path& root);

} // namespace batchscope::house
