// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/treebank.h"

#include "core/base/counted.h"
#include "core/shapes/shape.h"
#include "core/tree/dependency_tree.h"
#include "core/words/file_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

void countSymbol(SymbolId symbol, std::vector<std::uint64_t>& counts) {
    if (symbol.valid()) {
        if (counts.size() <= symbol.index()) {
            counts.resize(symbol.index() + 1, 0);
        }
        ++counts[symbol.index()];
    }
}

void countSymbols(const std::vector<SymbolId>& symbols, std::vector<std::uint64_t>& counts) {
    for (const SymbolId symbol : symbols) {
        countSymbol(symbol, counts);
    }
}

/// The place of a tree without text: that of its first token, or of its root.
RecordPlace placeOf(const Tree& tree) {
    const auto first = std::find(tree.tokens.begin(), tree.tokens.end(), 0U);
    const std::size_t node =
        tree.isDependency() ? static_cast<std::size_t>(first - tree.tokens.begin()) : tree.root().index();
    const SourcePosition& at = tree.positions[node];
    return {.recordBegin = at.byte, .recordLength = 0, .line = at.line, .column = at.column};
}

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

std::string Diagnostic::text() const {
    return Error{ErrorCode::Parse, message, file, position}.text();
}

std::size_t Treebank::bytes() const {
    constexpr std::size_t kHeldNode = 36;
    constexpr std::size_t kHeldTree = sizeof(Tree) + std::size_t{5} * 32; // includes an allocation for each array
    constexpr std::size_t kDiagnostic = sizeof(Diagnostic) + 256;
    const std::size_t counts = wordCounts.size() + labelCounts.size() + arities.size();
    constexpr std::size_t kFigures = 24; // per tree, for making statistics of all trees
    return trees.size() * (sizeof(TreeEntry) + kFigures) + m_heldNodes * kHeldNode + trees.heldCount() * kHeldTree +
           words.bytes() + labels.bytes() + counts * sizeof(std::uint64_t) + vectors.numbers.size() * sizeof(float) +
           diagnostics.size() * kDiagnostic + program.size() + calls.size() * sizeof(SourcePosition);
}

void Treebank::count(const Tree& tree) {
    wordCounts.resize(words.size(), 0);
    for (std::vector<std::uint64_t>* counts : {&labelCounts, &wordLabelCounts, &rootLabelCounts}) {
        counts->resize(labels.size(), 0);
    }
    nonProjective += isProjective(tree) ? 0U : 1U;
    countSymbols(tree.words, wordCounts);
    countSymbols(tree.labels, labelCounts);
    countSymbol(tree.labels.back(), rootLabelCounts);
    for (std::size_t index = 0; index < tree.size(); ++index) {
        if (tree.words[index].valid()) {
            countSymbol(tree.labels[index], wordLabelCounts);
        }
        const std::size_t children = tree.children(TreeNodeId(index)).size();
        if (arities.size() <= children) {
            arities.resize(children + 1, 0);
        }
        ++arities[children];
    }
}

void Treebank::addTree(Tree tree) {
    if (segments.empty() || segments.back().file != tree.file) {
        segments.push_back(
            {.firstTree = trees.size(), .file = tree.file, .format = {}, .records = nullptr, .bytes = nullptr});
    }
    count(tree);
    m_heldNodes += tree.size();
    const TreeEntry entry = TreeMeasure().entryOf(tree, placeOf(tree));
    trees.addHeld(entry, std::move(tree));
}

void Treebank::addTree(const Tree& tree, const RecordPlace& place, TreeMeasure& measure) {
    count(tree);
    const TreeEntry entry = measure.entryOf(tree, place);
    const bool allHeld = trees.heldCount() == trees.size();
    if (!allHeld || m_heldNodes + tree.size() > kHeldNodes || trees.heldCount() == kHeldTrees) {
        trees.add(entry);
        return;
    }
    m_heldNodes += tree.size();
    Tree held = tree;
    held.file = segments.back().file;
    trees.addHeld(entry, std::move(held));
}

void Treebank::setLabel(TreeId id, SymbolId label) {
    trees.heldTrees()[id.index()].labels.front() = label;
    trees.changed(id).rootLabel = label;
    for (std::vector<std::uint64_t>* counts : {&labelCounts, &wordLabelCounts, &rootLabelCounts}) {
        countSymbol(label, *counts);
    }
}

void Treebank::addDiagnostic(Diagnostic diagnostic) {
    ++badTrees;
    if (diagnostics.size() < kMaxDiagnostics) {
        diagnostics.push_back(std::move(diagnostic));
    }
}

const FileSegment& Treebank::segmentOf(TreeId id) const {
    const auto after =
        std::upper_bound(segments.begin(), segments.end(), id.index(),
                         [](std::size_t tree, const FileSegment& segment) { return tree < segment.firstTree; });
    return *std::prev(after);
}

TreeHandle Treebank::tree(TreeId id) const {
    if (const Tree* held = trees.held(id)) {
        return TreeHandle(*held);
    }
    if (auto known = cache->find(id)) {
        return TreeHandle(std::move(known));
    }
    const TreeEntry& entry = trees[id];
    const FileSegment& segment = segmentOf(id);
    const Result<std::string> text = segment.bytes->slice(entry.recordBegin, entry.recordLength);
    if (!text) {
        return TreeHandle::missing();
    }
    TreeSymbols symbols(words, labels, options);
    std::optional<Tree> tree = readAgain(segment.records, *text, entry, symbols);
    const bool isChanged = !tree || tree->size() != entry.nodes || symbols.hasUnknownLabel();
    if (isChanged) {
        return TreeHandle::missing();
    }
    tree->file = segment.file;
    auto shared = std::make_shared<const Tree>(std::move(*tree));
    cache->add(id, shared);
    return TreeHandle(std::move(shared));
}

Error Treebank::missingTree(TreeId id) const {
    return Error{ErrorCode::Io,
                 fmt::format("tree {} cannot be read again: {}", ordinal(id.index()), words::kFileHasChanged),
                 files[fileOf(id)], SourcePosition{trees[id].line, trees[id].column, trees[id].recordBegin}};
}

Result<std::string> Treebank::sourceText(TreeId id) const {
    const TreeEntry& entry = trees[id];
    const FileSegment& segment = segmentOf(id);
    if (segment.bytes == nullptr || entry.recordLength == 0) {
        return Error{ErrorCode::Config, "this tree has no text: it was generated or read from a binary file"};
    }
    return segment.bytes->slice(entry.recordBegin, entry.recordLength);
}

std::string Treebank::place(TreeId id) const {
    const std::uint32_t file = fileOf(id);
    return fmt::format("{}:{}", file < files.size() ? files[file] : std::string(), trees[id].line);
}

std::string Treebank::sentence(TreeId id, std::size_t limit) const {
    const TreeHandle handle = tree(id);
    if (!handle) {
        return std::string("(the file has changed since it was opened)");
    }
    std::string out;
    std::size_t count = 0;
    for (const TreeNodeId node : wordsInOrder(*handle)) {
        const SymbolId word = handle->words[node.index()];
        if (!word.valid()) {
            continue;
        }
        if (count == limit) {
            return out + " …";
        }
        out += count++ == 0 ? "" : " ";
        out += words.text(word);
    }
    return out;
}

std::shared_ptr<const Tree> TreeCache::find(TreeId id) const {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_trees.find(id);
    return found == m_trees.end() ? nullptr : found->second;
}

void TreeCache::add(TreeId id, std::shared_ptr<const Tree> tree) {
    const std::scoped_lock lock(m_mutex);
    const std::size_t nodes = tree->size();
    if (!m_trees.emplace(id, std::move(tree)).second) {
        return;
    }
    m_order.push_back(id);
    m_nodes += nodes;
    while (m_nodes > kMostNodes && m_order.size() > 1) {
        const auto oldest = m_trees.find(m_order.front());
        m_nodes -= oldest->second->size();
        m_trees.erase(oldest);
        m_order.pop_front();
    }
}

} // namespace batchscope
