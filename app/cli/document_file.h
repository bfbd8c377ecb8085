// SPDX-License-Identifier: GPL-3.0-or-later
//
// The file of --out. It is opened before anything is measured: minutes of measuring must not end in "cannot write".
// What was in it stays until there are figures, and a file that was made for nothing is taken away.
#pragma once

#include "app/cli/commands.h"

#include <string>

namespace batchscope {

class DocumentFile {
public:
    /// An empty path: there is no file, and everything succeeds.
    explicit DocumentFile(std::string path);
    ~DocumentFile();
    DocumentFile(const DocumentFile&) = delete;
    DocumentFile& operator=(const DocumentFile&) = delete;

    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    /// Whether it can be written again and again: a pipe would get one document after the other.
    [[nodiscard]] bool isRegular() const;
    /// Replaces what is in it. True where nothing was to be written.
    [[nodiscard]] bool write(const std::string& text);
    /// Another program has written it, so it stays.
    void keep() { m_isWritten = true; }

private:
    std::string m_path;
    bool m_isNew = false;
    bool m_isOpen = false;
    bool m_isWritten = false;
};

/// Says on stderr that the file cannot be written.
[[nodiscard]] ExitCode cannotWrite(const std::string& path);

} // namespace batchscope
