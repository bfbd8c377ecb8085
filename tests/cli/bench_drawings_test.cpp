// SPDX-License-Identifier: GPL-3.0-or-later
//
// bench --plot and --report: drawn by the window's program, refused before anything is measured, and kept whatever ends
// the run.
#include "tests/cli/twin_path.h"
#include "tests/support/child_process.h"
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

namespace batchscope {
namespace {

using ::testing::AllOf;
using testing::Finished;
using ::testing::HasSubstr;
using testing::interruptProgram;
using ::testing::Not;
using testing::runAll;
using testing::Running;
using ::testing::StartsWith;
using testing::textOf;
using Arguments = std::vector<std::string>;

class BenchDrawings : public testing::FolderTest {
protected:
    void SetUp() override {
        if (!testing::putTwinOnPath()) {
            GTEST_SKIP() << "built without the window, which draws";
        }
    }

    [[nodiscard]] std::string path(std::string_view name) const { return (m_folder / name).string(); }

    [[nodiscard]] Arguments lineOf(const Arguments& more) const {
        Arguments line = {"bench", "--dim", "8", "--warmups", "0", "--repeats", "2", "--batch", "1,2", m_trees};
        line.insert(line.end(), more.begin(), more.end());
        return line;
    }

    [[nodiscard]] Finished bench(const Arguments& more) const { return runAll({{lineOf(more), {}}}).front(); }

    /// Refused before anything is measured: no figures, and no file.
    void expectRefused(const Arguments& more, int code, const std::string& said) const {
        const Finished finished = bench(more);
        EXPECT_EQ(finished.code, code) << finished.err;
        EXPECT_THAT(finished.err, HasSubstr(said));
        EXPECT_EQ(finished.out, "");
        std::size_t files = 0;
        for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator(m_folder)) {
            ++files;
        }
        EXPECT_EQ(files, 1U) << "of the trees";
    }

    const std::string m_trees = write("trees.ptb", "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n");
};

/// How the window's program ended.
int runWindowProgram([[maybe_unused]] const Arguments& arguments) {
#ifdef BATCHSCOPE_TWIN
    const testing::MemoryFile in;
    const testing::MemoryFile out;
    const testing::MemoryFile err;
    const pid_t child = testing::beginChild({in.descriptor(), out.descriptor(), err.descriptor()}, [&arguments] {
        testing::ArgumentVector words(BATCHSCOPE_TWIN, arguments);
        execv(BATCHSCOPE_TWIN, words.words());
        return 127;
    });
    return testing::endOf(child).code;
#else
    return -1;
#endif
}

TEST_F(BenchDrawings, AreWrittenBesideTheFigures) {
    const Finished finished =
        bench({"--plot", path("t.pdf"), "--plot=speed-up=" + path("s.svg"), "--plot", "launches=" + path("l.PNG"),
               "--plot-width", "120", "--report", path("r.html"), "--out", path("run.json"), "--json"});
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_THAT(finished.err, Not(HasSubstr("error")));
    EXPECT_EQ(testing::documentOf(finished)["results"].size(), 8U);
    EXPECT_THAT(textOf(path("t.pdf")), StartsWith("%PDF"));
    EXPECT_THAT(textOf(path("s.svg")), AllOf(HasSubstr("width=\"120mm\""), HasSubstr("batching")));
    EXPECT_THAT(textOf(path("l.PNG")), StartsWith("\x89PNG"));
    const std::string report = textOf(path("r.html"));
    EXPECT_THAT(report, AllOf(StartsWith("<!DOCTYPE html>"), HasSubstr("tree-lstm on trees.ptb"), HasSubstr("<svg"),
                              HasSubstr("--batch 1,2"), Not(HasSubstr("was stopped"))));
    EXPECT_EQ(runWindowProgram({"--report", path("again.html"), path("run.json")}), 0);
    EXPECT_EQ(textOf(path("again.html")), report) << "the saved run gives the same report";
}

TEST_F(BenchDrawings, AreRefusedBeforeAnythingIsMeasured) {
    expectRefused({"--plot", path("a.jpg")}, 2, "--plot");
    expectRefused({"--plot", "pie=" + path("a.pdf")}, 2, "time-per-tree");
    expectRefused({"--plot-width", "100"}, 2, "--plot-width");
    expectRefused({"--plot", path("a.pdf"), "--plot-width", "5"}, 2, "30 to 1000 mm");
    expectRefused({"--report", path("run.json")}, 2, "--report");
    expectRefused({"--plot", path("a.svg"), "--plot", "memory=" + path("a.svg")}, 2, "twice");
    expectRefused({"--report", path("a.html"), "--out", path("a.html")}, 2, "twice");
    expectRefused({"--report", path("a.html"), "--plot", "/no/such/folder/a.pdf"}, 1,
                  "/no/such/folder/a.pdf: error: cannot write");
    expectRefused({"--report", "/no/such/folder/a.html"}, 1, "cannot write");
}

TEST_F(BenchDrawings, NeedTheProgramThatDraws) {
    ASSERT_EQ(setenv("PATH", "/no/such/folder", 1), 0);
    expectRefused({"--plot", path("a.pdf")}, 2, "--plot and --report need the program batchscope");
    expectRefused({"--report", path("a.html"), "--out", path("run.json")}, 2, "batchscope --report OUT.html RUN.json");
    EXPECT_EQ(bench({"--out", path("run.json")}).code, 0) << "nothing else needs it";
}

TEST_F(BenchDrawings, OfAnEmptyPlotTheReasonIsSaid) {
    const Finished finished =
        bench({"--plot", "padding=" + path("p.pdf"), "--plot", path("t.svg"), "--report", path("r.html")});
    EXPECT_EQ(finished.code, 1);
    EXPECT_THAT(finished.err, HasSubstr(path("p.pdf") + ": error: None of the measured arms pads its batches."));
    EXPECT_THAT(finished.out, HasSubstr("folded@off")) << "the figures are there";
    EXPECT_FALSE(std::filesystem::exists(path("p.pdf")));
    EXPECT_THAT(textOf(path("t.svg")), HasSubstr("<svg"));
    EXPECT_THAT(textOf(path("r.html")), HasSubstr("Padding: None of the measured arms pads"));
}

TEST_F(BenchDrawings, KeepWhatWasMeasuredBeforeAnError) {
    const Arguments line = {"bench",          m_trees,
                            "--dim",          "8,16384",
                            "--memory-limit", "2G",
                            "--batch",        "1",
                            "--repeats",      "1",
                            "--warmups",      "0",
                            "--plot",         "phases=" + path("p.pdf"),
                            "--report",       path("r.html")};
    const Finished finished = runAll({{line, {}}}).front();
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, HasSubstr("--memory-limit"));
    EXPECT_THAT(textOf(path("p.pdf")), StartsWith("%PDF"));
    EXPECT_THAT(textOf(path("r.html")), AllOf(HasSubstr("The run ended early"), HasSubstr("folded@off")));
}

TEST_F(BenchDrawings, AreNotThereWhenNothingWasMeasured) {
    const std::string kept = write("kept.html", "an older report");
    for (const std::string& file : {kept, path("fresh.html")}) {
        EXPECT_EQ(bench({"--arms", "padded", "--report", file}).code, 2);
    }
    EXPECT_EQ(textOf(kept), "an older report");
    EXPECT_FALSE(std::filesystem::exists(path("fresh.html")));
}

TEST_F(BenchDrawings, CtrlCKeepsWhatWasMeasured) {
    const Finished made = testing::runCli({"generate", "--leaves", "60", "--trees", "400"});
    const auto oneIsMeasured = [&](const Running& /*running*/) {
        return std::filesystem::exists(path("run.json")) && std::filesystem::file_size(path("run.json")) > 0;
    };
    const Arguments line = {"bench",     "-",   "--arms", "regular@off",    "--batch",  "1,400",
                            "--dim",     "100", "--out",  path("run.json"), "--report", path("r.html"),
                            "--repeats", "100", "--plot", path("t.svg")};
    const Finished finished = interruptProgram({line, made.out}, oneIsMeasured);
    EXPECT_EQ(finished.code, 5) << finished.err;
    EXPECT_THAT(textOf(path("r.html")), AllOf(HasSubstr("The run was stopped"), HasSubstr("regular@off")));
    EXPECT_THAT(textOf(path("t.svg")), HasSubstr("<svg"));
}

TEST_F(BenchDrawings, AreNeverTakenFromARecord) {
    ASSERT_EQ(bench({"--report", path("r.html"), "--plot", path("t.svg"), "--out", path("run.json")}).code, 0);
    const std::string report = textOf(path("r.html"));
    std::filesystem::remove(path("t.svg"));
    const Finished again = runAll({{{"bench", "--repeat-from", path("run.json"), "--json"}, {}}}).front();
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(textOf(path("r.html")), report);
    EXPECT_FALSE(std::filesystem::exists(path("t.svg")));
    const std::string kept = textOf(path("run.json"));
    const Finished other =
        runAll({{{"bench", "--repeat-from", path("run.json"), "--plot", "memory=" + path("m.svg")}, {}}}).front();
    EXPECT_EQ(other.code, 0) << other.err;
    EXPECT_THAT(textOf(path("m.svg")), HasSubstr("<svg"));
    EXPECT_EQ(textOf(path("run.json")), kept);
}

} // namespace
} // namespace batchscope
