// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recognizes text formats that are not read. They have no magic number, so each is told by how its first lines look.
// Each function answers for one of them, given the beginning of a text (4 KiB, or all of it).
#pragma once

#include <string_view>

namespace batchscope::foreign {

/// From the first character on that is not white space.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// This word and a space behind it.
[[nodiscard]] bool beginsWithWord(std::string_view text, std::string_view word);
/// A tag, whatever its attributes: `<corpus …>` or `<corpus>`.
[[nodiscard]] bool hasTag(std::string_view text, std::string_view tag);

[[nodiscard]] bool isNegra(std::string_view beginning);
[[nodiscard]] bool isSinica(std::string_view beginning);
[[nodiscard]] bool isSejong(std::string_view beginning);
[[nodiscard]] bool isDiscbracket(std::string_view beginning);
/// CoNLL-2009: a numbered row of fourteen columns or more between tabs.
[[nodiscard]] bool isConll2009(std::string_view beginning);
/// CoNLL-2000, 2002, 2003: rows of words whose last column is O, B-… or I-….
[[nodiscard]] bool isIobColumns(std::string_view beginning);
/// A word and its tag in each line, between them a tab.
[[nodiscard]] bool isTagColumns(std::string_view beginning);
/// `word/TAG` throughout.
[[nodiscard]] bool isTaggedText(std::string_view beginning);
/// A word and at least ten numbers in each line (word2vec, GloVe).
[[nodiscard]] bool isWordVectors(std::string_view beginning);
/// dictionary.txt of the Stanford Sentiment Treebank: `phrase|id` in each line.
[[nodiscard]] bool isPhraseDictionary(std::string_view beginning);
/// Source code or a build file (C, Python, CMake, a shell script, …): most lines end, begin or call as no sentence
/// does.
[[nodiscard]] bool isSourceCode(std::string_view beginning);
/// JSON of none of the kinds that are read.
[[nodiscard]] bool isOtherJson(std::string_view beginning);

} // namespace batchscope::foreign
