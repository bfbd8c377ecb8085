// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules that are given as they are: as a policy, and as a file with all that may be wrong in it.
#include "core/schedule/given_schedule.h"

#include "core/schedule/row_order.h"
#include "core/schedule/schedule_json.h"
#include "core/schedule/validate.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"
#include "tests/support/lettered_graph.h"
#include "tests/support/mixed_graph.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace batchscope {
namespace {

using testing::batchedAs;
using testing::batchesOf;
using ::testing::HasSubstr;
using testing::lettered;

Result<Schedule> followed(const OpGraph& graph, const Schedule& schedule) {
    return makeSchedule(graph, GivenPolicy(graph, std::make_shared<const Schedule>(schedule), "S.json"), {});
}

void expectEqualBatches(const OpGraph& graph, const Schedule& expected, const Schedule& got) {
    EXPECT_EQ(batchesOf(graph, got), batchesOf(graph, expected));
    EXPECT_EQ(got.batchSignatures.values(), expected.batchSignatures.values());
    EXPECT_EQ(got.syncPoints, expected.syncPoints);
    EXPECT_TRUE(validate(graph, got));
}

/// Followed as a policy, and through a file.
void expectRoundTrips(const OpGraph& graph) {
    const std::vector<const Policy*> policies = *parsePolicies("all", graph);
    for (const Policy* policy : policies) {
        SCOPED_TRACE(policy->name());
        const Schedule schedule = testing::scheduleOf(graph, policy->name());
        const Result<Schedule> again = followed(graph, schedule);
        ASSERT_TRUE(again) << again.error().message;
        expectEqualBatches(graph, schedule, *again);
        const Schedule ordered = withRowOrder(graph, schedule, RowOrder::ByConsumer);
        const Result<Schedule> read = parseSchedule(scheduleJson(graph, ordered), "S.json", graph);
        ASSERT_TRUE(read) << read.error().text();
        expectEqualBatches(graph, ordered, *read);
        EXPECT_EQ(read->policy, policy->name());
    }
}

class GivenScheduleOfNet : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Nets, GivenScheduleOfNet,
                         ::testing::Values("tree-lstm", "tree-rnn", "spinn", "bilstm-tagger", "transition-parser"),
                         testing::nameOfNet);

TEST_P(GivenScheduleOfNet, IsFollowedAndComesBackFromItsFile) {
    const Treebank bank = *generateTreebank({.leaves = LeafRange(2, 6), .trees = 4, .vocabulary = 6, .seed = 3});
    for (const Granularity granularity : {Granularity::Cell, Granularity::Primitive}) {
        GraphOptions options{.model = GetParam(), .dim = 4, .outputs = Outputs::All};
        options.granularity = granularity;
        expectRoundTrips(testing::graphOf(bank, options));
    }
}

TEST(GivenSchedule, OfEverythingAGraphMayHold) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE(seed);
        expectRoundTrips(testing::mixedGraph(seed, {.calls = 60, .rounds = static_cast<std::uint32_t>(1 + seed % 3)}));
    }
}

TEST(GivenSchedule, RowsAreInTheOrderOfPolicies) {
    const OpGraph graph = lettered("a a a");
    EXPECT_EQ(batchesOf(graph, *followed(graph, batchedAs(graph, "2,0,1"))), "a0,1,2");
}

/// Of another number of nodes, of other ops, of other arguments.
TEST(GivenSchedule, IsRefusedForAnotherGraph) {
    const OpGraph graph = lettered("a a b(0) b(1)");
    const GivenPolicy policy(graph, std::make_shared<const Schedule>(batchedAs(graph, "0,1 2,3")), "S.json");
    const auto message = [&](const char* calls) {
        const Result<Schedule> made = makeSchedule(lettered(calls), policy, {});
        return made ? std::string("made") : made.error().message;
    };
    EXPECT_EQ(message("a a b(0) b(1)"), "made");
    EXPECT_THAT(message("a a b(0)"), HasSubstr("for a graph of 4 nodes, and this graph has 3 nodes"));
    EXPECT_THAT(message("a a c(0) c(1)"), HasSubstr("for another graph"));
    EXPECT_THAT(message("a a b(0) b(0)"), HasSubstr("for another graph"));
    EXPECT_THAT(message("a a b(0) | b(1)"), HasSubstr("for another graph"));
    EXPECT_THAT(message("x x b(0) b(1)"), HasSubstr("for another graph"));
}

TEST(GivenSchedule, WordsAndWidthsDoNotCount) {
    const GraphOptions narrow{.dim = 4};
    const GraphOptions wide{.dim = 64};
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), narrow);
    EXPECT_EQ(structureHash(graph), structureHash(testing::graphOf(testing::bankOf(testing::kTwoTrees), wide)));
    const Treebank otherWords = testing::bankOf("(3 (2 (2 x) (2 y)) (2 z))\n(1 (2 v) (0 w))\n");
    EXPECT_EQ(structureHash(graph), structureHash(testing::graphOf(otherWords, narrow)));
    const Treebank otherShape = testing::bankOf("(3 (2 a) (2 (2 b) (2 c)))\n(1 (2 a) (0 d))\n");
    EXPECT_NE(structureHash(graph), structureHash(testing::graphOf(otherShape, narrow)));
}

/// Files hold it: a version with another value could not read what this one wrote.
TEST(GivenSchedule, TheHashNeverChanges) {
    EXPECT_EQ(fmt::format("{:016x}", structureHash(lettered("a a B(0) | c(1,2)"))), "5552b393f3239b36");
}

/// A file for "a a B(0) B(1)" with these batches.
std::string fileWith(const std::string& batches) {
    return fmt::format(
        "{{\"format\": \"batchscope-schedule\", \"version\": 1,\n\"graph\": {{\"nodes\": 4, \"structure\": "
        "\"{:016x}\"}},\n\"batches\": [{}]}}",
        structureHash(lettered("a a B(0) B(1)")), batches);
}

std::string faultIn(const std::string& text) {
    const OpGraph graph = lettered("a a B(0) B(1)");
    const Result<Schedule> read = parseSchedule(text, "S.json", graph);
    return read ? "read: " + batchesOf(graph, *read) : read.error().text();
}

TEST(ScheduleJson, OnlyWhatIsNeededMustBeThere) {
    EXPECT_EQ(faultIn(fileWith(R"({"nodes":[1,0]}, {"nodes":[2 , 3 ]})")), "read: a1,0 B2,3");
    EXPECT_EQ(faultIn(fileWith("{\"nodes\":[0,1]},\n{\"nodes\":[2]},{\"nodes\":[3], \"op\":\"B\"}")),
              "read: a0,1 B2 B3");
}

TEST(ScheduleJson, EveryBrokenRuleIsNamedWhereItIs) {
    EXPECT_EQ(faultIn(fileWith(R"({"nodes":[0,1]},{"nodes":[2]})")),
              "S.json:3:12: error: /batches: only 3 of 4 nodes run; node 3 is in no batch");
    EXPECT_EQ(faultIn(fileWith(R"({"nodes":[0,1]},{"nodes":[2,3,2]})")),
              "S.json:3:43: error: /batches/1/nodes/2: node 2 runs twice");
    EXPECT_EQ(faultIn(fileWith(R"({"nodes":[0,1,2,3]})")),
              "S.json:3:27: error: /batches/0/nodes/2: the signature of node 2 differs from that of its batch 1");
    EXPECT_EQ(faultIn(fileWith(R"({"nodes":[2,3]},{"nodes":[0,1]})")),
              "S.json:3:23: error: /batches/0/nodes/0: node 2 in batch 1 needs node 0, which does not run earlier");
    EXPECT_EQ(faultIn(fileWith(R"({"nodes":[0,1]},{"nodes":[]},{"nodes":[2,3]})")),
              "S.json:3:29: error: /batches/1: batch 2 is empty");
    EXPECT_EQ(faultIn(fileWith(R"({"nodes":[0,1]},{"nodes":[2,40]})")),
              "S.json:3:41: error: /batches/1/nodes/1: found the number 40; expected an integer from 0 to 3");
    EXPECT_EQ(faultIn(fileWith(R"({"nodes":[0,1]},{"nodes":[2,18446744073709551615]})")),
              "S.json:3:41: error: /batches/1/nodes/1: found the number 18446744073709551615; expected an integer from "
              "0 to 3");
    EXPECT_EQ(faultIn(fileWith(R"({"op":"a","nodes":[0,1]},{"op":"C","nodes":[2,3]})")),
              "S.json:3:44: error: /batches/1/op: this batch is said to be of the op 'C', but node 2 is of the op 'B'");
}

TEST(ScheduleJson, AnotherGraphIsToldBeforeItsBatches) {
    const OpGraph other = lettered("a a a");
    EXPECT_EQ(faultIn(scheduleJson(other, batchedAs(other, "0,1,2"))),
              "S.json:2:11: error: /graph: this schedule is for a graph of 3 nodes, and this graph has 4 nodes; build "
              "the graph "
              "with the same trees and options as when the schedule was saved");
}

TEST(ScheduleJson, WrongDocumentsAreRefusedAtTheirPlace) {
    const auto with = [](std::string_view from, std::string_view to) {
        std::string text = fileWith(R"({"op": "a", "nodes": [0, 1]})");
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return faultIn(text.replace(at, from.size(), to));
    };
    EXPECT_THAT(faultIn(""), HasSubstr("S.json:1:1: error: this is not JSON"));
    EXPECT_THAT(faultIn("{\"format\": \"batchscope-schedule\",\n oops}"),
                HasSubstr("S.json:2:2: error: this is not JSON"));
    EXPECT_THAT(faultIn("[1]"), HasSubstr("S.json:1:1: error: the document: found an array of 1; expected a schedule"));
    EXPECT_THAT(faultIn(R"({"trees": 8})"), HasSubstr("S.json:1:1: error: the document: this is another kind of file"));
    EXPECT_THAT(faultIn(R"({"format": "other"})"),
                HasSubstr("S.json:1:12: error: /format: found the string \"other\"; expected batchscope-schedule"));
    EXPECT_THAT(with(R"("version": 1)", R"("version": 2)"),
                HasSubstr("/version: found the number 2; expected version 1"));
    EXPECT_THAT(with(R"("version": 1)", R"("version": 1, "version": 1)"), HasSubstr("duplicate key \"version\""));
    EXPECT_THAT(with(R"("version": 1)", R"("version": 1, "trees": 1)"), HasSubstr("unknown key \"trees\""));
    EXPECT_THAT(with(R"({"op": "a", "nodes": [0, 1]})", "true"), HasSubstr("/batches/0: found true; expected a batch"));
    EXPECT_THAT(with("[0, 1]", "[[0]]"),
                HasSubstr("/batches/0/nodes/0: found an array of 1; expected an integer from 0 to 3"));
    EXPECT_THAT(with(R"("nodes": [0, 1])", R"("op": "a")"), HasSubstr("duplicate key"));
    EXPECT_THAT(with(R"(, "nodes": [0, 1])", ""), HasSubstr("/batches/0: the key 'nodes' is missing"));
    EXPECT_FALSE(parseSchedule(std::string(1'000'000, '['), "S.json", lettered("a")).hasValue()) << "and no recursion";
}

/// Whatever letter is damaged, the file is read or refused in words.
TEST(ScheduleJson, DamageNeverCrashes) {
    const std::string good = fileWith(R"({"op":"a","nodes":[0,1]},{"nodes":[2,3]})");
    std::size_t refused = 0;
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (const char letter : {'{', ']', '"', '9', '-', ',', '\0', '\xFF'}) {
            std::string damaged = good;
            damaged[at] = letter;
            const std::string answer = faultIn(damaged);
            EXPECT_TRUE(answer.starts_with("read: ") || answer.starts_with("S.json:")) << answer;
            refused += answer.starts_with("S.json:") ? 1 : 0;
        }
        EXPECT_TRUE(faultIn(good.substr(0, at)).starts_with("S.json:")) << at;
    }
    EXPECT_GT(refused, good.size());
}

} // namespace
} // namespace batchscope
