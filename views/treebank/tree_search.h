// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: finding a sentence must take no longer than typing. Words are matched once in the table of distinct words; trees
// are then matched by word ids, without making their text.
#pragma once

#include "core/tree/treebank.h"

#include <QString>

#include <vector>

namespace batchscope {

/// Trees whose sentence contains the text, ignoring case and repeated spaces, in order; all for an empty text.
/// A text of several words is looked for across word borders: "good mov" finds "a good movie".
[[nodiscard]] std::vector<TreeId> findTrees(const Treebank& bank, const QString& text);

} // namespace batchscope
