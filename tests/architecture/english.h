// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the program says stands in core/words, so that one person can read all of it in one sitting. The other rooms of
// core hand over data.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope::house {

/// Whether a string literal, as it stands between its quotes, is English rather than a name or a format: two words of
/// two letters or more in a row, or a word beside a space at the text's edge (a piece of a sentence). What stands in
/// braces is not looked at: fmt replaces it.
[[nodiscard]] bool isEnglish(std::string_view literal);

/// One line for each such literal in core, outside core/words: `core/base/text.cpp:64: English outside core/words: …`.
[[nodiscard]] std::vector<std::string> englishOutsideWords(const std::filesystem::path& root);

} // namespace batchscope::house
