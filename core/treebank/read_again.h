// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a tree that is not held is read from its own bytes by the reader that indexed it, so that there is one
// description of each format.
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
