// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the items that touch an area without checking each of a million items. Consecutive items (rows of a batch,
// nodes of a tree, trees, blocks) are near each other in every arrangement and on the way from one to the next, so a
// box around each 64 items suffices as an index. It is built in one pass, for any moment of an animation, and is exact
// if the caller tests the candidates.
//
//     BlockIndex index;
//     index.build(boxes.size(), [&](std::size_t item) { return boxes[item]; });
//     index.candidates(window, [&](std::size_t item) { … });
#pragma once

#include "core/layout/geometry.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace batchscope {

class BlockIndex {
public:
    static constexpr std::size_t kItems = 64; ///< items per block

    /// Indexes items 0 … count - 1; `boxOf(item)` may be empty. Linear time; reuses the memory of the last build.
    template <typename BoxOf>
    void build(std::size_t count, const BoxOf& boxOf) {
        m_count = count;
        m_blocks.clear();
        m_blocks.reserve((count + kItems - 1) / kItems);
        for (std::size_t first = 0; first < count; first += kItems) {
            const Box begin = boxOf(first);
            Bounds bounds{begin.x, begin.y, begin.right(), begin.bottom()};
            const std::size_t last = std::min(count, first + kItems);
            for (std::size_t item = first + 1; item < last; ++item) {
                const Box box = boxOf(item);
                bounds.left = std::min(bounds.left, box.x);
                bounds.top = std::min(bounds.top, box.y);
                bounds.right = std::max(bounds.right, box.right());
                bounds.bottom = std::max(bounds.bottom, box.bottom());
            }
            m_blocks.push_back(bounds);
        }
    }

    void clear() {
        m_count = 0;
        m_blocks.clear();
    }
    [[nodiscard]] std::size_t size() const { return m_count; }

    /// Calls `each(item)`, ascending, for all items that touch `area`, and for some items near it.
    template <typename Each>
    void candidates(const Box& area, const Each& each) const {
        for (std::size_t block = 0; block < m_blocks.size(); ++block) {
            const Bounds& bounds = m_blocks[block];
            if (bounds.left > area.right() || bounds.right < area.x || bounds.top > area.bottom() ||
                bounds.bottom < area.y) {
                continue;
            }
            const std::size_t last = std::min(m_count, (block + 1) * kItems);
            for (std::size_t item = block * kItems; item < last; ++item) {
                each(item);
            }
        }
    }

private:
    struct Bounds {
        float left;
        float top;
        float right;
        float bottom;
    };

    std::size_t m_count = 0;
    std::vector<Bounds> m_blocks;
};

} // namespace batchscope
