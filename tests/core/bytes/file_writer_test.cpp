// SPDX-License-Identifier: GPL-3.0-or-later
//
// A file is written whole or not at all, in the place that its name means, and never over what was read.
#include "core/bytes/file_bytes.h"
#include "core/bytes/file_writer.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>

namespace batchscope {
namespace {

namespace fs = std::filesystem;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::namesIn;
using testing::textOf;

TEST(FileWriter, WithoutItsEndNothingHasHappened) {
    const testing::TemporaryFolder folder;
    const std::string old = folder.write("old", "before");
    for (const std::string& path : {old, folder.file("new")}) {
        Result<FileWriter> file = FileWriter::create(path);
        ASSERT_TRUE(file);
        EXPECT_TRUE(file->write(std::string(1 << 20, 'x')));
    }
    EXPECT_TRUE(checkWritable(folder.file("new")));
    EXPECT_THAT(namesIn(folder.path()), ElementsAre("old"));
    EXPECT_EQ(textOf(old), "before");
}

TEST(FileWriter, AFileKeepsItsRightsAndALinkItsPlace) {
    const testing::TemporaryFolder folder;
    const std::string target = folder.write("deep/target", "before");
    ASSERT_EQ(chmod(target.c_str(), 0640), 0);
    fs::create_symlink("deep/target", folder.file("link"));
    fs::create_symlink("nothing yet", folder.file("dangling"));
    ASSERT_TRUE(writeFile(folder.file("link"), "after"));
    ASSERT_TRUE(writeFile(folder.file("dangling"), "made"));
    EXPECT_EQ(textOf(target), "after");
    EXPECT_EQ(fs::status(target).permissions(), fs::perms(0640));
    EXPECT_TRUE(fs::is_symlink(folder.file("link")));
    EXPECT_EQ(textOf(folder.file("nothing yet")), "made");
    EXPECT_THAT(namesIn(folder.path()), ElementsAre("dangling", "deep", "link", "nothing yet"));
    EXPECT_THAT(namesIn(folder.path() / "deep"), ElementsAre("target"));
}

TEST(FileWriter, NamesThatCannotBeWrittenAreRefused) {
    const testing::TemporaryFolder folder;
    fs::create_symlink("circle", folder.file("circle"));
    for (const std::string& path : {folder.file("no/x"), folder.path().string(), folder.file("x/"),
                                    folder.file("circle"), folder.file(std::string(300, 'n'))}) {
        const Status written = writeFile(path, "x");
        ASSERT_FALSE(written) << path;
        EXPECT_EQ(written.error().code, ErrorCode::Backend) << path;
        EXPECT_THAT(written.error().text(), HasSubstr("cannot write")) << path;
    }
    EXPECT_THAT(namesIn(folder.path()), ElementsAre("circle"));
}

TEST(FileWriter, WhereTheDiskIsFullTheFileStaysAsItWas) {
    const testing::TemporaryFolder folder;
    const std::string old = folder.write("old", "before");
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{1 << 16, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const Status overOld = writeFile(old, std::string(1 << 20, 'x'));
    const Status asNew = writeFile(folder.file("new"), std::string(1 << 20, 'x'));
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, ignored);
    ASSERT_FALSE(overOld);
    EXPECT_THAT(overOld.error().text(), HasSubstr("old: error: cannot write; nothing was changed: File too large"));
    EXPECT_FALSE(asNew);
    EXPECT_EQ(textOf(old), "before");
    EXPECT_THAT(namesIn(folder.path()), ElementsAre("old"));
}

TEST(FileWriter, PipesAndDevicesAreWrittenToDirectly) {
    const testing::TemporaryFolder folder;
    const std::string pipe = folder.file("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_FALSE(isRewritable(pipe));
    EXPECT_TRUE(checkWritable(pipe)) << "and nobody reads it yet";
    std::string read;
    std::thread reader([&] { read = textOf(pipe); });
    EXPECT_TRUE(writeFile(pipe, "through"));
    reader.join();
    EXPECT_EQ(read, "through");
    EXPECT_TRUE(fs::is_fifo(pipe));
    const Status full = writeFile("/dev/full", "x");
    ASSERT_FALSE(full);
    EXPECT_THAT(full.error().text(), HasSubstr("/dev/full: error: cannot write; the output is incomplete: No space"));
}

TEST(FileWriter, WhatWasReadIsNotWrittenOver) {
    const testing::TemporaryFolder folder;
    const std::string input = folder.write("input", "read");
    fs::create_symlink("input", folder.file("link"));
    fs::create_hard_link(input, folder.file("other name"));
    ASSERT_TRUE(writeFile(input, "read")) << "nobody has read it yet";
    fs::remove(folder.file("other name"));
    fs::create_hard_link(input, folder.file("other name"));
    ASSERT_TRUE(readFileBytes(input, {}));
    for (const std::string& name : {input, folder.file("link"), folder.file("other name"), folder.file("./link")}) {
        const Status written = writeFile(name, "gone");
        ASSERT_FALSE(written) << name;
        EXPECT_EQ(written.error().code, ErrorCode::Config) << name;
        EXPECT_THAT(written.error().text(), HasSubstr("this is also an input file")) << name;
    }
    EXPECT_EQ(textOf(input), "read");
    ASSERT_TRUE(writeFile(input, "changed and saved", Replaces::Opened));
    EXPECT_TRUE(writeFile(input, "an output now")) << "the file that was read has gone";
}

TEST(FileWriter, OtherProgramsWriteTheSameFile) {
    const testing::TemporaryFolder folder;
    Result<FileWriter> file = FileWriter::create(folder.file("film"));
    ASSERT_TRUE(file);
    ASSERT_EQ(std::system(("echo frames > " + file->nameForOthers()).c_str()), 0);
    ASSERT_TRUE(file->finish());
    EXPECT_EQ(textOf(folder.file("film")), "frames\n");
    EXPECT_THAT(namesIn(folder.path()), ElementsAre("film"));
}

} // namespace
} // namespace batchscope
