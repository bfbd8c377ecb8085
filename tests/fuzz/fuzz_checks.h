// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks what must hold for any bytes at all, for each format. A failed check ends the program (BATCHSCOPE_CHECK),
// which libFuzzer and the replay of the corpus both notice:
//
// - nothing crashes, hangs or reads beyond a window;
// - trees are trees: children before parents, each node but the root the child of one, words where they belong;
// - windows may be cut anywhere: the same trees and diagnostics;
// - a tree read again from its own record is the same tree, positions and all;
// - written as JSON and read, it is the same tree; written in brackets and read, it is written alike.
//
// The first byte of an input chooses the encoding and how long windows are; the rest is the file.
#pragma once

#include <string_view>

namespace batchscope::fuzz {

/// `format` as in `batchscope-cli list formats`, or one of array_checks.h, or "any": the content decides, as when a
/// user opens a file.
void checkInput(std::string_view format, std::string_view input);

} // namespace batchscope::fuzz
