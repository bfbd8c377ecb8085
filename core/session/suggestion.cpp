// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/suggestion.h"

#include <algorithm>

namespace batchscope {

namespace {

/// The net that such trees are for.
const char* usualNet(const Treebank& bank, const Tree& tree) {
    if (bank.vectors.rows() > 0) {
        return "mlp";
    }
    return tree.isDependency() ? "child-sum-tree-lstm" : "tree-lstm";
}

/// The largest of the first selected trees: a sentence of one word fits nets that the others do not fit.
TreeId typicalTree(const Treebank& bank, const TreeRange& range) {
    constexpr std::size_t kLooked = 16;
    const std::size_t end = std::min({range.end, bank.trees.size(), range.begin + kLooked});
    std::size_t largest = range.begin;
    for (std::size_t index = range.begin; index < end; ++index) {
        largest = bank.trees[TreeId(index)].nodes > bank.trees[TreeId(largest)].nodes ? index : largest;
    }
    return TreeId(largest);
}

/// Two children at each inner node: with fewer anywhere, there are more nodes than that.
bool isBinary(const TreeEntry& tree) {
    return tree.arity <= 2 && tree.nodes == 2 * tree.leaves - 1;
}

} // namespace

bool takes(const Treebank& bank, const GraphOptions& options, TreeId tree) {
    GraphOptions alone = options;
    alone.picked = {tree};
    alone.trees = {0, 1};
    alone.granularity = Granularity::Cell; // what follows the cells cannot fail because of a tree
    return buildGraph(bank, alone, {}).hasValue();
}

GraphOptions suggestedOptions(const Treebank& bank, const GraphOptions& options) {
    if (!bank.program.empty() || options.trees.begin >= bank.trees.size() || !findNet(options.model)) {
        return options;
    }
    if (!options.picked.empty()) { // the user chose them one by one, under this net
        return options;
    }
    const TreeId tree = typicalTree(bank, options.trees);
    if (takes(bank, options, tree)) {
        return options;
    }
    GraphOptions other = options;
    other.binarization = Binarization::None;
    if (takes(bank, other, tree)) {
        return other;
    }
    other.model = usualNet(bank, *bank.tree(tree));
    return takes(bank, other, tree) ? other : options;
}

bool binarisationHelps(const Treebank& bank, const GraphOptions& options) {
    if (!bank.program.empty() || options.binarization != Binarization::None || !findNet(options.model)) {
        return false;
    }
    std::size_t index = 0;
    while (index < bank.trees.size() && isBinary(bank.trees[TreeId(index)])) {
        ++index;
    }
    if (index == bank.trees.size()) {
        return false;
    }
    const TreeId tree(index);
    GraphOptions binarised = options;
    binarised.binarization = Binarization::Left;
    return !takes(bank, options, tree) && takes(bank, binarised, tree);
}

} // namespace batchscope
