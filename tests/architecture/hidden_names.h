// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sources of a room are compiled several at a time, as one (BATCHSCOPE_UNITY). Two that give one name to different
// things in their unnamed namespaces then do not compile, or, worse, one calls the other's overload.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope::house {

/// Types, constants and functions that are declared in unnamed namespaces, sorted, each once. Relies on clang-format:
/// such a declaration begins in the first column.
[[nodiscard]] std::vector<std::string> hiddenNames(std::string_view source);

/// One line for each name that two sources of a room of core, views or app hide, and for each that one hides while
/// others of the room see a function of that name: `core/exec: bytesOf is in engine.cpp and in gradients.cpp`,
/// `core/nets: unescaped is in program_position.cpp and a function of core/tree/tree_symbols.h`.
[[nodiscard]] std::vector<std::string> hiddenClashes(const std::filesystem::path& root);

} // namespace batchscope::house
