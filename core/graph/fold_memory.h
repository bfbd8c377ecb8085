// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory for recording one graph after another: each is recorded where the last one was stored, which saves new pages.
//
//     FoldMemory memory;
//     Fold fold = memory.fold(ops, {});
//     OpGraph graph = *std::move(fold).finish();
//     memory.giveBack(std::move(graph)); // when it is no longer needed
#pragma once

#include "core/graph/fold.h"

#include <utility>

namespace batchscope {

class FoldMemory {
public:
    /// A fold in the memory that was given back last; in new memory where there is none. Equal in all else.
    [[nodiscard]] Fold fold(OpSet ops, FoldOptions options) {
        return {std::move(ops), options, std::exchange(m_graph, OpGraph())};
    }
    /// Keeps the memory of the graph, and of no other.
    void giveBack(OpGraph graph) { m_graph = std::move(graph); }

private:
    OpGraph m_graph;
};

} // namespace batchscope
