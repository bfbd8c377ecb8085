// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads word vectors from a text file with lines "word x1 x2 … xd" (GloVe), perhaps after a line "words d" (word2vec).
// The file may be compressed like a treebank.
#pragma once

#include "core/base/progress.h"
#include "core/exec/parameters.h"
#include "core/treebank/treebank.h"

#include <string>

namespace batchscope {

struct FoundVectors {
    std::size_t found = 0;   ///< number of words of the treebank that the file has
    std::size_t missing = 0; ///< number of words that keep their random row
};

/// Writes the vectors into the tables of words; the first vector of a word counts. Config error if the net has no table
/// of words or one of another width; Parse error with line and column for a malformed number or a line of another
/// length. Otherwise fails like ByteSource; Cancelled if stopped.
[[nodiscard]] Result<FoundVectors> fillWordVectors(const std::string& path, const OpSet& ops, const Treebank& bank,
                                                   Parameters& parameters, const RunControl& control);

} // namespace batchscope
