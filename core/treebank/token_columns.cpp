// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/token_columns.h"

#include "core/tree/tree_symbols.h"

#include <algorithm>
#include <utility>

namespace batchscope {

namespace {

constexpr std::string_view kConllu = "conllu"; // FileSegment::format

} // namespace

TokenColumns::TokenColumns(std::string text, std::uint32_t line) : m_text(std::move(text)), m_firstLine(line) {
    for (std::size_t begin = 0; begin < m_text.size();) {
        m_lineBegins.push_back(begin);
        begin = std::min(m_text.find('\n', begin), m_text.size() - 1) + 1;
    }
}

std::optional<TokenColumns> TokenColumns::of(const Treebank& bank, TreeId tree) {
    if (!bank.trees.contains(tree) || bank.segmentOf(tree).format != kConllu) {
        return std::nullopt;
    }
    Result<std::string> text = bank.sourceText(tree);
    if (!text) {
        return std::nullopt;
    }
    const bool isLatin1 = bank.options.encoding == Encoding::Latin1;
    return TokenColumns(isLatin1 ? latin1ToUtf8(*text) : std::move(*text), bank.trees[tree].line);
}

/// True if the id of the line is a plain number.
bool TokenColumns::isWord(std::size_t index) const {
    const std::size_t begin = m_lineBegins[index];
    const std::size_t end = m_text.find_first_not_of("0123456789", begin);
    return end != begin && end != std::string::npos && m_text[end] == '\t';
}

std::string_view TokenColumns::at(std::uint32_t line, Column column) const {
    if (line < m_firstLine || line - m_firstLine >= lineCount()) {
        return {};
    }
    const std::size_t index = line - m_firstLine;
    const std::size_t begin = m_lineBegins[index];
    const std::size_t end = index + 1 < lineCount() ? m_lineBegins[index + 1] : m_text.size();
    std::string_view rest = std::string_view(m_text).substr(begin, end - begin);
    rest = rest.substr(0, rest.find_first_of("\r\n"));
    for (int skipped = 0; skipped < static_cast<int>(column); ++skipped) {
        const std::size_t tab = rest.find('\t');
        rest = tab == std::string_view::npos ? std::string_view() : rest.substr(tab + 1);
    }
    rest = rest.substr(0, rest.find('\t'));
    return rest == "_" ? std::string_view() : rest;
}

} // namespace batchscope
