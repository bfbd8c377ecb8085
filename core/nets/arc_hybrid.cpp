// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/arc_hybrid.h"

#include "core/base/check.h"

namespace batchscope {

namespace {

constexpr std::uint32_t kRootHead = 0;

/// The static oracle: the heads to build, and the number of dependents that each word still lacks.
struct Oracle {
    std::span<const std::uint32_t> heads;
    std::vector<std::uint32_t> missing;

    explicit Oracle(std::span<const std::uint32_t> wanted) : heads(wanted), missing(wanted.size(), 0) {
        for (const std::uint32_t head : heads) {
            if (head != kRootHead) {
                ++missing[head - 1];
            }
        }
    }

    [[nodiscard]] Move choose(const ArcHybrid& state) const {
        const auto stack = state.stack();
        if (!stack.empty() && missing[stack.back()] == 0) {
            const std::uint32_t wanted = heads[stack.back()];
            if (wanted == (state.bufferHasWords() ? state.front() + 1 : kRootHead)) {
                return Move::LeftArc;
            }
            if (stack.size() > 1 && wanted == stack[stack.size() - 2] + 1) {
                return Move::RightArc;
            }
        }
        if (state.bufferHasWords()) {
            return Move::Shift;
        }
        return stack.size() > 1 ? Move::RightArc : Move::LeftArc;
    }
};

} // namespace

bool ArcHybrid::allows(Move move) const {
    switch (move) {
    case Move::Shift: return bufferHasWords();
    case Move::LeftArc: return !m_stack.empty();
    case Move::RightArc: return m_stack.size() > 1;
    }
    return false;
}

void ArcHybrid::apply(Move move) {
    BATCHSCOPE_CHECK(allows(move));
    if (move == Move::Shift) {
        m_stack.push_back(m_front++);
        return;
    }
    const std::uint32_t popped = m_stack.back();
    m_stack.pop_back();
    if (move == Move::RightArc) {
        m_heads[popped] = m_stack.back() + 1;
    } else {
        m_heads[popped] = bufferHasWords() ? m_front + 1 : kRootHead;
    }
}

std::vector<Move> oracleMoves(std::span<const std::uint32_t> heads) {
    Oracle oracle(heads);
    ArcHybrid state(heads.size());
    std::vector<Move> moves;
    moves.reserve(2 * heads.size());
    while (!state.done()) {
        const Move move = oracle.choose(state);
        const std::uint32_t top = state.stack().empty() ? 0 : state.stack().back();
        state.apply(move);
        moves.push_back(move);
        // A popped word never comes back, with or without the right head, so its own head must not wait for it.
        if (move != Move::Shift && heads[top] != kRootHead) {
            --oracle.missing[heads[top] - 1];
        }
    }
    return moves;
}

std::vector<std::uint32_t> headsOf(const Tree& tree) {
    std::vector<std::uint32_t> heads;
    if (tree.isDependency()) {
        heads.resize(tree.size(), kRootHead);
        for (std::size_t index = 0; index < tree.size(); ++index) {
            for (const TreeNodeId child : tree.children(TreeNodeId(index))) {
                heads[tree.tokens[child.index()]] = tree.tokens[index] + 1;
            }
        }
        return heads;
    }
    std::vector<std::uint32_t> headWord(tree.size()); // by tree node; children come before their parent
    for (std::size_t index = 0; index < tree.size(); ++index) {
        const auto children = tree.children(TreeNodeId(index));
        if (children.empty()) {
            headWord[index] = static_cast<std::uint32_t>(heads.size());
            heads.push_back(kRootHead);
            continue;
        }
        headWord[index] = headWord[children.back().index()];
        for (const TreeNodeId child : children.first(children.size() - 1)) {
            heads[headWord[child.index()]] = headWord[index] + 1;
        }
    }
    return heads;
}

} // namespace batchscope
