// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/read_treebank.h"
#include "core/schedule/metrics.h"
#include "core/schedule/policy_learned.h"
#include "core/schedule/q_learning.h"
#include "core/schedule/validate.h"
#include "core/treebank/generate.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

OpGraph forest(std::uint64_t seed, Outputs outputs) {
    return testing::graphOf(*generateTreebank({.leaves = 12, .trees = 6, .seed = seed}), {.outputs = outputs});
}

LearnedTable learned(const OpGraph& graph, const LearnOptions& options = {}) {
    Result<LearnedTable> table = learnTable(graph, options, {});
    EXPECT_TRUE(table.hasValue());
    return std::move(*table);
}

TEST(LearnedPolicy, SameGraphAndSeedGiveTheSameTable) {
    const OpGraph graph = forest(3, Outputs::All);
    const LearnedTable table = learned(graph);
    EXPECT_EQ(learned(graph), table);
    EXPECT_EQ(learnedTableJson(learned(graph)), learnedTableJson(table));
    const LearnedTable other = learned(graph, {.seed = 2});
    EXPECT_NE(other.states, table.states) << "or the seed does nothing";
    EXPECT_EQ(scheduleText(graph, testing::scheduleOf(graph, "learned")),
              scheduleText(graph, testing::scheduleOf(graph, "learned")));
}

TEST(LearnedPolicy, LearnsToLetLogitsWaitWhereDepthDoesNot) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const OpGraph graph = forest(seed, Outputs::All);
        const Schedule schedule = testing::scheduleOf(graph, "learned");
        EXPECT_TRUE(validate(graph, schedule).hasValue());
        EXPECT_EQ(schedule.batchCount(), lowerBound(graph).batches) << seed;
        EXPECT_GT(testing::scheduleOf(graph, "depth").batchCount(), schedule.batchCount()) << seed;
    }
}

TEST(LearnedPolicy, StopsAtACheckNearTheBoundAndKeepsTheBestTable) {
    const OpGraph graph = forest(1, Outputs::All);
    const LearnedTable table = learned(graph);
    EXPECT_EQ(table.episodes, 50U);
    EXPECT_EQ(table.nodes, graph.size());
    EXPECT_EQ(table.lowerBound, lowerBound(graph).batches);
    const Result<Schedule> followed = makeSchedule(graph, LearnedPolicy(table), {});
    ASSERT_TRUE(followed.hasValue());
    EXPECT_EQ(followed->batchCount(), table.batches);
    EXPECT_EQ(learned(graph, {.episodes = 7}).episodes, 7U) << "the last episode is a check, too";
}

TEST(LearnedPolicy, ATableServesOtherTreesOfTheSameNetWithoutTraining) {
    const LearnedTable table = learned(forest(1, Outputs::All));
    for (std::uint64_t seed = 20; seed < 30; ++seed) {
        const OpGraph graph = forest(seed, Outputs::All);
        const Result<Schedule> schedule = makeSchedule(graph, LearnedPolicy(table), {});
        ASSERT_TRUE(schedule.hasValue());
        EXPECT_TRUE(validate(graph, *schedule).hasValue());
        EXPECT_EQ(schedule->batchCount(), lowerBound(graph).batches);
    }
}

TEST(LearnedPolicy, ATableOfAnotherNetIsRefused) {
    LearnedTable table = learned(forest(1, Outputs::Root));
    table.net = "other-net";
    table.signatures = {"x()", "y()", "z()"};
    const Result<Schedule> schedule = makeSchedule(forest(1, Outputs::Root), LearnedPolicy(table), {});
    ASSERT_FALSE(schedule.hasValue());
    EXPECT_EQ(schedule.error().code, ErrorCode::Config);
    EXPECT_THAT(schedule.error().message,
                HasSubstr("learned on other-net and contains none of this graph's signatures"));
}

TEST(LearnedPolicy, StopsWhenAsked) {
    std::stop_source stop;
    stop.request_stop();
    const OpGraph graph = forest(1, Outputs::Root);
    EXPECT_EQ(learnTable(graph, {}, RunControl(stop.get_token(), {})).error().code, ErrorCode::Cancelled);
    EXPECT_EQ(makeSchedule(graph, **findPolicy("learned"), RunControl(stop.get_token(), {})).error().code,
              ErrorCode::Cancelled);
}

TEST(LearnedPolicy, LargeGraphsNeedATable) {
    const OpGraph large = testing::graphOf(*generateTreebank({.leaves = 51'000, .trees = 2}));
    ASSERT_GT(large.size(), kLearnedNodes);
    const Result<Schedule> refused = makeSchedule(large, **findPolicy("learned"), {});
    ASSERT_FALSE(refused.hasValue());
    EXPECT_EQ(refused.error().code, ErrorCode::Config);
    EXPECT_THAT(refused.error().message, HasSubstr("at most 200,000 nodes"));
    EXPECT_TRUE(makeSchedule(large, LearnedPolicy(learned(forest(1, Outputs::Root))), {}).hasValue());
}

TEST(LearnedPolicy, OnStanfordSentimentItReachesTheBound) {
    REQUIRE_DATA(path, "sst/train.txt");
    const Result<Treebank> bank = readTreebank({*path}, {});
    ASSERT_TRUE(bank.hasValue());
    for (const Outputs outputs : {Outputs::Root, Outputs::All}) {
        const OpGraph graph = testing::graphOf(*bank, {.trees = {0, 64}, .outputs = outputs});
        EXPECT_EQ(testing::scheduleOf(graph, "learned").batchCount(), 26U);
    }
}

TEST(LearnedTable, IsReadBackAsItWasWritten) {
    const LearnedTable table = learned(forest(4, Outputs::All));
    const Result<LearnedTable> read = parseLearnedTable(learnedTableJson(table), "t.json");
    ASSERT_TRUE(read.hasValue()) << read.error().text();
    LearnedTable expected = table;
    for (LearnedState& state : expected.states) { // what was never tried is not written
        for (std::size_t action = 0; action < state.ready.size(); ++action) {
            state.values[action] = state.visits[action] > 0 ? state.values[action] : 0.0;
        }
    }
    EXPECT_EQ(*read, expected);
    const OpGraph graph = forest(4, Outputs::All);
    EXPECT_EQ(scheduleText(graph, *makeSchedule(graph, LearnedPolicy(*read), {})),
              scheduleText(graph, *makeSchedule(graph, LearnedPolicy(table), {})));
}

/// Every fault is named with its place.
TEST(LearnedTable, DamagedJsonIsAnErrorWithItsPointer) {
    const std::string good = learnedTableJson(
        {.net = "toy", .signatures = {"a()", "b()"}, .states = {{{0}, {-0.5}, {5}}, {{0, 1}, {-2.0, -1.0}, {3, 7}}}});
    ASSERT_TRUE(parseLearnedTable(good, "t.json").hasValue());
    const auto errorOf = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        text.replace(at, from.size(), to);
        const Result<LearnedTable> read = parseLearnedTable(text, "t.json");
        return read ? std::string("none") : read.error().text();
    };
    EXPECT_THAT(errorOf("\"net\"", "net"), HasSubstr("t.json:4:2: error: this is not JSON"));
    EXPECT_THAT(errorOf("\"version\": 1", "\"version\": 1e5555"), HasSubstr("/version: found the number 1e5555"));
    EXPECT_THAT(errorOf("\"net\"", "\"nett\""), HasSubstr("the document: the key 'net' is missing"));
    EXPECT_THAT(errorOf("\"toy\"", "3"), HasSubstr("/net: found the number 3; expected a string"));
    EXPECT_THAT(errorOf("\"version\": 1", "\"version\": 2"), HasSubstr("/version: found the number 2; expected 1"));
    EXPECT_THAT(errorOf("batchscope-learned", "other"),
                HasSubstr(R"(/format: found the string "other-policy"; expected "batchscope-learned-policy")"));
    EXPECT_THAT(errorOf("\"seed\": 0", "\"seed\": -1"),
                HasSubstr("/seed: found the number -1; expected a non-negative integer"));
    EXPECT_THAT(errorOf("\"a()\"", "\"b()\""), HasSubstr("/signatures/1: duplicate signature 'b()'"));
    EXPECT_THAT(errorOf("\"signature\": 1", "\"signature\": 9"),
                HasSubstr("/states/1/actions/1/signature: signature 9 is not ready in this state"));
    EXPECT_THAT(errorOf("\"q\": -2.0", "\"q\": \"x\""),
                HasSubstr("/states/1/actions/0/q: found the string \"x\"; expected a number"));
    EXPECT_THAT(errorOf("\"visits\": 7", "\"visits\": 7.5"),
                HasSubstr("/states/1/actions/1/visits: found the number 7.5; expected a non-negative integer"));
    EXPECT_THAT(errorOf("    0,\n    1", "    1,\n    0"),
                HasSubstr("/states/1/ready/1: signatures must be in ascending order"));
    EXPECT_THAT(errorOf("    0,\n    1", "    0,\n    5"), HasSubstr("/states/1/ready/1: there are 2 signatures"));
    EXPECT_THAT(errorOf("    0,\n    1", "    0"),
                HasSubstr("/states/1/actions/1/signature: signature 1 is not ready"));
    EXPECT_THAT(parseLearnedTable("[]", "t.json").error().text(),
                HasSubstr("the document: the key 'format' is missing"));
    EXPECT_THAT(parseLearnedTable("", "t.json").error().text(), HasSubstr("t.json:1:1: error:"));
    EXPECT_FALSE(parseLearnedTable(std::string(100'000, '['), "t.json").hasValue());
}

TEST(LearnedTable, SignaturesOfOneTextGetDifferentNames) {
    OpGraph graph = forest(1, Outputs::Root);
    Signature shared = graph.signatures[SignatureId(std::size_t{1})];
    shared.shared = {{NodeId(std::size_t{0}), 0}};
    graph.signatures.intern(shared);
    const std::vector<std::string> names = signatureNames(graph);
    EXPECT_EQ(names[3], names[1] + " #2");
}

} // namespace
} // namespace batchscope
