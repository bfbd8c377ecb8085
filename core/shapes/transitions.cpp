// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shapes/transitions.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

std::string wordsNeverShifted(std::size_t left, std::size_t words) {
    return fmt::format("{} of {} words {} never shifted", left, words, left == 1 ? "is" : "are");
}

} // namespace

Result<std::vector<Move>> transitionsOf(const Tree& tree) {
    if (tree.isDependency()) {
        return Error{ErrorCode::Config, "transitions need words at leaves only; binarize the dependency tree first"};
    }
    std::vector<Move> moves;
    moves.reserve(tree.size());
    for (const TreeNodeId node : postOrder(tree)) {
        const std::size_t children = tree.children(node).size();
        if (children != 0 && children != 2) {
            return Error{ErrorCode::Config,
                         fmt::format("transitions need two children at every inner node, found {}; binarize the tree "
                                     "first (--binarize left)",
                                     children),
                         "", tree.positions[node.index()]};
        }
        moves.push_back(children == 0 ? Move::Shift : Move::Reduce);
    }
    return moves;
}

Status checkTransitions(std::span<const Move> moves, std::size_t leaves) {
    std::size_t depth = 0;
    std::size_t shifts = 0;
    for (std::size_t at = 0; at < moves.size(); ++at) {
        if (moves[at] == Move::Shift) {
            ++depth;
            if (++shifts > leaves) {
                return Error{ErrorCode::Config,
                             fmt::format("move {} shifts, but there {} only {} word{}", at, leaves == 1 ? "is" : "are",
                                         leaves, leaves == 1 ? "" : "s")};
            }
            continue;
        }
        if (depth < 2) {
            return Error{ErrorCode::Config,
                         fmt::format("move {} reduces a stack of {}; expected two or more", at, depth)};
        }
        --depth;
    }
    if (shifts < leaves) {
        return Error{ErrorCode::Config, wordsNeverShifted(leaves - shifts, leaves)};
    }
    if (depth != 1) {
        return Error{ErrorCode::Config, fmt::format("{} trees are left on the stack; expected one", depth)};
    }
    return Ok{};
}

} // namespace batchscope
