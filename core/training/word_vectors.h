// SPDX-License-Identifier: GPL-3.0-or-later
//
// Word vectors from a text file: GloVe's form, "word x1 x2 … xd" a line, or word2vec's, which has a line "words d"
// before; plain or compressed as treebanks may be.
#pragma once

#include "core/base/progress.h"
#include "core/exec/parameters.h"
#include "core/treebank/treebank.h"

#include <string>

namespace batchscope {

struct FoundVectors {
    std::size_t found = 0;   ///< words of the treebank that the file has
    std::size_t missing = 0; ///< those that keep their random row
};

/// Puts the vectors into the tables of words. A word that comes again keeps its first vector. Config errors: the net
/// has no table of words, or one of another width. Parse error with line and column: a number that is none, or another
/// number of them than in the first line. Io errors of ByteSource. Cancelled when stopped.
[[nodiscard]] Result<FoundVectors> fillWordVectors(const std::string& path, const OpSet& ops, const Treebank& bank,
                                                   Parameters& parameters, const RunControl& control);

} // namespace batchscope
