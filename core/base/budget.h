// SPDX-License-Identifier: GPL-3.0-or-later
//
// Limits on the memory that the process may use. Every input that grows in memory is checked against one of these
// limits before the memory is allocated, so that a hostile file, or a width with a zero too many, ends with an error
// message instead of a swapping machine. main() sets the limits from --memory-limit before it starts any work; after
// that, any thread may read them.
//
//     run      half of the memory that was free when the program started, at most 64 GiB: graph, parameters, state and
//              gradients of a run
//     input    640 MiB: one tree, or one file that is read as a whole, while it is read. LibTorch and the program use
//              another 200 MiB or so, so that no small file takes more than 1 GiB.
//     file     64 times the size of the file, at least `input`, at most `run`: everything kept of its trees
//     unpacked 128 times the size of a compressed file, at least 512 MiB
// A limit set by the user replaces `run`, `input` and `file`; it also replaces the 512 MiB if it is larger.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace batchscope {

/// The limit `run` above, in bytes.
[[nodiscard]] std::uint64_t memoryLimit();
/// The limit `input` above, in bytes.
[[nodiscard]] std::uint64_t inputLimit();
/// The limit `file` above, for files with this total size on disk.
[[nodiscard]] std::uint64_t fileLimit(std::uint64_t fileBytes);
/// The limit `unpacked` above.
[[nodiscard]] std::uint64_t unpackedLimit(std::uint64_t packedBytes);

/// Replaces the limits; nullopt restores the defaults of this machine. `bytes` must be at least kLeastMemoryLimit.
void setMemoryLimit(std::optional<std::uint64_t> bytes);
constexpr std::uint64_t kLeastMemoryLimit = std::uint64_t{64} << 20U;

/// Parses "512M", "24G", "1.5G", "24GiB", "536870912"; units are powers of 1024. Config error for any other text and
/// for less than kLeastMemoryLimit.
[[nodiscard]] Result<std::uint64_t> parseMemoryLimit(std::string_view text);

/// Limits on one tree while it is read. Such a tree takes the memory of its text and at most kBytesPerNode for each
/// node, so a reader that counts its nodes stays within inputLimit().
struct TreeLimits {
    std::size_t nodes = 0;     ///< finished nodes and open brackets
    std::size_t tokens = 0;    ///< tokens of a dependency tree, whose lines are kept until the sentence ends
    std::size_t textBytes = 0; ///< bytes of its record (record_reader.h); less than 4 GiB
};
[[nodiscard]] TreeLimits treeLimits();

/// "the limit is 8.0 GiB: raise it with --memory-limit 24G"; the proposed limit is enough for `needed` bytes.
[[nodiscard]] std::string limitAdvice(std::uint64_t limit, std::uint64_t needed);
/// "raise the limit with --memory-limit 3G", for cases where the need is unknown: proposes four times `limit`.
[[nodiscard]] std::string raiseAdvice(std::uint64_t limit);
/// Error messages for a tree with too many nodes or too much text.
[[nodiscard]] std::string tooManyNodes(std::size_t limit);
[[nodiscard]] std::string tooMuchText();

} // namespace batchscope
