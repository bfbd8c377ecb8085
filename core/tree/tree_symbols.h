// SPDX-License-Identifier: GPL-3.0-or-later
//
// Turns words and labels from raw bytes into symbols (decoded, in lower case, without function tags), in the same way
// for every format, and again when a tree is read a second time. While a file is indexed, new words enter the tables;
// when a tree is read again, the tables are only read.
#pragma once

#include "core/tree/read_options.h"
#include "core/tree/symbol_table.h"

#include <string>
#include <string_view>

namespace batchscope {

/// What rare words become.
inline constexpr std::string_view kUnknownWord = "<unk>";
/// The label of leaves that are no words of the text, in the Penn Treebank.
inline constexpr std::string_view kTraceLabel = "-NONE-";

class TreeSymbols {
public:
    /// New words and labels enter the tables, which must outlive this.
    TreeSymbols(SymbolTable& words, SymbolTable& labels, const ReadOptions& options);
    /// The tables are only read: what they do not hold is `<unk>`, or invalid where they lack that, too.
    TreeSymbols(const SymbolTable& words, const SymbolTable& labels, const ReadOptions& options);

    /// Text as written in the file; findInvalid(text) must be npos.
    [[nodiscard]] SymbolId word(std::string_view text);
    /// The same; an empty text has no label.
    [[nodiscard]] SymbolId label(std::string_view text);
    /// Whether label() was asked for a text that the tables do not hold: the file has changed.
    [[nodiscard]] bool hasUnknownLabel() const { return m_hasUnknownLabel; }
    /// First byte that is not text in the chosen encoding, or npos.
    [[nodiscard]] std::size_t findInvalid(std::string_view text) const;
    /// "byte 0xE9 is not UTF-8; …": what to say about such a byte.
    [[nodiscard]] static std::string invalidText(char byte);
    /// True if the label of a token is its part of speech.
    [[nodiscard]] bool labelsAreUpos() const { return m_options.labels == LabelText::Upos; }
    /// The chosen one.
    [[nodiscard]] Encoding encoding() const { return m_options.encoding; }
    /// The label of traces, when they are to be removed and there are any.
    [[nodiscard]] SymbolId unwantedLabel() const;

private:
    [[nodiscard]] std::string_view prepared(std::string_view text);
    [[nodiscard]] std::string_view decoded(std::string_view text);

    SymbolTable* m_newWords = nullptr; // null: only look up
    SymbolTable* m_newLabels = nullptr;
    const SymbolTable& m_words;
    const SymbolTable& m_labels;
    ReadOptions m_options;
    bool m_hasUnknownLabel = false;
    std::string m_scratch; // a word that differs from its bytes in the file
};

/// ISO 8859-1 as UTF-8.
[[nodiscard]] std::string latin1ToUtf8(std::string_view text);

/// A word as people write it: `-LRB-` is `(`, `-LCB-` `{`, `-LSB-` `[`, `\/` `/`, `\*` `*`; all else as it is.
[[nodiscard]] std::string unescaped(std::string_view word);

/// `NP` of `NP-SBJ=1`, `ADVP` of `ADVP|PRT`; labels that begin with '-' (`-NONE-`, `-LRB-`) stay whole.
[[nodiscard]] std::string_view categoryOf(std::string_view label);

/// Lower case of valid UTF-8, a character for a character, by the tables of the C library.
[[nodiscard]] std::string lowerCase(std::string_view text);

} // namespace batchscope
