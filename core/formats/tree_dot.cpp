// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tree_dot.h"

#include "core/formats/dot_text.h"
#include "core/shapes/node_label.h"

#include <fmt/format.h>

#include <iterator>

namespace batchscope {

Status appendTreeDot(std::string& to, const Tree& tree, std::string_view name, const SymbolTable& words,
                     const SymbolTable& labels) {
    if (tree.size() > kMostDotNodes) {
        return Error{ErrorCode::Config, fmt::format("{} has {} nodes; DOT output is limited to {} per tree, because "
                                                    "dot cannot lay out more; choose other trees with --trees A:B",
                                                    name, tree.size(), kMostDotNodes)};
    }
    const NodeNames names(tree, labels);
    to += "digraph \"";
    appendDotEscaped(to, name);
    to += "\" {\n  ordering=out;\n  node [shape=ellipse];\n";
    for (std::size_t index = 0; index < tree.size(); ++index) {
        const TreeNodeId node(index);
        const bool leaf = tree.isLeaf(node);
        const std::string label = names.text(node);
        fmt::format_to(std::back_inserter(to), "  n{} [label=\"", index);
        if (!tree.isDependency()) {
            appendDotEscaped(to, label);
            to += leaf && !label.empty() ? "\\n" : "";
        }
        appendDotEscaped(to, words.text(tree.words[index]));
        to += leaf ? "\", shape=box];\n" : "\"];\n";
        for (const TreeNodeId child : tree.children(node)) {
            fmt::format_to(std::back_inserter(to), "  n{} -> n{}", index, child.index());
            if (tree.isDependency()) {
                to += " [label=\"";
                appendDotEscaped(to, names.text(child));
                to += "\"]";
            }
            to += ";\n";
        }
    }
    to += "}\n";
    return Ok{};
}

} // namespace batchscope
