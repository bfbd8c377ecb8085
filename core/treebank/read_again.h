// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a tree that is not held from its bytes in the file, with the reader that indexed it, so that each format has
// one reader.
#pragma once

#include "core/treebank/record_reader.h"
#include "core/treebank/tree_index.h"

#include <optional>
#include <string_view>

namespace batchscope {

/// The tree of this entry, read from its record; none if the text no longer contains it. `symbols` must only look up.
[[nodiscard]] std::optional<Tree> readAgain(RecordReaderFactory makeReader, std::string_view record,
                                            const TreeEntry& entry, TreeSymbols& symbols);

} // namespace batchscope
