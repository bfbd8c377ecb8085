// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tree_writer.h"

#include "core/base/text.h"
#include "core/shapes/node_label.h"

#include <fmt/format.h>

#include <iterator>
#include <limits>
#include <string>

namespace batchscope {

namespace {

// Graphviz, as input of `dot -Tsvg`. Leaves are boxes with their words, other nodes ellipses with their labels; a
// dependency's arc carries the relation.

constexpr std::size_t kMostDotNodes = 20'000;

/// Escapes text for DOT's quotes: a backslash must not start one of DOT's escapes, and line ends become spaces.
void appendDotEscaped(std::string& to, std::string_view text) {
    for (const char character : text) {
        if (character == '"' || character == '\\') {
            to += '\\';
        }
        to += character == '\n' || character == '\r' || character == '\0' ? ' ' : character;
    }
}

/// Appends `digraph "name" { … }`. Config error for a tree of more than kMostDotNodes nodes.
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

// A row of figures per tree for a spreadsheet or a script (RFC 4180, but with LF): a field with a comma, quote or line
// end is quoted, and quotes inside it are doubled.

void appendField(std::string& to, std::string_view text) {
    to += ',';
    to += csvCell(text);
}

/// The names of the columns, with a line end.
std::string treeCsvHeader() {
    return "tree,file,line,nodes,words,height,arity,root_label,sentence\n";
}

/// Appends a row with a line end. `tree` is the written form of tree `id` of the bank; ids count from 0. `labels` holds
/// the labels of `tree`.
void appendTreeCsv(std::string& to, const Tree& tree, TreeId id, const Treebank& bank, const SymbolTable& labels) {
    const TreeEntry entry = TreeMeasure().entryOf(tree, {});
    const std::uint32_t file = bank.fileOf(id);
    fmt::format_to(std::back_inserter(to), "{}", id.index());
    appendField(to, file < bank.files.size() ? std::string_view(bank.files[file]) : std::string_view());
    fmt::format_to(std::back_inserter(to), ",{},{},{},{},{}", bank.trees[id].line, entry.nodes, entry.words,
                   entry.height, entry.arity);
    appendField(to, nodeLabel(tree, tree.root(), labels));
    appendField(to, bank.sentence(id, std::numeric_limits<std::size_t>::max()));
    to += '\n';
}

} // namespace

constinit const TreeWriter kDotWriter = {
    .name = "dot",
    .append = [](std::string& to, const WrittenTree& written) -> Status {
        return appendTreeDot(to, written.tree, fmt::format("tree {}", written.id.index()), written.bank.words,
                             written.bank.labels);
    },
};

constinit const TreeWriter kCsvWriter = {
    .name = "csv",
    .append = [](std::string& to, const WrittenTree& written) -> Status {
        appendTreeCsv(to, written.tree, written.id, written.bank, written.bank.labels);
        return Ok{};
    },
    .header = [](const Treebank& /*bank*/) { return treeCsvHeader(); },
};

std::span<const TreeWriter* const> treeWriters() {
    return kWriterList;
}

} // namespace batchscope
