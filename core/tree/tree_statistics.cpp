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
    result.words = bank.words.size();
    result.labels = bank.labels.size();
    return result;
}

} // namespace batchscope
