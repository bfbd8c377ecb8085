// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a place in the graph as people write it ("batch 5"), checked against what is there. Typing it is faster than
// searching for it.
#pragma once

#include "core/base/result.h"
#include "core/session/snapshot.h"
#include "core/story/cursor.h"

#include <string>
#include <string_view>

namespace batchscope {

/// Reads `tree 12`, `batch 5`, `level 3`, `node 60` or a node's number alone, numbered as the window shows them: trees
/// and batches from 1. A level is its first node. Parse error for anything else, queries (`step:4`) among it; Config
/// error, with the range, for what is not in the graph.
[[nodiscard]] Result<Focus> placeNamed(const Snapshot& snapshot, std::string_view text);

/// The words that placeNamed reads back as this: a node before the batch and tree that it names. Empty when nothing is
/// selected.
[[nodiscard]] std::string nameOfPlace(const Focus& focus);

} // namespace batchscope
