// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/file_writer.h"

#include "core/bytes/input_files.h"
#include "core/words/file_words.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <random>

namespace batchscope {

namespace {

std::string fileStays(std::string_view reason) {
    return fmt::format("cannot write; nothing was changed: {}", reason);
}

namespace fs = std::filesystem;

constexpr int kMostLinks = 40; // the same limit as in Linux
constexpr mode_t kUsualMode = 0666;
constexpr mode_t kAllBits = 07777;

Error cannotWrite(const std::string& path, int reason) {
    return Error{ErrorCode::Backend, fmt::format("cannot write: {}", std::strerror(reason)), path};
}

/// The target after all links were followed, whether it exists or not; still a link if there are too many.
fs::path followed(fs::path path) {
    std::error_code error;
    for (int links = 0; links < kMostLinks && fs::is_symlink(path, error); ++links) {
        const fs::path next = fs::read_symlink(path, error);
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    return path;
}

std::string folderOf(const std::string& path) {
    const fs::path folder = fs::path(path).parent_path();
    return folder.empty() ? "." : folder.string();
}

bool syncFolder(const std::string& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        return errno == EACCES; // a folder that is writable but not readable
    }
    const bool synced = ::fsync(descriptor) == 0 || errno == EINVAL; // EINVAL: the file system cannot sync folders
    (void)::close(descriptor);
    return synced;
}

} // namespace

Result<FileWriter> FileWriter::create(const std::string& path, Replaces replaces) {
    if (replaces == Replaces::Outputs && isInput(path)) {
        return Error{ErrorCode::Config, std::string(words::kAlsoInput), path};
    }
    std::signal(SIGPIPE, SIG_IGN); // makes writing to a pipe without a reader an error
    Place place{followed(path).string(), {}, false};
    if (std::error_code ignored; fs::is_symlink(place.target, ignored)) {
        return cannotWrite(path, ELOOP);
    }
    struct stat there = {};
    const bool exists = ::stat(place.target.c_str(), &there) == 0;
    int descriptor = -1;
    if (exists && !S_ISREG(there.st_mode)) {
        place.isDirect = true;
        descriptor = ::open(place.target.c_str(), O_WRONLY | O_CLOEXEC);
    } else if (exists && ::access(place.target.c_str(), W_OK) != 0) {
        return cannotWrite(path, errno); // a write-protected file is not replaced
    } else {
        place.part =
            (fs::path(folderOf(place.target)) / fmt::format(".batchscope-{:08x}", std::random_device()())).string();
        descriptor = ::open(place.part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kUsualMode);
        if (descriptor >= 0 && exists) {
            (void)::fchown(descriptor, there.st_uid, there.st_gid);
            (void)::fchmod(descriptor, there.st_mode & kAllBits);
        }
    }
    Stream file(descriptor < 0 ? nullptr : ::fdopen(descriptor, "wb"));
    if (file == nullptr) {
        return cannotWrite(path, errno);
    }
    return FileWriter(path, std::move(place), std::move(file));
}

FileWriter::~FileWriter() {
    if (m_file != nullptr && !m_place.part.empty()) {
        (void)::unlink(m_place.part.c_str());
    }
}

Error FileWriter::failed() const {
    return Error{ErrorCode::Backend, (m_place.isDirect ? words::incompleteOutput : fileStays)(std::strerror(errno)),
                 m_path};
}

Status FileWriter::write(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), m_file.get()) != bytes.size()) {
        return failed();
    }
    m_written += bytes.size();
    return Ok{};
}

bool FileWriter::takePlace() {
    if (::fsync(::fileno(m_file.get())) != 0 || std::rename(m_place.part.c_str(), m_place.target.c_str()) != 0) {
        return false;
    }
    m_place.part.clear();
    return syncFolder(folderOf(m_place.target));
}

Status FileWriter::finish() {
    if (std::fflush(m_file.get()) != 0 || (!m_place.isDirect && !takePlace())) {
        return failed();
    }
    std::FILE* const file = m_file.release();
    return std::fclose(file) == 0 ? Status(Ok{}) : failed();
}

Status writeFile(const std::string& path, std::string_view bytes, Replaces replaces) {
    Result<FileWriter> file = FileWriter::create(path, replaces);
    TRY(file);
    const Status written = file->write(bytes);
    return written ? file->finish() : written;
}

Status checkWritable(const std::string& path) {
    if (!isRewritable(path) && ::access(path.c_str(), W_OK) == 0) { // opening a pipe would be visible to its reader
        return Ok{};
    }
    const Result<FileWriter> file = FileWriter::create(path);
    return file ? Status(Ok{}) : Status(file.error());
}

bool isRewritable(const std::string& path) {
    struct stat there = {};
    return ::stat(path.c_str(), &there) != 0 || S_ISREG(there.st_mode) || S_ISDIR(there.st_mode);
}

} // namespace batchscope
