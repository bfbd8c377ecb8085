// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/file_bytes.h"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace batchscope {

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20U;

Error ioError(const std::string& path, std::string message) {
    return Error{ErrorCode::Io, std::move(message), path};
}

Result<std::string> readRaw(const std::string& path, const RunControl& control) {
    std::error_code ignored;
    if (path != "-" && std::filesystem::is_directory(path, ignored)) {
        return ioError(path, "is a directory; name the treebank files in it");
    }
    const auto closeUnlessStdin = [](std::FILE* file) {
        if (file != stdin) {
            (void)std::fclose(file);
        }
    };
    const std::unique_ptr<std::FILE, decltype(closeUnlessStdin)> file(
        path == "-" ? stdin : std::fopen(path.c_str(), "rb"), closeUnlessStdin);
    if (!file) {
        return ioError(path, fmt::format("cannot open: {}", std::strerror(errno)));
    }
    const auto size = path == "-" ? std::uintmax_t{0} : std::filesystem::file_size(path, ignored);
    const std::size_t expected = ignored ? 0 : static_cast<std::size_t>(size);
    std::string bytes;
    for (std::size_t got = 1; got != 0;) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const std::size_t used = bytes.size();
        bytes.resize(used + kChunk);
        got = std::fread(bytes.data() + used, 1, kChunk, file.get());
        bytes.resize(used + got);
        control.report("read", bytes.size(), expected);
    }
    if (std::ferror(file.get()) != 0) {
        return ioError(path, fmt::format("cannot read: {}", std::strerror(errno)));
    }
    return bytes;
}

Result<std::string> inflateGzip(const std::string& path, const std::string& packed, const RunControl& control) {
    z_stream stream{};
    constexpr int kGzipWindow = 15 + 32; // 32: detect the gzip header
    if (inflateInit2(&stream, kGzipWindow) != Z_OK) {
        return ioError(path, "cannot start gzip decompression");
    }
    const std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&stream, inflateEnd);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string out;
    for (;;) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const std::size_t used = out.size();
        out.resize(used + kChunk);
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + used);
        stream.avail_out = kChunk;
        const int code = inflate(&stream, Z_NO_FLUSH);
        out.resize(used + kChunk - stream.avail_out);
        if (code == Z_STREAM_END && stream.avail_in > 0) { // gzip files may be concatenated
            inflateReset(&stream);
        } else if (code == Z_STREAM_END) {
            return out;
        } else if (code != Z_OK) {
            return ioError(path, fmt::format("damaged gzip data near byte {}: {}", stream.total_in,
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
