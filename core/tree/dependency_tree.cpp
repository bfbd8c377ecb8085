// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/dependency_tree.h"

#include "core/base/check.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

/// A token on a cycle, if there is one; the heads must be in range.
std::optional<std::size_t> findCycle(std::span<const std::uint32_t> heads) {
    constexpr std::size_t kUnseen = 0;
    std::vector<std::size_t> walkOf(heads.size(), kUnseen); // the first walk that reached the token, from 1
    for (std::size_t start = 0; start < heads.size(); ++start) {
        const std::size_t walk = start + 1;
        std::size_t token = start;
        while (walkOf[token] == kUnseen) {
            walkOf[token] = walk;
            if (heads[token] == 0) {
                break;
            }
            token = heads[token] - 1;
            if (walkOf[token] == walk) {
                return token;
            }
        }
    }
    return std::nullopt;
}

std::string cycleText(std::span<const std::uint32_t> heads, std::size_t first) {
    constexpr std::size_t kShown = 6;
    std::string text = std::to_string(first + 1);
    std::size_t token = first;
    for (std::size_t step = 0; step < kShown; ++step) {
        token = heads[token] - 1;
        text += fmt::format(" → {}", token + 1);
        if (token == first) {
            return text;
        }
    }
    return text + " → …";
}

/// The tokens below each head (0: the root), in sentence order.
struct Dependents {
    std::vector<std::uint32_t> offsets; // heads + 2 entries into `tokens`
    std::vector<std::uint32_t> tokens;

    explicit Dependents(std::span<const std::uint32_t> heads) : offsets(heads.size() + 2, 0), tokens(heads.size()) {
        for (const std::uint32_t head : heads) {
            ++offsets[head + 1];
        }
        for (std::size_t at = 1; at < offsets.size(); ++at) {
            offsets[at] += offsets[at - 1];
        }
        std::vector<std::uint32_t> next = offsets;
        for (std::size_t token = 0; token < heads.size(); ++token) {
            tokens[next[heads[token]]++] = static_cast<std::uint32_t>(token);
        }
    }
    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t head) const {
        return std::span(tokens).subspan(offsets[head], offsets[head + 1] - offsets[head]);
    }
};

} // namespace

std::optional<HeadFault> findHeadFault(std::span<const std::uint32_t> heads) {
    BATCHSCOPE_CHECK(!heads.empty());
    std::optional<std::size_t> root;
    for (std::size_t token = 0; token < heads.size(); ++token) {
        if (heads[token] > heads.size()) {
            return HeadFault{token, fmt::format("found head {}; expected 0 (the root) to {}, the last token of this "
                                                "sentence; correct the HEAD column",
                                                heads[token], heads.size())};
        }
        if (heads[token] == 0 && root) {
            return HeadFault{token, fmt::format("found a second root, token {} (the first is token {}); expected one "
                                                "token with head 0; give one of them a head",
                                                token + 1, *root + 1)};
        }
        if (heads[token] == 0) {
            root = token;
        }
    }
    if (!root) {
        return HeadFault{0, std::string("found no root; expected one token with head 0; set the root's HEAD to 0")};
    }
    if (const std::optional<std::size_t> token = findCycle(heads)) {
        return HeadFault{*token, fmt::format("found a cycle among the heads of tokens {}; expected every token to lead "
                                             "to the root; correct one of these heads",
                                             cycleText(heads, *token))};
    }
    return std::nullopt;
}

Tree dependencyTree(const DependencySentence& sentence) {
    const std::size_t count = sentence.heads.size();
    struct Visit {
        std::uint32_t token;
        std::uint32_t nextChild;
    };
    const Dependents dependents(sentence.heads);
    BATCHSCOPE_CHECK(dependents.of(0).size() == 1);
    Tree tree;
    tree.childOffsets.push_back(0);
    std::vector<TreeNodeId> nodeOf(count);
    std::vector<Visit> stack = {{dependents.of(0).front(), 0}};
    while (!stack.empty()) {
        Visit& top = stack.back();
        const auto children = dependents.of(top.token + std::size_t{1});
        if (top.nextChild < children.size()) {
            stack.push_back({children[top.nextChild++], 0}); // `top` is not used after this
            continue;
        }
        for (const std::uint32_t child : children) {
            tree.childIds.push_back(nodeOf[child]);
        }
        nodeOf[top.token] = TreeNodeId(tree.size());
        tree.labels.push_back(sentence.labels[top.token]);
        tree.words.push_back(sentence.words[top.token]);
        tree.positions.push_back(sentence.positions[top.token]);
        tree.tokens.push_back(top.token);
        tree.childOffsets.push_back(static_cast<std::uint32_t>(tree.childIds.size()));
        stack.pop_back();
    }
    BATCHSCOPE_CHECK(tree.size() == count); // fewer nodes mean a cycle, which findHeadFault reports
    return tree;
}

bool isProjective(const Tree& tree) {
    struct Range {
        std::uint32_t first;
        std::uint32_t last;
        std::uint32_t size;
    };
    std::vector<Range> ranges;
    ranges.reserve(tree.tokens.size());
    for (std::size_t index = 0; index < tree.tokens.size(); ++index) {
        Range range{tree.tokens[index], tree.tokens[index], 1};
        for (const TreeNodeId child : tree.children(TreeNodeId(index))) {
            const Range& below = ranges[child.index()];
            range = {std::min(range.first, below.first), std::max(range.last, below.last), range.size + below.size};
        }
        if (range.last - range.first + 1 != range.size) {
            return false;
        }
        ranges.push_back(range);
    }
    return true;
}

} // namespace batchscope
