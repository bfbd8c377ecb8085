// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_string.h"
#include "core/formats/trees_json.h"
#include "core/formats/writer_list.h"
#include "core/shapes/node_label.h"

#include <fmt/format.h>

#include <iterator>
#include <vector>

namespace batchscope {

namespace {

class Writer {
public:
    Writer(std::string& to, const Tree& tree, const SymbolTable& words, const SymbolTable& labels)
        : m_out(to), m_tree(tree), m_words(words), m_labels(labels), m_names(tree, labels) {}

    void constituents() {
        enter(m_tree.root(), Siblings::None);
        while (!m_stack.empty()) {
            Visit& top = m_stack.back();
            const auto children = m_tree.children(top.node);
            if (top.nextChild == children.size()) {
                m_out += ']';
                m_stack.pop_back();
                continue;
            }
            m_out += ',';
            const TreeNodeId child = children[top.nextChild++]; // entering may move `top`
            enter(child, children.size() == 1 ? Siblings::None : Siblings::Some);
        }
    }

    void dependencies() {
        const std::size_t count = m_tree.size();
        std::vector<std::size_t> nodeOf(count); // by token
        std::vector<std::uint32_t> heads(count, 0);
        for (std::size_t node = 0; node < count; ++node) {
            nodeOf[m_tree.tokens[node]] = node;
            for (const TreeNodeId child : m_tree.children(TreeNodeId(node))) {
                heads[m_tree.tokens[child.index()]] = m_tree.tokens[node] + 1;
            }
        }
        const char* separator = "{\"words\":[";
        for (const std::size_t node : nodeOf) {
            m_out += std::exchange(separator, ",");
            appendJsonString(m_out, m_words.text(m_tree.words[node]));
        }
        separator = "],\"heads\":[";
        for (const std::uint32_t head : heads) {
            m_out += std::exchange(separator, ",");
            fmt::format_to(std::back_inserter(m_out), "{}", head);
        }
        separator = "],\"labels\":[";
        for (const std::size_t node : nodeOf) {
            m_out += std::exchange(separator, ",");
            putLabel(TreeNodeId(node));
        }
        m_out += "]}";
    }

private:
    enum class Siblings { None, Some };
    struct Visit {
        TreeNodeId node;
        std::size_t nextChild;
    };

    void enter(TreeNodeId node, Siblings siblings) {
        const bool leaf = m_tree.isLeaf(node);
        // An array around a single word makes it a leaf of its own; without it, it would be its parent's word.
        const bool bare = leaf && siblings == Siblings::Some && m_names.isPlain(node) &&
                          m_labels.text(m_tree.labels[node.index()]).empty();
        if (!bare) {
            m_out += '[';
            putLabel(node);
            m_out += leaf ? "," : "";
        }
        if (leaf) {
            appendJsonString(m_out, m_words.text(m_tree.words[node.index()]));
            m_out += bare ? "" : "]";
        } else {
            m_stack.push_back({node, 0});
        }
    }

    void putLabel(TreeNodeId node) {
        const std::string_view label = m_labels.text(m_tree.labels[node.index()]);
        if (!m_names.isPlain(node)) {
            appendJsonString(m_out, m_names.text(node));
        } else if (label.empty()) {
            m_out += "null";
        } else {
            appendJsonString(m_out, label);
        }
    }

    std::string& m_out;
    const Tree& m_tree;
    const SymbolTable& m_words;
    const SymbolTable& m_labels;
    NodeNames m_names;
    std::vector<Visit> m_stack;
};

} // namespace

std::string treesJsonHeader(std::string_view format) {
    std::string line = R"({"batchscope_trees":1,"format":)";
    appendJsonString(line, format);
    return line + "}\n";
}

void appendTreeJson(std::string& to, const Tree& tree, const SymbolTable& words, const SymbolTable& labels) {
    Writer writer(to, tree, words, labels);
    if (tree.isDependency()) {
        writer.dependencies();
    } else {
        writer.constituents();
    }
}

constinit const TreeWriter kJsonWriter = {
    .name = "json",
    .append = [](std::string& to, const WrittenTree& written) -> Status {
        appendTreeJson(to, written.tree, written.bank.words, written.labels);
        to += '\n';
        return Ok{};
    },
    .header =
        [](const Treebank& bank) {
            const bool wasJson = bank.format == "trees-json" && !bank.origin.empty(); // it stays what it was at first
            return treesJsonHeader(wasJson ? bank.origin : bank.format);
        },
};

} // namespace batchscope
