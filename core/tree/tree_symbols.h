// SPDX-License-Identifier: GPL-3.0-or-later
//
// Turns words and labels from raw bytes into symbols (decoded, in lower case, without function tags): the same way for
// every format, and again when a tree is read a second time. While a file is indexed, new words are added to the
// tables; when a tree is read again, the tables are only read.
#pragma once

#include "core/tree/read_options.h"
#include "core/tree/symbol_table.h"

#include <string>
#include <string_view>

namespace batchscope {

/// Replaces rare words.
inline constexpr std::string_view kUnknownWord = "<unk>";
/// The label of traces in the Penn Treebank: leaves that are not words of the text.
inline constexpr std::string_view kTraceLabel = "-NONE-";

class TreeSymbols {
public:
    /// Adds new words and labels to the tables, which must outlive this object.
    TreeSymbols(SymbolTable& words, SymbolTable& labels, const ReadOptions& options);
    /// Only reads the tables. A missing word becomes `<unk>`, or invalid without `<unk>`; a missing label is invalid.
    TreeSymbols(const SymbolTable& words, const SymbolTable& labels, const ReadOptions& options);

    /// The id of a word as written in the file; findInvalid(text) must be npos.
    [[nodiscard]] SymbolId word(std::string_view text);
    /// The id of a label, likewise; invalid if the text is empty.
    [[nodiscard]] SymbolId label(std::string_view text);
    /// True if label() was called with a text that is not in the tables, which means that the file has changed.
    [[nodiscard]] bool hasUnknownLabel() const { return m_hasUnknownLabel; }
    /// The position of the first byte that is invalid in the chosen encoding, or npos.
    [[nodiscard]] std::size_t findInvalid(std::string_view text) const;
    /// The error message for such a byte: "byte 0xE9 is not UTF-8; …".
    [[nodiscard]] static std::string invalidText(char byte);
    /// True if the label of a token is its part of speech.
    [[nodiscard]] bool labelsAreUpos() const { return m_options.labels == LabelText::Upos; }
    [[nodiscard]] Encoding encoding() const { return m_options.encoding; }
    /// The label of traces if they are to be removed and the treebank has any, else invalid.
    [[nodiscard]] SymbolId unwantedLabel() const;

private:
    [[nodiscard]] std::string_view prepared(std::string_view text);
    [[nodiscard]] std::string_view decoded(std::string_view text);

    SymbolTable* m_newWords = nullptr; // null: no new symbols are added
    SymbolTable* m_newLabels = nullptr;
    const SymbolTable& m_words;
    const SymbolTable& m_labels;
    ReadOptions m_options;
    bool m_hasUnknownLabel = false;
    std::string m_scratch; // a word that differs from its bytes in the file
};

/// Converts ISO 8859-1 to UTF-8.
[[nodiscard]] std::string latin1ToUtf8(std::string_view text);

/// The word without its escapes: `-LRB-` is `(`, `-LCB-` `{`, `-LSB-` `[` (likewise `-RRB-` …), `\/` `/`, `\*` `*`.
[[nodiscard]] std::string unescaped(std::string_view word);

/// The category, `NP` for `NP-SBJ=1`, `ADVP` for `ADVP|PRT`; labels that begin with '-' (`-NONE-`, `-LRB-`) stay whole.
[[nodiscard]] std::string_view categoryOf(std::string_view label);

/// Converts valid UTF-8 to lower case, character by character, with the tables of the C library.
[[nodiscard]] std::string lowerCase(std::string_view text);

} // namespace batchscope
