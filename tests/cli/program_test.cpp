// SPDX-License-Identifier: GPL-3.0-or-later
//
// Programs on the command line: what they are benched as, which instances run, and what they refuse.
#include "tests/support/command_line.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace batchscope {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::jsonOf;
using testing::runCli;
using Json = nlohmann::json;

constexpr const char* kTreesBesidePrograms = "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n";

/// Two instances, each of one call.
constexpr const char* kProgram = R"({"batchscope_program": 1, "name": "two",
 "ops": [{"name": "A", "arguments": [{"name": "a", "class": "constant", "width": 1}], "body": [], "outputs": ["a"]}],
 "calls": [{"name": "x", "op": "A", "args": [{"constant": [1]}], "instance": 0},
           {"name": "y", "op": "A", "args": [{"constant": [2]}], "instance": 1}],
 "outputs": ["x", "y"]})";

/// The second instance takes a value of the first.
constexpr const char* kSharingProgram = R"({"batchscope_program": 1, "name": "shared",
 "ops": [{"name": "A", "arguments": [{"name": "a", "class": "constant", "width": 1}], "body": [], "outputs": ["a"]},
         {"name": "B", "arguments": [{"name": "x", "class": "row", "width": 1}],
          "body": [{"name": "y", "do": "tanh", "of": ["x"]}], "outputs": ["y"]}],
 "calls": [{"name": "x", "op": "A", "args": [{"constant": [1]}], "instance": 0},
           {"name": "y", "op": "B", "args": ["x"], "instance": 1}],
 "outputs": ["x", "y"]})";

TEST(CliProgram, ItsInstancesAreSweptOver) {
    const Finished finished =
        runCli({"bench", "-", "--arms", "folded,folded", "--batch", "1,2,8,32", "--repeats", "1", "--json"}, kProgram);
    const Json bench = jsonOf(finished);
    ASSERT_EQ(bench["results"].size(), 2U);
    EXPECT_EQ(bench["results"][0]["batch"], 1);
    EXPECT_EQ(bench["results"][0]["nodes"], 1);
    EXPECT_EQ(bench["results"][1]["batch"], 2);
    EXPECT_EQ(bench["results"][1]["nodes"], 2);
    EXPECT_EQ(bench["results"][1]["model"], "two");
    EXPECT_TRUE(bench["results"][1]["dim"].is_null()) << "its widths are its own";
    EXPECT_THAT(finished.err,
                HasSubstr("batch sizes larger than the selection (2 instances) were replaced by the whole selection"));
    EXPECT_THAT(finished.err, HasSubstr("arm 'folded' is listed more than once but is measured only once"));
    const Json second = jsonOf(runCli({"schedule", "-", "--trees", "1:2", "--json"}, kProgram));
    EXPECT_EQ(second["trees"], 1);
    EXPECT_EQ(second["nodes"], 1);
    const Finished beyond = runCli({"schedule", "-", "--trees", "2:3"}, kProgram);
    EXPECT_EQ(beyond.code, 2);
}

TEST(CliProgram, InstancesThatShareValuesRunAsAWhole) {
    const Finished whole = runCli({"bench", "-", "--arms", "folded", "--repeats", "1", "--json"}, kSharingProgram);
    const Json bench = jsonOf(whole);
    ASSERT_EQ(bench["results"].size(), 1U);
    EXPECT_EQ(bench["results"][0]["batch"], 2);
    EXPECT_THAT(whole.err, HasSubstr("the call 'y' of instance 1 uses the value of 'x', a call of instance 0"));
    for (const std::vector<std::string>& refused :
         {std::vector<std::string>{"bench", "-", "--batch", "1"}, {"schedule", "-", "--trees", "0:1"}}) {
        const Finished finished = runCli(refused, kSharingProgram);
        EXPECT_EQ(finished.code, 2);
        EXPECT_THAT(finished.err,
                    HasSubstr(refused[2] + ": instances of this program share values, so it runs as a whole"));
    }
}

TEST(CliProgram, IsNoNetForATreebank) {
    const testing::TemporaryFolder folder;
    const std::string file = folder.write("program.json", kProgram);
    for (const char* command : {"schedule", "run", "bench"}) {
        const Finished finished = runCli({command, "-", "--model", file}, kTreesBesidePrograms);
        EXPECT_EQ(finished.code, 2) << command;
        EXPECT_THAT(finished.err, HasSubstr("open a program in place of the trees"));
        EXPECT_EQ(finished.out, "");
    }
    EXPECT_EQ(runCli({"run", file}).code, 0);
}

} // namespace
} // namespace batchscope
