// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace batchscope {

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
