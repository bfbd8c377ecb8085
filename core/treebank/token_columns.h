// SPDX-License-Identifier: GPL-3.0-or-later
//
// The columns of CoNLL-U that trees do not keep: parts of speech and lemmas. They are read again from the text of a
// sentence when it is shown or searched, so that a treebank does not hold them.
//
//     const auto columns = TokenColumns::of(bank, id);
//     columns->at(tree.positions[node.index()].line, TokenColumns::Upos)
#pragma once

#include "core/treebank/treebank.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace batchscope {

class TokenColumns {
public:
    enum Column : std::uint8_t { Lemma = 2, Upos = 3, Xpos = 4 };

    /// The columns of a tree; none for other formats, or if the file was changed.
    [[nodiscard]] static std::optional<TokenColumns> of(const Treebank& bank, TreeId tree);

    /// The column in a line of the file (the line of a node's position); empty if it has none ("_").
    [[nodiscard]] std::string_view at(std::uint32_t line, Column column) const;
    /// Calls `each(text)` for the column of each word of the sentence until it returns true, and returns true in this
    /// case. Empty columns are skipped; empty nodes ("8.1") and ranges ("3-4") are not words.
    template <typename Each>
    bool any(Column column, const Each& each) const;

private:
    TokenColumns(std::string text, std::uint32_t line);
    [[nodiscard]] bool isWord(std::size_t index) const;
    [[nodiscard]] std::size_t lineCount() const { return m_lineBegins.size(); }

    std::string m_text;
    std::vector<std::size_t> m_lineBegins;
    std::uint32_t m_firstLine;
};

template <typename Each>
bool TokenColumns::any(Column column, const Each& each) const {
    for (std::size_t line = 0; line < lineCount(); ++line) {
        if (!isWord(line)) {
            continue;
        }
        const std::string_view text = at(m_firstLine + static_cast<std::uint32_t>(line), column);
        if (!text.empty() && each(text)) {
            return true;
        }
    }
    return false;
}

} // namespace batchscope
