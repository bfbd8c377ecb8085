// SPDX-License-Identifier: GPL-3.0-or-later
//
// `explain`, and the table of the learned policy on the command line.
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace batchscope {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::runCli;
using Json = nlohmann::json;

// leaf a 0, leaf b 1, children 2, leaf c 3, children 4, logits 5 | leaf a 6, leaf d 7, children 8, logits 9
constexpr const char* kTreesToExplain = "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n";

Json explained(const std::string& policy, const std::string& a, const std::string& b) {
    return testing::jsonOf(runCli({"explain", "-", "--policy", policy, a, b, "--json"}, kTreesToExplain));
}

std::vector<std::string> kinds(const Json& document) {
    std::vector<std::string> result;
    for (const Json& reason : document["reasons"]) {
        result.push_back(reason["kind"]);
        EXPECT_FALSE(reason["text"].get<std::string>().empty());
    }
    return result;
}

TEST(CliExplain, HasItsKeys) {
    const Json together = explained("depth", "2", "8");
    EXPECT_EQ(together["a"]["node"], 2);
    EXPECT_EQ(together["a"]["words"], "a b");
    EXPECT_EQ(together["b"]["tree"], 1);
    EXPECT_EQ(together["b"]["op"], "children");
    EXPECT_EQ(together["together"], true);
    EXPECT_EQ(kinds(together), std::vector<std::string>{"together"});
    EXPECT_EQ(together["text"], together["reasons"][0]["text"]);
}

TEST(CliExplain, WrongNodesAreUsageErrorsWithTheRange) {
    const Finished outside = runCli({"explain", "-", "0", "10"}, kTreesToExplain);
    EXPECT_EQ(outside.code, 2);
    EXPECT_THAT(outside.err, HasSubstr("there is no node 10; the graph has nodes 0 to 9"));
    EXPECT_EQ(runCli({"explain", "-", "0", "x"}, kTreesToExplain).code, 2);
    EXPECT_EQ(runCli({"explain", "-", "0", "-1"}, kTreesToExplain).code, 2);
    EXPECT_EQ(runCli({"explain", "-", "0"}, kTreesToExplain).code, 2);
    EXPECT_EQ(runCli({"explain", "-", "0", "1", "2"}, kTreesToExplain).code, 2);
    EXPECT_EQ(runCli({"explain", "-", "0", "99999999999999999999"}, kTreesToExplain).code, 2);
}

/// Each claim, carried out by its own option.
TEST(CliExplain, WhatWouldHelpDoesWhenItIsAskedFor) {
    const Json apart = explained("depth", "9", "5");
    ASSERT_FALSE(apart["would_help"].empty());
    bool isTogetherOnce = false;
    for (const Json& remedy : apart["would_help"]) {
        const std::string option = remedy["option"];
        const std::size_t space = option.find(' ');
        std::vector<std::string> line = {"schedule", "-", option.substr(0, space), option.substr(space + 1), "--json"};
        const Json schedule = testing::jsonOf(runCli(line, kTreesToExplain));
        EXPECT_EQ(schedule["policies"][0]["batches"], remedy["batches"]) << option;
        EXPECT_THAT(remedy["text"].get<std::string>(), HasSubstr("batches"));
        isTogetherOnce = isTogetherOnce || remedy["together"] == true;
    }
    EXPECT_TRUE(isTogetherOnce);
    EXPECT_THAT(runCli({"explain", "-", "9", "5"}, kTreesToExplain).out,
                HasSubstr("\nWhat would help\nPolicy: Lowest mean level: together; 4 batches instead of 5. (--policy "
                          "agenda)"));
}

TEST(CliRun, ListsNodesAsExplainTakesThem) {
    const Json all = testing::jsonOf(runCli({"run", "-", "--list", "nodes", "--json"}, kTreesToExplain));
    ASSERT_EQ(all["node_list"].size(), 10U);
    EXPECT_EQ(all["node_list"][2]["op"], "children");
    EXPECT_EQ(all["node_list"][2]["words"], "a b");
    for (const Json& node : all["node_list"]) {
        const std::string number = std::to_string(node["node"].get<int>());
        const Json same = explained("depth", number, number);
        EXPECT_EQ(same["a"]["step"], node["step"]);
        EXPECT_EQ(same["a"]["row"], node["row"]);
        EXPECT_EQ(same["a"]["words"], node["words"]);
    }
    const Json some = testing::jsonOf(
        runCli({"run", "-", "--list", "nodes", "--where", "op:children tree:0", "--json"}, kTreesToExplain));
    ASSERT_EQ(some["node_list"].size(), 2U);
    EXPECT_EQ(some["node_list"][1]["node"], 4) << "numbers count from 0";
    EXPECT_FALSE(testing::jsonOf(runCli({"run", "-", "--json"}, kTreesToExplain)).contains("node_list"));
}

TEST(CliRun, FindsValuesThatAreNoNumbers) { // which is exit code 4
    const Finished finished = runCli(
        {"run", "-", "--inject", "E:0:0=nan", "--list", "nodes", "--where", "value:nan", "--json"}, kTreesToExplain);
    ASSERT_EQ(finished.code, 4) << finished.err;
    const Json found = Json::parse(finished.out);
    EXPECT_FALSE(found["node_list"].empty());
    EXPECT_LT(found["node_list"].size(), 10U);
}

TEST(CliRun, AskingForWhatOnlyACheckedRunKnowsSaysSo) {
    for (const char* query : {"copied>0", "time>=0", "value>0", "op:leaf OR copied>0"}) {
        const Finished unchecked = runCli({"run", "-", "--list", "nodes", "--where", query}, kTreesToExplain);
        const bool isKnown = unchecked.code == 0 && std::string_view(query).starts_with("value");
        EXPECT_TRUE(isKnown || unchecked.code == 3 || unchecked.code == 2) << query << unchecked.err;
        EXPECT_TRUE(isKnown || unchecked.err.find("add --check") != std::string::npos) << query << unchecked.err;
    }
    for (const char* query : {"copied>=0", "time>=0"}) {
        const Json all = testing::jsonOf(
            runCli({"run", "-", "--check", "--list", "nodes", "--where", query, "--json"}, kTreesToExplain));
        EXPECT_EQ(all["node_list"].size(), 10U) << query;
    }
}

TEST(CliDiagnose, NamesCausesGapsAndWhatWouldHelp) {
    const Json document = testing::jsonOf(runCli({"diagnose", "-", "--dim", "8", "--json"}, kTreesToExplain));
    EXPECT_EQ(document["batches"], 5);
    ASSERT_GE(document["causes"].size(), 4U);
    double before = document["causes"][0]["seconds"];
    for (const Json& cause : document["causes"]) {
        EXPECT_LE(cause["seconds"].get<double>(), before) << "the most expensive first";
        before = cause["seconds"];
        EXPECT_FALSE(cause["remedy"].get<std::string>().empty());
    }
    ASSERT_EQ(document["gaps"].size(), 1U);
    EXPECT_EQ(document["gaps"][0]["batches"], 2);
    EXPECT_EQ(document["gaps"][0]["lower_bound"], 1);
    EXPECT_EQ(document["would_help"][0]["batches"], 4);
}

TEST(CliLearned, ATableIsSavedAndUsedAgain) {
    const testing::TemporaryFolder folder;
    const std::string file = folder.file("table.json");
    const Finished saved =
        runCli({"schedule", "-", "--policy", "depth,learned", "--save-table", file, "--json"}, kTreesToExplain);
    ASSERT_EQ(saved.code, 0) << saved.err;
    const Json document = Json::parse(saved.out);
    EXPECT_EQ(document["policies"][1]["policy"], "learned");
    EXPECT_EQ(document["policies"][1]["batches"], 4);
    EXPECT_EQ(runCli({"schedule", "-", "--policy", "learned", "--table", file, "--dim", "7"}, kTreesToExplain).code, 0)
        << "leaf is known at any width";
    const Finished run =
        runCli({"run", "-", "--policy", "learned", "--table", file, "--check", "--json"}, kTreesToExplain);
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(Json::parse(run.out)["batches"], 4);
    EXPECT_EQ(runCli({"run", "-", "--policy", "depth", "--table", file}, kTreesToExplain).code, 2);
    testing::writeText(file, "{}");
    const Finished damaged = runCli({"schedule", "-", "--policy", "learned", "--table", file}, kTreesToExplain);
    EXPECT_EQ(damaged.code, 3);
    EXPECT_THAT(damaged.err, HasSubstr("the key 'format' is missing"));
    std::filesystem::remove(file);
    EXPECT_EQ(runCli({"schedule", "-", "--policy", "learned", "--table", file}, kTreesToExplain).code, 3);
    EXPECT_EQ(runCli({"schedule", "-", "--policy", "learned", "--save-table", "/nowhere/t.json"}, kTreesToExplain).code,
              1);
}

/// What `explain` says of a pair's steps, for all of them.
TEST(Decisions, AreListedForEveryStep) {
    const Json document = testing::jsonOf(
        runCli({"schedule", "-", "--policy", "depth,agenda", "--list", "decisions", "--json"}, kTreesToExplain));
    for (const Json& policy : document["policies"]) {
        ASSERT_EQ(policy["steps"].size(), policy["batches"].get<std::size_t>());
        for (const Json& step : policy["steps"]) {
            EXPECT_FALSE(step["reason"].get<std::string>().empty());
            ASSERT_FALSE(step["candidates"].empty());
            EXPECT_TRUE(std::any_of(step["candidates"].begin(), step["candidates"].end(), [&](const Json& candidate) {
                return candidate["op"] == step["op"] && candidate["ready"] >= step["size"];
            }));
        }
    }
    const Finished text = runCli({"schedule", "-", "--policy", "agenda", "--list", "decisions"}, kTreesToExplain);
    EXPECT_THAT(text.out, HasSubstr("decisions of agenda"));
    EXPECT_THAT(text.out, HasSubstr("runs now"));
    EXPECT_EQ(runCli({"schedule", "-", "--policy", "regular", "--list", "decisions"}, kTreesToExplain).code, 2);
}

TEST(CliSteps, SayWhatEachStepLaunchedAndHowItReadItsOperands) {
    for (const char* passes : {"all", "off"}) {
        const Json run = testing::jsonOf(runCli(
            {"run", "-", "--passes", passes, "--policy", "agenda", "--list", "steps", "--json"}, kTreesToExplain));
        ASSERT_EQ(run["step_list"].size(), run["batches"]);
        std::size_t operands = 0;
        int calls = 0;
        for (const Json& step : run["step_list"]) {
            std::size_t copied = 0;
            for (const Json& operand : step["operands"]) {
                EXPECT_FALSE(operand["text"].get<std::string>().empty());
                copied += operand["copied_bytes"].get<std::size_t>();
            }
            operands += step["operands"].size();
            calls += step["launches"]["calls"].get<int>();
            EXPECT_LE(copied, step["copied_bytes"].get<std::size_t>());
            EXPECT_FALSE(step["after_sync_point"].get<bool>());
        }
        EXPECT_EQ(calls > 0, passes == std::string_view("off"));
        EXPECT_GT(operands, run["step_list"].size()) << passes;
    }
    const Finished text = runCli({"run", "-", "--list", "steps"}, kTreesToExplain);
    EXPECT_NE(text.out.find("steps, as run by the engine"), std::string::npos) << text.out;
}

TEST(CliSteps, SyncPointsStandBetweenThem) {
    const std::vector<std::string> parser = {"schedule", "-",      "--model", "transition-parser",
                                             "--policy", "agenda", "--list",  "decisions"};
    EXPECT_NE(runCli(parser, kTreesToExplain).out.find("-- sync point: values are read here (score "),
              std::string::npos);
    const Json run = testing::jsonOf(
        runCli({"run", "-", "--model", "transition-parser", "--list", "steps", "--json"}, kTreesToExplain));
    const auto isAfter = [](const Json& step) { return step["after_sync_point"].get<bool>(); };
    EXPECT_EQ(static_cast<std::size_t>(std::count_if(run["step_list"].begin(), run["step_list"].end(), isAfter)),
              testing::jsonOf(runCli({"schedule", "-", "--model", "transition-parser", "--json"},
                                     kTreesToExplain))["policies"][0]["sync_points"]
                  .get<std::size_t>());
    for (const Json& step : run["step_list"]) {
        EXPECT_EQ(isAfter(step), !step["nodes_read_first"].empty());
    }
}

} // namespace
} // namespace batchscope
