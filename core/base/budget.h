// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much memory the program may take. Every input that grows in memory is held against one of these limits before the
// memory is taken, so that a hostile file, or a width with a zero too many, ends with a sentence instead of a machine
// that swaps. Memory belongs to the process, and so does its limit: main() sets it from --memory-limit before it starts
// any work; afterwards everybody reads it, from any thread.
//
//     run      half of the memory that was free when the program started, at most 64 GiB: graph, parameters, state and
//              gradients of a run
//     input    640 MiB: one tree, or one file that is read whole, while it is read. LibTorch and the program take some
//              200 MiB beside it, so that no small file takes more than 1 GiB.
//     file     64 times the size of the file, at least `input`, at most `run`: everything that is kept of its trees
//     unpacked 128 times the size of a compressed file, at least 512 MiB
// A limit that the user gives replaces `run`, `input` and `file`, and 512 MiB where it is larger.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace batchscope {

/// `run` above, in bytes.
[[nodiscard]] std::uint64_t memoryLimit();
/// `input` above, in bytes.
[[nodiscard]] std::uint64_t inputLimit();
/// `file` above, for files of so many bytes in all, as they are on the disk.
[[nodiscard]] std::uint64_t fileLimit(std::uint64_t fileBytes);
/// `unpacked` above.
[[nodiscard]] std::uint64_t unpackedLimit(std::uint64_t packedBytes);

/// Replaces the limits; none: those of the machine again. At least kLeastMemoryLimit.
void setMemoryLimit(std::optional<std::uint64_t> bytes);
constexpr std::uint64_t kLeastMemoryLimit = std::uint64_t{64} << 20U;

/// "512M", "24G", "1.5G", "24GiB", "536870912": powers of 1024. Config error for anything else and for less than
/// kLeastMemoryLimit.
[[nodiscard]] Result<std::uint64_t> parseMemoryLimit(std::string_view text);

/// What one tree may take while it is read. The memory of a tree being read is that of its text and, at the most,
/// kBytesPerNode for each node: a reader that counts its nodes stays inside inputLimit().
struct TreeLimits {
    std::size_t nodes = 0;     ///< finished ones and open brackets
    std::size_t tokens = 0;    ///< of a dependency tree, whose lines are kept until the sentence ends
    std::size_t textBytes = 0; ///< of its record (record_reader.h); less than 4 GiB
};
[[nodiscard]] TreeLimits treeLimits();

/// "the limit is 8.0 GiB: raise it with --memory-limit 24G"; what is proposed is enough for `needed` bytes.
[[nodiscard]] std::string limitAdvice(std::uint64_t limit, std::uint64_t needed);
/// "raise the limit with --memory-limit 3G", where nobody knows how much is needed: four times `limit`.
[[nodiscard]] std::string raiseAdvice(std::uint64_t limit);
/// Messages about a tree with more nodes, or more text, than one may have.
[[nodiscard]] std::string tooManyNodes(std::size_t limit);
[[nodiscard]] std::string tooMuchText();

/// Memory that reading this JSON into a document takes, about; linear, and takes none itself.
[[nodiscard]] std::uint64_t jsonDocumentBytes(std::string_view text);
/// Parse error when that is more than `limit`.
[[nodiscard]] Status checkJsonFits(std::string_view text, const std::string& file, std::uint64_t limit);

} // namespace batchscope
