// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shapes/shape.h"

#include "core/base/check.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace batchscope {

namespace {

UnaryOptions unaryOptionsOf(Unary unary) {
    const bool keepsPos = unary == Unary::KeepPos || unary == Unary::KeepEnds;
    const bool keepsRoot = unary == Unary::KeepRoot || unary == Unary::KeepEnds;
    return {.pos = keepsPos ? Ends::Keep : Ends::Collapse, .root = keepsRoot ? Ends::Keep : Ends::Collapse};
}

} // namespace

Tree shaped(const Tree& tree, const SymbolTable& labels, const ShapeOptions& options) {
    if (options.isAsRead()) {
        return tree;
    }
    if (options.unary == Unary::Keep) {
        return factored(tree, options.binarization, labels);
    }
    const Tree collapsed = collapsedUnary(tree, unaryOptionsOf(options.unary));
    return options.binarization == Binarization::None ? collapsed : factored(collapsed, options.binarization, labels);
}

namespace {

class Binarizer {
public:
    Binarizer(const Tree& tree, Binarization mode, const SymbolTable& labels)
        : m_tree(tree), m_mode(mode), m_labels(labels) {
        m_out.file = tree.file;
        m_out.childOffsets.push_back(0);
    }

    Tree run() {
        std::vector<TreeNodeId> renamed(m_tree.size());
        if (m_tree.isDependency()) {
            addTokens();
        }
        for (std::size_t index = 0; index < m_tree.size(); ++index) {
            const TreeNodeId node(index);
            if (m_tree.isLeaf(node)) {
                renamed[index] = m_tree.isDependency() ? tokenLeaf(node) : add(node, m_tree.words[index]);
                continue;
            }
            m_parts.clear();
            for (const TreeNodeId child : m_tree.children(node)) {
                m_parts.push_back(renamed[child.index()]);
            }
            const std::size_t head = m_tree.isDependency() ? insertHeadWord(node) : headOf(node);
            renamed[index] = combine(node, head);
        }
        if (m_tree.isDependency() && m_tree.size() == 1) {
            setMark(m_out.root(), NodeMark::HeadWord);
        }
        return std::move(m_out);
    }

private:
    /// A leaf for every token, so that the words keep the order of the sentence whatever the arcs are.
    void addTokens() {
        std::vector<TreeNodeId> nodeAt(m_tree.size());
        for (std::size_t index = 0; index < m_tree.size(); ++index) {
            nodeAt[m_tree.tokens[index]] = TreeNodeId(index);
        }
        for (const TreeNodeId node : nodeAt) {
            add(node, m_tree.words[node.index()]);
        }
    }

    [[nodiscard]] TreeNodeId tokenLeaf(TreeNodeId node) const {
        return TreeNodeId(std::size_t{m_tree.tokens[node.index()]});
    }

    /// Its own word, as a part among those of its dependents. Returns its place.
    std::size_t insertHeadWord(TreeNodeId node) {
        const auto children = m_tree.children(node);
        const auto after = std::find_if(children.begin(), children.end(), [&](TreeNodeId child) {
            return m_tree.tokens[child.index()] > m_tree.tokens[node.index()];
        });
        const auto place = after - children.begin();
        m_parts.insert(m_parts.begin() + place, tokenLeaf(node));
        setMark(tokenLeaf(node), NodeMark::HeadWord);
        return static_cast<std::size_t>(place);
    }

    [[nodiscard]] std::size_t headOf(TreeNodeId node) {
        if (m_mode != Binarization::Head || m_parts.size() < 3) {
            return 0; // nobody asks
        }
        m_names.clear();
        for (const TreeNodeId child : m_tree.children(node)) {
            m_names.push_back(m_labels.text(m_tree.labels[child.index()]));
        }
        return headChild(m_labels.text(lowestLabel(node)), m_names);
    }

    /// Its own label, also when it stands for a chain.
    [[nodiscard]] SymbolId lowestLabel(TreeNodeId node) const {
        const auto chain = m_tree.chain(node);
        return chain.empty() ? m_tree.labels[node.index()] : chain.back().label;
    }

    void setMark(TreeNodeId node, NodeMark mark) {
        if (m_out.marks.empty() && mark == NodeMark::None) {
            return;
        }
        m_out.marks.resize(m_out.size(), NodeMark::None);
        m_out.marks[node.index()] = mark;
    }

    TreeNodeId push(SymbolId label, SymbolId word, SourcePosition position) {
        m_out.labels.push_back(label);
        m_out.words.push_back(word);
        m_out.positions.push_back(position);
        m_out.childOffsets.push_back(static_cast<std::uint32_t>(m_out.childIds.size()));
        return m_out.root();
    }

    /// The node itself, with the chain it stands for.
    TreeNodeId add(TreeNodeId source, SymbolId word) {
        const TreeNodeId added = push(m_tree.labels[source.index()], word, m_tree.positions[source.index()]);
        for (const ChainLink& link : m_tree.chain(source)) {
            m_out.chains.push_back({added, link.label, link.position});
        }
        setMark(added, m_tree.mark(source));
        return added;
    }

    /// The last pair of a node is the node itself, the ones before are introduced.
    TreeNodeId pair(TreeNodeId source, TreeNodeId left, TreeNodeId right) {
        m_out.childIds.push_back(left);
        m_out.childIds.push_back(right);
        if (--m_pairsToCome == 0) {
            return add(source, SymbolId());
        }
        const TreeNodeId added = push(lowestLabel(source), SymbolId(), m_tree.positions[source.index()]);
        setMark(added, NodeMark::Introduced);
        return added;
    }

    TreeNodeId combine(TreeNodeId source, std::size_t head) {
        if (m_parts.size() == 1) {
            m_out.childIds.push_back(m_parts.front());
            return add(source, SymbolId());
        }
        m_pairsToCome = m_parts.size() - 1;
        switch (m_mode) {
        case Binarization::Left: return combineAround(source, 0);
        case Binarization::Right: return combineAround(source, m_parts.size() - 1);
        case Binarization::Head: return combineAround(source, head);
        case Binarization::Balanced:
        case Binarization::None: break;
        }
        return combineBalanced(source);
    }

    /// What follows the part at `first`, then what stands before it, nearest first.
    TreeNodeId combineAround(TreeNodeId source, std::size_t first) {
        TreeNodeId result = m_parts[first];
        for (std::size_t at = first + 1; at < m_parts.size(); ++at) {
            result = pair(source, result, m_parts[at]);
        }
        for (std::size_t at = first; at-- > 0;) {
            result = pair(source, m_parts[at], result);
        }
        return result;
    }

    /// Joins neighbours in rounds, so that the new nodes form a tree of logarithmic height.
    TreeNodeId combineBalanced(TreeNodeId source) {
        while (m_parts.size() > 1) {
            std::size_t kept = 0;
            for (std::size_t at = 0; at < m_parts.size(); at += 2) {
                m_parts[kept++] = at + 1 < m_parts.size() ? pair(source, m_parts[at], m_parts[at + 1]) : m_parts[at];
            }
            m_parts.resize(kept);
        }
        return m_parts.front();
    }

    const Tree& m_tree;
    Binarization m_mode;
    const SymbolTable& m_labels;
    Tree m_out;
    std::vector<TreeNodeId> m_parts;       // what the present node is made of, from left to right
    std::vector<std::string_view> m_names; // labels of the present node's children
    std::size_t m_pairsToCome = 0;         // of the present node
};

} // namespace

Tree factored(const Tree& tree, Binarization mode, const SymbolTable& labels) {
    return mode == Binarization::None ? tree : Binarizer(tree, mode, labels).run();
}

Tree binarized(const Tree& tree, Binarization mode, const SymbolTable& labels) {
    return mode == Binarization::None ? tree : factored(collapsedUnary(tree), mode, labels);
}

Tree binarized(const Tree& tree, Binarization mode) {
    BATCHSCOPE_CHECK(mode != Binarization::Head);
    return binarized(tree, mode, SymbolTable());
}

namespace {

/// By node: whether it gives way to its only child.
std::vector<bool> nodesThatGiveWay(const Tree& tree, const UnaryOptions& options) {
    std::vector<bool> givesWay(tree.size(), false);
    for (std::size_t index = 0; index < tree.size() && !tree.isDependency(); ++index) {
        const TreeNodeId node(index);
        const auto children = tree.children(node);
        givesWay[index] = children.size() == 1 && (options.pos == Ends::Collapse || !tree.isLeaf(children.front())) &&
                          (options.root == Ends::Collapse || node != tree.root());
    }
    return givesWay;
}

class Collapser {
public:
    Collapser(const Tree& tree, std::vector<bool> givesWay) : m_tree(tree), m_givesWay(std::move(givesWay)) {}

    Tree run() {
        m_out.file = m_tree.file;
        m_out.childOffsets.push_back(0);
        std::vector<TreeNodeId> renamed(m_tree.size());
        const std::vector<TreeNodeId> upper = uppermost();
        for (std::size_t index = 0; index < m_tree.size(); ++index) {
            const TreeNodeId node(index);
            if (m_givesWay[index]) {
                renamed[index] = renamed[m_tree.children(node).front().index()];
                continue;
            }
            for (const TreeNodeId child : m_tree.children(node)) {
                m_out.childIds.push_back(renamed[child.index()]);
            }
            renamed[index] = add(node, upper[index]);
        }
        return std::move(m_out);
    }

private:
    /// By node that stays: the uppermost node that gives way to it, or itself.
    [[nodiscard]] std::vector<TreeNodeId> uppermost() const {
        std::vector<TreeNodeId> upper(m_tree.size());
        for (std::size_t index = m_tree.size(); index-- > 0;) { // parents first
            upper[index] = upper[index].valid() ? upper[index] : TreeNodeId(index);
            if (m_givesWay[index]) {
                upper[m_tree.children(TreeNodeId(index)).front().index()] = upper[index];
            }
        }
        return upper;
    }

    TreeNodeId add(TreeNodeId node, TreeNodeId upper) {
        m_out.labels.push_back(m_tree.labels[upper.index()]);
        m_out.words.push_back(m_tree.words[node.index()]);
        m_out.positions.push_back(m_tree.positions[node.index()]);
        m_out.childOffsets.push_back(static_cast<std::uint32_t>(m_out.childIds.size()));
        if (!m_tree.marks.empty()) {
            m_out.marks.push_back(m_tree.mark(node));
        }
        const TreeNodeId added = m_out.root();
        if (upper == node) {
            link(added, m_tree.chain(node));
            return added;
        }
        for (TreeNodeId at = upper; true; at = m_tree.children(at).front()) {
            const auto before = m_tree.chain(at);
            link(added, before);
            if (before.empty()) {
                m_out.chains.push_back({added, m_tree.labels[at.index()], m_tree.positions[at.index()]});
            }
            if (at == node) {
                return added;
            }
        }
    }

    void link(TreeNodeId into, std::span<const ChainLink> chain) {
        for (const ChainLink& each : chain) {
            m_out.chains.push_back({into, each.label, each.position});
        }
    }

    const Tree& m_tree;
    std::vector<bool> m_givesWay;
    Tree m_out;
};

} // namespace

Tree collapsedUnary(const Tree& tree, const UnaryOptions& options) {
    std::vector<bool> givesWay = nodesThatGiveWay(tree, options);
    if (std::find(givesWay.begin(), givesWay.end(), true) == givesWay.end()) {
        return tree;
    }
    return Collapser(tree, std::move(givesWay)).run();
}

namespace {

enum class From { Left, Right };

/// The first of the wanted labels that stands among the children, wanted as listed, children looked at from one end.
struct Rule {
    std::string_view parent;
    From from;
    std::vector<std::string_view> wanted;
};

/// Without functional tags and indices; -NONE-, -LRB- and the like stay whole.
std::string_view category(std::string_view label) {
    const std::size_t end = label.find_first_of("-=|", label.starts_with('-') ? label.size() : 1);
    return label.substr(0, end);
}

using Children = std::span<const std::string_view>;

const std::vector<Rule>& rules() {
    static const std::vector<Rule> kRules = {
        {"ADJP",
         From::Left,
         {"NNS", "QP", "NN", "$", "ADVP", "JJ", "VBN", "VBG", "ADJP", "JJR", "NP", "JJS", "DT", "FW", "RBR", "RBS",
          "SBAR", "RB"}},
        {"ADVP", From::Right, {"RB", "RBR", "RBS", "FW", "ADVP", "TO", "CD", "JJR", "JJ", "IN", "NP", "JJS", "NN"}},
        {"CONJP", From::Right, {"CC", "RB", "IN"}},
        {"FRAG", From::Right, {}},
        {"INTJ", From::Left, {}},
        {"LST", From::Right, {"LS", ":"}},
        {"NAC",
         From::Left,
         {"NN", "NNS", "NNP", "NNPS", "NP", "NAC", "EX", "$", "CD", "QP", "PRP", "VBG", "JJ", "JJS", "JJR", "ADJP",
          "FW"}},
        {"PP", From::Right, {"IN", "TO", "VBG", "VBN", "RP", "FW"}},
        {"PRN", From::Left, {}},
        {"PRT", From::Right, {"RP"}},
        {"QP", From::Left, {"$", "IN", "NNS", "NN", "JJ", "RB", "DT", "CD", "NCD", "QP", "JJR", "JJS"}},
        {"RRC", From::Right, {"VP", "NP", "ADVP", "ADJP", "PP"}},
        {"S", From::Left, {"TO", "IN", "VP", "S", "SBAR", "ADJP", "UCP", "NP"}},
        {"SBAR", From::Left, {"WHNP", "WHPP", "WHADVP", "WHADJP", "IN", "DT", "S", "SQ", "SINV", "SBAR", "FRAG"}},
        {"SBARQ", From::Left, {"SQ", "S", "SINV", "SBARQ", "FRAG"}},
        {"SINV", From::Left, {"VBZ", "VBD", "VBP", "VB", "MD", "VP", "S", "SINV", "ADJP", "NP"}},
        {"SQ", From::Left, {"VBZ", "VBD", "VBP", "VB", "MD", "VP", "SQ"}},
        {"UCP", From::Right, {}},
        {"VP", From::Left, {"TO", "VBD", "VBN", "MD", "VBZ", "VB", "VBG", "VBP", "VP", "ADJP", "NN", "NNS", "NP"}},
        {"WHADJP", From::Left, {"CC", "WRB", "JJ", "ADJP"}},
        {"WHADVP", From::Right, {"CC", "WRB"}},
        {"WHNP", From::Left, {"WDT", "WP", "WP$", "WHADJP", "WHPP", "WHNP"}},
        {"WHPP", From::Right, {"IN", "TO", "FW"}},
    };
    return kRules;
}

/// The first child, looked at from one end, that has any of these labels.
std::optional<std::size_t> firstOf(Children children, From from, std::span<const std::string_view> wanted) {
    for (std::size_t step = 0; step < children.size(); ++step) {
        const std::size_t at = from == From::Left ? step : children.size() - 1 - step;
        if (std::find(wanted.begin(), wanted.end(), category(children[at])) != wanted.end()) {
            return at;
        }
    }
    return std::nullopt;
}

/// Noun phrases have rules of their own: each takes any of several labels.
std::size_t headOfNounPhrase(Children children) {
    struct Search {
        From from;
        std::vector<std::string_view> wanted;
    };
    static const std::vector<Search> kSearches = {
        {From::Right, {"NN", "NNP", "NNPS", "NNS", "NX", "POS", "JJR"}},
        {From::Left, {"NP"}},
        {From::Right, {"$", "ADJP", "PRN"}},
        {From::Right, {"CD"}},
        {From::Right, {"JJ", "JJS", "RB", "QP"}},
    };
    if (category(children.back()) == "POS") {
        return children.size() - 1;
    }
    for (const Search& search : kSearches) {
        if (const std::optional<std::size_t> found = firstOf(children, search.from, search.wanted)) {
            return *found;
        }
    }
    return children.size() - 1;
}

std::size_t headByRule(const Rule& rule, Children children) {
    for (const std::string_view wanted : rule.wanted) {
        if (const std::optional<std::size_t> found = firstOf(children, rule.from, {&wanted, 1})) {
            return *found;
        }
    }
    return rule.from == From::Left ? 0 : children.size() - 1;
}

std::size_t headWithoutCoordination(std::string_view parent, Children children) {
    if (parent == "NP" || parent == "NX") {
        return headOfNounPhrase(children);
    }
    const auto rule =
        std::find_if(rules().begin(), rules().end(), [&](const Rule& each) { return each.parent == parent; });
    return rule == rules().end() ? children.size() - 1 : headByRule(*rule, children);
}

} // namespace

std::size_t headChild(std::string_view parent, std::span<const std::string_view> children) {
    BATCHSCOPE_CHECK(!children.empty());
    const std::size_t head = headWithoutCoordination(category(parent), children);
    const bool isSecondConjunct = head >= 2 && category(children[head - 1]) == "CC";
    return isSecondConjunct ? head - 2 : head; // Collins: the head of "X and Y" is X
}

} // namespace batchscope
