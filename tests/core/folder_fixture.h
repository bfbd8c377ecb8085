// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: tests of files on disk share a folder of their own, gone when the case ends.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace batchscope::testing {

class FolderTest : public ::testing::Test {
protected:
    void SetUp() override { std::filesystem::create_directories(m_folder); }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    /// Writes a file there; its path.
    std::string write(const std::string& name, const std::string& bytes) const {
        std::ofstream(m_folder / name, std::ios::binary) << bytes;
        return (m_folder / name).string();
    }

    std::filesystem::path m_folder =
        std::filesystem::temp_directory_path() / ("batchscope-test-" + std::to_string(getpid()));
};

} // namespace batchscope::testing
