// SPDX-License-Identifier: GPL-3.0-or-later
//
// A folder for the files of one test, gone when the test ends. No two tests share one, however many run side by side.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace batchscope::testing {

class TemporaryFolder {
public:
    /// Throws std::runtime_error where none can be made.
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    /// The path of a file in it, which need not exist.
    [[nodiscard]] std::string file(std::string_view name) const { return (m_path / name).string(); }
    /// Writes a file in it, in folders that are made where they are missing; its path. Throws as writeText.
    std::string write(std::string_view name, std::string_view bytes) const;

private:
    std::filesystem::path m_path;
};

/// A case with a folder of its own.
class FolderTest : public ::testing::Test {
protected:
    /// As TemporaryFolder::write.
    std::string write(std::string_view name, std::string_view bytes) const { return m_own.write(name, bytes); }

private:
    TemporaryFolder m_own;

protected:
    const std::filesystem::path m_folder = m_own.path();
};

} // namespace batchscope::testing
