// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the idx files of MNIST and similar data sets (http://yann.lecun.com/exdb/mnist): a big-endian header and
// unsigned bytes. Images are 0x00000803, count, rows, columns; labels 0x00000801, count.
//
// Each image becomes a tree of one leaf: its word is "image N", where N counts from 0 over all files of the bank; the
// word's id is N, too, and the row of Treebank::vectors with its pixels, scaled to 0…1. Its position is line N of the
// file (from 1) and the byte where its pixels begin. Labels are invalid until a file of labels comes: the first such
// file belongs to the first file of images, and so on. A label's text is its number; 0 to the largest are interned in
// order, so that in a bank of images a label's id is its number.
//
// An idx file is taken whole or not at all: a header that does not fit the file's size is a Parse error, and nothing
// is allocated for it.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/treebank/treebank.h"

#include <string_view>

namespace batchscope {

/// Whether the text begins with a magic number of idx, also of a kind that readIdx then refuses by name.
[[nodiscard]] bool acceptsIdx(std::string_view beginning);

/// Whether this is a file of labels; it must be read after the images.
[[nodiscard]] bool isIdxLabels(std::string_view text);

/// See Format::read; bank.words must hold the words of bank.vectors and no others. Parse errors: header cut, wrong
/// size, other element types, images of another size than those before, more than ten million images, labels without
/// images, counts that differ.
[[nodiscard]] Status readIdx(std::string_view text, std::uint32_t file, Treebank& bank, const RunControl& control);

} // namespace batchscope
