// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bytes/file_writer.h"
#include "core/words/file_words.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

namespace batchscope {

/// Standard output or a file; every write is checked.
class Output {
public:
    static Result<Output> open(const std::string& path) {
        if (path.empty()) { // a reader that has seen enough, as in `| head`, ends the program, which is no news
            std::signal(SIGPIPE, SIG_DFL);
            return Output(std::nullopt);
        }
        Result<FileWriter> file = FileWriter::create(path);
        return file ? Result<Output>(Output(std::move(*file))) : file.error();
    }

    /// Takes the text away.
    Status write(std::string& text) {
        const bool toFile = m_file.has_value();
        Status written =
            toFile ? m_file->write(text) : printed(std::fwrite(text.data(), 1, text.size(), stdout) == text.size());
        text.clear();
        return written;
    }
    Status finish() { return m_file ? m_file->finish() : printed(std::fflush(stdout) == 0); }

private:
    explicit Output(std::optional<FileWriter> file) : m_file(std::move(file)) {}
    static Status printed(bool isWhole) {
        return isWhole ? Status(Ok{})
                       : Error{ErrorCode::Backend, words::incompleteOutput(std::strerror(errno)), "standard output"};
    }

    std::optional<FileWriter> m_file;
};

} // namespace batchscope
