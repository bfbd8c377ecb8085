// SPDX-License-Identifier: GPL-3.0-or-later
//
// A binary tree as a series of shift-reduce moves: a word is a shift, `)` a reduce. Nets such as SPINN (Bowman et al.
// 2016) read trees in this form, and SNLI's files store them in it.
#pragma once

#include "core/base/result.h"
#include "core/tree/tree.h"

#include <cstdint>
#include <span>
#include <vector>

namespace batchscope {

enum class Move : std::uint8_t {
    Shift,  ///< the next word goes onto the stack
    Reduce, ///< the two uppermost places of the stack become one
};

/// The 2n-1 moves that build a binary tree of n leaves, which are shifted from left to right. Config error, with the
/// position, for an inner node with another number of children than two, and for a dependency tree.
[[nodiscard]] Result<std::vector<Move>> transitionsOf(const Tree& tree);

/// Whether the moves build one tree of `leaves` leaves: as many shifts, two places on the stack at each reduce and one
/// in the end. Config error that names the first wrong move, from 0.
[[nodiscard]] Status checkTransitions(std::span<const Move> moves, std::size_t leaves);

} // namespace batchscope
