// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/find_trees.h"

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/treebank/token_columns.h"
#include "core/treebank/treebank.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace batchscope {

namespace {

using TermKind = FilterTerm::Kind;

/// By SymbolId.
using SymbolSet = std::vector<bool>;

enum class Verdict : std::uint8_t { No, Yes, Open };

Verdict verdictOf(bool holds) {
    return holds ? Verdict::Yes : Verdict::No;
}

/// A term with the data prepared from the bank.
struct PreparedTerm {
    const FilterTerm* term = nullptr;
    std::uint64_t shape = 0; ///< Shape: that of the given tree
    SymbolId root;           ///< Root
    std::vector<bool> files; ///< File: by file
    SymbolSet symbols;       ///< Label, Pos, Rel, Word
    std::string text;        ///< Lemma, Text: in lower case, with one space between words
};

template <typename Fits>
SymbolSet symbolsThat(const SymbolTable& table, Fits fits) {
    SymbolSet set(table.size());
    for (std::size_t index = 0; index < table.size(); ++index) {
        set[index] = fits(table.text(SymbolId(index)));
    }
    return set;
}

std::string withSingleSpaces(const std::string& text) {
    std::vector<std::string> words = split(text, ' ');
    std::erase(words, "");
    return fmt::format("{}", fmt::join(words, " "));
}

Result<PreparedTerm> prepare(const FilterTerm& term, const Treebank& bank) {
    PreparedTerm prepared;
    prepared.term = &term;
    switch (term.kind) {
    case TermKind::Shape:
        if (term.least >= bank.trees.size()) {
            return Error{ErrorCode::Config, fmt::format("found shape:{}, but there are only {}", term.least,
                                                        counted(bank.trees.size(), words::kTree))};
        }
        prepared.shape = bank.trees[TreeId(term.least)].shape;
        break;
    case TermKind::Root: prepared.root = bank.labels.find(term.text); break;
    case TermKind::File:
        for (const std::string& file : bank.files) {
            prepared.files.push_back(lowerCase(file).find(lowerCase(term.text)) != std::string::npos);
        }
        break;
    case TermKind::Label:
    case TermKind::Pos:
        prepared.symbols = symbolsThat(bank.labels, [&](std::string_view label) { return label == term.text; });
        break;
    case TermKind::Rel: {
        const std::string subtypes = term.text + ':';
        prepared.symbols = symbolsThat(
            bank.labels, [&](std::string_view label) { return label == term.text || label.starts_with(subtypes); });
        break;
    }
    case TermKind::Word: {
        const std::string wanted = lowerCase(term.text);
        prepared.symbols = symbolsThat(bank.words, [&](std::string_view word) { return lowerCase(word) == wanted; });
        break;
    }
    case TermKind::Lemma:
    case TermKind::Text: prepared.text = withSingleSpaces(lowerCase(term.text)); break;
    default: break;
    }
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

/// Evaluates a filter on one bank, with scratch memory: one object per thread.
class Matcher {
public:
    Matcher(const Treebank& bank, const TreeFilter& filter) : m_bank(bank), m_filter(filter) {}

    Status prepareTerms() {
        for (const FilterTerm& term : m_filter.terms) {
            Result<PreparedTerm> prepared = prepare(term, m_bank);
            TRY(prepared);
            m_terms.push_back(std::move(*prepared));
        }
        return Ok{};
    }

    /// Decides with the index alone if `tree` is null; the result may then be Open.
    Verdict decide(TreeId id, const Tree* tree) {
        m_stack.clear();
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

    [[nodiscard]] Verdict decideTerm(const PreparedTerm& prepared, TreeId id, const Tree* tree) const {
        const FilterTerm& term = *prepared.term;
        switch (term.kind) {
        case TermKind::File: return verdictOf(prepared.files[m_bank.fileOf(id)]);
        case TermKind::Root: return verdictOf(prepared.root.valid() && m_bank.trees[id].rootLabel == prepared.root);
        case TermKind::Shape: return verdictOf(m_bank.trees[id].shape == prepared.shape);
        case TermKind::Label:
        case TermKind::Pos:
        case TermKind::Rel:
        case TermKind::Lemma:
        case TermKind::Word:
        case TermKind::Text: return tree == nullptr ? Verdict::Open : verdictOf(fits(prepared, id, *tree));
        default: {
            const std::uint64_t number = numberOfTree(m_bank, id, term.kind);
            return verdictOf(term.least <= number && number <= term.most);
        }
        }
    }

    [[nodiscard]] bool fits(const PreparedTerm& prepared, TreeId id, const Tree& tree) const {
        switch (prepared.term->kind) {
        case TermKind::Label: return hasSymbol(tree.labels, prepared.symbols);
        case TermKind::Pos: return hasPos(id, tree, prepared);
        case TermKind::Rel: return tree.isDependency() && hasSymbol(tree.labels, prepared.symbols);
        case TermKind::Lemma: return hasLemma(id, prepared.text);
        case TermKind::Word: return hasSymbol(tree.words, prepared.symbols);
        default: return sentenceOf(tree).find(prepared.text) != std::string::npos;
        }
    }

    /// Matches the label of a leaf, or the columns of a token of a dependency tree.
    [[nodiscard]] bool hasPos(TreeId id, const Tree& tree, const PreparedTerm& prepared) const {
        if (!tree.isDependency()) {
            const SymbolSet& set = prepared.symbols;
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

    /// The sentence in lower case.
    [[nodiscard]] std::string sentenceOf(const Tree& tree) const {
        std::string sentence;
        for (const TreeNodeId node : wordsInOrder(tree)) {
            sentence += sentence.empty() ? "" : " ";
            sentence += lowerCase(m_bank.words.text(tree.words[node.index()]));
        }
        return sentence;
    }

    const Treebank& m_bank;
    const TreeFilter& m_filter;
    std::vector<PreparedTerm> m_terms;
    std::vector<Verdict> m_stack;
};

/// Number of trees between checks for a stop and deliveries of results: about ten milliseconds.
constexpr std::size_t kBlock = 8192;

} // namespace

Status findTrees(const Treebank& bank, const TreeFilter& filter, const RunControl& control, const FoundSink& sink) {
    Matcher matcher(bank, filter);
    TRY(matcher.prepareTerms());
    std::vector<TreeId> found;
    for (std::size_t begin = 0; begin < bank.trees.size(); begin += kBlock) {
        const std::size_t end = std::min(begin + kBlock, bank.trees.size());
        found.clear();
        for (std::size_t index = begin; index < end; ++index) {
            const TreeId id(index);
            Verdict verdict = matcher.decide(id, nullptr);
            if (verdict == Verdict::Open) {
                if (control.stopRequested()) {
                    return cancelledError();
                }
                const TreeHandle tree = bank.tree(id); // false if the file has changed
                verdict = tree ? matcher.decide(id, &*tree) : Verdict::No;
            }
            if (verdict == Verdict::Yes) {
                found.push_back(id);
            }
        }
        if (control.stopRequested()) {
            return cancelledError();
        }
        if (!found.empty()) {
            sink(found);
        }
        control.report("filter", end, bank.trees.size());
    }
    return Ok{};
}

} // namespace batchscope
