// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hostile inputs in their full size: whatever a file of 2 MB unpacks to, the program ends by itself with a message that
// names the option, and holds less than 1 GiB on the way. So does a device without end, and a width of gigabytes.
#include "tests/support/all_tests.h"
#include "tests/support/command_line.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

namespace batchscope {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::runProgram;

constexpr long kGiB = 1024 * 1024; // in KiB
#ifdef BATCHSCOPE_SANITIZED
constexpr long kMostKiB = 3 * kGiB; // marks beside every byte, and freed blocks that are kept for a while
#else
constexpr long kMostKiB = kGiB;
#endif
constexpr std::size_t kMiB = std::size_t{1} << 20U;

std::string gzipped(const std::string& text) {
    std::string packed(compressBound(text.size()) + 64, '\0');
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

/// A gzip file of the head and then 2 GiB of the piece over and over; some 2 MB, but for long pieces.
std::string bomb(const std::string& head, const std::string& piece) {
    constexpr std::size_t kMember = 8 * kMiB;
    constexpr std::size_t kMembers = 256;
    std::string text;
    while (text.size() < kMember) {
        text += piece;
    }
    const std::string member = gzipped(text);
    std::string file = gzipped(head);
    for (std::size_t index = 0; index < kMembers; ++index) {
        file += member;
    }
    return file;
}

/// A zstd file of 512,000 blocks, each of which says "131,072 times this byte": 62 GiB.
std::string zstdBomb(char byte) {
    constexpr std::size_t kBlocks = 512'000;
    std::string file("\x28\xB5\x2F\xFD\x00\x38", 6);
    for (std::size_t block = 0; block < kBlocks; ++block) {
        file += std::string("\x02\x00\x10", 3) + byte;
    }
    return file;
}

class Bombs : public testing::FolderTest {};

void expectRefused(const Finished& finished, long mostKiB = kMostKiB) {
    EXPECT_EQ(finished.code, 3) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("--memory-limit"));
    EXPECT_LT(finished.peakKiB, mostKiB);
}

TEST_F(Bombs, OneTreeThatUnpacksToGigabytesIsRefusedInEveryFormat) {
    const std::string trees = "{\"batchscope_trees\":1,\"format\":\"x\"}\n";
    const std::string snli = R"({"gold_label":"x","sentence2_binary_parse":"b","sentence1_binary_parse":")";
    const std::string program = R"({"batchscope_program":1,"calls":)";
    for (const auto& [name, file] : {
             std::pair("open brackets", bomb("", "(")),
             std::pair("labels", bomb("", "(2 ")),
             std::pair("leaves", bomb("(1 ", "(2 a) ")),
             std::pair("one word", bomb("(1 ", "a")),
             std::pair("words", bomb("", "a ")),
             std::pair("column", bomb("1\t", "a")),
             std::pair("ranges", bomb("", "1-2\ta\t_\t_\t_\t_\t_\t_\t_\t_\n")),
             std::pair("parse", bomb(snli, "( ")),
             std::pair("escapes", bomb(snli, "\\u0061")),
             std::pair("arrays", bomb(trees, "[\"a\",")),
             std::pair("brackets in JSON", bomb(trees, "[")),
             std::pair("pixels", bomb(std::string("\0\0\x08\x03\x7F\0\0\0\0\0\0\1\0\0\0\1", 16), std::string(1, '\0'))),
             std::pair("program, deep", bomb(program, "[")),
             std::pair("program, wide", bomb(program + "[", "[],")),
             std::pair("zstd", zstdBomb('(')),
         }) {
        SCOPED_TRACE(name);
        ASSERT_LT(file.size(), 8 * kMiB);
        const std::string path = write("bomb", file);
        expectRefused(runProgram({"info", path, "--memory-limit", "64M"}), kMostKiB / 4);
        if (testing::allTests() || std::string_view(name) == "open brackets" || std::string_view(name) == "pixels") {
            expectRefused(runProgram({"info", path}));
        }
    }
}

TEST_F(Bombs, TheSameThroughStandardInput) {
    expectRefused(runProgram({"info", "-"}, bomb("", "(")));
    expectRefused(runProgram({"info", "-"}, zstdBomb('a')));
}

TEST_F(Bombs, ManySmallTreesAreReadAsFarAsTheyFit) {
    const Finished finished = runProgram({"info", write("bomb", bomb("", "(1 a)\n"))});
    EXPECT_EQ(finished.code, 3) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("--memory-limit"));
    EXPECT_LT(finished.peakKiB, kMostKiB);
}

TEST_F(Bombs, PlainFilesHaveTheSameLimits) {
    const std::string path = write("plain", std::string(300 * kMiB, '('));
    expectRefused(runProgram({"info", path}));
}

TEST_F(Bombs, TablesAndProgramsEndAtTheirLimit) {
    const std::string trees = write("t.ptb", "(3 (2 a) (2 b))\n");
    expectRefused(runProgram({"schedule", trees, "--policy", "learned", "--table", "/dev/zero"}));
    expectRefused(runProgram({"schedule", trees, "--policy", "learned", "--table", write("table", bomb("", "["))}));
    expectRefused(runProgram({"run", write("net.json", bomb("{\"batchscope_program\": 1, \"ops\": ", "["))}));
}

TEST_F(Bombs, AChainAMillionDeepIsNone) {
    std::string text;
    for (std::size_t depth = 0; depth < 1'000'000; ++depth) {
        text += "(1 ";
    }
    text += "a" + std::string(1'000'000, ')') + "\n";
    const Finished finished = runProgram({"info", write("chain", text), "--json"});
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_EQ(finished.err, "");
}

TEST(MemoryLimit, AnswersAtOnceForARunThatDoesNotFit) {
    const std::string tree = "(3 (2 a) (2 b))\n";
    for (const std::vector<std::string>& command : {std::vector<std::string>{"run", "-"},
                                                    {"run", "-", "--check", "--train"},
                                                    {"train", "-", "--epochs", "1"},
                                                    {"convert", "-", "--to", "chrome-trace"},
                                                    {"bench", "-", "--batch", "1"}}) {
        std::vector<std::string> arguments = command;
        arguments.insert(arguments.end(), {"--dim", "16384", "--memory-limit", "2G"});
        const Finished finished = runProgram(arguments, tree);
        SCOPED_TRACE(command.front());
        EXPECT_EQ(finished.code, 2) << finished.err;
        EXPECT_THAT(finished.err, HasSubstr("the limit is 2.0 GiB: raise it with --memory-limit "));
        EXPECT_LT(finished.peakKiB, kMostKiB);
    }
}

TEST(MemoryLimit, IsRaisedByItsOption) {
    std::string text = "(1";
    for (std::size_t leaf = 0; leaf < 500'000; ++leaf) {
        text += " (2 a)";
    }
    text += ")\n";
    EXPECT_EQ(runProgram({"info", "-", "--memory-limit", "64M"}, text).code, 3);
    EXPECT_EQ(runProgram({"info", "-", "--memory-limit", "256M"}, text).code, 0);
    const Finished wrong = runProgram({"info", "-", "--memory-limit", "lots"}, text);
    EXPECT_EQ(wrong.code, 2);
    EXPECT_THAT(wrong.err, HasSubstr("--memory-limit: expected a size such as 512M or 24G"));
}

} // namespace
} // namespace batchscope
