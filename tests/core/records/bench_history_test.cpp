// SPDX-License-Identifier: GPL-3.0-or-later
//
// The history of benchmarks: what is added is there again, and no fault of file, disk or neighbor costs anything.
#include "core/records/bench_history.h"
#include "core/records/history_place.h"
#include "tests/support/files.h"
#include "tests/support/locked_file.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <sys/resource.h>

namespace batchscope {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::LockedFile;
using testing::textOf;

BenchDocument runOf(const char* date, std::size_t samples = 3) {
    BenchDocument document;
    document.date = date;
    document.build.commit = "abc";
    document.host = "here";
    document.files = {"trees 'of' mine.ptb"};
    BenchResult& result = document.report.results.emplace_back();
    result.arm = "folded";
    result.model = "tree-rnn";
    result.samples.assign(samples, 0.5);
    result.sampleBatches.assign(samples, 0);
    result.medianSeconds = 0.5;
    return document;
}

class History : public testing::FolderTest {
protected:
    [[nodiscard]] BenchHistory opened() const {
        Result<BenchHistory> history = BenchHistory::open(m_file);
        EXPECT_TRUE(history) << history.error().text();
        return std::move(*history);
    }
    /// What opening says, of a file that must not be changed.
    static std::string refusalOf(const std::string& file) {
        const std::string before = textOf(file);
        const Result<BenchHistory> history = BenchHistory::open(file);
        EXPECT_EQ(textOf(file), before);
        return history ? "no error" : history.error().text();
    }

    const std::string m_file = (m_folder / "runs.history").string();
};

TEST_F(History, KeepsWhatIsAdded) {
    const BenchDocument first = runOf("2024-01-01T00:00:00Z");
    {
        BenchHistory history = opened();
        EXPECT_THAT(*history.list(), IsEmpty());
        EXPECT_EQ(*history.add(first, "before; DROP TABLE runs'"), 1);
        EXPECT_EQ(*history.add(runOf("2024-02-01T00:00:00Z")), 2);
    }
    BenchHistory again = opened();
    const Result<std::vector<HistoryEntry>> entries = again.list();
    ASSERT_TRUE(entries);
    ASSERT_EQ(entries->size(), 2U);
    const HistoryEntry& entry = entries->front();
    EXPECT_EQ(entry.id, 1);
    EXPECT_EQ(entry.date, "2024-01-01T00:00:00Z");
    EXPECT_EQ(entry.commit, "abc");
    EXPECT_EQ(entry.host, "here");
    EXPECT_EQ(entry.file, "trees 'of' mine.ptb");
    EXPECT_EQ(entry.net, "tree-rnn");
    EXPECT_EQ(entry.note, "before; DROP TABLE runs'");
    const Result<BenchDocument> read = again.read(1);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(benchDocumentText(*read), benchDocumentText(first));
}

TEST_F(History, NotesAndDeletes) {
    BenchHistory history = opened();
    ASSERT_TRUE(history.add(runOf("2024-01-01T00:00:00Z")));
    ASSERT_TRUE(history.add(runOf("2024-01-02T00:00:00Z")));
    EXPECT_TRUE(history.note(2, "the fast one"));
    EXPECT_EQ(history.list()->back().note, "the fast one");
    EXPECT_EQ(history.list()->front().note, "");
    EXPECT_TRUE(history.remove(2));
    EXPECT_EQ(history.list()->size(), 1U);
    EXPECT_EQ(*history.add(runOf("2024-01-03T00:00:00Z")), 3) << "a number is never given twice";
    for (const Status& status : {history.note(2, "gone"), history.remove(2)}) {
        ASSERT_FALSE(status);
        EXPECT_EQ(status.error().code, ErrorCode::Config);
        EXPECT_THAT(status.error().text(), HasSubstr("the history has no entry 2"));
    }
    EXPECT_THAT(history.read(9).error().text(), HasSubstr("the history has no entry 9"));
}

TEST_F(History, TwoMayUseOneFile) {
    BenchHistory left = opened();
    BenchHistory right = opened();
    EXPECT_EQ(*left.add(runOf("2024-01-01T00:00:00Z")), 1);
    EXPECT_EQ(*right.add(runOf("2024-01-02T00:00:00Z")), 2);
    EXPECT_EQ(left.list()->size(), 2U);
}

/// Both find that there is none; only one makes it.
TEST_F(History, MayBeMadeByTwoAtOnce) {
    for (int round = 0; round < 50; ++round) {
        const std::string file = (m_folder / ("round-" + std::to_string(round))).string();
        std::array<std::string, 2> errors;
        std::vector<std::thread> threads;
        for (std::string& error : errors) {
            threads.emplace_back([&file, &error] {
                const Result<BenchHistory> history = BenchHistory::open(file);
                error = history ? "" : history.error().text();
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        EXPECT_EQ(errors[0] + errors[1], "") << round;
    }
}

TEST_F(History, LeavesFilesOfOthersAlone) {
    EXPECT_THAT(refusalOf(write("diary.txt", "dear diary")), HasSubstr("diary.txt: error: this file is not a history"));
    EXPECT_THAT(refusalOf(write("long.txt", std::string(10'000, 'x'))), HasSubstr("this file is not a history"));
    const Result<BenchHistory> nowhere = BenchHistory::open((m_folder / "no" / "folder").string());
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().code, ErrorCode::Io);
    EXPECT_TRUE(BenchHistory::open(write("empty", ""))) << "there is nothing to lose";
}

TEST_F(History, ReadsTheHeadOfTheFile) {
    ASSERT_TRUE(opened().add(runOf("2024-01-01T00:00:00Z")));
    constexpr std::size_t kVersionPlace = 60; // "user version" and "application id" of SQLite's file format
    constexpr std::size_t kApplicationPlace = 68;
    const std::string good = textOf(m_file);
    std::string other = good;
    other.at(kApplicationPlace) = 'X';
    EXPECT_THAT(refusalOf(write("other.db", other)), HasSubstr("the database of another program"));
    std::string newer = good;
    newer.at(kVersionPlace + 3) = 2;
    EXPECT_THAT(refusalOf(write("newer.db", newer)), HasSubstr("this history has version 2"));
}

TEST_F(History, SaysThatItIsDamaged) {
    {
        BenchHistory history = opened();
        for (int run = 0; run < 20; ++run) {
            ASSERT_TRUE(history.add(runOf("2024-01-01T00:00:00Z", 500)));
        }
    }
    std::string damaged = textOf(m_file);
    constexpr std::size_t kPage = 4096;
    ASSERT_GT(damaged.size(), 3 * kPage);
    damaged.replace(kPage, 2 * kPage, std::string(2 * kPage, '\x5a'));
    EXPECT_THAT(refusalOf(write("damaged.db", damaged)), HasSubstr("this history is damaged"));
    const std::string good = textOf(m_file);
    EXPECT_THAT(refusalOf(write("cut.db", good.substr(0, good.size() / 2))), HasSubstr("this history is damaged"));
}

TEST_F(History, WaitsForALockAndThenSaysSo) {
    BenchHistory history = opened();
    ASSERT_TRUE(history.add(runOf("2024-01-01T00:00:00Z")));
    {
        const LockedFile locked(m_file);
        ASSERT_TRUE(locked.isLocked());
        const Result<std::int64_t> added = history.add(runOf("2024-01-02T00:00:00Z"));
        ASSERT_FALSE(added);
        EXPECT_EQ(added.error().code, ErrorCode::Io);
        EXPECT_THAT(added.error().text(), HasSubstr("another program is writing to this history"));
    }
    EXPECT_EQ(history.list()->size(), 1U);
    EXPECT_TRUE(history.add(runOf("2024-01-02T00:00:00Z")));
}

/// The limit stands for a full disk.
TEST_F(History, AFullDiskCostsNothing) {
    BenchHistory history = opened();
    ASSERT_TRUE(history.add(runOf("2024-01-01T00:00:00Z")));
    rlimit before = {};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit tight = before;
    tight.rlim_cur = std::filesystem::file_size(m_file) + 10'000;
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &tight), 0);
    const Result<std::int64_t> added = history.add(runOf("2024-01-02T00:00:00Z", 200'000));
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().code, ErrorCode::Io);
    EXPECT_THAT(added.error().text(), HasSubstr("nothing was changed"));
    EXPECT_EQ(history.list()->size(), 1U);
    EXPECT_EQ(opened().list()->size(), 1U);
    EXPECT_TRUE(history.add(runOf("2024-01-02T00:00:00Z")));
}

TEST_F(History, SaysBeforehandThatNothingCanBeAdded) {
    BenchHistory history = opened();
    ASSERT_TRUE(history.add(runOf("2024-01-01T00:00:00Z")));
    const std::string before = textOf(m_file);
    EXPECT_TRUE(history.checkWritable());
    {
        const LockedFile locked(m_file);
        ASSERT_TRUE(locked.isLocked());
        EXPECT_THAT(history.checkWritable().error().text(), HasSubstr("another program is writing to this history"));
    }
    EXPECT_TRUE(history.checkWritable());
    EXPECT_EQ(textOf(m_file), before) << "asking changes nothing";
}

TEST_F(History, IsAlwaysAFile) {
    const std::filesystem::path here = std::filesystem::current_path();
    std::filesystem::current_path(m_folder);
    ASSERT_TRUE(BenchHistory::open(":memory:")->add(runOf("2024-01-01T00:00:00Z")));
    EXPECT_EQ(BenchHistory::open(":memory:")->list()->size(), 1U);
    std::filesystem::current_path(here);
    EXPECT_TRUE(std::filesystem::exists(m_folder / ":memory:"));
    EXPECT_THAT(BenchHistory::open("/dev/null").error().text(), HasSubstr("this file is not a history"));
    EXPECT_THAT(BenchHistory::open(m_folder.string()).error().text(), HasSubstr("this file is not a history"));
}

TEST_F(History, GivesTheTextAsItWasAdded) {
    BenchHistory history = opened();
    const BenchDocument run = runOf("2024-01-01T00:00:00Z");
    ASSERT_TRUE(history.add(run));
    EXPECT_EQ(*history.readText(1), benchDocumentText(run));
    EXPECT_EQ(history.readText(2).error().code, ErrorCode::Config);
}

// ---- where it is --------------------------------------------------------------------------------------------------

class HistoryPlace : public testing::FolderTest {
protected:
    HistoryPlace() {
        setenv("XDG_DATA_HOME", (m_folder / "data").c_str(), 1);
        setenv("HOME", m_folder.c_str(), 1);
    }
};

TEST_F(HistoryPlace, IsTheUsersDataFolder) {
    EXPECT_EQ(*usualHistoryFile(), (m_folder / "data/batchscope/history.sqlite").string());
    setenv("XDG_DATA_HOME", "not/absolute", 1);
    EXPECT_EQ(*usualHistoryFile(), (m_folder / ".local/share/batchscope/history.sqlite").string());
    unsetenv("XDG_DATA_HOME");
    EXPECT_EQ(*usualHistoryFile(), (m_folder / ".local/share/batchscope/history.sqlite").string());
    unsetenv("HOME");
    EXPECT_EQ(usualHistoryFile().error().code, ErrorCode::Config);
    EXPECT_FALSE(openHistory({}));
    EXPECT_FALSE(openKeptHistory({}));
}

TEST_F(HistoryPlace, IsMadeWhereSomethingIsAddedOnly) {
    const Result<BenchHistory> none = openKeptHistory({});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::Io);
    EXPECT_THAT(none.error().text(), HasSubstr("there is no history here yet"));
    EXPECT_FALSE(std::filesystem::exists(m_folder / "data"));
    ASSERT_TRUE(openHistory({})->add(runOf("2024-01-01T00:00:00Z")));
    EXPECT_EQ(openKeptHistory({})->list()->size(), 1U);
    const std::string other = (m_folder / "deep/er/runs.db").string();
    EXPECT_FALSE(openKeptHistory(other)) << "a misspelled name is no new history";
    EXPECT_TRUE(openHistory(other));
    EXPECT_TRUE(openKeptHistory(other));
    EXPECT_FALSE(openKeptHistory(write("empty", ""))) << "looking makes nothing";
    EXPECT_EQ(std::filesystem::file_size(m_folder / "empty"), 0U);
    static_cast<void>(write("file", "x"));
    EXPECT_THAT(openHistory((m_folder / "file/runs.db").string()).error().text(), HasSubstr("cannot be"));
}

} // namespace
} // namespace batchscope
