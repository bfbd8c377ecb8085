// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/read_again.h"

#include "core/shapes/traces.h"

namespace batchscope {

namespace {

/// Keeps only the tree at the line and column of an entry.
class OneTree final : public TreeSink {
public:
    OneTree(const TreeEntry& wanted, TreeSymbols& symbols) : m_wanted(wanted), m_symbols(symbols) {}

    TreeSymbols& symbols() override { return m_symbols; }
    void addTree(const Tree& tree, const RecordPlace& place) override {
        if (place.line == m_wanted.line && place.column == m_wanted.column && !m_tree) {
            const SymbolId traces = m_symbols.unwantedLabel();
            m_tree = traces.valid() ? withoutTraces(tree, traces) : tree;
        }
    }
    void addDiagnostic(SourcePosition /*at*/, std::string /*message*/, std::string /*excerpt*/) override {}
    bool goOn() override { return !m_tree; }

    [[nodiscard]] std::optional<Tree> take() { return std::move(m_tree); }

private:
    const TreeEntry& m_wanted;
    TreeSymbols& m_symbols;
    std::optional<Tree> m_tree;
};

} // namespace

std::optional<Tree> readAgain(RecordReaderFactory makeReader, std::string_view record, const TreeEntry& entry,
                              TreeSymbols& symbols) {
    OneTree sink(entry, symbols);
    const auto reader = makeReader({entry.line, entry.column, entry.recordBegin});
    (void)reader->take({record, entry.recordBegin, WindowEnd::File}, sink);
    return sink.take();
}

} // namespace batchscope
