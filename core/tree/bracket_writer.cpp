// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/bracket_writer.h"

#include <vector>

namespace batchscope {

std::string toBrackets(const Tree& tree, const SymbolTable& words, const SymbolTable& labels) {
    struct Visit {
        TreeNodeId node;
        std::size_t nextChild;
    };
    std::string out;
    std::vector<Visit> stack;
    const auto enter = [&](TreeNodeId node) {
        const std::string_view label = labels.text(tree.labels[node.index()]);
        if (tree.isLeaf(node) && label.empty()) {
            out += words.text(tree.words[node.index()]);
            return;
        }
        out += '(';
        out += label;
        if (tree.isLeaf(node)) {
            out += ' ';
            out += words.text(tree.words[node.index()]);
            out += ')';
            return;
        }
        stack.push_back({node, 0});
    };
    enter(tree.root());
    while (!stack.empty()) {
        Visit& top = stack.back();
        const auto children = tree.children(top.node);
        if (top.nextChild == children.size()) {
            out += ')';
            stack.pop_back();
            continue;
        }
        out += ' ';
        enter(children[top.nextChild++]); // may grow the stack; `top` is not used after this
    }
    return out;
}

} // namespace batchscope
