// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/file_writer.h"

#include "core/words/array_words.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

namespace batchscope {

Result<FileWriter> FileWriter::create(const std::string& path) {
    std::error_code ignored;
    const bool isNew = !std::filesystem::exists(path, ignored);
    std::signal(SIGPIPE, SIG_IGN); // a pipe whose reader has gone is an error of the next write
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) {
        return Error{ErrorCode::Io, words::cannotWriteFile(std::strerror(errno)), path};
    }
    return FileWriter(path, file, isNew);
}

FileWriter::~FileWriter() {
    if (m_file != nullptr && m_isNew) {
        std::error_code ignored;
        std::filesystem::remove(m_path, ignored);
    }
}

Error FileWriter::failed() const {
    return Error{ErrorCode::Backend, words::incompleteFile(std::strerror(errno)), m_path};
}

Status FileWriter::write(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), m_file.get()) != bytes.size()) {
        return failed();
    }
    m_written += bytes.size();
    return Ok{};
}

Status FileWriter::finish() {
    if (std::fflush(m_file.get()) != 0) {
        return failed();
    }
    std::FILE* const file = m_file.release();
    return std::fclose(file) == 0 ? Status(Ok{}) : failed();
}

} // namespace batchscope
