// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trees of any kind as JSON Lines, which every language can read and which lose nothing. The first line is
// {"batchscope_trees":1,"format":"ptb"}; then each line is a tree. A constituent is an array, its label (or null)
// first: ["NP",["DT","the"],["NN","dog"]]; a word alone is a string. A dependency tree is an object with three arrays
// of one length: {"words":["dogs","bark"],"heads":[2,0],"labels":["nsubj",null]}. Words and labels are as the tables of
// the treebank have them.
//
// Damage: a line that is not such a tree gives one diagnostic and no tree. Reader and writer are iterative.
#pragma once

#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"
#include "core/treebank/record_reader.h"

#include <memory>
#include <string>
#include <string_view>

namespace batchscope {

/// JSON that begins with an object which has the key "batchscope_trees".
[[nodiscard]] bool acceptsTreesJson(std::string_view beginning);

/// See Format::records. A record is a line; the header may be on any line, so that files can be concatenated.
[[nodiscard]] std::unique_ptr<RecordReader> treesJsonReader(SourcePosition start);

/// The first line, with line end. `format` says where the trees come from.
[[nodiscard]] std::string treesJsonHeader(std::string_view format);

/// Appends the tree's line, without line end. A constituent without label that is a root over one child is left out, as
/// every reader does.
void appendTreeJson(std::string& to, const Tree& tree, const SymbolTable& words, const SymbolTable& labels);

} // namespace batchscope
