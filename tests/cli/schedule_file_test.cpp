// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules compared, saved, edited by hand and read back on the command line.
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace batchscope {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::jsonOf;
using testing::runCli;
using Json = nlohmann::json;

// leaf a 0, leaf b 1, children 2, leaf c 3, children 4, logits 5 | leaf a 6, leaf d 7, children 8, logits 9
constexpr const char* kTreesToSchedule = "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n";

TEST(CliScheduleDiff, TakesExactlyTwoSchedules) {
    for (const char* policies : {"depth", "depth,agenda,largest", "all"}) {
        const Finished finished = runCli({"schedule", "-", "--policy", policies, "--diff"}, kTreesToSchedule);
        EXPECT_EQ(finished.code, 2) << policies;
        EXPECT_THAT(finished.err, HasSubstr("--diff: exactly two schedules are compared")) << policies;
    }
}

class CliScheduleFile : public testing::FolderTest {
protected:
    /// The schedule of a policy, saved.
    [[nodiscard]] std::string saved(const char* policy) const {
        const std::string file = (m_folder / "saved.json").string();
        const Finished finished =
            runCli({"schedule", "-", "--policy", policy, "--save-schedule", file}, kTreesToSchedule);
        EXPECT_EQ(finished.code, 0) << finished.err;
        return file;
    }
    /// The saved one with its batches changed.
    template <typename Change>
    [[nodiscard]] std::string changed(const char* policy, const Change& change) const {
        Json document = Json::parse(testing::textOf(saved(policy)));
        change(document);
        return write("changed.json", document.dump());
    }
};

TEST_F(CliScheduleFile, ComesBackAsItWas) {
    const std::string file = saved("agenda");
    const Json read = jsonOf(runCli({"schedule", "-", "--schedule", file, "--json"}, kTreesToSchedule));
    const Json made = jsonOf(runCli({"schedule", "-", "--policy", "agenda", "--json"}, kTreesToSchedule));
    ASSERT_EQ(read["policies"].size(), 1U) << "no policy was named";
    Json expected = made["policies"][0];
    expected["policy"] = file;
    EXPECT_EQ(read["policies"][0], expected);
    const std::string again = (m_folder / "again.json").string();
    EXPECT_EQ(runCli({"schedule", "-", "--schedule", file, "--save-schedule", again}, kTreesToSchedule).code, 0);
    EXPECT_EQ(Json::parse(testing::textOf(again))["batches"], Json::parse(testing::textOf(file))["batches"]);
}

TEST_F(CliScheduleFile, IsComparedWithAPolicy) {
    const std::string file = saved("agenda");
    const Json diff = jsonOf(runCli({"schedule", "-", "--policy", "depth", "--schedule", file, "--diff", "--json"},
                                    kTreesToSchedule))["diff"];
    EXPECT_EQ(diff["before"], "depth");
    EXPECT_EQ(diff["after"], file);
    EXPECT_EQ(diff["total"]["saved"], 1);
}

/// A leaf alone and the scores together: no policy would, and it computes the same.
TEST_F(CliScheduleFile, RunsAsItWasEdited) {
    const std::string file = changed("agenda", [](Json& document) {
        document["batches"][0]["nodes"] = {0, 1, 6, 7};
        document["batches"].insert(document["batches"].begin(), Json{{"nodes", {3}}});
    });
    for (const char* passes : {"all", "off"}) {
        const Json run = jsonOf(runCli({"run", "-", "--schedule", file, "--check", "--timing", "off", "--train",
                                        "--dim", "8", "--threads", "1", "--passes", passes, "--json"},
                                       kTreesToSchedule));
        EXPECT_EQ(run["policy"], file);
        EXPECT_EQ(run["batches"], 5);
        EXPECT_EQ(run["values"]["equal"], true);
        EXPECT_EQ(run["gradients"]["equal"], true);
    }
    const Finished text = runCli({"run", "-", "--schedule", file, "--dim", "8"}, kTreesToSchedule);
    EXPECT_THAT(text.out, HasSubstr(file + ": 10 nodes in 5 batches"));
}

TEST_F(CliScheduleFile, ABrokenRuleIsBadInputWithItsPlace) {
    const auto answer = [](const std::string& file) {
        return runCli({"run", "-", "--schedule", file, "--dim", "8"}, kTreesToSchedule);
    };
    const Finished missing = answer(changed("agenda", [](Json& document) { document["batches"].erase(0); }));
    EXPECT_EQ(missing.code, 3);
    EXPECT_THAT(missing.err, HasSubstr("changed.json:1:"));
    EXPECT_THAT(missing.err, HasSubstr("error: /batches: only 5 of 10 nodes run; node 0 is in no batch"));
    const Finished early = answer(changed(
        "agenda", [](Json& document) { std::reverse(document["batches"].begin(), document["batches"].end()); }));
    EXPECT_THAT(early.err, HasSubstr(" in batch 1 needs node "));
    const Finished mixed = answer(changed("agenda", [](Json& document) {
        document["batches"][0]["nodes"].push_back(document["batches"][3]["nodes"][0]);
        document["batches"][3]["nodes"].erase(0);
    }));
    EXPECT_THAT(mixed.err, HasSubstr("differs from that of its batch 1"));
    EXPECT_EQ(answer(write("no.json", "{]")).code, 3);
    EXPECT_EQ(answer((m_folder / "none.json").string()).code, 3);
}

TEST_F(CliScheduleFile, IsRefusedForOtherTrees) {
    const std::string file = saved("agenda");
    const Finished fewer = runCli({"schedule", "-", "--trees", "0:1", "--schedule", file}, kTreesToSchedule);
    EXPECT_EQ(fewer.code, 3);
    EXPECT_THAT(fewer.err,
                HasSubstr("saved.json:2:11: error: /graph: this schedule is for a graph of 10 nodes, and this graph "
                          "has 6 nodes"));
    EXPECT_EQ(runCli({"schedule", "-", "--granularity", "primitive", "--schedule", file}, kTreesToSchedule).code, 3);
    const char* const sameShapes = "(0 (1 (2 x) (2 y)) (2 z))\n(1 (2 z) (0 y))\n";
    EXPECT_EQ(runCli({"schedule", "-", "--schedule", file}, sameShapes).code, 0) << "words do not count";
}

} // namespace
} // namespace batchscope
