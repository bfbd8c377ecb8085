// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/array_file.h"

#include "core/arrays/array_formats.h"
#include "core/bytes/raw_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

struct WrittenFormat {
    std::string_view ending;
    std::unique_ptr<ArrayWriter> (*make)(FileWriter file);
};

constexpr std::array<WrittenFormat, 3> kFormats = {
    {{".npz", npzWriter}, {".pt", torchWriter}, {".json", jsonArrayWriter}}};

const WrittenFormat* formatOf(std::string_view path) {
    const auto* const found = std::find_if(kFormats.begin(), kFormats.end(), [path](const WrittenFormat& format) {
        return path.ends_with(format.ending);
    });
    return found == kFormats.end() ? nullptr : found;
}

} // namespace

std::vector<std::string_view> arrayEndings() {
    std::vector<std::string_view> endings;
    endings.reserve(kFormats.size());
    for (const WrittenFormat& format : kFormats) {
        endings.push_back(format.ending);
    }
    return endings;
}

Status checkArrayEnding(std::string_view path) {
    if (formatOf(path) != nullptr) {
        return Ok{};
    }
    return Error{ErrorCode::Config,
                 fmt::format("the ending of the file names its format; expected one of {}",
                             fmt::format("{}", fmt::join(arrayEndings(), ", "))),
                 std::string(path)};
}

Result<std::unique_ptr<ArrayWriter>> ArrayWriter::create(const std::string& path) {
    TRY(checkArrayEnding(path));
    Result<FileWriter> file = FileWriter::create(path);
    TRY(file);
    return formatOf(path)->make(std::move(*file));
}

Result<std::unique_ptr<ArrayReader>> ArrayReader::open(const std::string& path) {
    Result<RawFile> opened = RawFile::open(path);
    TRY(opened);
    constexpr std::size_t kLooked = 9;
    const Result<std::string> beginning = opened->isRegular() ? opened->slice(0, kLooked) : std::string();
    if (beginning && isSafetensors(*beginning, opened->size())) {
        const auto file = std::make_shared<RawFile>(std::move(*opened));
        return safetensorsReader([file](std::uint64_t begin, std::size_t length) { return file->slice(begin, length); },
                                 file->size(), path);
    }
    Result<ZipReader> archive = ZipReader::open(path);
    return archive ? of(std::move(*archive)) : archive.error();
}

Result<std::unique_ptr<ArrayReader>> ArrayReader::ofBytes(std::string bytes, std::string file) {
    const std::uint64_t size = bytes.size();
    if (isSafetensors(bytes, size)) {
        const auto kept = std::make_shared<const std::string>(std::move(bytes));
        return safetensorsReader(
            [kept](std::uint64_t begin, std::size_t length) -> Result<std::string> {
                return begin < kept->size() ? kept->substr(begin, length) : std::string();
            },
            size, std::move(file));
    }
    Result<ZipReader> archive = ZipReader::ofBytes(std::move(bytes), std::move(file));
    return archive ? of(std::move(*archive)) : archive.error();
}

Result<std::unique_ptr<ArrayReader>> ArrayReader::of(ZipReader archive) {
    if (pickleOf(archive) != nullptr) {
        return torchReader(std::move(archive));
    }
    const std::vector<ZipEntry>& entries = archive.entries();
    const bool isNpz =
        std::all_of(entries.begin(), entries.end(), [](const ZipEntry& entry) { return entry.name.ends_with(".npy"); });
    if (!isNpz || entries.empty()) {
        return archive.error(std::string("neither arrays of NumPy (.npz) nor tensors of PyTorch (.pt); expected a file "
                                         "that numpy.savez, torch.save or safetensors wrote"));
    }
    return npzReader(std::move(archive));
}

} // namespace batchscope
