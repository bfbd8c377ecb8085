// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens files, folders, pipes and texts in memory as a single treebank.
//
//     const Result<Treebank> bank = readTreebank({"dev.txt"}, {});
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/treebank/treebank.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// The part of the files to read, and the options for reading it.
struct ReadRequest {
    ReadOptions options = {};
    /// Reading ends after this many trees and this many bytes; the rest is left (Treebank::complete). Ignored for
    /// pipes, which cannot be read again.
    std::size_t enoughTrees = static_cast<std::size_t>(-1);
    std::uint64_t enoughBytes = 0;
    /// Keep: if stopped, return the trees read so far, if any, instead of Cancelled.
    enum class WhenStopped { Forget, Keep } whenStopped = WhenStopped::Forget;
};

/// Reads all files into one treebank. Fails if no usable tree was found (with the first reason), if a file cannot be
/// opened, if an idx file is damaged (idx_reader.cpp), or if words and vectors would be mixed; a file that is not a
/// treebank gives a diagnostic. Files that need others (idx labels, …) are read last, whatever the order of the paths.
/// A folder means all treebanks below it, ordered by name. "-" is standard input; .gz and .zst are unpacked.
[[nodiscard]] Result<Treebank> readTreebank(const std::vector<std::string>& paths, const RunControl& control,
                                            const ReadRequest& request = {});

/// Like readTreebank, but passes the trees to `take` in parts, in order, so that memory use does not grow with their
/// number. Each part is a treebank with the words, labels and diagnostics of its own trees, and has at least `trees` of
/// them; only the last may have fewer. A file that its format reads as a whole is one part. An error from `take` ends
/// the reading.
[[nodiscard]] Status readTreebankParts(const std::vector<std::string>& paths, const RunControl& control,
                                       const ReadOptions& options, std::size_t trees,
                                       const std::function<Status(Treebank)>& take);

/// Like readTreebank, for text in memory; `name` is used as the file name in messages.
[[nodiscard]] Result<Treebank> readTreebankText(std::string_view text, const std::string& name,
                                                const RunControl& control, const ReadRequest& request = {});

} // namespace batchscope
