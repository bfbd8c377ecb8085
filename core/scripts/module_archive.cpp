// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/module_archive.h"

#include "core/base/budget.h"
#include "core/base/text.h"
#include "core/bytes/zip_reader.h"
#include "core/words/array_words.h"
#include "core/words/script_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace batchscope {

namespace {

Error notAModule(const std::string& path, const char* why) {
    return Error{ErrorCode::Parse, why, path};
}

constexpr std::string_view kZip = "PK"; // its first bytes

/// The first bytes tell an old torch.save and plain pickles, which are no archives.
bool beginsAsPickle(std::string_view bytes) {
    return bytes.size() > 1 && bytes[0] == '\x80' && bytes[1] >= 0 && bytes[1] <= 5;
}

std::string firstBytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string bytes(2, '\0');
    file.read(bytes.data(), 2);
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return bytes;
}

/// The path inside the archive's top folder: `encoder/code/x.py` → `code/x.py`.
std::string_view inner(const ZipEntry& entry) {
    const std::size_t slash = entry.name.find('/');
    return slash == std::string::npos ? std::string_view() : std::string_view(entry.name).substr(slash + 1);
}

bool isRecord(std::string_view name) {
    return (name.starts_with("data/") || name.starts_with("constants/")) && name.find('/') + 1 < name.size() &&
           std::all_of(name.begin() + static_cast<std::ptrdiff_t>(name.find('/')) + 1, name.end(),
                       [](char c) { return c >= '0' && c <= '9'; });
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines = split(text, '\n');
    for (std::string& line : lines) {
        if (line.ends_with('\r')) {
            line.pop_back();
        }
    }
    while (!lines.empty() && lines.back().empty()) {
        lines.pop_back();
    }
    return lines;
}

/// One file of the archive.
Status inspectEntry(const ZipReader& archive, const ZipEntry& entry, ModuleArchive& found) {
    const std::string_view name = inner(entry);
    if (isRecord(name)) {
        found.records.push_back(entry.size);
        const Result<std::string> numbers = archive.read(entry); // LibTorch would take damaged ones
        return numbers ? Status(Ok{}) : numbers.error();
    }
    const bool isCode = name.starts_with("code/") && name.ends_with(".py");
    if (!isCode && name != "extra/vocabulary.txt") {
        return Ok{};
    }
    const Result<std::string> text = archive.read(entry);
    if (!text) {
        return text.error();
    }
    // LibTorch calls such a method while it reads; no module that this program can use needs one.
    if (isCode && text->find("__setstate__") != std::string::npos) {
        return Error{ErrorCode::Parse, words::runsWhileRead(name), archive.file()};
    }
    if (!isCode) {
        found.vocabulary = linesOf(*text);
    }
    return Ok{};
}

Result<ModuleArchive> inspected(const Result<ZipReader>& archive, bool beginsAsZip) {
    if (!archive) {
        Error error = archive.error();
        if (beginsAsZip && error.message == words::kNotAZipArchive) {
            error.message = words::kArchiveCutShort;
        } else if (error.code == ErrorCode::Parse) {
            error.message += std::string("; ") + words::kNoArchive;
        }
        return error;
    }
    ModuleArchive found;
    const auto has = [&](std::string_view wanted) {
        return std::any_of(archive->entries().begin(), archive->entries().end(),
                           [&](const ZipEntry& entry) { return inner(entry).starts_with(wanted); });
    };
    if (!has("data.pkl")) {
        return notAModule(archive->file(), words::kNoArchive);
    }
    if (!has("code/") || !has("constants.pkl")) {
        return notAModule(archive->file(), words::kIsWeights);
    }
    for (const ZipEntry& entry : archive->entries()) {
        found.unpacked += entry.size;
    }
    if (found.unpacked > memoryLimit()) {
        return Error{ErrorCode::Config,
                     words::moduleTooLarge(formatBytes(found.unpacked), limitAdvice(memoryLimit(), found.unpacked)),
                     archive->file()};
    }
    for (const ZipEntry& entry : archive->entries()) {
        if (const Status read = inspectEntry(*archive, entry, found); !read) {
            return read.error();
        }
    }
    std::sort(found.records.rbegin(), found.records.rend());
    return found;
}

} // namespace

std::string stampOf(const std::string& path) {
    std::error_code failed;
    const auto size = std::filesystem::file_size(path, failed);
    if (failed) {
        return {};
    }
    const auto time = std::filesystem::last_write_time(path, failed);
    return failed ? std::string() : fmt::format("{} {}", size, time.time_since_epoch().count());
}

Result<ModuleArchive> inspectArchive(const std::string& path) {
    const std::string stamp = stampOf(path); // before it is read: what changes meanwhile is noticed
    const std::string first = firstBytes(path);
    if (beginsAsPickle(first)) {
        return notAModule(path, words::kIsPickle);
    }
    Result<ModuleArchive> found = inspected(ZipReader::open(path), first == kZip);
    if (found) {
        found->stamp = stamp;
    }
    return found;
}

Result<ModuleArchive> inspectArchiveBytes(std::string bytes, const std::string& file) {
    const bool isZip = bytes.starts_with(kZip);
    return beginsAsPickle(bytes) ? Result<ModuleArchive>(notAModule(file, words::kIsPickle))
                                 : inspected(ZipReader::ofBytes(std::move(bytes), file), isZip);
}

} // namespace batchscope
