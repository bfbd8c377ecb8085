// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the dependency trees of Universal Dependencies, CoNLL-U (https://universaldependencies.org/format.html): a line
// a token, ten columns between tabs, a blank line after each sentence, comments after '#'. A token becomes a node with
// its FORM as word and its DEPREL as label ('_' is no label); multiword ranges (1-2) and empty nodes (1.1) are skipped.
// CRLF, a byte order mark and a last sentence without blank line are fine. Non-projective trees are kept.
//
// Damage: the first fault of a sentence gives one diagnostic at its column; reading continues after the next blank
// line.
#pragma once

#include "core/treebank/record_reader.h"

#include <memory>
#include <string_view>

namespace batchscope {

/// Whether the first line that is neither blank nor comment begins with an id and has about as many columns as it
/// should, or the comments are those of Universal Dependencies (`# sent_id`, `# text`, `# newdoc`, …).
[[nodiscard]] bool acceptsConllu(std::string_view beginning);

/// See Format::records. A record is the lines of a sentence from its first token to its last. Words and labels of
/// damaged sentences are not kept.
[[nodiscard]] std::unique_ptr<RecordReader> conlluReader(SourcePosition start);

} // namespace batchscope
