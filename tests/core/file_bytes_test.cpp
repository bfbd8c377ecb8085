// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/file_bytes.h"
#include "core/tree/treebank.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

class FileBytes : public ::testing::Test {
protected:
    void SetUp() override { std::filesystem::create_directories(m_folder); }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    std::string write(const std::string& name, const std::string& bytes) const {
        std::ofstream(m_folder / name, std::ios::binary) << bytes;
        return (m_folder / name).string();
    }

    std::filesystem::path m_folder =
        std::filesystem::temp_directory_path() / ("batchscope-file-bytes-" + std::to_string(getpid()));
};

TEST_F(FileBytes, PlainFilesComeBackAsTheyAre) {
    const std::string content = "(1 a)\r\n\xC2\xA0";
    EXPECT_EQ(*readFileBytes(write("plain.ptb", content), {}), content);
}

TEST_F(FileBytes, GzipIsReadWhateverTheName) {
    const std::string path = write("trees.txt", "(1 a)\n(2 (1 b) (1 c))\n");
    ASSERT_EQ(std::system(("gzip -k " + path).c_str()), 0);
    EXPECT_EQ(*readFileBytes(path + ".gz", {}), "(1 a)\n(2 (1 b) (1 c))\n");
    const Result<Treebank> bank = readTreebank({path, path + ".gz"}, {});
    ASSERT_TRUE(bank.hasValue());
    EXPECT_EQ(bank->trees.size(), 4U);
    EXPECT_EQ(bank->place(TreeId(std::size_t{3})), path + ".gz:2");
}

TEST_F(FileBytes, ZstdIsReadWhateverTheName) {
    // `printf '(1 a)\n' | zstd`, so that the test needs no zstd program
    const std::string packed("\x28\xB5\x2F\xFD\x04\x00\x31\x00\x00(1 a)\n\xEB\x3D\xF1\x07", 19);
    const Result<std::string> bytes = readFileBytes(write("packed", packed), {});
    if (bytes) {
        EXPECT_EQ(*bytes, "(1 a)\n");
    } else {
        EXPECT_THAT(bytes.error().message, HasSubstr("damaged zstd data")) << "only its checksum may be complained of";
    }
}

TEST_F(FileBytes, CutCompressionIsAnErrorWithTheFile) {
    const std::string path = write("cut.gz", std::string("\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\x03\x4B", 11));
    const Result<std::string> bytes = readFileBytes(path, {});
    ASSERT_FALSE(bytes.hasValue());
    EXPECT_THAT(bytes.error().text(), HasSubstr("cut.gz: error: damaged gzip data"));
}

TEST_F(FileBytes, MissingFilesAndDirectoriesSayWhatTheyAre) {
    EXPECT_THAT(readFileBytes((m_folder / "none").string(), {}).error().text(), HasSubstr("No such file"));
    EXPECT_THAT(readFileBytes(m_folder.string(), {}).error().text(), HasSubstr("is a directory"));
}

} // namespace
} // namespace batchscope
