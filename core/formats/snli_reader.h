// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads SNLI and MultiNLI (https://nlp.stanford.edu/projects/snli): a JSON object a line, whose premise and
// hypothesis are bracketed without labels, `( ( a b ) c )`, a single word without brackets. Each line gives two trees,
// the premise's first; both roots carry gold_label ('-', no agreement, is no label).
//
// Damage: a line that is no JSON object, or lacks a key, gives one diagnostic and no tree; a damaged parse costs that
// parse only.
#pragma once

#include "core/treebank/record_reader.h"

#include <memory>
#include <string_view>

namespace batchscope {

/// An object with the key "sentence1_binary_parse" or "sentence2_binary_parse".
[[nodiscard]] bool acceptsSnli(std::string_view beginning);

/// See Format::records. A record is a line; the column of a tree is where its parse begins there, behind the quote.
[[nodiscard]] std::unique_ptr<RecordReader> snliReader(SourcePosition start);

} // namespace batchscope
