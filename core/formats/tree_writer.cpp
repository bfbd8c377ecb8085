// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tree_writer.h"

#include "core/formats/writer_list.h"

namespace batchscope {

std::span<const TreeWriter* const> treeWriters() {
    return kWriterList;
}

} // namespace batchscope
