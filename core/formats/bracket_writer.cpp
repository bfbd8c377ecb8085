// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/bracket_writer.h"

#include "core/formats/tree_writer.h"
#include "core/shapes/node_label.h"

#include <string_view>
#include <vector>

namespace batchscope {

namespace {

class BracketWriter {
public:
    /// `spans` may be null.
    BracketWriter(const Tree& tree, const SymbolTable& words, const SymbolTable& labels, std::vector<TextSpan>* spans)
        : m_tree(tree), m_words(words), m_labels(labels), m_names(tree, labels), m_spans(spans) {
        if (m_spans != nullptr) {
            m_spans->assign(tree.size(), {});
        }
    }

    std::string write() {
        enter(m_tree.root());
        while (!m_stack.empty()) {
            step();
        }
        return std::move(m_out);
    }

private:
    struct Visit {
        TreeNodeId node;
        std::size_t nextChild;
        bool wordDue; // its own word was not written yet
    };

    void put(std::string_view text) {
        for (const char character : text) {
            switch (character) {
            case '(': m_out += "-LRB-"; break;
            case ')': m_out += "-RRB-"; break;
            case ' ':
            case '\t':
            case '\r':
            case '\n': m_out += "\xC2\xA0"; break;
            default: m_out += character;
            }
        }
    }

    void begin(TreeNodeId node) {
        if (m_spans != nullptr) {
            (*m_spans)[node.index()].begin = m_out.size();
        }
    }
    void end(TreeNodeId node) {
        if (m_spans != nullptr) {
            (*m_spans)[node.index()].end = m_out.size();
        }
    }

    void putWord(TreeNodeId node) { put(m_words.text(m_tree.words[node.index()])); }

    /// Whether its first child is written as a bare word.
    [[nodiscard]] bool beginsWithWord(TreeNodeId node) const {
        const TreeNodeId first = m_tree.children(node).front();
        return m_tree.isLeaf(first) && m_names.isPlain(first) && !m_tree.labels[first.index()].valid();
    }

    void enter(TreeNodeId node) {
        begin(node);
        std::string name;
        std::string_view label = m_labels.text(m_tree.labels[node.index()]);
        if (!m_names.isPlain(node)) {
            name = m_names.text(node);
            label = name;
        }
        const bool isLeaf = m_tree.isLeaf(node);
        if (label.empty() && (m_tree.isDependency() || (isLeaf ? node == m_tree.root() : beginsWithWord(node)))) {
            label = "_"; // without it the word would be read back as the label
        }
        if (isLeaf && label.empty()) {
            putWord(node);
            end(node);
            return;
        }
        m_out += '(';
        put(label);
        if (isLeaf) {
            m_out += ' ';
            putWord(node);
            m_out += ')';
            end(node);
            return;
        }
        m_stack.push_back({node, 0, m_tree.isDependency()});
    }

    /// The next child of the innermost open node, its own word, or its closing bracket.
    void step() {
        Visit& top = m_stack.back();
        const auto children = m_tree.children(top.node);
        const bool atEnd = top.nextChild == children.size();
        if (top.wordDue &&
            (atEnd || m_tree.tokens[children[top.nextChild].index()] > m_tree.tokens[top.node.index()])) {
            top.wordDue = false;
            m_out += ' ';
            putWord(top.node);
            return;
        }
        if (atEnd) {
            m_out += ')';
            end(top.node);
            m_stack.pop_back();
            return;
        }
        m_out += ' ';
        enter(children[top.nextChild++]); // may grow the stack; `top` is not used after this
    }

    const Tree& m_tree;
    const SymbolTable& m_words;
    const SymbolTable& m_labels;
    NodeNames m_names;
    std::vector<TextSpan>* m_spans;
    std::string m_out;
    std::vector<Visit> m_stack;
};

} // namespace

std::string toBrackets(const Tree& tree, const SymbolTable& words, const SymbolTable& labels) {
    return BracketWriter(tree, words, labels, nullptr).write();
}

std::string toBrackets(const Tree& tree, const SymbolTable& words, const SymbolTable& labels,
                       std::vector<TextSpan>& spans) {
    return BracketWriter(tree, words, labels, &spans).write();
}

constinit const TreeWriter kPtbWriter = {
    .name = "ptb",
    .append = [](std::string& to, const WrittenTree& written) -> Status {
        to += toBrackets(written.tree, written.bank.words, written.bank.labels);
        to += '\n';
        return Ok{};
    },
};

} // namespace batchscope
