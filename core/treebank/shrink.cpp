// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/shrink.h"

#include "core/base/check.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace batchscope {

namespace {

/// The first node of the subtree of `node`, which is contiguous.
std::size_t firstBelow(const Tree& tree, TreeNodeId node) {
    std::size_t first = node.index();
    while (!tree.isLeaf(TreeNodeId(first))) {
        first = tree.children(TreeNodeId(first)).front().index();
    }
    // In post-order the leftmost leaf comes first; dependents are in sentence order, so it is below the first child.
    return first;
}

/// Renumbers places in the sentence without gaps, in the same order.
std::vector<std::uint32_t> closedUp(const std::vector<std::uint32_t>& tokens) {
    std::vector<std::size_t> order(tokens.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&tokens](std::size_t left, std::size_t right) { return tokens[left] < tokens[right]; });
    std::vector<std::uint32_t> places(tokens.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
        places[order[place]] = static_cast<std::uint32_t>(place);
    }
    return places;
}

class Search {
public:
    Search(std::vector<Tree> trees, const StillFails& stillFails, std::size_t most, const RunControl& control)
        : m_stillFails(stillFails), m_most(most), m_control(control) {
        m_found.trees = std::move(trees);
    }

    Result<Shrunk> run() {
        leaveOutTrees();
        // Replacing nodes may allow leaving out another tree, so both are repeated until neither helps.
        bool hasChanged = true;
        while (hasChanged && mayTry()) {
            hasChanged = replaceNodes();
            const std::size_t before = m_found.trees.size();
            if (hasChanged) {
                leaveOutTrees();
            }
            hasChanged = hasChanged || m_found.trees.size() < before;
        }
        if (m_cancelled) {
            return cancelledError();
        }
        m_found.isSmallest = m_found.tried < m_most;
        return std::move(m_found);
    }

private:
    [[nodiscard]] bool mayTry() const { return !m_cancelled && m_found.tried < m_most; }

    /// Keeps these trees if they still fail.
    bool take(std::vector<Tree> trees) {
        if (!mayTry()) {
            return false;
        }
        if (m_control.stopRequested()) {
            m_cancelled = true;
            return false;
        }
        ++m_found.tried;
        m_control.report("shrink", m_found.tried, m_most);
        const Result<bool> fails = m_stillFails(trees);
        m_cancelled = !fails && fails.error().code == ErrorCode::Cancelled;
        if (!fails || !*fails) {
            return false;
        }
        m_found.trees = std::move(trees);
        return true;
    }

    /// Delta debugging with complements: leaves out one of `parts` equal parts at a time.
    void leaveOutTrees() {
        std::size_t parts = 2;
        while (m_found.trees.size() > 1 && mayTry()) {
            parts = std::min(parts, m_found.trees.size());
            if (leaveOutOneOf(parts)) {
                parts = std::max<std::size_t>(parts - 1, 2);
            } else if (parts == m_found.trees.size()) {
                return;
            } else {
                parts = std::min(parts * 2, m_found.trees.size());
            }
        }
    }

    bool leaveOutOneOf(std::size_t parts) {
        const std::size_t size = m_found.trees.size();
        for (std::size_t part = 0; part < parts && mayTry(); ++part) {
            const auto begin = static_cast<std::ptrdiff_t>(size * part / parts);
            const auto end = static_cast<std::ptrdiff_t>(size * (part + 1) / parts);
            std::vector<Tree> rest(m_found.trees.begin(), m_found.trees.begin() + begin);
            rest.insert(rest.end(), m_found.trees.begin() + end, m_found.trees.end());
            if (take(std::move(rest))) {
                return true;
            }
        }
        return false;
    }

    /// From the root down, because removing a node saves all tries below it.
    bool replaceNodes() {
        bool hasChanged = false;
        for (std::size_t place = 0; place < m_found.trees.size(); ++place) {
            std::size_t node = m_found.trees[place].size();
            while (node > 0 && mayTry()) {
                --node;
                if (replaceByAChild(place, TreeNodeId(node))) {
                    hasChanged = true;
                    node = m_found.trees[place].size(); // node numbers have changed
                }
            }
        }
        return hasChanged;
    }

    bool replaceByAChild(std::size_t place, TreeNodeId node) {
        const auto children = m_found.trees[place].children(node);
        return std::any_of(children.begin(), children.end(), [&](TreeNodeId child) {
            std::vector<Tree> trees = m_found.trees;
            trees[place] = hoisted(m_found.trees[place], node, child);
            return take(std::move(trees));
        });
    }

    const StillFails& m_stillFails;
    std::size_t m_most;
    const RunControl& m_control;
    Shrunk m_found;
    bool m_cancelled = false;
};

} // namespace

Tree hoisted(const Tree& tree, TreeNodeId node, TreeNodeId child) {
    BATCHSCOPE_CHECK(tree.marks.empty() && tree.chains.empty());
    std::vector<std::size_t> kept;
    for (std::size_t index = 0; index < firstBelow(tree, node); ++index) {
        kept.push_back(index);
    }
    for (std::size_t index = firstBelow(tree, child); index <= child.index(); ++index) {
        kept.push_back(index);
    }
    for (std::size_t index = node.index() + 1; index < tree.size(); ++index) {
        kept.push_back(index);
    }
    std::vector<std::size_t> places(tree.size());
    for (std::size_t place = 0; place < kept.size(); ++place) {
        places[kept[place]] = place;
    }
    places[node.index()] = places[child.index()];
    Tree smaller;
    smaller.file = tree.file;
    smaller.childOffsets = {0};
    for (const std::size_t index : kept) {
        smaller.labels.push_back(tree.labels[index]);
        smaller.words.push_back(tree.words[index]);
        smaller.positions.push_back(tree.positions[index]);
        if (tree.isDependency()) {
            smaller.tokens.push_back(tree.tokens[index]);
        }
        for (const TreeNodeId below : tree.children(TreeNodeId(index))) {
            smaller.childIds.emplace_back(places[below.index()]);
        }
        smaller.childOffsets.push_back(static_cast<std::uint32_t>(smaller.childIds.size()));
    }
    smaller.tokens = closedUp(smaller.tokens);
    return smaller;
}

Result<Shrunk> shrink(std::vector<Tree> trees, const StillFails& stillFails, std::size_t most,
                      const RunControl& control) {
    BATCHSCOPE_CHECK(!trees.empty());
    return Search(std::move(trees), stillFails, most, control).run();
}

Treebank bankOfTrees(const Treebank& from, const std::vector<Tree>& trees) {
    Treebank bank;
    bank.files = from.files;
    bank.format = from.format;
    bank.options = from.options;
    for (std::size_t word = 0; word < from.words.size(); ++word) {
        bank.words.intern(from.words.text(SymbolId(word)));
    }
    for (std::size_t label = 0; label < from.labels.size(); ++label) {
        bank.labels.intern(from.labels.text(SymbolId(label)));
    }
    for (const Tree& tree : trees) {
        bank.addTree(tree);
    }
    return bank;
}

} // namespace batchscope
