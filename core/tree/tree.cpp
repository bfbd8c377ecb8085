// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/tree.h"

#include <algorithm>

namespace batchscope {

std::size_t Tree::leafCount() const {
    std::size_t count = 0;
    for (std::size_t index = 0; index < size(); ++index) {
        count += isLeaf(TreeNodeId(index)) ? 1 : 0;
    }
    return count;
}

std::vector<std::uint32_t> Tree::heights() const {
    std::vector<std::uint32_t> result(size(), 0);
    for (std::size_t index = 0; index < size(); ++index) {
        for (const TreeNodeId child : children(TreeNodeId(index))) {
            result[index] = std::max(result[index], result[child.index()] + 1);
        }
    }
    return result;
}

std::size_t Tree::height() const {
    return size() == 0 ? 0 : heights().back();
}

} // namespace batchscope
