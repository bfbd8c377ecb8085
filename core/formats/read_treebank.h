// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens files, folders, pipes and texts in memory as one treebank.
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

/// How much of the files is wanted, and how.
struct ReadRequest {
    ReadOptions options = {};
    /// Reading ends when so many trees and so many bytes were read; the rest is left (Treebank::complete). Not heeded
    /// for pipes, which cannot be read again.
    std::size_t enoughTrees = static_cast<std::size_t>(-1);
    std::uint64_t enoughBytes = 0;
    /// When stopped, give what was read instead of Cancelled, if there are trees.
    enum class WhenStopped { Forget, Keep } whenStopped = WhenStopped::Forget;
};

/// Reads all files into one treebank. Fails when no usable tree was found, naming the first reason, when one of the
/// files cannot be opened, when an idx file is damaged (idx_reader.h), or when words and vectors would come together; a
/// file that is not a treebank is a diagnostic. Files that need others (idx labels, …) are read last, wherever they are
/// among the paths. A folder stands for all files below it that are treebanks, by name. "-" is standard input; .gz and
/// .zst are read as they are.
[[nodiscard]] Result<Treebank> readTreebank(const std::vector<std::string>& paths, const RunControl& control,
                                            const ReadRequest& request = {});

/// readTreebank that gives the trees away in parts of at least so many (the last may have fewer), in their order, each
/// a treebank of its own with words, labels and diagnostics of its trees only: memory stays the same however many there
/// are. `take` may end the reading by an error. Of formats that are read whole, a file is one part.
[[nodiscard]] Status readTreebankParts(const std::vector<std::string>& paths, const RunControl& control,
                                       const ReadOptions& options, std::size_t trees,
                                       const std::function<Status(Treebank)>& take);

/// readTreebank of text in memory; `name` stands for the file in messages.
[[nodiscard]] Result<Treebank> readTreebankText(std::string_view text, const std::string& name,
                                                const RunControl& control, const ReadRequest& request = {});

} // namespace batchscope
