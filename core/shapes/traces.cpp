// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shapes/traces.h"

#include "core/base/check.h"

#include <algorithm>
#include <vector>

namespace batchscope {

std::optional<Tree> withoutTraces(const Tree& tree, SymbolId noneLabel) {
    BATCHSCOPE_CHECK(tree.marks.empty() && tree.chains.empty());
    if (tree.isDependency() || std::find(tree.labels.begin(), tree.labels.end(), noneLabel) == tree.labels.end()) {
        return tree;
    }
    Tree out;
    out.file = tree.file;
    out.childOffsets.push_back(0);
    std::vector<TreeNodeId> renamed(tree.size()); // invalid: removed
    for (std::size_t index = 0; index < tree.size(); ++index) {
        const TreeNodeId node(index);
        const std::size_t childrenBefore = out.childIds.size();
        for (const TreeNodeId child : tree.children(node)) {
            if (const TreeNodeId kept = renamed[child.index()]; kept.valid()) {
                out.childIds.push_back(kept);
            }
        }
        const bool isEmpty =
            tree.isLeaf(node) ? tree.labels[index] == noneLabel : out.childIds.size() == childrenBefore;
        if (isEmpty) {
            continue;
        }
        renamed[index] = TreeNodeId(out.size());
        out.labels.push_back(tree.labels[index]);
        out.words.push_back(tree.words[index]);
        out.positions.push_back(tree.positions[index]);
        out.childOffsets.push_back(static_cast<std::uint32_t>(out.childIds.size()));
    }
    return out.size() == 0 ? std::nullopt : std::optional(std::move(out));
}

} // namespace batchscope
