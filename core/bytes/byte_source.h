// SPDX-License-Identifier: GPL-3.0-or-later
//
// A file's bytes, whatever wraps them (nothing, gzip, zstd, a pipe): in sequence while the file is indexed, by position
// when a tree is read again. Nothing is mapped into memory: a file that another program truncates during reading is an
// error here, whereas with a mapping it would end the process.
//
// What cannot be read again (standard input, compressed files) is kept as it is unpacked: the first kKeptInMemory
// bytes in memory, a longer file in a temporary file without a name.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <string>

namespace batchscope {

class ByteSource {
public:
    /// "-" is standard input. Compression is recognized by its magic number, never by the name. Io errors: missing
    /// file, directory, unreadable.
    [[nodiscard]] static Result<std::shared_ptr<ByteSource>> open(const std::string& path, const RunControl& control);
    /// Text that is in memory already.
    [[nodiscard]] static std::shared_ptr<ByteSource> ofText(std::string text);
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    virtual ~ByteSource() = default;

    /// Appends at most `most` further bytes; how many, 0 at the end. One thread. Io errors: unreadable, damaged
    /// compression (the bytes before the damage were given); Cancelled.
    [[nodiscard]] virtual Result<std::size_t> read(std::string& to, std::size_t most, const RunControl& control) = 0;

    /// Bytes [begin, begin + length) of what was read; less where it ends before. Any thread, once reading has ended.
    /// Io error: the file was changed since it was opened.
    [[nodiscard]] virtual Result<std::string> slice(std::uint64_t begin, std::size_t length) const = 0;

    /// How much of the file itself (not unpacked) was read, and how large it is; 0 when that is not known.
    [[nodiscard]] virtual std::uint64_t consumed() const = 0;
    [[nodiscard]] virtual std::uint64_t fileSize() const = 0;

    static constexpr std::size_t kKeptInMemory = std::size_t{64} << 20U;

protected:
    ByteSource() = default;
};

} // namespace batchscope
