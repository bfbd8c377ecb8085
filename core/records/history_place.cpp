// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/history_place.h"

#include "core/words/history_words.h"

#include <cstdlib>
#include <filesystem>

namespace batchscope {

namespace {

namespace fs = std::filesystem;

/// An absolute path from the environment; else empty.
fs::path folderIn(const char* variable) {
    const char* const text = std::getenv(variable);
    const fs::path folder = text == nullptr ? "" : text;
    return folder.is_absolute() ? folder : fs::path();
}

Result<std::string> fileOrUsual(const std::string& file) {
    return file.empty() ? usualHistoryFile() : Result<std::string>(file);
}

} // namespace

Result<std::string> usualHistoryFile() {
    fs::path data = folderIn("XDG_DATA_HOME");
    if (data.empty()) {
        const fs::path home = folderIn("HOME");
        if (home.empty()) {
            return Error{ErrorCode::Config, std::string(words::kNoHomeForHistory)};
        }
        data = home / ".local" / "share";
    }
    return (data / "batchscope" / "history.sqlite").string();
}

Result<BenchHistory> openHistory(const std::string& file) {
    const Result<std::string> path = fileOrUsual(file);
    if (!path) {
        return path.error();
    }
    const fs::path folder = fs::path(*path).parent_path();
    std::error_code failed;
    if (!folder.empty() && !fs::exists(folder, failed)) {
        fs::create_directories(folder, failed);
        if (failed) {
            return Error{ErrorCode::Io, words::cannotMakeHistoryFolder(failed.message()), *path};
        }
    }
    return BenchHistory::open(*path);
}

bool hasHistory(const std::string& file) {
    const Result<std::string> path = fileOrUsual(file);
    std::error_code unknown;
    const bool isThere = path && fs::exists(*path, unknown);
    return isThere && !(fs::is_regular_file(*path, unknown) && fs::file_size(*path, unknown) == 0);
}

Result<BenchHistory> openKeptHistory(const std::string& file) {
    const Result<std::string> path = fileOrUsual(file);
    if (!path) {
        return path.error();
    }
    if (!hasHistory(*path)) {
        return Error{ErrorCode::Io, std::string(words::kNoHistory), *path};
    }
    return BenchHistory::open(*path);
}

} // namespace batchscope
