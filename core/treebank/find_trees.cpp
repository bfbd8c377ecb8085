// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/find_trees.h"

#include "core/base/text.h"
#include "core/shapes/traces.h"
#include "core/treebank/token_columns.h"
#include "core/treebank/treebank.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>
#include <tuple>
#include <vector>

namespace batchscope {

namespace {

// Visits many trees once each: they are read again in large pieces, and past the cache. Asking Treebank::tree for a
// million trees, one after the other, would read the file in a million small pieces.

/// One tree; false ends the visit. Tree::file is not set.
using TreeVisitor = std::function<bool(TreeId, const Tree&)>;

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

/// Gives each of `trees`, whose ids grow, to the visitor; not always in order. Trees that can no longer be read are
/// left out. Any thread.
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

std::string filterShapeOfMissingTree(std::uint64_t asked, std::size_t trees) {
    return trees == 0 ? fmt::format("found shape:{}, but there are no trees", asked)
                      : fmt::format("found shape:{}; expected the number of a tree, from 0 to {}", asked, trees - 1);
}

using TermKind = FilterTerm::Kind;

/// By SymbolId.
using SymbolSet = std::vector<bool>;

enum class Verdict : std::uint8_t { No, Yes, Open };

Verdict verdictOf(bool holds) {
    return holds ? Verdict::Yes : Verdict::No;
}

/// A term, as far as the bank can prepare it.
struct PreparedTerm {
    const FilterTerm* term = nullptr;
    std::uint64_t shape = 0;           ///< Shape: of the tree that is named
    std::vector<std::uint64_t> shapes; ///< Shape, shared or single: those of several trees, growing
    SymbolId root;                     ///< Root
    std::vector<bool> files;           ///< File: by file
    std::vector<SymbolSet> parts;      ///< Label, Pos, Rel, Word: one set; Text: a set for each word
    std::string lemma;                 ///< Lemma, in lower case
    bool hopeless = false;             ///< no tree can fit
};

template <typename Fits>
SymbolSet symbolsThat(const SymbolTable& table, Fits fits) {
    SymbolSet set(table.size());
    for (std::size_t index = 0; index < table.size(); ++index) {
        set[index] = fits(table.text(SymbolId(index)));
    }
    return set;
}

bool isEmpty(const SymbolSet& set) {
    return std::find(set.begin(), set.end(), true) == set.end();
}

std::vector<std::string> wordsOf(const std::string& text) {
    std::vector<std::string> words;
    for (std::string& part : split(text, ' ')) {
        if (!part.empty()) {
            words.push_back(std::move(part));
        }
    }
    return words;
}

/// The first word of a text may end with its part, the last one begin so; those between must be it.
std::vector<SymbolSet> textParts(const SymbolTable& words, const std::string& text) {
    const std::vector<std::string> parts = wordsOf(lowerCase(text));
    std::vector<SymbolSet> sets;
    for (std::size_t index = 0; index < parts.size(); ++index) {
        const std::string& part = parts[index];
        const bool first = index == 0;
        const bool last = index + 1 == parts.size();
        sets.push_back(symbolsThat(words, [&](std::string_view word) {
            const std::string lower = lowerCase(word);
            return first && last ? lower.find(part) != std::string::npos
                   : first       ? lower.ends_with(part)
                   : last        ? lower.starts_with(part)
                                 : lower == part;
        }));
    }
    return sets;
}

/// Shapes of at least two trees.
std::vector<std::uint64_t> sharedShapes(const Treebank& bank) {
    std::vector<std::uint64_t> shapes(bank.trees.size());
    for (std::size_t index = 0; index < shapes.size(); ++index) {
        shapes[index] = bank.trees[TreeId(index)].shape;
    }
    std::sort(shapes.begin(), shapes.end());
    std::size_t kept = 0;
    for (std::size_t index = 1; index < shapes.size(); ++index) {
        const bool isNew = kept == 0 || shapes[kept - 1] != shapes[index];
        if (shapes[index] == shapes[index - 1] && isNew) {
            shapes[kept++] = shapes[index]; // kept <= index: what is overwritten was looked at
        }
    }
    shapes.resize(kept);
    return shapes;
}

Status prepareShape(PreparedTerm& prepared, const Treebank& bank, TreeId selected) {
    const FilterTerm& term = *prepared.term;
    if (term.shape == FilterTerm::Shape::Shared || term.shape == FilterTerm::Shape::Single) {
        prepared.shapes = sharedShapes(bank);
        return Ok{};
    }
    const TreeId tree = term.shape == FilterTerm::Shape::Selected ? selected
                        : term.least < bank.trees.size()          ? TreeId(term.least)
                                                                  : TreeId();
    if (!bank.trees.contains(tree)) {
        return Error{ErrorCode::Config, term.shape == FilterTerm::Shape::Selected
                                            ? std::string("shape:same refers to the selected tree; select one first")
                                            : filterShapeOfMissingTree(term.least, bank.trees.size())};
    }
    prepared.shape = bank.trees[tree].shape;
    return Ok{};
}

Result<PreparedTerm> prepare(const FilterTerm& term, const Treebank& bank, TreeId selected) {
    PreparedTerm prepared;
    prepared.term = &term;
    switch (term.kind) {
    case TermKind::Shape: {
        const Status ready = prepareShape(prepared, bank, selected);
        return ready ? Result<PreparedTerm>(std::move(prepared)) : ready.error();
    }
    case TermKind::Root:
        prepared.root = bank.labels.find(term.text);
        prepared.hopeless = !prepared.root.valid();
        break;
    case TermKind::File:
        for (const std::string& file : bank.files) {
            prepared.files.push_back(lowerCase(file).find(lowerCase(term.text)) != std::string::npos);
        }
        break;
    case TermKind::Label:
        prepared.parts = {symbolsThat(bank.labels, [&](std::string_view label) { return label == term.text; })};
        break;
    case TermKind::Pos: // of CoNLL-U, it is not among the labels
        prepared.parts = {symbolsThat(bank.labels, [&](std::string_view label) { return label == term.text; })};
        return prepared;
    case TermKind::Rel: {
        const std::string subtypes = term.text + ':';
        prepared.parts = {symbolsThat(
            bank.labels, [&](std::string_view label) { return label == term.text || label.starts_with(subtypes); })};
        break;
    }
    case TermKind::Lemma: prepared.lemma = lowerCase(term.text); break;
    case TermKind::Word: {
        const std::string wanted = lowerCase(term.text);
        prepared.parts = {symbolsThat(bank.words, [&](std::string_view word) { return lowerCase(word) == wanted; })};
        break;
    }
    case TermKind::Text: prepared.parts = textParts(bank.words, term.text); break;
    default: break;
    }
    prepared.hopeless = prepared.hopeless || std::any_of(prepared.parts.begin(), prepared.parts.end(), isEmpty);
    return prepared;
}

std::uint64_t numberOfTree(const Treebank& bank, TreeId id, TermKind kind) {
    const TreeEntry& entry = bank.trees[id];
    switch (kind) {
    case TermKind::Size: return entry.nodes;
    case TermKind::Words: return entry.words;
    case TermKind::Leaves: return entry.leaves;
    case TermKind::Height: return entry.height;
    case TermKind::Arity: return entry.arity;
    case TermKind::Line: return entry.line;
    default: return id.index();
    }
}

bool hasSymbol(const std::vector<SymbolId>& symbols, const SymbolSet& set) {
    return std::any_of(symbols.begin(), symbols.end(),
                       [&set](SymbolId symbol) { return symbol.valid() && set[symbol.index()]; });
}

/// A filter against one bank, with scratch memory: one for each thread.
class Matcher {
public:
    Matcher(const Treebank& bank, const TreeFilter& filter) : m_bank(bank), m_filter(filter) {}

    Status prepareFor(TreeId selected) {
        for (const FilterTerm& term : m_filter.terms) {
            Result<PreparedTerm> prepared = prepare(term, m_bank, selected);
            TRY(prepared);
            m_terms.push_back(std::move(*prepared));
        }
        return Ok{};
    }

    /// By the index alone, where `tree` is null; then it may stay open.
    Verdict decide(TreeId id, const Tree* tree) {
        m_stack.clear();
        m_sentenceOf = nullptr;
        for (const TreeFilter::Step& step : m_filter.steps) {
            take(step, id, tree);
        }
        return m_stack.empty() ? Verdict::Yes : m_stack.back();
    }

private:
    void take(const TreeFilter::Step& step, TreeId id, const Tree* tree) {
        if (step.action == TreeFilter::Action::Term) {
            m_stack.push_back(decideTerm(m_terms[step.term], id, tree));
            return;
        }
        Verdict& last = m_stack.back();
        if (step.action == TreeFilter::Action::Not) {
            last = last == Verdict::Open ? Verdict::Open : verdictOf(last == Verdict::No);
            return;
        }
        const Verdict right = last;
        m_stack.pop_back();
        Verdict& left = m_stack.back();
        const Verdict strong = step.action == TreeFilter::Action::And ? Verdict::No : Verdict::Yes;
        left = left == strong || right == strong                 ? strong
               : left == Verdict::Open || right == Verdict::Open ? Verdict::Open
                                                                 : left;
    }

    Verdict decideTerm(const PreparedTerm& prepared, TreeId id, const Tree* tree) {
        const FilterTerm& term = *prepared.term;
        if (prepared.hopeless) {
            return Verdict::No;
        }
        switch (term.kind) {
        case TermKind::File: return verdictOf(prepared.files[m_bank.fileOf(id)]);
        case TermKind::Root: return verdictOf(m_bank.trees[id].rootLabel == prepared.root);
        case TermKind::Shape: return verdictOf(hasShape(prepared, m_bank.trees[id].shape));
        case TermKind::Label:
            return tree == nullptr ? Verdict::Open : verdictOf(hasSymbol(tree->labels, prepared.parts.front()));
        case TermKind::Pos: return tree == nullptr ? Verdict::Open : verdictOf(hasPos(id, *tree, prepared));
        case TermKind::Rel:
            return tree == nullptr ? Verdict::Open
                                   : verdictOf(tree->isDependency() && hasSymbol(tree->labels, prepared.parts.front()));
        case TermKind::Lemma: return tree == nullptr ? Verdict::Open : verdictOf(hasLemma(id, prepared.lemma));
        case TermKind::Word:
            return tree == nullptr ? Verdict::Open : verdictOf(hasSymbol(tree->words, prepared.parts.front()));
        case TermKind::Text: return tree == nullptr ? Verdict::Open : verdictOf(hasText(*tree, prepared.parts));
        default: {
            const std::uint64_t number = numberOfTree(m_bank, id, term.kind);
            return verdictOf(term.least <= number && number <= term.most);
        }
        }
    }

    static bool hasShape(const PreparedTerm& prepared, std::uint64_t shape) {
        switch (prepared.term->shape) {
        case FilterTerm::Shape::Shared:
            return std::binary_search(prepared.shapes.begin(), prepared.shapes.end(), shape);
        case FilterTerm::Shape::Single:
            return !std::binary_search(prepared.shapes.begin(), prepared.shapes.end(), shape);
        default: return shape == prepared.shape;
        }
    }

    /// The label of a leaf, or what the sentence's own text says of a token.
    [[nodiscard]] bool hasPos(TreeId id, const Tree& tree, const PreparedTerm& prepared) const {
        if (!tree.isDependency()) {
            const SymbolSet& set = prepared.parts.front();
            for (std::size_t index = 0; index < tree.size(); ++index) {
                const SymbolId label = tree.labels[index];
                if (tree.isLeaf(TreeNodeId(index)) && label.valid() && set[label.index()]) {
                    return true;
                }
            }
            return false;
        }
        const auto columns = TokenColumns::of(m_bank, id);
        const auto isWanted = [&prepared](std::string_view text) { return text == prepared.term->text; };
        return columns && (columns->any(TokenColumns::Upos, isWanted) || columns->any(TokenColumns::Xpos, isWanted));
    }

    [[nodiscard]] bool hasLemma(TreeId id, const std::string& wanted) const {
        const auto columns = TokenColumns::of(m_bank, id);
        return columns && columns->any(TokenColumns::Lemma,
                                       [&wanted](std::string_view text) { return lowerCase(text) == wanted; });
    }

    bool hasText(const Tree& tree, const std::vector<SymbolSet>& parts) {
        if (m_sentenceOf != &tree) {
            m_sentenceOf = &tree;
            readSentence(tree);
        }
        for (std::size_t begin = 0; begin + parts.size() <= m_sentence.size(); ++begin) {
            std::size_t part = 0;
            while (part < parts.size() && parts[part][m_sentence[begin + part].index()]) {
                ++part;
            }
            if (part == parts.size()) {
                return true;
            }
        }
        return false;
    }

    void readSentence(const Tree& tree) {
        m_sentence.assign(tree.tokens.size(), SymbolId());
        for (std::size_t index = 0; index < tree.size(); ++index) {
            if (tree.isDependency()) {
                m_sentence[tree.tokens[index]] = tree.words[index];
            } else if (tree.words[index].valid()) {
                m_sentence.push_back(tree.words[index]);
            }
        }
        std::erase_if(m_sentence, [](SymbolId word) { return !word.valid(); });
    }

    const Treebank& m_bank;
    const TreeFilter& m_filter;
    std::vector<PreparedTerm> m_terms;
    std::vector<Verdict> m_stack;
    std::vector<SymbolId> m_sentence;
    const Tree* m_sentenceOf = nullptr; // whose words m_sentence holds
};

/// Trees that are decided before the next look at the stop and the next piece of results: some ten milliseconds.
constexpr std::size_t kBlock = 8192;

} // namespace

Status findTrees(const Treebank& bank, const TreeFilter& filter, TreeId selected, const RunControl& control,
                 const FoundSink& sink) {
    Matcher matcher(bank, filter);
    TRY(matcher.prepareFor(selected));
    std::vector<Verdict> verdicts;
    std::vector<TreeId> open;
    std::vector<TreeId> found;
    for (std::size_t begin = 0; begin < bank.trees.size(); begin += kBlock) {
        const std::size_t count = std::min(kBlock, bank.trees.size() - begin);
        verdicts.assign(count, Verdict::No);
        open.clear();
        found.clear();
        for (std::size_t place = 0; place < count; ++place) {
            verdicts[place] = matcher.decide(TreeId(begin + place), nullptr);
            if (verdicts[place] == Verdict::Open) {
                open.emplace_back(begin + place);
            }
        }
        visitTrees(bank, open, [&](TreeId id, const Tree& tree) {
            verdicts[id.index() - begin] = matcher.decide(id, &tree);
            return !control.stopRequested();
        });
        if (control.stopRequested()) {
            return cancelledError();
        }
        for (std::size_t place = 0; place < count; ++place) {
            if (verdicts[place] == Verdict::Yes) {
                found.emplace_back(begin + place);
            }
        }
        if (!found.empty()) {
            sink(found);
        }
        control.report("filter", begin + count, bank.trees.size());
    }
    return Ok{};
}

} // namespace batchscope
