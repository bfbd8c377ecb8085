// SPDX-License-Identifier: GPL-3.0-or-later
//
// `history`, and bench --keep: what is kept is shown, compared and changed; what keeps it from being kept costs no
// figures.
#include "core/records/history_place.h"
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/json_schema.h"
#include "tests/support/kept_documents.h"
#include "tests/support/locked_file.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace batchscope {
namespace {

using ::testing::ElementsAre;
using testing::Finished;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::jsonOf;
using testing::LockedFile;
using testing::madeDocument;
using ::testing::Not;
using testing::textOf;
using Document = nlohmann::json;
using Arguments = std::vector<std::string>;

class HistoryCommand : public testing::FolderTest {
protected:
    HistoryCommand() { setenv("XDG_DATA_HOME", (m_folder / "data").c_str(), 1); }

    static Finished history(const Arguments& more) {
        Arguments line = {"history"};
        line.insert(line.end(), more.begin(), more.end());
        return testing::runCli(line);
    }
    Finished bench(const Arguments& more) const {
        Arguments line = {"bench",  m_trees,  "--dim",     "8", "--batch",   "1",
                          "--arms", "folded", "--repeats", "2", "--warmups", "0"};
        line.insert(line.end(), more.begin(), more.end());
        return testing::runCli(line);
    }
    /// The files of the runs, to be added.
    Arguments written(const std::vector<testing::MadeRun>& runs) const {
        Arguments files;
        for (const testing::MadeRun& run : runs) {
            files.push_back(
                write("made-" + std::to_string(files.size()) + ".json", benchDocumentText(madeDocument(run))));
        }
        return files;
    }
    void add(const std::vector<testing::MadeRun>& runs) const {
        Arguments line = {"add"};
        const Arguments files = written(runs);
        line.insert(line.end(), files.begin(), files.end());
        const Finished finished = history(line);
        EXPECT_EQ(finished.code, 0) << finished.err;
    }
    /// Numbers of the runs that `history list` shows, with these options.
    static std::vector<int> listed(const Arguments& options) {
        Arguments line = {"list", "--json"};
        line.insert(line.end(), options.begin(), options.end());
        std::vector<int> ids;
        const Document document = jsonOf(history(line));
        for (const Document& run : document["runs"]) {
            ids.push_back(run["id"]);
        }
        return ids;
    }

    const std::string m_trees = write("trees.ptb", "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n");
    const std::string m_usual = (m_folder / "data/batchscope/history.sqlite").string();
};

// ---- bench --keep -------------------------------------------------------------------------------------------------

TEST_F(HistoryCommand, BenchKeepsWhatItPrints) {
    const Finished kept = bench({"--keep", "--note", "before the change", "--json"});
    ASSERT_EQ(kept.code, 0) << kept.err;
    EXPECT_THAT(kept.err, HasSubstr("kept as run 1 of the history"));
    EXPECT_TRUE(std::filesystem::exists(m_usual));
    EXPECT_EQ(history({"show", "1", "--json"}).out, kept.out) << "to the letter";
    const Document list = jsonOf(history({"--json"}));
    EXPECT_EQ(list["history"], m_usual);
    EXPECT_EQ(list["runs"][0]["note"], "before the change");
    EXPECT_EQ(list["runs"][0]["file"], m_trees);
    EXPECT_EQ(list["runs"][0]["net"], "tree-lstm");
    const std::string other = (m_folder / "other.sqlite").string();
    EXPECT_EQ(bench({"--keep", "--history", other}).code, 0);
    EXPECT_THAT(listed({"--history", other}), ElementsAre(1));
    EXPECT_THAT(listed({}), ElementsAre(1));
    EXPECT_EQ(bench({}).code, 0);
    EXPECT_THAT(listed({}), ElementsAre(1)) << "only what is asked for is kept";
}

TEST_F(HistoryCommand, ARepeatedRunIsNotKeptByItself) {
    const std::string run = (m_folder / "run.json").string();
    ASSERT_EQ(bench({"--keep", "--note", "x", "--out", run}).code, 0);
    const Finished again = testing::runCli({"bench", "--repeat-from", run, "--json"});
    ASSERT_EQ(again.code, 0) << again.err;
    EXPECT_THAT(listed({}), ElementsAre(1));
    EXPECT_EQ(testing::runCli({"bench", "--repeat-from", run, "--keep"}).code, 0);
    EXPECT_THAT(listed({}), ElementsAre(1, 2));
}

TEST_F(HistoryCommand, OptionsOfKeepingNeedIt) {
    for (const char* const option : {"--note", "--history"}) {
        const Finished finished = bench({option, "x"});
        EXPECT_EQ(finished.code, 2);
        EXPECT_THAT(finished.err, HasSubstr(std::string(option) + " requires --keep"));
    }
    const Finished over = bench({"--keep", "--history", "h.sqlite", "--out", "h.sqlite"});
    EXPECT_EQ(over.code, 2) << over.err;
}

/// Before minutes of measuring.
TEST_F(HistoryCommand, AnUnusableHistoryIsToldFirst) {
    const auto refusal = [&](const std::string& file) {
        const std::string before = std::filesystem::is_regular_file(file) ? textOf(file) : "";
        const Finished finished = bench({"--keep", "--history", file, "--json"});
        EXPECT_EQ(finished.code, 1) << finished.err;
        EXPECT_EQ(finished.out, "") << "nothing was measured";
        EXPECT_THAT(finished.err, HasSubstr(file + ": error: "));
        if (!before.empty()) {
            EXPECT_EQ(textOf(file), before);
        }
        return finished.err;
    };
    EXPECT_THAT(refusal(write("diary.txt", "dear diary")), HasSubstr("this file is not a history"));
    add({{}});
    constexpr std::size_t kVersionPlace = 60; // "user version" of SQLite's file format
    std::string newer = textOf(m_usual);
    newer.at(kVersionPlace + 3) = 9;
    EXPECT_THAT(refusal(write("newer.sqlite", newer)), HasSubstr("this history has version 9"));
    const std::string good = textOf(m_usual);
    EXPECT_THAT(refusal(write("cut.sqlite", good.substr(0, good.size() / 2))), HasSubstr("this history is damaged"));
    EXPECT_THAT(refusal((m_folder / "diary.txt/h.sqlite").string()), HasSubstr("cannot be"));
    {
        const LockedFile locked(m_usual);
        ASSERT_TRUE(locked.isLocked());
        EXPECT_THAT(refusal(m_usual), HasSubstr("another program is writing to this history"));
    }
    EXPECT_THAT(listed({}), ElementsAre(1));
}

/// The history was fine when the run began.
TEST_F(HistoryCommand, FiguresOutliveAHistoryThatFails) {
    add({{}});
    const std::string out = (m_folder / "run.json").string();
    const testing::CommandLine line = {{"bench", m_trees, "--dim", "8", "--batch", "1,2,1,2", "--repeats", "3000",
                                        "--warmups", "0", "--keep", "--json", "--out", out}};
    std::optional<LockedFile> locked;
    const auto lockWhenMeasuring = [&](const testing::Running& /*running*/) {
        std::error_code ignored;
        if (!std::filesystem::exists(out, ignored) || std::filesystem::file_size(out, ignored) == 0) {
            return false;
        }
        locked.emplace(m_usual);
        return true;
    };
    const Finished finished = testing::interruptProgram(line, lockWhenMeasuring);
    ASSERT_TRUE(locked && locked->isLocked());
    EXPECT_EQ(finished.code, 1) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("another program is writing to this history"));
    EXPECT_THAT(finished.err, HasSubstr("history add takes what --out or --json wrote"));
    const Document printed = testing::documentOf(finished);
    EXPECT_EQ(printed["cancelled"], true);
    EXPECT_FALSE(printed["results"].empty());
    EXPECT_EQ(Document::parse(textOf(out)), printed);
    locked.reset();
    EXPECT_EQ(history({"add", out}).code, 0);
    EXPECT_THAT(listed({}), ElementsAre(1, 2));
}

TEST_F(HistoryCommand, AStoppedRunIsKeptAsFarAsItCame) {
    const std::string out = (m_folder / "run.json").string();
    const testing::CommandLine line = {{"bench", m_trees, "--dim", "8", "--batch", "1,2,1,2", "--repeats", "3000",
                                        "--warmups", "0", "--keep", "--json", "--out", out}};
    const Finished finished = testing::interruptProgram(line, [&](const testing::Running& /*running*/) {
        std::error_code ignored;
        return std::filesystem::exists(out, ignored) && std::filesystem::file_size(out, ignored) > 0;
    });
    EXPECT_EQ(finished.code, 5) << finished.err;
    EXPECT_EQ(history({"show", "1", "--json"}).out, finished.out);
    EXPECT_EQ(jsonOf(history({"trend", "--json"}))["runs"][0]["cancelled"], true);
}

// ---- history ------------------------------------------------------------------------------------------------------

TEST_F(HistoryCommand, ListsTheRunsThatAreAskedFor) {
    add({{.date = "2026-05-03T10:00:00Z"},
         {.date = "2026-05-01T10:00:00Z", .model = "tree-rnn"},
         {.date = "2026-05-02T10:00:00Z", .host = "attic", .file = "/data/snli.txt"}});
    EXPECT_THAT(listed({}), ElementsAre(2, 3, 1));
    EXPECT_THAT(listed({"--net", "tree-rnn"}), ElementsAre(2));
    EXPECT_THAT(listed({"--host", "attic"}), ElementsAre(3));
    EXPECT_THAT(listed({"--file", "trees"}), ElementsAre(2, 1));
    EXPECT_THAT(listed({"--last", "2"}), ElementsAre(3, 1));
    const std::string table = history({"list"}).out;
    EXPECT_THAT(table, HasSubstr("2026-05-01 10:00"));
    EXPECT_THAT(table, HasSubstr("/data/snli.txt"));
    EXPECT_THAT(history({"--format", "csv"}).out, HasSubstr("id,date,file,net,host,commit,note\r\n2,2026-05-01T"));
}

TEST_F(HistoryCommand, ShowsARunAsBenchPrintsIt) {
    const Finished kept = bench({"--keep", "--out", (m_folder / "run.json").string()});
    ASSERT_EQ(kept.code, 0) << kept.err;
    EXPECT_EQ(history({"show", "1"}).out, kept.out);
    EXPECT_EQ(history({"show", "1", "--json"}).out, textOf(m_folder / "run.json"));
    EXPECT_THAT(history({"show", "1", "--format", "markdown"}).out, HasSubstr("| arm "));
}

TEST_F(HistoryCommand, MarksWhatBecameSlower) {
    add({{.date = "2026-05-01T10:00:00Z"},
         {.date = "2026-05-02T10:00:00Z", .foldedBy = 1.1},
         {.date = "2026-05-03T10:00:00Z", .foldedBy = 1.1, .verdict = SpeedVerdict::Busy},
         {.date = "2026-05-04T10:00:00Z", .host = "attic"}});
    const Finished shown = history({"trend"});
    ASSERT_EQ(shown.code, 0) << shown.err;
    EXPECT_THAT(shown.out, HasSubstr("SLOWER"));
    EXPECT_THAT(shown.out, HasSubstr("not compared: other conditions than run 3: host: \"lab\" then, \"attic\" now"));
    EXPECT_THAT(shown.out, HasSubstr("1 of 4 runs is slower than the run before in at least one series"));
    const Document trend = jsonOf(history({"trend", "--json"}));
    EXPECT_EQ(trend["tolerance"], 0.05);
    EXPECT_EQ(trend["runs"][1]["slower"], 2);
    EXPECT_EQ(trend["runs"][2]["slower"], 0);
    ASSERT_EQ(trend["series"].size(), 4U);
    const Document& folded = trend["series"][1];
    EXPECT_EQ(folded["arm"], "folded");
    EXPECT_EQ(folded["points"][0]["change"], nullptr);
    EXPECT_EQ(folded["points"][0]["why_not"], "the first run of this series");
    EXPECT_EQ(folded["points"][1]["change"], "slower");
    EXPECT_EQ(folded["points"][1]["before"], 1);
    EXPECT_NEAR(folded["points"][1]["ratio"].get<double>(), 1.1, 0.01);
    EXPECT_EQ(folded["points"][2]["change"], "same");
    EXPECT_EQ(folded["points"][2]["verdict"], "busy");
    EXPECT_EQ(jsonOf(history({"trend", "--json", "--tolerance", "20%"}))["runs"][1]["slower"], 0);
    const Document last = jsonOf(history({"trend", "--json", "--last", "3", "--host", "lab"}));
    EXPECT_EQ(last["runs"].size(), 3U);
    const Document lastTwo = jsonOf(history({"trend", "--json", "--last", "3"}));
    EXPECT_EQ(lastTwo["runs"][0]["id"], 2);
    EXPECT_EQ(lastTwo["runs"][0]["slower"], 2) << "held against the run before, though that is not shown";
    EXPECT_THAT(history({"trend", "--format", "csv"}).out, HasSubstr(",median_s,ci_half_share,samples_verdict,ratio,"));
}

TEST_F(HistoryCommand, ComparesTwoRunsAsAGate) {
    add({{.date = "2026-05-01T10:00:00Z"},
         {.date = "2026-05-02T10:00:00Z", .foldedBy = 1.2, .cpu = "Z80"},
         {.date = "2026-05-03T10:00:00Z", .model = "tree-rnn"}});
    const Finished compared = history({"compare", "1", "2", "--json"});
    ASSERT_EQ(compared.code, 0) << compared.err;
    const Document document = testing::documentOf(compared);
    EXPECT_EQ(document["comparison"]["slower"], true);
    EXPECT_EQ(document["comparison"]["series"].size(), 4U);
    EXPECT_THAT(document["conditions"], ElementsAre("cpu: \"Test CPU\" then, \"Z80\" now"));
    EXPECT_THAT(compared.err, HasSubstr("warning: the runs were measured under different conditions"));
    EXPECT_THAT(compared.err, HasSubstr("2 of 4 series are slower by more than 5%"));
    EXPECT_EQ(history({"compare", "1", "2", "--fail-if-slower", "5%"}).code, 4);
    EXPECT_EQ(history({"compare", "1", "2", "--fail-if-slower", "30%"}).code, 0);
    EXPECT_EQ(history({"compare", "2", "1", "--fail-if-slower", "5%"}).code, 0);
    EXPECT_THAT(history({"compare", "1", "2"}).out, HasSubstr("compared with run 1 of " + m_usual));
    const Finished strangers = history({"compare", "1", "3"});
    EXPECT_EQ(strangers.code, 2);
    EXPECT_THAT(strangers.err, HasSubstr("the two runs have no series in common"));
}

TEST_F(HistoryCommand, ChangesNotesAndRemoves) {
    add({{}, {}, {}});
    EXPECT_EQ(history({"note", "2", "the fast one"}).out, "run 2: note saved\n");
    EXPECT_EQ(jsonOf(history({"--json"}))["runs"][1]["note"], "the fast one");
    EXPECT_EQ(history({"note", "2", ""}).code, 0);
    EXPECT_EQ(jsonOf(history({"--json"}))["runs"][1]["note"], "");
    const Finished half = history({"remove", "1", "9"});
    EXPECT_EQ(half.code, 2);
    EXPECT_THAT(half.err, HasSubstr("the history has no entry 9; nothing was removed"));
    EXPECT_THAT(listed({}), ElementsAre(1, 2, 3));
    EXPECT_EQ(history({"remove", "1", "3"}).out, "2 runs removed\n");
    EXPECT_THAT(listed({}), ElementsAre(2));
    for (const Arguments& line : {Arguments{"note", "7", "x"}, {"show", "7"}, {"compare", "2", "7"}}) {
        const Finished finished = history(line);
        EXPECT_EQ(finished.code, 2) << line.front();
        EXPECT_THAT(finished.err, HasSubstr("the history has no entry 7"));
    }
}

TEST_F(HistoryCommand, TakesDocumentsOfBench) {
    const Arguments files = written({{.date = "2026-05-01T10:00:00Z"}, {.date = "2026-05-02T10:00:00Z"}});
    EXPECT_EQ(history({"add", files[0], files[1], "--note", "of May"}).out, "kept as runs 1 to 2\n");
    EXPECT_EQ(jsonOf(history({"--json"}))["runs"][1]["note"], "of May");
    const Finished wrong = history({"add", files[0], write("no.json", "{}")});
    EXPECT_EQ(wrong.code, 3);
    EXPECT_THAT(wrong.err, HasSubstr("this JSON is not a run of bench"));
    EXPECT_THAT(listed({}), ElementsAre(1, 2)) << "all of them or none";
}

TEST_F(HistoryCommand, SaysWhatIsWrongAndWhatToDo) {
    const Finished none = history({});
    EXPECT_EQ(none.code, 3);
    EXPECT_THAT(none.err, HasSubstr(m_usual + ": error: there is no history here yet; bench --keep begins one"));
    EXPECT_FALSE(std::filesystem::exists(m_folder / "data")) << "looking makes nothing";
    add({{}});
    const auto usage = [&](const Arguments& line) {
        const Finished finished = history(line);
        EXPECT_EQ(finished.code, 2) << line.front();
        EXPECT_EQ(finished.out, "");
        return finished.err;
    };
    EXPECT_THAT(usage({"show"}), HasSubstr("expected history show ID"));
    EXPECT_THAT(usage({"compare", "1"}), HasSubstr("expected history compare OLD NEW"));
    EXPECT_THAT(usage({"note", "1"}), HasSubstr("expected history note ID TEXT"));
    EXPECT_THAT(usage({"list", "1"}), HasSubstr("history list takes no arguments"));
    EXPECT_THAT(usage({"show", "one"}), HasSubstr("'one' is not the number of a run"));
    EXPECT_THAT(usage({"burn"}), HasSubstr("burn"));
    EXPECT_THAT(usage({"show", "1", "--last", "3"}), HasSubstr("--last: history show does not choose among the runs"));
    EXPECT_THAT(usage({"list", "--fail-if-slower", "5%"}), HasSubstr("--fail-if-slower: history list compares no two"));
    EXPECT_THAT(usage({"list", "--note", "x"}), HasSubstr("--note: history list adds no run"));
    EXPECT_THAT(usage({"list", "--tolerance", "7%"}), HasSubstr("--tolerance: history list has no verdicts"));
    EXPECT_EQ(history({"--history", (m_folder / "typo.sqlite").string()}).code, 3);
    EXPECT_FALSE(std::filesystem::exists(m_folder / "typo.sqlite"));
    {
        const LockedFile locked(m_usual);
        ASSERT_TRUE(locked.isLocked());
        const Finished finished = history({"note", "1", "x"});
        EXPECT_EQ(finished.code, 3);
        EXPECT_THAT(finished.err, HasSubstr("another program is writing to this history"));
    }
}

/// Read-only media, and somebody else's history.
TEST_F(HistoryCommand, ReadsWhatItMayNotWrite) {
    if (geteuid() == 0) {
        GTEST_SKIP() << "root may write everything";
    }
    add({{}});
    std::filesystem::permissions(m_usual, std::filesystem::perms::owner_read);
    EXPECT_THAT(listed({}), ElementsAre(1));
    EXPECT_THAT(history({"note", "1", "x"}).err, HasSubstr("this history cannot be written"));
    EXPECT_EQ(bench({"--keep"}).code, 1);
}

} // namespace
} // namespace batchscope
