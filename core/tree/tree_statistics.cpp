// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/tree_statistics.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace batchscope {

namespace {

/// Gives equal subtrees (labels and words ignored) equal numbers: a shape is the list of its children's numbers.
class ShapeTable {
public:
    std::uint32_t shapeOf(const Tree& tree) {
        std::vector<std::uint32_t> shapes(tree.size());
        for (std::size_t index = 0; index < tree.size(); ++index) {
            std::vector<std::uint32_t> key;
            for (const TreeNodeId child : tree.children(TreeNodeId(index))) {
                key.push_back(shapes[child.index()]);
            }
            shapes[index] =
                m_numbers.emplace(std::move(key), static_cast<std::uint32_t>(m_numbers.size())).first->second;
        }
        return shapes.back();
    }

private:
    std::map<std::vector<std::uint32_t>, std::uint32_t> m_numbers;
};

/// Symbols that stand in a tree; the tables also hold those of trees that were given up.
std::size_t usedSymbols(const Treebank& bank, std::size_t known, std::vector<SymbolId> Tree::*symbols) {
    std::vector<bool> used(known, false);
    for (const Tree& tree : bank.trees) {
        for (const SymbolId symbol : tree.*symbols) {
            if (symbol.valid()) {
                used[symbol.index()] = true;
            }
        }
    }
    return static_cast<std::size_t>(std::count(used.begin(), used.end(), true));
}

} // namespace

Distribution distributionOf(std::vector<std::size_t> values) {
    if (values.empty()) {
        return {};
    }
    std::sort(values.begin(), values.end());
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    return {sum / static_cast<double>(values.size()), values[values.size() / 2], values.back()};
}

TreeStatistics statisticsOf(const Treebank& bank) {
    TreeStatistics result;
    std::vector<std::size_t> leaves;
    std::vector<std::size_t> heights;
    std::set<std::uint32_t> shapes;
    ShapeTable table;
    for (const Tree& tree : bank.trees) {
        result.nodes += tree.size();
        leaves.push_back(tree.leafCount());
        heights.push_back(tree.height());
        shapes.insert(table.shapeOf(tree));
        for (std::size_t index = 0; index < tree.size(); ++index) {
            if (const std::size_t arity = tree.children(TreeNodeId(index)).size(); arity > 0) {
                ++result.arities[arity];
            }
        }
    }
    result.trees = bank.trees.size();
    result.leaves = distributionOf(std::move(leaves));
    result.height = distributionOf(std::move(heights));
    result.distinctShapes = shapes.size();
    result.words = usedSymbols(bank, bank.words.size(), &Tree::words);
    result.labels = usedSymbols(bank, bank.labels.size(), &Tree::labels);
    return result;
}

} // namespace batchscope
