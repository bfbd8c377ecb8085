// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/file_bytes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>

namespace batchscope {

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20U;

Error ioError(const std::string& path, std::string message) {
    return Error{ErrorCode::Io, std::move(message), path};
}

/// An open file, closed with the object; standard input stays open.
class Descriptor {
public:
    // Not blocking: a pipe may have nothing for us yet, and waiting for it must end when the user asks.
    explicit Descriptor(const std::string& path)
        : m_number(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {}
    ~Descriptor() {
        if (m_number > STDIN_FILENO) {
            close(m_number);
        }
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int number() const { return m_number; }

private:
    int m_number;
};

/// Waits until something can be read; false when asked to stop.
bool waitForData(int descriptor, const RunControl& control) {
    constexpr int kPatienceMs = 50;
    pollfd wanted{descriptor, POLLIN, 0};
    while (!control.stopRequested()) {
        if (poll(&wanted, 1, kPatienceMs) != 0) {
            return true;
        }
    }
    return false;
}

Result<std::string> readRaw(const std::string& path, const RunControl& control) {
    std::error_code ignored;
    if (path != "-" && std::filesystem::is_directory(path, ignored)) {
        return ioError(path, "is a directory; name the treebank files in it");
    }
    const Descriptor file(path);
    if (file.number() < 0) {
        return ioError(path, fmt::format("cannot open: {}", std::strerror(errno)));
    }
    const auto size = path == "-" ? std::uintmax_t{0} : std::filesystem::file_size(path, ignored);
    const std::size_t expected = ignored ? 0 : static_cast<std::size_t>(size);
    std::string bytes;
    for (;;) {
        if (!waitForData(file.number(), control)) {
            return cancelledError();
        }
        const std::size_t used = bytes.size();
        bytes.resize(used + kChunk);
        const ssize_t got = read(file.number(), bytes.data() + used, kChunk);
        bytes.resize(used + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got == 0) {
            return bytes;
        }
        if (got < 0 && errno != EAGAIN && errno != EINTR) {
            return ioError(path, fmt::format("cannot read: {}", std::strerror(errno)));
        }
        control.report("read", bytes.size(), expected);
    }
}

/// gzip allows zeros after the last member.
bool onlyZeros(std::string_view rest) {
    return rest.find_first_not_of('\0') == std::string_view::npos;
}

Result<std::string> inflateGzip(const std::string& path, const std::string& packed, const RunControl& control) {
    z_stream stream{};
    constexpr int kGzipWindow = 15 + 32; // 32: detect the gzip header
    if (inflateInit2(&stream, kGzipWindow) != Z_OK) {
        return ioError(path, "cannot start gzip decompression");
    }
    const std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&stream, inflateEnd);
    std::string out;
    std::size_t fed = 0; // zlib counts input in 32 bits, so it gets a piece at a time
    for (;;) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        if (stream.avail_in == 0) {
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + fed));
            stream.avail_in = static_cast<uInt>(std::min(packed.size() - fed, kChunk));
            fed += stream.avail_in;
        }
        const std::size_t used = out.size();
        out.resize(used + kChunk);
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + used);
        stream.avail_out = kChunk;
        const int code = inflate(&stream, Z_NO_FLUSH);
        out.resize(used + kChunk - stream.avail_out);
        const std::size_t consumed = fed - stream.avail_in;
        if (code == Z_STREAM_END) {
            if (onlyZeros(std::string_view(packed).substr(consumed))) {
                return out;
            }
            inflateReset(&stream); // gzip files may be concatenated
        } else if (code != Z_OK) {
            return ioError(path, fmt::format("damaged gzip data near byte {}: {}", consumed,
                                             stream.msg != nullptr ? stream.msg : "ends too early"));
        }
    }
}

Result<std::string> inflateZstd(const std::string& path, const std::string& packed, const RunControl& control) {
    const std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream(ZSTD_createDStream(), ZSTD_freeDStream);
    ZSTD_inBuffer input{packed.data(), packed.size(), 0};
    std::string out;
    std::size_t hint = 1;
    while (input.pos < input.size || hint != 0) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const std::size_t used = out.size();
        out.resize(used + kChunk);
        ZSTD_outBuffer output{out.data() + used, kChunk, 0};
        const std::size_t before = input.pos;
        hint = ZSTD_decompressStream(stream.get(), &output, &input);
        out.resize(used + output.pos);
        if (ZSTD_isError(hint) != 0U) {
            return ioError(path, fmt::format("damaged zstd data near byte {}: {}", input.pos, ZSTD_getErrorName(hint)));
        }
        if (input.pos == before && output.pos == 0 && hint != 0) {
            return ioError(path, fmt::format("damaged zstd data near byte {}: ends too early", input.pos));
        }
    }
    return out;
}

bool startsWith(const std::string& bytes, std::initializer_list<unsigned char> magic) {
    return bytes.size() >= magic.size() &&
           std::equal(magic.begin(), magic.end(), bytes.begin(),
                      [](auto want, char got) { return want == static_cast<unsigned char>(got); });
}

} // namespace

Result<std::string> readFileBytes(const std::string& path, const RunControl& control) {
    Result<std::string> raw = readRaw(path, control);
    if (!raw) {
        return raw;
    }
    if (startsWith(*raw, {0x1F, 0x8B})) {
        return inflateGzip(path, *raw, control);
    }
    if (startsWith(*raw, {0x28, 0xB5, 0x2F, 0xFD})) {
        return inflateZstd(path, *raw, control);
    }
    return raw;
}

} // namespace batchscope
