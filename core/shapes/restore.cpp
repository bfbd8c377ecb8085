// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shapes/restore.h"

#include "core/base/check.h"
#include "core/base/text.h"

#include <algorithm>
#include <vector>

namespace batchscope {

namespace {

class Restorer {
public:
    explicit Restorer(const Tree& tree)
        : m_tree(tree),
          m_isDependency(std::find(tree.marks.begin(), tree.marks.end(), NodeMark::HeadWord) != tree.marks.end()) {}

    Tree run() {
        m_out.file = m_tree.file;
        m_out.childOffsets.push_back(0);
        std::vector<std::uint32_t> parts(m_tree.size(), 1); // by node: how many of m_pending it stands for
        if (m_isDependency) {
            countTokens();
        }
        for (const TreeNodeId node : postOrder(m_tree)) {
            std::uint32_t below = 0;
            for (const TreeNodeId child : m_tree.children(node)) {
                below += parts[child.index()];
            }
            const NodeMark mark = m_tree.mark(node);
            if (mark == NodeMark::Introduced) {
                parts[node.index()] = below;
            } else if (m_isDependency && mark == NodeMark::HeadWord && m_tree.size() > 1) {
                m_pending.push_back({TreeNodeId(), node});
            } else {
                makeNode(node, below);
            }
        }
        return std::move(m_out);
    }

private:
    /// A finished node that waits for its parent, or the leaf that holds the parent's word.
    struct Part {
        TreeNodeId made;
        TreeNodeId headWord;
    };

    /// The leaves stand in sentence order.
    void countTokens() {
        m_tokens.resize(m_tree.size());
        std::uint32_t token = 0;
        for (std::size_t index = 0; index < m_tree.size(); ++index) {
            m_tokens[index] = token;
            token += m_tree.isLeaf(TreeNodeId(index)) ? 1 : 0;
        }
    }

    void makeNode(TreeNodeId node, std::size_t below) {
        TreeNodeId wordAt = node;
        const std::size_t first = m_pending.size() - below;
        for (std::size_t at = first; at < m_pending.size(); ++at) {
            if (m_pending[at].made.valid()) {
                m_out.childIds.push_back(m_pending[at].made);
            } else {
                wordAt = m_pending[at].headWord;
            }
        }
        m_pending.resize(first);
        if (m_isDependency) {
            m_out.tokens.push_back(m_tokens[wordAt.index()]);
        }
        const auto chain = m_tree.chain(node);
        add(chain.empty() ? m_tree.labels[node.index()] : chain.back().label, m_tree.words[wordAt.index()],
            m_tree.positions[node.index()]);
        for (std::size_t at = chain.size(); at-- > 1;) {
            m_out.childIds.push_back(m_out.root());
            add(chain[at - 1].label, SymbolId(), chain[at - 1].position);
        }
        m_pending.push_back({m_out.root(), TreeNodeId()});
    }

    void add(SymbolId label, SymbolId word, SourcePosition position) {
        m_out.labels.push_back(label);
        m_out.words.push_back(word);
        m_out.positions.push_back(position);
        m_out.childOffsets.push_back(static_cast<std::uint32_t>(m_out.childIds.size()));
    }

    const Tree& m_tree;
    bool m_isDependency;
    Tree m_out;
    std::vector<Part> m_pending;
    std::vector<std::uint32_t> m_tokens; // by leaf; dependency trees only
};

constexpr std::string_view kIntroducedSign = "|<";
constexpr char kChainSign = '+';

} // namespace

Tree unbinarized(const Tree& tree) {
    return tree.marks.empty() && tree.chains.empty() ? tree : Restorer(tree).run();
}

Tree unbinarizedByLabels(const Tree& tree, SymbolTable& labels) {
    if (tree.isDependency()) {
        return tree;
    }
    Tree marked = tree;
    marked.marks.assign(tree.size(), NodeMark::None);
    marked.chains.clear();
    for (std::size_t index = 0; index < tree.size(); ++index) {
        const TreeNodeId node(index);
        const std::string label(labels.text(tree.labels[index]));
        if (label.find(kIntroducedSign) != std::string::npos && !tree.isLeaf(node) && node != tree.root()) {
            marked.marks[index] = NodeMark::Introduced;
        } else if (label.size() > 1 && label.find(kChainSign) != std::string::npos) {
            for (const std::string& part : split(label, kChainSign)) {
                marked.chains.push_back({node, part.empty() ? SymbolId() : labels.intern(part), tree.positions[index]});
            }
        }
    }
    return unbinarized(marked);
}

} // namespace batchscope
