// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads bracketed trees as treebanks write them: one per line (Stanford Sentiment Treebank) or over many lines with
// an empty outer bracket (Penn Treebank). White space is space, tab, CR and LF only: U+00A0 is part of words in SST.
//
// Damage: a tree that misses a closing bracket ends where the next tree begins, that is at an opening bracket that
// begins its line no further right than the file's first tree did, unless trees of this file have shown such brackets
// inside them. Any other damaged tree ends at its closing bracket. Each damaged tree gives one diagnostic; reading
// continues after it. Iterative: depth is bounded by memory only.
#pragma once

#include "core/treebank/record_reader.h"

#include <memory>
#include <string_view>

namespace batchscope {

/// Whether the first character that is not white space is '(', or the first line is a heading: all others begin with
/// '(' or continue a tree.
[[nodiscard]] bool acceptsBrackets(std::string_view beginning);

/// See Format::records. A record is a tree from its opening to its closing bracket.
[[nodiscard]] std::unique_ptr<RecordReader> bracketReader(SourcePosition start);

} // namespace batchscope
