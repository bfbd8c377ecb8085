// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tree_writer.h"

namespace batchscope {

std::span<const TreeWriter* const> treeWriters() {
    return kWriterList;
}

} // namespace batchscope
