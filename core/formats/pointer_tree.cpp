// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/pointer_tree.h"

#include "core/base/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace batchscope {

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// The children of each node, by number from 1; of 0 the root.
struct Children {
    std::vector<std::uint32_t> offsets;
    std::vector<std::uint32_t> nodes; // from 0

    explicit Children(std::span<const std::uint32_t> parents) : offsets(parents.size() + 2, 0), nodes(parents.size()) {
        for (const std::uint32_t parent : parents) {
            ++offsets[parent + std::size_t{1}];
        }
        for (std::size_t at = 1; at < offsets.size(); ++at) {
            offsets[at] += offsets[at - 1];
        }
        std::vector<std::uint32_t> next = offsets;
        for (std::size_t node = 0; node < parents.size(); ++node) {
            nodes[next[parents[node]]++] = static_cast<std::uint32_t>(node);
        }
    }
    [[nodiscard]] std::span<std::uint32_t> of(std::size_t number) {
        return std::span(nodes).subspan(offsets[number], offsets[number + 1] - offsets[number]);
    }
};

/// Nodes that are reached from the root, parents before children; all of them unless there is a cycle.
std::vector<std::uint32_t> fromTheRoot(Children& children) {
    const auto root = children.of(0);
    std::vector<std::uint32_t> order(root.begin(), root.end());
    for (std::size_t at = 0; at < order.size(); ++at) {
        const auto below = children.of(order[at] + std::size_t{1});
        order.insert(order.end(), below.begin(), below.end());
    }
    return order;
}

/// A fault that one pointer shows, or the number of roots.
std::optional<PointerFault> findLocalFault(std::span<const std::uint32_t> parents, std::size_t words) {
    std::optional<std::size_t> root;
    for (std::size_t node = 0; node < parents.size(); ++node) {
        const std::uint32_t parent = parents[node];
        if (parent > parents.size()) {
            return PointerFault{node, fmt::format("found parent {}; expected 0 (the root) to {}, the last node", parent,
                                                  parents.size())};
        }
        if (parent == 0 && root) {
            return PointerFault{
                node,
                fmt::format("found a second root, node {} (the first is node {}); expected one node with parent 0",
                            node + 1, *root + 1)};
        }
        if (parent != 0 && parent <= words) {
            return PointerFault{node, fmt::format("found parent {}, which is a word; expected an inner node, {} to {}",
                                                  parent, words + 1, parents.size())};
        }
        if (parent == 0) {
            root = node;
        }
    }
    return root ? std::nullopt
                : std::optional(PointerFault{0, std::string("found no root; expected one node with parent 0")});
}

} // namespace

std::optional<PointerFault> findPointerFault(std::span<const std::uint32_t> parents, std::size_t words) {
    BATCHSCOPE_CHECK(!parents.empty() && words > 0);
    if (parents.size() < words) {
        return PointerFault{
            parents.size() - 1,
            fmt::format("found {} pointers for {} words; expected one for each word and each inner node",
                        parents.size(), words)};
    }
    if (auto fault = findLocalFault(parents, words)) {
        return fault;
    }
    Children children(parents);
    for (std::size_t node = words; node < parents.size(); ++node) {
        if (children.of(node + 1).empty()) {
            return PointerFault{node,
                                fmt::format("found inner node {} without children; expected at least one", node + 1)};
        }
    }
    std::vector<bool> reached(parents.size(), false);
    for (const std::uint32_t node : fromTheRoot(children)) {
        reached[node] = true;
    }
    const auto lost = std::find(reached.begin(), reached.end(), false);
    if (lost == reached.end()) {
        return std::nullopt;
    }
    const auto node = static_cast<std::size_t>(lost - reached.begin());
    return PointerFault{
        node, fmt::format("found a cycle of parent pointers above node {}; expected every node to lead to the root",
                          node + 1)};
}

Tree pointerTree(std::span<const std::uint32_t> parents, std::span<const SymbolId> words,
                 std::span<const SourcePosition> positions) {
    struct Visit {
        std::uint32_t node;
        std::uint32_t nextChild;
    };
    Children children(parents);
    const std::vector<std::uint32_t> order = fromTheRoot(children);
    std::vector<std::uint32_t> firstWord(parents.size(), kNone);
    for (std::size_t place = order.size(); place-- > 0;) {
        const std::uint32_t node = order[place];
        firstWord[node] = node < words.size() ? node : firstWord[node];
        if (parents[node] != 0) {
            std::uint32_t& above = firstWord[parents[node] - 1];
            above = std::min(above, firstWord[node]);
        }
    }
    for (const std::uint32_t node : order) {
        const auto below = children.of(node + std::size_t{1});
        std::sort(below.begin(), below.end(),
                  [&](std::uint32_t left, std::uint32_t right) { return firstWord[left] < firstWord[right]; });
    }
    Tree tree;
    tree.childOffsets.push_back(0);
    std::vector<TreeNodeId> idOf(parents.size());
    std::uint32_t root = order.front();
    std::size_t leftOut = 0;
    for (; children.of(root + std::size_t{1}).size() == 1; ++leftOut) {
        root = children.of(root + std::size_t{1}).front();
    }
    std::vector<Visit> stack = {{root, 0}};
    while (!stack.empty()) {
        Visit& top = stack.back();
        const auto below = children.of(top.node + std::size_t{1});
        if (top.nextChild < below.size()) {
            stack.push_back({below[top.nextChild++], 0}); // `top` is not used after this
            continue;
        }
        for (const std::uint32_t child : below) {
            tree.childIds.push_back(idOf[child]);
        }
        idOf[top.node] = TreeNodeId(tree.size());
        tree.labels.emplace_back();
        tree.words.push_back(top.node < words.size() ? words[top.node] : SymbolId());
        tree.positions.push_back(positions[top.node]);
        tree.childOffsets.push_back(static_cast<std::uint32_t>(tree.childIds.size()));
        stack.pop_back();
    }
    BATCHSCOPE_CHECK(tree.size() + leftOut == parents.size()); // less means a cycle, which findPointerFault reports
    return tree;
}

} // namespace batchscope
