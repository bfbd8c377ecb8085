// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/input_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>

namespace batchscope {

namespace {

/// Device, inode and creation time: the inode of a deleted file is reused.
using Identity = std::tuple<std::uint64_t, std::uint64_t, std::int64_t, std::uint32_t>;

struct Inputs {
    std::mutex mutex;
    std::set<Identity> files;
};

Inputs& inputs() {
    static Inputs kInputs;
    return kInputs;
}

std::optional<Identity> identityOf(int folder, const char* path, int flags) {
    constexpr unsigned kDeviceBits = 32;
    struct statx facts = {};
    if (::statx(folder, path, flags, STATX_TYPE | STATX_INO | STATX_BTIME, &facts) != 0 || !S_ISREG(facts.stx_mode)) {
        return std::nullopt;
    }
    const std::uint64_t device = (std::uint64_t{facts.stx_dev_major} << kDeviceBits) | facts.stx_dev_minor;
    return Identity{device, facts.stx_ino, facts.stx_btime.tv_sec, facts.stx_btime.tv_nsec};
}

} // namespace

void noteInput(int descriptor) {
    if (const std::optional<Identity> file = identityOf(descriptor, "", AT_EMPTY_PATH)) {
        const std::scoped_lock lock(inputs().mutex);
        inputs().files.insert(*file);
    }
}

bool isInput(const std::string& path) {
    const std::optional<Identity> file = identityOf(AT_FDCWD, path.c_str(), 0);
    const std::scoped_lock lock(inputs().mutex);
    return file && inputs().files.contains(*file);
}

void forgetInputs() {
    const std::scoped_lock lock(inputs().mutex);
    inputs().files.clear();
}

namespace {

namespace fs = std::filesystem;

Error folderError(const std::string& folder, std::string message) {
    return Error{ErrorCode::Io, std::move(message), folder};
}

Result<std::vector<InputPath>> filesBelow(const std::string& folder) {
    std::vector<InputPath> files;
    std::error_code failure;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, failure);
    for (; !failure && at != fs::recursive_directory_iterator(); at.increment(failure)) {
        const bool hidden = at->path().filename().string().starts_with('.');
        std::error_code ignored;
        if (hidden && at->is_directory(ignored)) {
            at.disable_recursion_pending();
        } else if (!hidden && at->is_regular_file(ignored)) {
            files.push_back({at->path().string(), Found::InFolder});
        }
    }
    if (failure) {
        return folderError(folder, fmt::format("cannot read the folder: {}", failure.message()));
    }
    if (files.empty()) {
        return folderError(folder,
                           std::string("the folder contains no files; open a treebank or a folder of treebanks"));
    }
    std::sort(files.begin(), files.end(),
              [](const InputPath& left, const InputPath& right) { return left.name < right.name; });
    return files;
}

} // namespace

Result<std::vector<InputPath>> inputPaths(const std::vector<std::string>& paths) {
    std::vector<InputPath> result;
    for (const std::string& path : paths) {
        std::error_code ignored;
        if (path == "-" || !fs::is_directory(path, ignored)) {
            result.push_back({path, Found::Named});
            continue;
        }
        const Result<std::vector<InputPath>> below = filesBelow(path);
        TRY(below);
        result.insert(result.end(), below->begin(), below->end());
    }
    return result;
}

std::uint64_t totalSize(const std::vector<InputPath>& paths) {
    std::uint64_t total = 0;
    for (const InputPath& path : paths) {
        std::error_code failure;
        const bool regular = path.name != "-" && fs::is_regular_file(path.name, failure);
        const std::uintmax_t size = regular ? fs::file_size(path.name, failure) : 0;
        if (!regular || failure) {
            return 0;
        }
        total += size;
    }
    return total;
}

} // namespace batchscope
