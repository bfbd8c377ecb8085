// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bytes of a file, whatever their container (none, gzip, zstd, a pipe): read in sequence while the file is indexed,
// and by position when a tree is read again. Files are not memory-mapped: if another program truncates a file during
// reading, that is an error here, whereas a mapping would crash the process.
//
// Data that cannot be read again (standard input, compressed files) is kept as it is unpacked: the first kKeptInMemory
// bytes in memory, the rest in a temporary file without a name.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <string>

namespace batchscope {

class ByteSource {
public:
    /// Opens a file; "-" is standard input. Compression is recognized by its magic number, never by the name. Io
    /// errors: missing file, directory, unreadable.
    [[nodiscard]] static Result<std::shared_ptr<ByteSource>> open(const std::string& path, const RunControl& control);
    /// A source for text that is already in memory.
    [[nodiscard]] static std::shared_ptr<ByteSource> ofText(std::string text);
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    virtual ~ByteSource() = default;

    /// Appends at most `most` further bytes. Returns their number, 0 at the end. For one thread only. Io errors:
    /// unreadable, damaged compression (the bytes before the damage have been returned); Cancelled.
    [[nodiscard]] virtual Result<std::size_t> read(std::string& to, std::size_t most, const RunControl& control) = 0;

    /// The bytes [begin, begin + length) of the data read so far; fewer if the data ends earlier. Callable from any
    /// thread after reading has ended. Io error: the file has changed since it was opened.
    [[nodiscard]] virtual Result<std::string> slice(std::uint64_t begin, std::size_t length) const = 0;

    /// The number of bytes of the file itself (before unpacking) that were read, and its size; 0 if unknown.
    [[nodiscard]] virtual std::uint64_t consumed() const = 0;
    [[nodiscard]] virtual std::uint64_t fileSize() const = 0;

    static constexpr std::size_t kKeptInMemory = std::size_t{64} << 20U;

protected:
    ByteSource() = default;
};

} // namespace batchscope
