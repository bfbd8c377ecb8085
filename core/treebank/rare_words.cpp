// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/rare_words.h"

#include "core/tree/tree_symbols.h"

namespace batchscope {

void mapRareWords(Treebank& bank) {
    if (bank.options.rareBelow == 0 || bank.vectors.rows() > 0) {
        return;
    }
    bank.wordCounts.resize(bank.words.size(), 0); // words of damaged trees have no count yet
    SymbolTable words;
    std::vector<std::uint64_t> counts;
    std::vector<SymbolId> renamed(bank.words.size());
    for (std::size_t index = 0; index < bank.words.size(); ++index) {
        const bool isRare = bank.wordCounts[index] < bank.options.rareBelow;
        renamed[index] = words.intern(isRare ? kUnknownWord : bank.words.text(SymbolId(index)));
        counts.resize(words.size(), 0);
        counts[renamed[index].index()] += bank.wordCounts[index];
    }
    for (Tree& tree : bank.trees.heldTrees()) {
        for (SymbolId& word : tree.words) {
            word = word.valid() ? renamed[word.index()] : word;
        }
    }
    bank.words = std::move(words);
    bank.wordCounts = std::move(counts);
}

} // namespace batchscope
