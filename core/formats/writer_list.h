// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formats that trees are written in. Each is one writer file, which defines its row; here it is declared and
// listed. Outside of this room use treeWriters().
#pragma once

#include "core/formats/tree_writer.h"

#include <array>

namespace batchscope {

extern const TreeWriter kPtbWriter;
extern const TreeWriter kJsonWriter;
extern const TreeWriter kDotWriter;
extern const TreeWriter kCsvWriter;

/// In the order in which they are listed.
inline constexpr std::array kWriterList = {&kPtbWriter, &kJsonWriter, &kDotWriter, &kCsvWriter};

} // namespace batchscope
