// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/visit_trees.h"

#include "core/shapes/traces.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace batchscope {

namespace {

constexpr std::uint64_t kPieceBytes = std::uint64_t{1} << 20U;
constexpr std::uint64_t kWidestGap = 16'384; // bytes between two wanted trees that are cheaper read than skipped

bool standsBefore(const TreeEntry& entry, const RecordPlace& place) {
    return std::tie(entry.line, entry.column) < std::tie(place.line, place.column);
}

/// Hands the wanted ones of the trees that a reader finds to the visitor.
class WantedTrees final : public TreeSink {
public:
    WantedTrees(const Treebank& bank, std::span<const TreeId> wanted, const TreeVisitor& visit)
        : m_bank(bank), m_wanted(wanted), m_visit(visit), m_symbols(bank.words, bank.labels, bank.options) {}

    TreeSymbols& symbols() override { return m_symbols; }
    void addTree(const Tree& tree, const RecordPlace& place) override {
        while (m_next < m_wanted.size() && standsBefore(m_bank.trees[m_wanted[m_next]], place)) {
            m_missed.push_back(m_wanted[m_next++]);
        }
        if (m_next == m_wanted.size() || !m_goesOn) {
            return;
        }
        const TreeEntry& entry = m_bank.trees[m_wanted[m_next]];
        if (entry.line != place.line || entry.column != place.column) {
            return; // one between those that are wanted
        }
        const SymbolId traces = m_symbols.unwantedLabel();
        const std::optional<Tree> rest = traces.valid() ? withoutTraces(tree, traces) : std::nullopt;
        const Tree& asAsked = rest ? *rest : tree;
        if (asAsked.size() == entry.nodes) {
            m_goesOn = m_visit(m_wanted[m_next], asAsked);
        } else {
            m_missed.push_back(m_wanted[m_next]);
        }
        ++m_next;
    }
    void addDiagnostic(SourcePosition /*at*/, std::string /*message*/, std::string /*excerpt*/) override {}
    bool goOn() override { return m_goesOn && m_next < m_wanted.size(); }

    [[nodiscard]] bool goesOn() const { return m_goesOn; }
    /// Wanted ones that the reader did not give.
    [[nodiscard]] std::vector<TreeId> missed() {
        m_missed.insert(m_missed.end(), m_wanted.begin() + static_cast<std::ptrdiff_t>(m_next), m_wanted.end());
        return std::move(m_missed);
    }

private:
    const Treebank& m_bank;
    std::span<const TreeId> m_wanted;
    const TreeVisitor& m_visit;
    TreeSymbols m_symbols;
    std::size_t m_next = 0;
    std::vector<TreeId> m_missed;
    bool m_goesOn = true;
};

std::uint64_t endOf(const TreeEntry& entry) {
    return entry.recordBegin + entry.recordLength;
}

/// How many of `trees`, at least one, are read in one piece with the first.
std::size_t pieceLength(const Treebank& bank, const FileSegment& segment, std::span<const TreeId> trees) {
    const std::uint64_t begin = bank.trees[trees.front()].recordBegin;
    std::size_t count = 1;
    while (count < trees.size()) {
        const TreeEntry& last = bank.trees[trees[count - 1]];
        const TreeEntry& next = bank.trees[trees[count]];
        const bool fits = next.recordBegin >= last.recordBegin && next.recordBegin <= endOf(last) + kWidestGap &&
                          endOf(next) <= begin + kPieceBytes && next.recordLength > 0 &&
                          &bank.segmentOf(trees[count]) == &segment;
        if (!fits) {
            break;
        }
        ++count;
    }
    return count;
}

bool visitAlone(const Treebank& bank, TreeId id, const TreeVisitor& visit) {
    const TreeHandle tree = bank.tree(id);
    return !tree || visit(id, *tree);
}

/// False when the visitor ended it.
bool visitPiece(const Treebank& bank, const FileSegment& segment, std::span<const TreeId> piece,
                const TreeVisitor& visit) {
    const TreeEntry& first = bank.trees[piece.front()];
    const Result<std::string> text = segment.bytes->slice(
        first.recordBegin, static_cast<std::size_t>(endOf(bank.trees[piece.back()]) - first.recordBegin));
    if (!text) {
        return true;
    }
    WantedTrees sink(bank, piece, visit);
    const auto reader = segment.records({first.line, first.column, first.recordBegin});
    (void)reader->take({*text, first.recordBegin, WindowEnd::File}, sink);
    if (!sink.goesOn()) {
        return false;
    }
    const std::vector<TreeId> missed = sink.missed();
    return std::all_of(missed.begin(), missed.end(), [&](TreeId id) { return visitAlone(bank, id, visit); });
}

} // namespace

void visitTrees(const Treebank& bank, std::span<const TreeId> trees, const TreeVisitor& visit) {
    while (!trees.empty()) {
        const TreeId first = trees.front();
        const Tree* held = bank.trees.held(first);
        const bool alone = held != nullptr || bank.trees[first].recordLength == 0;
        if (alone) {
            if (!(held != nullptr ? visit(first, *held) : visitAlone(bank, first, visit))) {
                return;
            }
            trees = trees.subspan(1);
            continue;
        }
        const FileSegment& segment = bank.segmentOf(first);
        const std::size_t count = pieceLength(bank, segment, trees);
        if (!visitPiece(bank, segment, trees.first(count), visit)) {
            return;
        }
        trees = trees.subspan(count);
    }
}

} // namespace batchscope
