// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads plain sentences, one per line, so that nets over sequences run on any text. Words are split at spaces and tabs
// (U+00A0 stays inside a word). A line becomes a node without label over its words; a single word becomes a leaf. Nets
// for trees need binary nodes: see Binarization.
//
// Any text would pass as this, so it is the last format that is asked, refuses what cannot be plain sentences, and is
// not looked for in folders. A damaged line (bytes that are not text, control characters) is skipped and gives a
// diagnostic.
#pragma once

#include "core/treebank/record_reader.h"

#include <memory>
#include <string_view>

namespace batchscope {

/// Whether the beginning may be plain sentences: no bracket, `#` or `%` before the first word, no table (two tabs in
/// the first line), no control characters.
[[nodiscard]] bool acceptsTokenLines(std::string_view beginning);

/// See Format::records. A record is a line.
[[nodiscard]] std::unique_ptr<RecordReader> tokenLineReader(SourcePosition start);

} // namespace batchscope
