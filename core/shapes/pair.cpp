// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shapes/pair.h"

namespace batchscope {

namespace {

/// Behind the nodes that are there.
void appendNodes(const Tree& from, Tree& to) {
    const std::size_t before = to.size();
    to.labels.insert(to.labels.end(), from.labels.begin(), from.labels.end());
    to.words.insert(to.words.end(), from.words.begin(), from.words.end());
    to.positions.insert(to.positions.end(), from.positions.begin(), from.positions.end());
    for (std::size_t index = 0; index < from.size(); ++index) {
        for (const TreeNodeId child : from.children(TreeNodeId(index))) {
            to.childIds.emplace_back(before + child.index());
        }
        to.childOffsets.push_back(static_cast<std::uint32_t>(to.childIds.size()));
        to.marks.push_back(from.mark(TreeNodeId(index)));
    }
    for (const ChainLink& link : from.chains) {
        to.chains.push_back({TreeNodeId(before + link.into.index()), link.label});
    }
}

} // namespace

Tree paired(const Tree& first, const Tree& second) {
    Tree pair;
    pair.file = first.file;
    pair.childOffsets.push_back(0);
    appendNodes(first, pair);
    appendNodes(second, pair);
    const SymbolId label = first.labels[first.root().index()];
    pair.labels.push_back(label == second.labels[second.root().index()] ? label : SymbolId());
    pair.words.emplace_back();
    pair.positions.push_back(first.positions[first.root().index()]);
    pair.childIds.push_back(first.root());
    pair.childIds.emplace_back(first.size() + second.root().index());
    pair.childOffsets.push_back(static_cast<std::uint32_t>(pair.childIds.size()));
    if (first.marks.empty() && second.marks.empty()) {
        pair.marks.clear();
    } else {
        pair.marks.push_back(NodeMark::None);
    }
    return pair;
}

} // namespace batchscope
