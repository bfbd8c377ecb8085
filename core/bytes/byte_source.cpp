// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/byte_source.h"

#include "core/base/budget.h"
#include "core/base/text.h"
#include "core/bytes/raw_file.h"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>

namespace batchscope {

namespace {

// Unpacks gzip and zstd files piece by piece.

class Unpacker {
public:
    Unpacker() = default;
    Unpacker(const Unpacker&) = delete;
    Unpacker& operator=(const Unpacker&) = delete;
    virtual ~Unpacker() = default;

    /// Appends some further bytes, about `most` at most. Returns their number, 0 at the end. Io errors like ByteSource.
    [[nodiscard]] virtual Result<std::size_t> read(std::string& to, std::size_t most, const RunControl& control) = 0;
    [[nodiscard]] virtual const RawFile& file() const = 0;
};

constexpr std::string_view kUnexpectedEndOfData = "unexpected end of data";
/// `packer` is "gzip" or "zstd".
std::string damagedData(std::string_view packer, std::uint64_t byte, std::string_view reason) {
    return fmt::format("damaged {} data near byte {}: {}; the file is truncated or damaged: download it again", packer,
                       byte, reason);
}

constexpr std::string_view kGzip = "\x1F\x8B";
constexpr std::string_view kZstd = "\x28\xB5\x2F\xFD";
constexpr std::size_t kPiece = std::size_t{256} << 10U;

/// The packed bytes that were read but not yet used.
class PackedInput {
public:
    PackedInput(RawFile file, std::string beginning) : m_file(std::move(file)), m_bytes(std::move(beginning)) {}

    /// The next packed bytes; empty at the end of the file.
    Result<std::string_view> pending(const RunControl& control) {
        if (m_used == m_bytes.size()) {
            m_bytes.clear();
            m_used = 0;
            TRY(m_file.read(m_bytes, kPiece, control));
        }
        return std::string_view(m_bytes).substr(m_used);
    }
    void use(std::size_t count) { m_used += count; }
    [[nodiscard]] std::uint64_t place() const { return m_file.consumed() - (m_bytes.size() - m_used); }
    [[nodiscard]] const RawFile& file() const { return m_file; }

private:
    RawFile m_file;
    std::string m_bytes;
    std::size_t m_used = 0;
};

class AsItIs final : public Unpacker {
public:
    AsItIs(RawFile file, std::string beginning) : m_file(std::move(file)), m_beginning(std::move(beginning)) {}

    Result<std::size_t> read(std::string& to, std::size_t most, const RunControl& control) override {
        if (m_beginning.empty()) {
            return m_file.read(to, most, control);
        }
        const std::size_t count = m_beginning.size();
        to += m_beginning;
        m_beginning.clear();
        return count;
    }
    const RawFile& file() const override { return m_file; }

private:
    RawFile m_file;
    std::string m_beginning;
};

class Gunzip final : public Unpacker {
public:
    Gunzip(RawFile file, std::string beginning) : m_input(std::move(file), std::move(beginning)) {
        constexpr int kGzipWindow = 15 + 32; // 32: detect the gzip header
        m_ready = inflateInit2(&m_stream, kGzipWindow) == Z_OK;
    }
    Gunzip(const Gunzip&) = delete;
    Gunzip& operator=(const Gunzip&) = delete;
    ~Gunzip() override { inflateEnd(&m_stream); }

    Result<std::size_t> read(std::string& to, std::size_t most, const RunControl& control) override {
        if (!m_ready) {
            return file().error(std::string("cannot start gzip decompression"));
        }
        const std::size_t used = to.size();
        while (to.size() == used && !m_ended) {
            const Result<std::string_view> packed = m_input.pending(control);
            TRY(packed);
            TRY(inflateSome(*packed, to, most));
        }
        return to.size() - used;
    }
    const RawFile& file() const override { return m_input.file(); }

private:
    Status inflateSome(std::string_view packed, std::string& to, std::size_t most) {
        if (m_betweenMembers && packed.empty()) {
            m_ended = true;
            return Ok{};
        }
        if (m_betweenMembers) { // gzip files may be concatenated, and zeros may follow the last one
            const std::size_t zeros = std::min(packed.find_first_not_of('\0'), packed.size());
            m_input.use(zeros);
            packed.remove_prefix(zeros);
            if (packed.empty()) {
                return Ok{};
            }
            inflateReset(&m_stream);
            m_betweenMembers = false;
        }
        const std::size_t used = to.size();
        to.resize(used + most);
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
        m_stream.avail_in = static_cast<uInt>(packed.size());
        m_stream.next_out = reinterpret_cast<Bytef*>(to.data() + used);
        m_stream.avail_out = static_cast<uInt>(most);
        const int code = inflate(&m_stream, Z_NO_FLUSH);
        m_input.use(packed.size() - m_stream.avail_in);
        to.resize(used + most - m_stream.avail_out);
        m_betweenMembers = code == Z_STREAM_END;
        if (code == Z_OK || code == Z_STREAM_END) {
            return Ok{};
        }
        const std::string_view reason = m_stream.msg != nullptr ? std::string_view(m_stream.msg) : kUnexpectedEndOfData;
        return file().error(damagedData("gzip", m_input.place(), reason));
    }

    PackedInput m_input;
    z_stream m_stream{};
    bool m_ready = false;
    bool m_betweenMembers = false;
    bool m_ended = false;
};

class Unzstd final : public Unpacker {
public:
    Unzstd(RawFile file, std::string beginning)
        : m_input(std::move(file), std::move(beginning)), m_stream(ZSTD_createDStream(), ZSTD_freeDStream) {}

    Result<std::size_t> read(std::string& to, std::size_t most, const RunControl& control) override {
        const std::size_t used = to.size();
        while (to.size() == used) {
            const Result<std::string_view> packed = m_input.pending(control);
            TRY(packed);
            const std::size_t before = to.size();
            to.resize(before + most);
            ZSTD_inBuffer input{packed->data(), packed->size(), 0};
            ZSTD_outBuffer output{to.data() + before, most, 0};
            const std::size_t hint = ZSTD_decompressStream(m_stream.get(), &output, &input);
            to.resize(before + output.pos);
            m_input.use(input.pos);
            if (ZSTD_isError(hint) != 0U) {
                return damaged(ZSTD_getErrorName(hint));
            }
            if (packed->empty() && output.pos == 0) {
                return m_expected == 0 ? Result<std::size_t>(std::size_t{0}) : damaged(kUnexpectedEndOfData);
            }
            m_expected = hint;
        }
        return to.size() - used;
    }
    const RawFile& file() const override { return m_input.file(); }

private:
    [[nodiscard]] Error damaged(std::string_view reason) const {
        return file().error(damagedData("zstd", m_input.place(), reason));
    }

    PackedInput m_input;
    std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> m_stream;
    std::size_t m_expected = 1; // hint for the next input size; 0 between frames
};

/// True if the bytes are the beginning of a compressed file.
bool isPacked(std::string_view beginning) {
    return beginning.starts_with(kGzip) || beginning.starts_with(kZstd);
}

/// The unpacker for the magic number in `beginning`, the bytes of the file already read; without a magic number, the
/// bytes pass unchanged.
std::unique_ptr<Unpacker> unpackerFor(RawFile file, std::string beginning) {
    if (beginning.starts_with(kGzip)) {
        return std::make_unique<Gunzip>(std::move(file), std::move(beginning));
    }
    if (beginning.starts_with(kZstd)) {
        return std::make_unique<Unzstd>(std::move(file), std::move(beginning));
    }
    return std::make_unique<AsItIs>(std::move(file), std::move(beginning));
}

constexpr std::size_t kMagic = 4; // bytes needed to recognize a compressed file
/// Larger files stay open, because there are never a thousand of them; smaller ones are reopened when they are needed.
constexpr std::uint64_t kSmall = std::uint64_t{16} << 20U;

/// An uncompressed regular file, which can be read again by position.
class PlainSource final : public ByteSource {
public:
    PlainSource(RawFile file, std::string beginning) : m_file(std::move(file)), m_beginning(std::move(beginning)) {}

    Result<std::size_t> read(std::string& to, std::size_t most, const RunControl& control) override {
        if (!m_beginning.empty()) {
            const std::size_t count = m_beginning.size();
            to += m_beginning;
            m_beginning.clear();
            return count;
        }
        Result<std::size_t> got = m_file.read(to, most, control);
        if (got && *got == 0 && m_file.size() <= kSmall) {
            m_file.rest();
        }
        return got;
    }
    Result<std::string> slice(std::uint64_t begin, std::size_t length) const override {
        return m_file.slice(begin, length);
    }
    std::uint64_t consumed() const override { return m_file.consumed(); }
    std::uint64_t fileSize() const override { return m_file.size(); }

private:
    RawFile m_file;
    std::string m_beginning;
};

class TextSource final : public ByteSource {
public:
    explicit TextSource(std::string text) : m_text(std::move(text)) {}

    Result<std::size_t> read(std::string& to, std::size_t most, const RunControl& /*control*/) override {
        const std::string_view next = std::string_view(m_text).substr(m_read, most);
        to += next;
        m_read += next.size();
        return next.size();
    }
    Result<std::string> slice(std::uint64_t begin, std::size_t length) const override {
        return m_text.substr(std::min<std::uint64_t>(begin, m_text.size()), length);
    }
    std::uint64_t consumed() const override { return m_read; }
    std::uint64_t fileSize() const override { return m_text.size(); }

private:
    std::string m_text;
    std::size_t m_read = 0;
};

/// A temporary file without a name; the system removes it when the program ends.
class SpillFile {
public:
    SpillFile() = default;
    SpillFile(const SpillFile&) = delete;
    SpillFile& operator=(const SpillFile&) = delete;
    ~SpillFile() {
        if (m_descriptor >= 0) {
            close(m_descriptor);
        }
    }

    Status append(std::string_view bytes) {
        if (bytes.empty()) {
            return Ok{};
        }
        if (m_descriptor < 0) {
            const char* const wanted = std::getenv("TMPDIR");
            m_folder = wanted != nullptr && *wanted != '\0' ? wanted : "/tmp";
            m_descriptor = ::open(m_folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
        }
        m_size += bytes.size();
        while (!bytes.empty()) {
            const ssize_t put = m_descriptor < 0 ? -1 : write(m_descriptor, bytes.data(), bytes.size());
            if (put < 0 && errno != EINTR) {
                return Error{ErrorCode::Io,
                             fmt::format("cannot store the decompressed text here: {}; free some space, or set TMPDIR "
                                         "to a folder with more space",
                                         std::strerror(errno)),
                             m_folder};
            }
            bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(put, 0)));
        }
        return Ok{};
    }

    Result<std::string> slice(std::uint64_t begin, std::size_t wanted) const {
        const std::size_t length = std::min<std::uint64_t>(wanted, m_size - std::min(begin, m_size));
        std::string bytes(length, '\0');
        for (std::size_t done = 0; done < length;) {
            const ssize_t got =
                pread(m_descriptor, bytes.data() + done, length - done, static_cast<off_t>(begin + done));
            if (got == 0 || (got < 0 && errno != EINTR)) {
                return Error{ErrorCode::Io, "cannot read the decompressed text again", m_folder};
            }
            done += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
        }
        return bytes;
    }

private:
    std::string m_folder;
    std::uint64_t m_size = 0;
    int m_descriptor = -1;
};

/// Data that can be read only once, kept as it is unpacked.
class KeptSource final : public ByteSource {
public:
    explicit KeptSource(std::unique_ptr<Unpacker> unpacker) : m_unpacker(std::move(unpacker)) {}

    Result<std::size_t> read(std::string& to, std::size_t most, const RunControl& control) override {
        const std::size_t used = to.size();
        Result<std::size_t> got = m_unpacker->read(to, most, control);
        TRY(got);
        const std::string_view fresh = std::string_view(to).substr(used);
        m_unpacked += fresh.size();
        if (const std::uint64_t limit = unpackedLimit(consumed()); m_unpacked > limit) {
            to.resize(used);
            return m_unpacker->file().error(
                fmt::format("this file decompresses to more than {} after only {} of the file; {}", formatBytes(limit),
                            formatBytes(consumed()), raiseAdvice(limit)));
        }
        const std::size_t inMemory = std::min(kKeptInMemory - m_memory.size(), fresh.size());
        m_memory += fresh.substr(0, inMemory);
        const Status kept = m_spill.append(fresh.substr(inMemory));
        return kept ? got : Result<std::size_t>(kept.error());
    }

    Result<std::string> slice(std::uint64_t begin, std::size_t length) const override {
        const std::uint64_t end = begin + length;
        const auto memoryEnd = static_cast<std::uint64_t>(m_memory.size());
        std::string bytes = m_memory.substr(std::min(begin, memoryEnd), length);
        if (end <= memoryEnd) {
            return bytes;
        }
        const std::uint64_t from = std::max(begin, memoryEnd) - memoryEnd;
        const Result<std::string> rest = m_spill.slice(from, length - bytes.size());
        return rest ? Result<std::string>(bytes + *rest) : rest;
    }
    std::uint64_t consumed() const override { return m_unpacker->file().consumed(); }
    std::uint64_t fileSize() const override { return m_unpacker->file().size(); }

private:
    std::unique_ptr<Unpacker> m_unpacker;
    std::string m_memory;
    SpillFile m_spill;
    std::uint64_t m_unpacked = 0;
};

} // namespace

std::shared_ptr<ByteSource> ByteSource::ofText(std::string text) {
    return std::make_shared<TextSource>(std::move(text));
}

Result<std::shared_ptr<ByteSource>> ByteSource::open(const std::string& path, const RunControl& control) {
    Result<RawFile> file = RawFile::open(path);
    TRY(file);
    std::string beginning;
    while (beginning.size() < kMagic) { // a pipe may return fewer bytes at a time
        const Result<std::size_t> got = file->read(beginning, kMagic - beginning.size(), control);
        TRY(got);
        if (*got == 0) {
            break;
        }
    }
    if (file->isRegular() && !isPacked(beginning)) {
        return std::shared_ptr<ByteSource>(std::make_shared<PlainSource>(std::move(*file), std::move(beginning)));
    }
    auto unpacker = unpackerFor(std::move(*file), std::move(beginning));
    return std::shared_ptr<ByteSource>(std::make_shared<KeptSource>(std::move(unpacker)));
}

} // namespace batchscope
