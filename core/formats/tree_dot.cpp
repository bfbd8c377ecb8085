// SPDX-License-Identifier: GPL-3.0-or-later
//
// A tree as Graphviz draws it: `dot -Tsvg`. Leaves are boxes with their words, other nodes ellipses with their
// labels; a dependency's arc carries the relation.
#include "core/base/result.h"
#include "core/formats/tree_writer.h"
#include "core/shapes/node_label.h"
#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"

#include <fmt/format.h>

#include <iterator>
#include <string>

namespace batchscope {

namespace {

constexpr std::size_t kMostDotNodes = 20'000;

/// As it must be written inside DOT's quotes: a backslash must not become one of DOT's escapes, and line ends become
/// blanks.
void appendDotEscaped(std::string& to, std::string_view text) {
    for (const char character : text) {
        if (character == '"' || character == '\\') {
            to += '\\';
        }
        to += character == '\n' || character == '\r' || character == '\0' ? ' ' : character;
    }
}

/// Appends `digraph "name" { … }`. Config error for a tree of more than kMostDotNodes.
Status appendTreeDot(std::string& to, const Tree& tree, std::string_view name, const SymbolTable& words,
                     const SymbolTable& labels) {
    if (tree.size() > kMostDotNodes) {
        return Error{ErrorCode::Config,
                     fmt::format("{} has {} nodes; DOT output is limited to {} nodes per tree, because "
                                 "dot cannot lay out larger trees; choose other trees with --trees A:B",
                                 name, tree.size(), kMostDotNodes)};
    }
    const NodeNames names(tree, labels);
    to += R"(digraph ")";
    appendDotEscaped(to, name);
    to += "\" {\n";
    for (const std::string_view statement : {"ordering=out", "node [shape=ellipse]"}) {
        fmt::format_to(std::back_inserter(to), "  {};\n", statement);
    }
    for (std::size_t index = 0; index < tree.size(); ++index) {
        const TreeNodeId node(index);
        const bool leaf = tree.isLeaf(node);
        const std::string label = names.text(node);
        to += "  ";
        fmt::format_to(std::back_inserter(to), R"(n{} [label=")", index);
        if (!tree.isDependency()) {
            appendDotEscaped(to, label);
            to += leaf && !label.empty() ? "\\n" : "";
        }
        appendDotEscaped(to, words.text(tree.words[index]));
        to += leaf ? R"(", shape=box])" : R"("])";
        to += ";\n";
        for (const TreeNodeId child : tree.children(node)) {
            fmt::format_to(std::back_inserter(to), "  n{} -> n{}", index, child.index());
            if (tree.isDependency()) {
                to += ' ';
                to += R"([label=")";
                appendDotEscaped(to, names.text(child));
                to += "\"]";
            }
            to += ";\n";
        }
    }
    to += "}\n";
    return Ok{};
}

} // namespace

constinit const TreeWriter kDotWriter = {
    .name = "dot",
    .append = [](std::string& to, const WrittenTree& written) -> Status {
        return appendTreeDot(to, written.tree, fmt::format("tree {}", written.id.index()), written.bank.words,
                             written.bank.labels);
    },
};

} // namespace batchscope
