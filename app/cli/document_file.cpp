// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/document_file.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <utility>

namespace batchscope {

DocumentFile::DocumentFile(std::string path) : m_path(std::move(path)) {
    std::error_code ignored;
    m_isNew = !m_path.empty() && !std::filesystem::exists(m_path, ignored);
    m_isOpen = m_path.empty() || std::ofstream(m_path, std::ios::app);
}

DocumentFile::~DocumentFile() {
    std::error_code ignored;
    if (m_isNew && m_isOpen && !m_isWritten) {
        std::filesystem::remove(m_path, ignored);
    }
}

bool DocumentFile::isRegular() const {
    std::error_code ignored;
    return std::filesystem::is_regular_file(m_path, ignored);
}

bool DocumentFile::write(const std::string& text) {
    m_isWritten = true;
    return m_path.empty() || static_cast<bool>((std::ofstream(m_path) << text).flush());
}

ExitCode cannotWrite(const std::string& path) {
    fmt::print(stderr, "{}: error: cannot write\n", path);
    return ExitCode::Failed;
}

} // namespace batchscope
