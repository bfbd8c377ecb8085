// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/unpacker.h"

#include <fmt/format.h>

#include <zlib.h>
#include <zstd.h>

#include <algorithm>

namespace batchscope {

namespace {

constexpr std::string_view kUnexpectedEndOfData = "unexpected end of data"; ///< a reason for damaged data
/// `packer`: "gzip", "zstd".
std::string damagedData(std::string_view packer, std::uint64_t byte, std::string_view reason) {
    return fmt::format("damaged {} data near byte {}: {}; the file is truncated or damaged: download it again", packer,
                       byte, reason);
}

constexpr std::string_view kGzip = "\x1F\x8B";
constexpr std::string_view kZstd = "\x28\xB5\x2F\xFD";
constexpr std::size_t kPiece = std::size_t{256} << 10U;

/// The packed bytes that were read and not used yet.
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
    std::size_t m_expected = 1; // 0 between frames
};

} // namespace

bool isPacked(std::string_view beginning) {
    return beginning.starts_with(kGzip) || beginning.starts_with(kZstd);
}

std::unique_ptr<Unpacker> unpackerFor(RawFile file, std::string beginning) {
    if (beginning.starts_with(kGzip)) {
        return std::make_unique<Gunzip>(std::move(file), std::move(beginning));
    }
    if (beginning.starts_with(kZstd)) {
        return std::make_unique<Unzstd>(std::move(file), std::move(beginning));
    }
    return std::make_unique<AsItIs>(std::move(file), std::move(beginning));
}

} // namespace batchscope
