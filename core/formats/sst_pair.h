// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the Stanford Sentiment Treebank as two files (stanfordnlp/treelstm#14): SOStr.txt contains the words of each
// sentence, STree.txt a pointer to the parent of each node, both between '|'. Nodes count from 1, first the words, then
// the inner nodes; 0 is above the root:
//
//     SOStr.txt   It|'s|good
//     STree.txt   5|4|4|5|0        node 4 is "'s good", node 5 the root
//
// Both are opened together, in any order; the first file of pointers belongs to the first file of words, and so on. The
// trees belong to the file of pointers: the position of a node is that of its pointer. Children are in the order of
// their first words. There are no labels.
//
// Damage: a line whose pointers do not form a tree over its words gives one diagnostic. A file without its other half,
// or with another number of lines, gives one diagnostic and no trees.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/formats/format_registry.h"

#include <span>
#include <string_view>

namespace batchscope {

/// Whether most lines are words between '|', or numbers between '|'.
[[nodiscard]] bool acceptsSstPair(std::string_view beginning);

/// See Format::together. Cancelled when stopped.
[[nodiscard]] Status readSstPairs(std::span<const WholeText> files, Treebank& bank, const RunControl& control);

} // namespace batchscope
