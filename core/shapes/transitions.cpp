// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shapes/transitions.h"

#include "core/words/tree_words.h"

namespace batchscope {

Result<std::vector<Move>> transitionsOf(const Tree& tree) {
    if (tree.isDependency()) {
        return Error{ErrorCode::Config, std::string(words::kTransitionsOfDependencyTree)};
    }
    std::vector<Move> moves;
    moves.reserve(tree.size());
    for (const TreeNodeId node : postOrder(tree)) {
        const std::size_t children = tree.children(node).size();
        if (children != 0 && children != 2) {
            return Error{ErrorCode::Config, words::transitionsNeedTwoChildren(children), "",
                         tree.positions[node.index()]};
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
                return Error{ErrorCode::Config, words::moveShiftsTooMuch(at, leaves)};
            }
            continue;
        }
        if (depth < 2) {
            return Error{ErrorCode::Config, words::moveReducesTooMuch(at, depth)};
        }
        --depth;
    }
    if (shifts < leaves) {
        return Error{ErrorCode::Config, words::wordsNeverShifted(leaves - shifts, leaves)};
    }
    if (depth != 1) {
        return Error{ErrorCode::Config, words::treesLeftOnStack(depth)};
    }
    return Ok{};
}

} // namespace batchscope
