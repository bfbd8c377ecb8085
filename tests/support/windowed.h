// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs a reader on windows of any size and keeps what it found as text. A file is read one window at a time, and the
// cuts between windows must not matter.
#pragma once

#include "core/base/check.h"
#include "core/formats/bracket_writer.h"
#include "core/formats/format_registry.h"
#include "core/treebank/treebank.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace batchscope::testing {

/// What a reader found, one line of text per item.
struct Found {
    std::vector<std::string> trees; ///< place, record, nodes with their positions
    std::vector<std::string> diagnostics;
    std::size_t words = 0; ///< in the table, without words cut off by a window
    std::size_t labels = 0;
    bool operator==(const Found&) const = default;
};

/// Everything that a reader reports about a tree.
[[nodiscard]] inline std::string describedTree(const Tree& tree, const SymbolTable& words, const SymbolTable& labels) {
    std::string text;
    for (std::size_t index = 0; index < tree.size(); ++index) {
        const SourcePosition& at = tree.positions[index];
        text += fmt::format(" [{}|{}|{}:{}:{}", labels.text(tree.labels[index]), words.text(tree.words[index]), at.line,
                            at.column, at.byte);
        for (const TreeNodeId child : tree.children(TreeNodeId(index))) {
            text += fmt::format(" {}", child.index());
        }
        text += tree.isDependency() ? fmt::format(" @{}]", tree.tokens[index]) : "]";
    }
    return text;
}

class FindingSink final : public TreeSink {
public:
    explicit FindingSink(const ReadOptions& options) : m_symbols(m_words, m_labels, options) {}

    TreeSymbols& symbols() override { return m_symbols; }
    void addTree(const Tree& tree, const RecordPlace& place) override {
        m_found.trees.push_back(fmt::format("{}:{} at {}+{}:{}", place.line, place.column, place.recordBegin,
                                            place.recordLength, describedTree(tree, m_words, m_labels)));
    }
    void addDiagnostic(SourcePosition at, std::string message, std::string /*excerpt*/) override {
        m_found.diagnostics.push_back(fmt::format("{}:{} ({}): {}", at.line, at.column, at.byte, message));
    }
    bool goOn() override { return true; }

    [[nodiscard]] Found found() const {
        Found all = m_found;
        all.words = m_words.size();
        all.labels = m_labels.size();
        return all;
    }

private:
    SymbolTable m_words;
    SymbolTable m_labels;
    TreeSymbols m_symbols;
    Found m_found;
};

/// Reads a text without byte order mark, which begins at byte `first` of a file, in windows of `size` bytes. If the
/// reader takes nothing, it gets the window again with twice the length, as in treebank_reader.cpp.
[[nodiscard]] inline Found readWindowed(const Format& format, std::string_view text, std::uint64_t first,
                                        std::size_t size, const ReadOptions& options = {}) {
    FindingSink sink(options);
    const auto reader = format.records({1, 1, first});
    std::size_t wanted = size;
    for (std::size_t at = 0; at < text.size();) {
        const std::string window(text.substr(at, wanted)); // a copy, so that sanitizers detect reads beyond it
        const WindowEnd end = at + window.size() == text.size() ? WindowEnd::File : WindowEnd::More;
        const std::size_t taken = reader->take({window, first + at, end}, sink);
        BATCHSCOPE_CHECK(taken <= window.size());
        BATCHSCOPE_CHECK(end == WindowEnd::More || taken == window.size());
        wanted = taken > 0 ? size : 2 * wanted;
        at += taken;
    }
    return sink.found();
}

} // namespace batchscope::testing
