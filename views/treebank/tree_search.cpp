// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/treebank/tree_search.h"

#include "views/models/words.h"

#include <QStringList>

#include <cstddef>

namespace batchscope {

namespace {

enum class Match { Anywhere, AtEnd, Whole, AtStart };

/// By SymbolId: whether the distinct word fits this part of the text.
std::vector<bool> wordsThatFit(const SymbolTable& words, const QString& part, Match match) {
    std::vector<bool> fits(words.size());
    for (std::size_t index = 0; index < words.size(); ++index) {
        const QString word = toText(words.text(SymbolId(index)));
        switch (match) {
        case Match::Anywhere: fits[index] = word.contains(part, Qt::CaseInsensitive); break;
        case Match::AtEnd: fits[index] = word.endsWith(part, Qt::CaseInsensitive); break;
        case Match::Whole: fits[index] = word.compare(part, Qt::CaseInsensitive) == 0; break;
        case Match::AtStart: fits[index] = word.startsWith(part, Qt::CaseInsensitive); break;
        }
    }
    return fits;
}

std::vector<std::vector<bool>> partsOf(const SymbolTable& words, const QStringList& parts) {
    std::vector<std::vector<bool>> result;
    for (qsizetype index = 0; index < parts.size(); ++index) {
        const Match match = parts.size() == 1           ? Match::Anywhere
                            : index == 0                ? Match::AtEnd
                            : index + 1 == parts.size() ? Match::AtStart
                                                        : Match::Whole;
        result.push_back(wordsThatFit(words, parts[index], match));
    }
    return result;
}

bool holds(const Tree& tree, const std::vector<std::vector<bool>>& parts, std::vector<SymbolId>& sentence) {
    sentence.assign(tree.tokens.size(), SymbolId());
    for (std::size_t index = 0; index < tree.size(); ++index) {
        if (tree.isDependency()) {
            sentence[tree.tokens[index]] = tree.words[index];
        } else if (tree.words[index].valid()) {
            sentence.push_back(tree.words[index]);
        }
    }
    for (std::size_t begin = 0; begin + parts.size() <= sentence.size(); ++begin) {
        std::size_t part = 0;
        while (part < parts.size() && parts[part][sentence[begin + part].index()]) {
            ++part;
        }
        if (part == parts.size()) {
            return true;
        }
    }
    return false;
}

} // namespace

std::vector<TreeId> findTrees(const Treebank& bank, const QString& text) {
    const QString wanted = text.simplified();
    std::vector<TreeId> found;
    const auto parts =
        wanted.isEmpty() ? std::vector<std::vector<bool>>() : partsOf(bank.words, wanted.split(QChar(u' ')));
    std::vector<SymbolId> sentence;
    for (std::size_t index = 0; index < bank.trees.size(); ++index) {
        if (parts.empty() || holds(*bank.tree(TreeId(index)), parts, sentence)) {
            found.emplace_back(index);
        }
    }
    return found;
}

} // namespace batchscope
