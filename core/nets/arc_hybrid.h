// SPDX-License-Identifier: GPL-3.0-or-later
//
// The moves by which a transition parser builds a dependency tree, independent of any net: the arc-hybrid system of
// Kuhlmann, Gómez-Rodríguez and Satta (2011, ACL) as used by BIST (Kiperwasser and Goldberg 2016, TACL, section 4).
// Words count from 0; s0 and s1 are the top two words of the stack, b0 is the front of the buffer. The root comes after
// the last word, at the end of the buffer, and is never shifted:
//
//     shift       b0 goes onto the stack                        needs a word in the buffer
//     left-arc    b0 becomes the head of s0, s0 is popped       b0 may be the root
//     right-arc   s1 becomes the head of s0, s0 is popped       needs two words on the stack
//
// Parsing ends with an empty stack and only the root in the buffer. Every word is shifted and popped once: 2n moves.
#pragma once

#include "core/tree/tree.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace batchscope {

enum class Move : std::uint8_t { Shift, LeftArc, RightArc };
constexpr std::int32_t kMoves = 3;

class ArcHybrid {
public:
    explicit ArcHybrid(std::size_t words) : m_heads(words, 0) {}

    /// The stack, with its top last.
    [[nodiscard]] std::span<const std::uint32_t> stack() const { return m_stack; }
    /// The index of b0; the number of words if only the root is left.
    [[nodiscard]] std::uint32_t front() const { return m_front; }
    [[nodiscard]] bool bufferHasWords() const { return m_front < m_heads.size(); }
    [[nodiscard]] bool done() const { return m_stack.empty() && !bufferHasWords(); }
    [[nodiscard]] bool allows(Move move) const;
    /// Makes a move. Needs allows(move).
    void apply(Move move);
    /// The head of each word, from 1, or 0 for the root (as in dependency_tree.h) and for a word without a head so far.
    [[nodiscard]] std::span<const std::uint32_t> heads() const { return m_heads; }

private:
    std::vector<std::uint32_t> m_stack;
    std::uint32_t m_front = 0;
    std::vector<std::uint32_t> m_heads;
};

/// The moves that build these heads (static oracle): left-arc or right-arc as soon as the arc gives s0 its head and s0
/// has all its dependents, otherwise shift. Always 2n moves. Crossing arcs cannot be built: if no move is right, the
/// oracle shifts while there are words, then uses right-arc, and left-arc for the last word on the stack.
[[nodiscard]] std::vector<Move> oracleMoves(std::span<const std::uint32_t> heads);

/// The heads of a tree's words in sentence order (wordsInOrder). A constituency tree has no heads; here, the head of an
/// inner node is the head of its last child, and the heads of its other children depend on it.
[[nodiscard]] std::vector<std::uint32_t> headsOf(const Tree& tree);

} // namespace batchscope
