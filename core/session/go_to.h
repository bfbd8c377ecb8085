// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a place in the graph as people write it ("step 5"), checked against what is there. Typing it is faster than
// searching for it.
#pragma once

#include "core/base/result.h"
#include "core/session/snapshot.h"
#include "core/story/cursor.h"

#include <string>
#include <string_view>

namespace batchscope {

/// Reads `tree 12`, `step 5`, `level 3`, `node 60` or a node's number alone; `:` serves as the space does. Numbers are
/// as the window shows them: all of them from 0. A level is its first node. Parse error
/// for anything else; Config error, with the range, for what is not in the graph.
[[nodiscard]] Result<Focus> placeNamed(const Snapshot& snapshot, std::string_view text);

/// The words that placeNamed reads back as this: a node before the batch and tree that it names. Empty when nothing is
/// selected.
[[nodiscard]] std::string nameOfPlace(const Focus& focus);

} // namespace batchscope
