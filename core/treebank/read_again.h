// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a tree that is not held from its own bytes, with the reader that indexed it, so that each format is described
// only once.
#pragma once

#include "core/treebank/record_reader.h"
#include "core/treebank/tree_index.h"

#include <optional>
#include <string_view>

namespace batchscope {

/// The tree of this entry, from its record; nothing when the text no longer holds it. `symbols` only look up.
[[nodiscard]] std::optional<Tree> readAgain(RecordReaderFactory makeReader, std::string_view record,
                                            const TreeEntry& entry, TreeSymbols& symbols);

} // namespace batchscope
