// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every rule and every tie-break of every policy, each on a graph of a few calls whose batches follow by hand from the
// contract in policies.h. A case names the rule that decides; break that rule, and the batches change.
#include "core/schedule/explain.h"
#include "core/schedule/policies.h"
#include "core/schedule/policy_learned.h"
#include "tests/support/forests.h"
#include "tests/support/lettered_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace batchscope {
namespace {

using testing::batchesOf;
using ::testing::HasSubstr;
using testing::lettered;
using testing::scheduleOf;
using testing::weighedAt;

/// `b` on levels 1 and 3, `a` and `c` between: what tells policies that look at all nodes from those that look at the
/// rest, and those that group by level from those that do not.
constexpr const char* kTwoHeights = "a b(0) a(0) b(2) c(1)";
constexpr const char* kUnbatchable = "a b(0) x(1) x y x";
/// `b` runs once at the start, so that its mean over all nodes (1.5) and over the rest (3) differ; `c` has mean 2.
constexpr const char* kRunOnce = "b a(0) a(1) b(2) c(1)";

struct RuleCase {
    const char* policy;
    const char* calls;
    const char* batches;
    const char* why;
    std::map<std::size_t, Reason> reasons = {};      ///< by step: some of them
    std::map<std::size_t, const char*> weighed = {}; ///< by step: some of them
};

const RuleCase kCases[] = {
    {"regular",
     "a b(0) a x(2) a",
     "a0 b1 a2 x3 a4",
     "order of creation, whatever could batch: nothing is weighed",
     {{0, Reason::CreationOrder}, {3, Reason::CreationOrder}, {4, Reason::CreationOrder}},
     {{0, ""}}},

    {"depth",
     "a a(0) b a(1)",
     "a0 b2 a1 a3",
     "level 0 before level 1, though `a`, ready there, was seen first",
     {{0, Reason::TieFirstSeen}, {1, Reason::LowestLevel}, {2, Reason::OnlyCandidate}, {3, Reason::OnlyCandidate}}},
    {"depth",
     "a b(0) a(0) b(2)",
     "a0 a2 b1 b3",
     "first seen of one level; `b` of level 2 is ready, but waits for it",
     {{0, Reason::OnlyCandidate}, {1, Reason::TieFirstSeen}, {2, Reason::OnlyCandidate}, {3, Reason::OnlyCandidate}}},
    {"depth",
     "a B(0) c(0)",
     "a0 B1 c2",
     "a product makes no difference",
     {{0, Reason::OnlyCandidate}, {1, Reason::TieFirstSeen}, {2, Reason::OnlyCandidate}}},
    {"depth", "a x a(0) x", "a0 x1 x3 a2", "ops that cannot batch wait for their turn and run alone"},
    {"depth",
     "a b a(0) a(0) c(1)",
     "a0 b1 a2,3 c4",
     "once `a0` ran, `a` of level 1 is ready beside `b1`, but not `c4`",
     {},
     {{0, "a:1@0=0 b:1@0=0"}, {1, "a:2@1=1 b:1@0=0"}, {2, "a:2@1=1 c:1@1=1"}, {3, "c:1@1=1"}}},
    {"depth", "a b(0) b(1) a c(2,3)", "a0,3 b1 b2 c4", "from the inputs, both `a` are on level 0"},

    {"alap",
     "a b(0) b(1) a c(2,3)",
     "a0 b1 a3 b2 c4",
     "`a3` stands right below its consumer, where it ties with `b2`",
     {},
     {{2, "a:1@2=2 b:1@2=2"}}},
    {"alap", "a b(0) a", "a0 a2 b1", "what nobody uses stands on the last level"},
    {"alap", "a b(0) c(0,1)", "a0 b1 c2", "of two consumers the lower counts", {}, {{0, "a:1@0=0"}}},
    {"alap",
     "a a(0) a(1) b(0)",
     "a0 a1 a2 b3",
     "also where the higher is met first from the back",
     {},
     {{0, "a:1@0=0"}}},

    {"agenda",
     "a b(0) b(1) c(0)",
     "a0 c3 b1 b2",
     "`b` has mean 1.5 and `c` 1, though both are ready on level 1",
     {{0, Reason::OnlyCandidate}, {1, Reason::LowestScore}, {2, Reason::OnlyCandidate}},
     {{1, "b:1@1=1.5 c:1@1=1"}}},
    {"agenda", kTwoHeights, "a0 a2 b1,3 c4", "`b1` waits for `a2` and runs with `b3`, one level above it"},
    {"agenda", "a B(0) c(0)", "a0 c2 B1", "at a tie the op without product", {{1, Reason::TieCheapOp}}},
    {"agenda", "a c(0) b(0)", "a0 c1 b2", "then what appeared first, not the name", {{1, Reason::TieFirstSeen}}},
    {"agenda", "a C(0) B(0)", "a0 C1 B2", "also among products", {{1, Reason::TieFirstSeen}}},
    {"agenda", "a B(0) c(0) c(2)", "a0 B1 c2 c3", "the cost is asked only at a tie", {{1, Reason::LowestScore}}},
    {"agenda",
     kUnbatchable,
     "x3 x5 y4 a0 b1 x2",
     "`x` one by one before `a` of mean 0, then `y`, which was seen later",
     {{0, Reason::Unbatchable}, {2, Reason::Unbatchable}, {3, Reason::OnlyCandidate}, {5, Reason::Unbatchable}},
     {{0, "a:1@0=0 x:2@0=0.667 y:1@0=0"}}},
    {"agenda", kRunOnce, "b0 a1 a2 b3 c4", "the mean is over all nodes", {}, {{3, "b:1@3=1.5 c:1@2=2"}}},
    {"agenda", "a c b(0) b(1) d(2) c(4)", "a0 b2 c1 b3 d4 c5", "what complete-groups does otherwise"},

    {"agenda-remaining", kUnbatchable, "x3 x5 y4 a0 b1 x2", "as agenda"},
    {"agenda-remaining",
     kRunOnce,
     "b0 a1 a2 c4 b3",
     "`b0` ran, so `b` counts 3 and `c` (2) goes first; `a` ties with `c`",
     {{2, Reason::TieFirstSeen}},
     {{2, "a:1@2=2 c:1@2=2"}, {3, "b:1@3=3 c:1@2=2"}}},
    {"agenda-remaining", "a B(0) c(0)", "a0 c2 B1", "ties as agenda breaks them"},
    {"agenda-remaining", "a c(0) b(0)", "a0 c1 b2", "ties as agenda breaks them"},

    {"complete-groups", kUnbatchable, "x3 x5 y4 a0 b1 x2", "as agenda"},
    {"complete-groups",
     "a c b(0) b(1) d(2) c(4)",
     "a0 c1 b2,3 d4 c5",
     "one `b` of its level still waits, so `c` runs",
     {{1, Reason::CompleteGroup}, {2, Reason::OnlyCandidate}},
     {{1, "c:1@0=1.5 b:1@1=1"}}},
    {"complete-groups", kTwoHeights, "a0 a2 b1 b3 c4", "one level at a time, where agenda runs both `b` together"},
    {"complete-groups", "a b(0) b(1) c(0)", "a0 c3 b1 b2", "means 1.5 and 1"},
    {"complete-groups", "a B(0) c(0)", "a0 c2 B1", "equal means: no product"},
    {"complete-groups", "a c(0) b(0)", "a0 c1 b2", "equal cost: first seen"},
    {"complete-groups", "a C(0) B(0)", "a0 C1 B2", "products both: first seen"},

    {"largest",
     "a b a(0) b(1) c(0) c(1)",
     "a0 a2 b1 c4,5 b3",
     "ties of one node each go to the first seen, then both `c`",
     {{0, Reason::TieFirstSeen}, {2, Reason::TieFirstSeen}, {3, Reason::OwnRule}, {4, Reason::OnlyCandidate}},
     {{1, "a:1@1=1 b:1@0=1 c:1@1=1"}}},
    {"largest", "a b b c(0)", "b1,2 a0 c3", "the later seen where it has more"},
    {"largest", "b a a b", "b0,3 a1,2", "ties go to the first seen"},
    {"largest", "a x x x", "x1 x2 a0 x3",
     "`x` leads with 3, then 2, and runs alone; at 1 against 1 `a` was seen first"},

    {"sufficient",
     "a b(0) c b(2)",
     "a0 c2 b1,3",
     "`b1` is half of the frontier of `b`: `b3` waits for `c2` only",
     {{0, Reason::WholeFrontier}, {1, Reason::WholeFrontier}, {2, Reason::OnlyCandidate}},
     {{1, "b:1@1=0.5 c:1@0=1"}}},
    {"sufficient",
     "b c b(1) b(1) c(0)",
     "c1 b0,2,3 c4",
     "one of three `b` and one of two `c`: none is whole",
     {{0, Reason::HighestShare}, {1, Reason::OnlyCandidate}},
     {{0, "b:1@0=0.333 c:1@0=0.5"}}},
    {"sufficient",
     "a b c(1) b(2) b(3)",
     "a0 b1 c2 b3 b4",
     "what waits for another `b` is not in the frontier of `b`",
     {},
     {{0, "a:1@0=1 b:1@0=1"}}},
    {"sufficient", "b a a b", "b0,3 a1,2", "ties go to the first seen"},
    {"sufficient", "x a a(0) x", "x0 x3 a1,2", "of an op that cannot batch one runs"},

    {"optimal",
     kTwoHeights,
     "a0 a2 b1,3 c4",
     "after `a0` a2, b1+3 and c4 are three; b1 first leaves four",
     {{0, Reason::OnlyCandidate}, {1, Reason::OwnRule}, {2, Reason::OnlyCandidate}},
     {{1, "a:1@1=3 b:1@1=4"}}},
    {"optimal", "a b(0) c b(2)", "a0 c2 b1,3", "`b`, seen before `c`, costs one more"},
    {"optimal", "b a a b", "b0,3 a1,2", "ties go to the first seen", {}, {{0, "b:2@0=2 a:2@0=2"}}},
    {"optimal", "x x a x", "x0 x1 x3 a2", "each `x` is a batch", {}, {{0, "x:3@0=4 a:1@0=4"}}},
    {"optimal", "a b | a b", "a0 b1 a2 b3", "the sync point parts the two `a`, whatever would be saved"},

    {"learned", kUnbatchable, "x3 x5 y4 a0 b1 x2", "as agenda"},
};

void check(const RuleCase& each, const OpGraph& graph, const Schedule& schedule) {
    SCOPED_TRACE(std::string(schedule.policy) + " on " + each.calls + ": " + each.why);
    EXPECT_EQ(batchesOf(graph, schedule), each.batches);
    for (const auto& [step, reason] : each.reasons) {
        EXPECT_EQ(schedule.reasons[BatchId(step)], reason) << step;
    }
    for (const auto& [step, weighed] : each.weighed) {
        EXPECT_EQ(weighedAt(graph, schedule, step), weighed) << step;
    }
}

TEST(PolicyRules, EachDecidesAsItSays) {
    for (const RuleCase& each : kCases) {
        const OpGraph graph = lettered(each.calls);
        check(each, graph, scheduleOf(graph, each.policy));
    }
}

/// It is not true that nothing else is ready.
TEST(PolicyRules, WhyNodesOfTheOnlySignatureWait) {
    const auto reason = [](const char* policy, const char* calls, std::size_t step) {
        const OpGraph graph = lettered(calls);
        return std::string(reasonText(graph, scheduleOf(graph, policy), BatchId(step)));
    };
    EXPECT_THAT(reason("complete-groups", kTwoHeights, 2), HasSubstr("one level at a time"));
    EXPECT_EQ(reason("complete-groups", kTwoHeights, 4), "nothing else is ready");
    EXPECT_THAT(reason("largest", "x x", 0), HasSubstr("its op cannot be batched"));
    EXPECT_EQ(reason("largest", "x x", 1), "nothing else is ready");
}

// ---- learned ---------------------------------------------------------------------------------------------------

/// What is known of the state in which `b` and `c` of "a b(0) c b(2)" are ready.
struct Known {
    double ofB = 0.0;
    std::uint64_t triesOfB = 0;
    double ofC = 0.0;
    std::uint64_t triesOfC = 0;
};

/// Batches of the graph under a table of that one state, and the reason of its step, 1.
std::pair<std::string, Reason> followed(const Known& known) {
    const OpGraph graph = lettered("a b(0) c b(2)");
    LearnedTable table{.net = "lettered", .signatures = signatureNames(graph)};
    table.states = {{.ready = {1, 2}, .values = {known.ofB, known.ofC}, .visits = {known.triesOfB, known.triesOfC}}};
    const Result<Schedule> schedule = makeSchedule(graph, LearnedPolicy(table), {});
    EXPECT_TRUE(schedule.hasValue());
    return {batchesOf(graph, *schedule), schedule->reasons[BatchId(std::size_t{1})]};
}

TEST(LearnedRule, TheHighestValueOfTheTable) {
    const std::string bFirst = "a0 b1 c2 b3";
    const std::string cFirst = "a0 c2 b1,3";
    EXPECT_EQ(followed({-0.1, 1, -3.0, 1}), std::pair(bFirst, Reason::Learned));
    EXPECT_EQ(followed({-3.0, 1, -0.1, 1}), std::pair(cFirst, Reason::Learned));
    EXPECT_EQ(followed({-1.0, 1, -1.0, 1}), std::pair(bFirst, Reason::Learned)) << "equal values: first seen";
}

TEST(LearnedRule, WhatWasNotTriedIsWorthItsShare) {
    const std::string bFirst = "a0 b1 c2 b3";
    const std::string cFirst = "a0 c2 b1,3";
    // Untried, `c` is worth 0 (all of its frontier) and `b` -0.5 (half of it); their entries say nothing.
    EXPECT_EQ(followed({-0.1, 0, -3.0, 0}), std::pair(cFirst, Reason::WholeFrontier));
    EXPECT_EQ(followed({-0.1, 1, -3.0, 0}), std::pair(cFirst, Reason::WholeFrontier)) << "0 above -0.1";
    EXPECT_EQ(followed({0.0, 0, -0.75, 1}), std::pair(bFirst, Reason::HighestShare)) << "-0.5 above -0.75";
    EXPECT_EQ(followed({0.0, 0, -0.25, 1}), std::pair(cFirst, Reason::Learned)) << "-0.25 above -0.5";
    EXPECT_EQ(followed({0.0, 1, -3.0, 0}), std::pair(bFirst, Reason::Learned)) << "0 each: first seen";
}

TEST(LearnedRule, AStateIsKnownBySetAndAnotherSetIsAnotherState) {
    const OpGraph graph = lettered("a b(0) c b(2) d(0)");
    LearnedTable table{.net = "lettered", .signatures = signatureNames(graph)};
    table.states = {{.ready = {1, 2}, .values = {-0.1, -9.0}, .visits = {1, 1}}};
    // {b, c, d} is ready, which the table does not hold: the shares decide, and `c` ties with `d` at 1.
    const Schedule schedule = *makeSchedule(graph, LearnedPolicy(table), {});
    EXPECT_EQ(batchesOf(graph, schedule), "a0 c2 b1,3 d4");
    EXPECT_EQ(schedule.reasons[BatchId(1)], Reason::WholeFrontier);
}

TEST(LearnedRule, NamesTellSignaturesWhateverTheirOrderInTheTable) {
    const OpGraph graph = lettered("a b(0) c b(2)");
    LearnedTable table{.net = "lettered", .signatures = signatureNames(graph)};
    std::reverse(table.signatures.begin(), table.signatures.end()); // c, b, a
    table.states = {{.ready = {0, 1}, .values = {-3.0, -0.1}, .visits = {1, 1}}};
    // In the state {b, c} the table values `b` highest; by its shares alone `c` would run.
    const Schedule schedule = *makeSchedule(graph, LearnedPolicy(table), {});
    EXPECT_EQ(batchesOf(graph, schedule), "a0 b1 c2 b3");
    EXPECT_EQ(schedule.reasons[BatchId(1)], Reason::Learned);
}

TEST(LearnedRule, ASignatureWithoutNameMakesTheStateUnknown) {
    const OpGraph graph = lettered("a b(0) c b(2)");
    LearnedTable table{.net = "lettered", .signatures = signatureNames(graph)};
    table.signatures[2] = "other()";
    // Were `c` taken for entry 0, the state would be {0, 1}, in which `b` is worth more.
    table.states = {{.ready = {0, 1}, .values = {-3.0, -0.1}, .visits = {1, 1}}};
    EXPECT_EQ(batchesOf(graph, *makeSchedule(graph, LearnedPolicy(table), {})), "a0 c2 b1,3");
}

// ---- all -------------------------------------------------------------------------------------------------------

TEST(PolicyRegistry, TheBaselineIsListedFirst) {
    EXPECT_STREQ(policies().front()->name(), "regular");
}

TEST(PolicyRegistry, OptimalTakesSixteenNodesAndNotSeventeen) {
    const auto leaves = [](std::size_t count) {
        std::string calls;
        for (std::size_t index = 0; index < count; ++index) {
            calls += "a ";
        }
        return lettered(calls);
    };
    const Policy& optimal = **findPolicy("optimal");
    EXPECT_TRUE(optimal.accepts(leaves(kOptimalNodes)).hasValue());
    EXPECT_FALSE(optimal.accepts(leaves(kOptimalNodes + 1)).hasValue());
}

} // namespace
} // namespace batchscope
