// SPDX-License-Identifier: GPL-3.0-or-later
//
// A folder for the files of one test, removed when the test ends. Tests that run in parallel do not share a folder.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace batchscope::testing {

class TemporaryFolder {
public:
    /// Throws std::runtime_error if the folder cannot be made.
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    /// The path of a file in the folder, which need not exist.
    [[nodiscard]] std::string file(std::string_view name) const { return (m_path / name).string(); }
    /// Writes a file in the folder, makes missing subfolders, and returns the path. Throws like writeText().
    std::string write(std::string_view name, std::string_view bytes) const;

private:
    std::filesystem::path m_path;
};

/// A test case with a temporary folder.
class FolderTest : public ::testing::Test {
protected:
    /// Like TemporaryFolder::write().
    std::string write(std::string_view name, std::string_view bytes) const { return m_own.write(name, bytes); }

private:
    TemporaryFolder m_own;

protected:
    const std::filesystem::path m_folder = m_own.path();
};

} // namespace batchscope::testing
