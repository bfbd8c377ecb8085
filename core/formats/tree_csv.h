// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures of each tree for a spreadsheet or a script (RFC 4180, but with LF): a field with comma, quote or line
// end is quoted, and quotes inside it are doubled.
#pragma once

#include "core/treebank/treebank.h"

#include <string>

namespace batchscope {

/// The names of the columns: tree, file, line, nodes, words, height, arity, root_label, sentence. With line end.
[[nodiscard]] std::string treeCsvHeader();

/// Appends a row with line end: `tree`, which tree `id` of the bank became; trees count from 0. `labels` holds the
/// labels of `tree`.
void appendTreeCsv(std::string& to, const Tree& tree, TreeId id, const Treebank& bank, const SymbolTable& labels);

} // namespace batchscope
