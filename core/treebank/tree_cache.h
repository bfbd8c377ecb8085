// SPDX-License-Identifier: GPL-3.0-or-later
//
// The last trees that were read again, up to a number of nodes, because such a tree is asked for many times in a row
// (each of its nodes has a caption). The window and its jobs both ask, so there is a mutex; it is held for a look-up
// only, never while a tree is read.
#pragma once

#include "core/base/id.h"
#include "core/tree/tree.h"

#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace batchscope {

class TreeCache {
public:
    /// Nodes of all trees in it; a larger tree is kept alone.
    static constexpr std::size_t kMostNodes = 1'000'000;

    /// Null when it is not there. Any thread.
    [[nodiscard]] std::shared_ptr<const Tree> find(TreeId id) const;
    /// Puts a tree in and the oldest ones out. Any thread.
    void add(TreeId id, std::shared_ptr<const Tree> tree);

private:
    mutable std::mutex m_mutex;
    std::unordered_map<TreeId, std::shared_ptr<const Tree>> m_trees;
    std::deque<TreeId> m_order; // the oldest first
    std::size_t m_nodes = 0;
};

} // namespace batchscope
