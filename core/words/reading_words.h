// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said while files become one treebank: files that do not go together, files cut at a limit, nothing found; and
// of damage whose text is not at hand.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

[[nodiscard]] std::string treesUseTooMuchMemory(std::string_view trees, std::string_view used, std::string_view advice);

} // namespace batchscope::words
