// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tree_place.h"

#include "core/session/program_call.h"
#include "core/shapes/node_label.h"
#include "core/shapes/shape.h"

#include <algorithm>

namespace batchscope {

namespace {

constexpr std::size_t kMostWords = 12;

/// The words below a node of a constituency tree, in order; the word of a dependency tree's node.
std::string wordsBelow(const Treebank& bank, const Tree& tree, TreeNodeId node) {
    if (tree.isDependency()) {
        return std::string(bank.words.text(tree.words[node.index()]));
    }
    std::string text;
    const std::vector<TreeNodeId> leaves = leavesBelow(tree, node, kMostWords + 1);
    for (std::size_t place = 0; place < std::min(leaves.size(), kMostWords); ++place) {
        text += (place == 0 ? "" : " ") + std::string(bank.words.text(tree.words[leaves[place].index()]));
    }
    return leaves.size() > kMostWords ? text + " …" : text;
}

} // namespace

void TreePlaces::read(TreeId id) {
    const TreeHandle handle = m_bank.tree(id);
    const Tree& tree = *handle;
    const bool isChanged = !m_options.shape().isAsRead() && !tree.isDependency();
    m_tree = isChanged ? shaped(tree, m_bank.labels, m_options.shape()) : tree;
    m_id = id;
}

TreePlace TreePlaces::of(const OpGraph& graph, NodeId node) {
    TreePlace place = of(graph.origins[node]);
    if (const std::optional<ProgramCall> call = programCallOf(m_bank, graph, node)) {
        place.label = call->name;
        place.place = call->place;
    }
    return place;
}

TreePlace TreePlaces::of(const Origin& origin) {
    if (!origin.tree.valid() || !origin.treeNode.valid() || !m_bank.trees.contains(origin.tree)) {
        return {};
    }
    if (!m_id.valid() || m_id != origin.tree) {
        read(origin.tree);
    }
    if (origin.treeNode.index() >= m_tree.size()) {
        return {};
    }
    const bool hasWords = m_bank.vectors.width == 0;
    return {nodeLabel(m_tree, origin.treeNode, m_bank.labels),
            hasWords ? wordsBelow(m_bank, m_tree, origin.treeNode) : "", m_bank.place(origin.tree)};
}

} // namespace batchscope
