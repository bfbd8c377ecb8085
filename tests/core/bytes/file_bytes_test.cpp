// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/file_bytes.h"
#include "core/formats/read_treebank.h"
#include "core/treebank/treebank.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/waiting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace batchscope {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kDownloadAgain = ": unexpected end of data; the file is truncated or damaged: download it again";

class FileBytes : public testing::FolderTest {};

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
    // One raw block of `(1 a)\n` without checksum, so that the test needs no zstd program.
    const std::string packed("\x28\xB5\x2F\xFD\x20\x06\x31\x00\x00(1 a)\n", 15);
    const Result<std::string> bytes = readFileBytes(write("packed", packed), {});
    ASSERT_TRUE(bytes.hasValue()) << bytes.error().text();
    EXPECT_EQ(*bytes, "(1 a)\n");
    const Result<std::string> cut = readFileBytes(write("cut", packed.substr(0, 12)), {});
    ASSERT_FALSE(cut.hasValue());
    EXPECT_THAT(cut.error().message, AllOf(StartsWith("damaged zstd data near byte "), EndsWith(kDownloadAgain)));
}

TEST_F(FileBytes, GzipMembersAndTrailingZerosAreRead) {
    const std::string path = write("twice", "(1 a)\n");
    ASSERT_EQ(std::system(("gzip -kc " + path + " > " + path + ".gz && gzip -kc " + path + " >> " + path +
                           ".gz && "
                           "head -c 100 /dev/zero >> " +
                           path + ".gz")
                              .c_str()),
              0);
    const Result<std::string> bytes = readFileBytes(path + ".gz", {});
    ASSERT_TRUE(bytes.hasValue()) << bytes.error().text();
    EXPECT_EQ(*bytes, "(1 a)\n(1 a)\n");
}

TEST_F(FileBytes, OneFileThatIsNoTreebankDoesNotSpoilTheOthers) {
    const Result<Treebank> bank =
        readTreebank({write("good", "(1 a)\n"), write("empty", ""), write("good2", "(2 b)\n")}, {});
    ASSERT_TRUE(bank.hasValue());
    EXPECT_EQ(bank->trees.size(), 2U);
    EXPECT_EQ(bank->badTrees, 1U);
    EXPECT_THAT(bank->diagnostics.front().text(), HasSubstr("empty:1:1: error: the file is empty"));
    EXPECT_THAT(readTreebank({"-", "-"}, {}).error().message, HasSubstr("only once"));
}

TEST_F(FileBytes, WaitingForAPipeEndsWhenAsked) {
    const std::string pipe = (m_folder / "pipe").string();
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const int writer = open(pipe.c_str(), O_RDWR); // keeps it open, and says nothing
    std::stop_source source;
    bool hasWaited = false;
    std::thread later([&, reader = testing::thisThread()] {
        hasWaited = testing::waitFor([reader] { return testing::isAsleep(reader); });
        source.request_stop();
    });
    const Result<std::string> bytes = readFileBytes(pipe, RunControl(source.get_token(), nullptr));
    later.join();
    EXPECT_TRUE(hasWaited);
    close(writer);
    ASSERT_FALSE(bytes.hasValue());
    EXPECT_EQ(bytes.error().code, ErrorCode::Cancelled);
}

TEST_F(FileBytes, CutCompressionIsAnErrorWithTheFile) {
    const std::string path = write("cut.gz", std::string("\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\x03\x4B", 11));
    const Result<std::string> bytes = readFileBytes(path, {});
    ASSERT_FALSE(bytes.hasValue());
    EXPECT_THAT(bytes.error().text(),
                AllOf(HasSubstr("cut.gz: error: damaged gzip data near byte "), EndsWith(kDownloadAgain)));
}

TEST_F(FileBytes, MissingFilesAndDirectoriesSayWhatTheyAre) {
    EXPECT_THAT(readFileBytes((m_folder / "none").string(), {}).error().text(), HasSubstr("No such file"));
    EXPECT_THAT(readFileBytes(m_folder.string(), {}).error().text(),
                HasSubstr("this is a folder; open the treebank files in it"));
}

} // namespace
} // namespace batchscope
