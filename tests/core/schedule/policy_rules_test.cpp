// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every rule and every tie-break of every policy, each on a graph of a few calls whose batches follow by hand from the
// contract in policies.h. The comment of a case names the rule that decides; break that rule, and the batches change.
#include "core/schedule/explain.h"
#include "core/schedule/policies.h"
#include "core/schedule/policy_learned.h"
#include "tests/support/forests.h"
#include "tests/support/lettered_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace batchscope {
namespace {

using testing::batchesOf;
using testing::lettered;
using testing::scheduleOf;
using testing::weighedAt;

std::vector<Reason> reasonsOf(const Schedule& schedule) {
    return schedule.reasons.values();
}

/// `b` on levels 1 and 3, `a` and `c` between: what tells policies that look at all nodes from those that look at the
/// rest, and those that group by level from those that do not.
constexpr std::string_view kTwoHeights = "a b(0) a(0) b(2) c(1)";

// ---- regular ---------------------------------------------------------------------------------------------------

TEST(RegularRule, OrderOfCreationOneByOne) {
    const OpGraph graph = lettered("a b(0) a x(2) a");
    const Schedule schedule = scheduleOf(graph, "regular");
    // Creation order, whatever could batch or could not: nothing is weighed.
    EXPECT_EQ(batchesOf(graph, schedule), "a0 b1 a2 x3 a4");
    EXPECT_EQ(reasonsOf(schedule), std::vector<Reason>(5, Reason::CreationOrder));
    EXPECT_EQ(weighedAt(graph, schedule, 0), "");
}

TEST(RegularRule, AnEarlierRoundGoesBeforeOrderOfCreation) {
    OpGraph graph = lettered("a a a a");
    for (const std::uint32_t round : {0U, 1U, 0U, 1U}) {
        graph.rounds.push_back(round);
    }
    // Round 0 holds calls 0 and 2; within a round creation decides.
    EXPECT_EQ(batchesOf(graph, "regular"), "a0 a2 a1 a3");
}

// ---- depth -----------------------------------------------------------------------------------------------------

/// `depth` as its rule, asked step by step: as a policy of its own it is not known to run by level, so it is not
/// sorted.
class AskedDepth final : public Policy {
public:
    AskedDepth() : Policy({.name = "asked-depth"}) {}
    [[nodiscard]] Pick choose(const Frontier& frontier) const override {
        return (*findPolicy("depth"))->choose(frontier);
    }
};

struct DepthCase {
    const char* calls;
    const char* batches;
    std::vector<Reason> reasons;
};

TEST(DepthRule, LowestLevelThenFirstSeenOnOneLevelOnly) {
    const std::array cases = {
        // Level 0 before level 1, though `a`, of which level 1 is ready, was seen first.
        DepthCase{"a a(0) b a(1)",
                  "a0 b2 a1 a3",
                  {Reason::TieFirstSeen, Reason::LowestLevel, Reason::OnlyCandidate, Reason::OnlyCandidate}},
        // On one level the signature that was seen first; `b` of level 2 is ready, but waits for its level.
        DepthCase{"a b(0) a(0) b(2)",
                  "a0 a2 b1 b3",
                  {Reason::OnlyCandidate, Reason::TieFirstSeen, Reason::OnlyCandidate, Reason::OnlyCandidate}},
        // A product makes no difference to depth.
        DepthCase{"a B(0) c(0)", "a0 B1 c2", {Reason::OnlyCandidate, Reason::TieFirstSeen, Reason::OnlyCandidate}},
    };
    for (const DepthCase& each : cases) {
        const OpGraph graph = lettered(each.calls);
        const Schedule sorted = scheduleOf(graph, "depth");
        EXPECT_EQ(batchesOf(graph, sorted), each.batches);
        EXPECT_EQ(reasonsOf(sorted), each.reasons) << each.calls;
        const Schedule asked = *makeSchedule(graph, AskedDepth(), {});
        EXPECT_EQ(batchesOf(graph, asked), each.batches) << "asked step by step";
        EXPECT_EQ(reasonsOf(asked), each.reasons) << each.calls;
    }
}

TEST(DepthRule, UnbatchableOpsWaitForTheirTurnAndRunAlone) {
    // `a` was seen first on level 0; `x` then runs node by node in order of creation, before level 1.
    EXPECT_EQ(batchesOf(lettered("a x a(0) x"), "depth"), "a0 x1 x3 a2");
}

TEST(DepthRule, WeighsTheLowestLevelOfEachReadySignature) {
    const OpGraph graph = lettered("a b a(0) a(0) c(1)");
    const Schedule schedule = scheduleOf(graph, "depth");
    // Once `a0` ran, two `a` of level 1 are ready beside `b1`; `c4` is not, as it waits for `b1`.
    EXPECT_EQ(batchesOf(graph, schedule), "a0 b1 a2,3 c4");
    EXPECT_EQ(weighedAt(graph, schedule, 0), "a:1@0=0 b:1@0=0");
    EXPECT_EQ(weighedAt(graph, schedule, 1), "a:2@1=1 b:1@0=0");
    EXPECT_EQ(weighedAt(graph, schedule, 2), "a:2@1=1 c:1@1=1");
    EXPECT_EQ(weighedAt(graph, schedule, 3), "c:1@1=1");
}

// ---- alap ------------------------------------------------------------------------------------------------------

TEST(AlapRule, ANodeStandsRightBelowItsLowestConsumer) {
    const OpGraph graph = lettered("a b(0) b(1) a c(2,3)");
    const Schedule schedule = scheduleOf(graph, "alap");
    // `a3` stands on level 2, below `c4`, where it ties with `b2`: `a` was seen first. Depth runs both `a` at once.
    EXPECT_EQ(batchesOf(graph, schedule), "a0 b1 a3 b2 c4");
    EXPECT_EQ(weighedAt(graph, schedule, 2), "a:1@2=2 b:1@2=2");
    EXPECT_EQ(batchesOf(graph, "depth"), "a0,3 b1 b2 c4");
}

TEST(AlapRule, WhatNobodyUsesStandsOnTheLastLevel) {
    // `a2` and `b1` are used by nobody: both on the last level, 1, where `a` was seen first.
    EXPECT_EQ(batchesOf(lettered("a b(0) a"), "alap"), "a0 a2 b1");
}

TEST(AlapRule, OfSeveralConsumersTheLowestCounts) {
    const OpGraph graph = lettered("a b(0) c(0,1)");
    // `a0` is used on levels 1 and 2, so it stands on 0, whichever of them is met last.
    EXPECT_EQ(weighedAt(graph, scheduleOf(graph, "alap"), 0), "a:1@0=0");
    const OpGraph twice = lettered("a a(0) a(1) b(0)");
    // `b3`, on the last level, comes first when consumers are met from the back: the lower one still counts.
    EXPECT_EQ(batchesOf(twice, "alap"), "a0 a1 a2 b3");
    EXPECT_EQ(weighedAt(twice, scheduleOf(twice, "alap"), 0), "a:1@0=0");
}

// ---- agenda ----------------------------------------------------------------------------------------------------

TEST(AgendaRule, LowestMeanLevelOverAllNodesOfTheSignature) {
    const OpGraph graph = lettered("a b(0) b(1) c(0)");
    const Schedule schedule = scheduleOf(graph, "agenda");
    // `b` on levels 1 and 2 has mean 1.5, `c` has 1, though both are ready on level 1 and `b` was seen first.
    EXPECT_EQ(batchesOf(graph, schedule), "a0 c3 b1 b2");
    EXPECT_EQ(weighedAt(graph, schedule, 1), "b:1@1=1.5 c:1@1=1");
    EXPECT_EQ(reasonsOf(schedule), (std::vector<Reason>{Reason::OnlyCandidate, Reason::LowestScore,
                                                        Reason::OnlyCandidate, Reason::OnlyCandidate}));
}

TEST(AgendaRule, AllReadyNodesOfTheSignatureOfWhateverLevel) {
    // `b1` waits for `a2` (mean 0.5), and so runs with `b3`, one level above it.
    EXPECT_EQ(batchesOf(lettered(kTwoHeights), "agenda"), "a0 a2 b1,3 c4");
}

TEST(AgendaRule, TiesGoToTheOpWithoutProduct) {
    const OpGraph graph = lettered("a B(0) c(0)");
    const Schedule schedule = scheduleOf(graph, "agenda");
    // Both have mean 1, and `B` was seen first, but it holds a product.
    EXPECT_EQ(batchesOf(graph, schedule), "a0 c2 B1");
    EXPECT_EQ(reasonsOf(schedule)[1], Reason::TieCheapOp);
}

TEST(AgendaRule, ThenToTheSignatureThatAppearedFirst) {
    for (const auto& [calls, batches] : {std::pair("a c(0) b(0)", "a0 c1 b2"), std::pair("a C(0) B(0)", "a0 C1 B2")}) {
        const OpGraph graph = lettered(calls);
        const Schedule schedule = scheduleOf(graph, "agenda");
        // Equal means and equal cost: the order of appearance, not the name, decides.
        EXPECT_EQ(batchesOf(graph, schedule), batches);
        EXPECT_EQ(reasonsOf(schedule)[1], Reason::TieFirstSeen);
    }
}

TEST(AgendaRule, TheScoreGoesBeforeTheCost) {
    const OpGraph graph = lettered("a B(0) c(0) c(2)");
    // `B` has mean 1, `c` has 1.5: that `c` has no product is asked only at a tie.
    EXPECT_EQ(batchesOf(graph, "agenda"), "a0 B1 c2 c3");
    EXPECT_EQ(reasonsOf(scheduleOf(graph, "agenda"))[1], Reason::LowestScore);
}

constexpr std::string_view kUnbatchable = "a b(0) x(1) x y x";

TEST(AgendaRule, UnbatchableOpsRunFirstAloneAndInOrder) {
    for (const char* policy : {"agenda", "agenda-remaining", "complete-groups"}) {
        const OpGraph graph = lettered(kUnbatchable);
        const Schedule schedule = scheduleOf(graph, policy);
        // `x` (mean 2/3) before `a` (mean 0), its nodes one by one; `y` after it, as it was seen later.
        EXPECT_EQ(batchesOf(graph, schedule), "x3 x5 y4 a0 b1 x2") << policy;
        EXPECT_EQ(reasonsOf(schedule),
                  (std::vector<Reason>{Reason::Unbatchable, Reason::Unbatchable, Reason::Unbatchable,
                                       Reason::OnlyCandidate, Reason::OnlyCandidate, Reason::Unbatchable}))
            << policy;
    }
    EXPECT_EQ(weighedAt(lettered(kUnbatchable), scheduleOf(lettered(kUnbatchable), "agenda"), 0),
              "a:1@0=0 x:2@0=0.667 y:1@0=0");
}

// ---- agenda-remaining ------------------------------------------------------------------------------------------

/// `b` runs once at the start, so that its mean over all nodes (1.5) and over the rest (3) differ; `c` has mean 2.
constexpr std::string_view kRunOnce = "b a(0) a(1) b(2) c(1)";

TEST(AgendaRemainingRule, TheMeanIsOverNodesThatHaveNotRun) {
    const OpGraph graph = lettered(kRunOnce);
    const Schedule whole = scheduleOf(graph, "agenda");
    EXPECT_EQ(batchesOf(graph, whole), "b0 a1 a2 b3 c4");
    EXPECT_EQ(weighedAt(graph, whole, 3), "b:1@3=1.5 c:1@2=2");
    const Schedule rest = scheduleOf(graph, "agenda-remaining");
    // `b0` ran, so `b` counts 3 now, and `c` (2) goes first.
    EXPECT_EQ(batchesOf(graph, rest), "b0 a1 a2 c4 b3");
    EXPECT_EQ(weighedAt(graph, rest, 3), "b:1@3=3 c:1@2=2");
    // At step 2 `a2` (2, for `a1` ran) ties with `c4` (2): `a` was seen first.
    EXPECT_EQ(weighedAt(graph, rest, 2), "a:1@2=2 c:1@2=2");
    EXPECT_EQ(reasonsOf(rest)[2], Reason::TieFirstSeen);
}

TEST(AgendaRemainingRule, TiesAreBrokenAsAgendaBreaksThem) {
    EXPECT_EQ(batchesOf(lettered("a B(0) c(0)"), "agenda-remaining"), "a0 c2 B1");
    EXPECT_EQ(batchesOf(lettered("a c(0) b(0)"), "agenda-remaining"), "a0 c1 b2");
}

// ---- complete-groups -------------------------------------------------------------------------------------------

TEST(CompleteGroupsRule, AGroupOfWhichANodeWaitsIsPassedOverThoughItsMeanIsTheLowest) {
    const OpGraph graph = lettered("a c b(0) b(1) d(2) c(4)");
    const Schedule schedule = scheduleOf(graph, "complete-groups");
    // `b` (mean 1) would run before `c` (levels 0 and 3, mean 1.5), but one of its level still waits for `c1`.
    EXPECT_EQ(batchesOf(graph, schedule), "a0 c1 b2,3 d4 c5");
    EXPECT_EQ(weighedAt(graph, schedule, 1), "c:1@0=1.5 b:1@1=1");
    EXPECT_EQ(reasonsOf(schedule)[1], Reason::CompleteGroup);
    EXPECT_EQ(reasonsOf(schedule)[2], Reason::OnlyCandidate);
    EXPECT_EQ(batchesOf(graph, "agenda"), "a0 b2 c1 b3 d4 c5") << "or the case says nothing";
}

TEST(CompleteGroupsRule, OneLevelAtATimeTheLowestFirst) {
    // `b1` and `b3` are both ready and both complete, on levels 1 and 2: agenda runs them together, this does not.
    const OpGraph graph = lettered(kTwoHeights);
    const Schedule schedule = scheduleOf(graph, "complete-groups");
    EXPECT_EQ(batchesOf(graph, schedule), "a0 a2 b1 b3 c4");
    // `b3` is ready, too, when `b1` runs: it is not true that nothing else is.
    EXPECT_STREQ(reasonText(graph, schedule, BatchId(std::size_t{2})),
                 "only its signature is ready, and the policy takes one level at a time, so its other nodes wait for a "
                 "later step");
    EXPECT_STREQ(reasonText(graph, schedule, BatchId(std::size_t{4})), "nothing else is ready");
}

TEST(CompleteGroupsRule, OfCompleteGroupsTheLowestMeanThenTheCheapOpThenTheFirstSeen) {
    EXPECT_EQ(batchesOf(lettered("a b(0) b(1) c(0)"), "complete-groups"), "a0 c3 b1 b2") << "means 1.5 and 1";
    EXPECT_EQ(batchesOf(lettered("a B(0) c(0)"), "complete-groups"), "a0 c2 B1") << "equal means: no product";
    EXPECT_EQ(batchesOf(lettered("a c(0) b(0)"), "complete-groups"), "a0 c1 b2") << "equal cost: first seen";
    EXPECT_EQ(batchesOf(lettered("a C(0) B(0)"), "complete-groups"), "a0 C1 B2") << "products both: first seen";
}

// ---- largest ---------------------------------------------------------------------------------------------------

TEST(LargestRule, MostReadyNodesOfWhateverLevel) {
    const OpGraph graph = lettered("a b a(0) b(1) c(0) c(1)");
    const Schedule schedule = scheduleOf(graph, "largest");
    // A tie at one node each goes to `a`; then `a` and `b` have one ready and `c` one: `a`, `b`, and both `c` at last.
    EXPECT_EQ(weighedAt(graph, schedule, 1), "a:1@1=1 b:1@0=1 c:1@1=1");
    EXPECT_EQ(batchesOf(graph, schedule), "a0 a2 b1 c4,5 b3");
    EXPECT_EQ(reasonsOf(schedule), (std::vector<Reason>{Reason::TieFirstSeen, Reason::TieFirstSeen,
                                                        Reason::TieFirstSeen, Reason::OwnRule, Reason::OnlyCandidate}));
}

TEST(LargestRule, TheLaterSeenWhereItHasMore) {
    EXPECT_EQ(batchesOf(lettered("a b b c(0)"), "largest"), "b1,2 a0 c3");
}

TEST(LargestRule, TiesGoToTheFirstSeen) {
    EXPECT_EQ(batchesOf(lettered("b a a b"), "largest"), "b0,3 a1,2");
}

TEST(LargestRule, UnbatchableNodesCountAllAndRunAlone) {
    // `x` leads with 3, then with 2; at 1 against 1 `a`, seen first, comes between.
    EXPECT_EQ(batchesOf(lettered("a x x x"), "largest"), "x1 x2 a0 x3");
}

TEST(LargestRule, OfAnUnbatchableOpOneNodeRunsAndTheOthersWait) {
    const OpGraph graph = lettered("x x");
    const Schedule schedule = scheduleOf(graph, "largest");
    ASSERT_EQ(batchesOf(graph, schedule), "x0 x1");
    EXPECT_STREQ(reasonText(graph, schedule, BatchId(std::size_t{0})),
                 "only its signature is ready, but its op cannot be batched, so its other nodes wait for a later step");
    EXPECT_STREQ(reasonText(graph, schedule, BatchId(std::size_t{1})), "nothing else is ready");
}

// ---- sufficient ------------------------------------------------------------------------------------------------

TEST(SufficientRule, TheLargestShareOfTheSignaturesOwnFrontier) {
    const OpGraph graph = lettered("a b(0) c b(2)");
    const Schedule schedule = scheduleOf(graph, "sufficient");
    // `b1` is half of the frontier of `b`, for `b3` waits for `c2` only; so all of `c` goes first.
    EXPECT_EQ(weighedAt(graph, schedule, 1), "b:1@1=0.5 c:1@0=1");
    EXPECT_EQ(batchesOf(graph, schedule), "a0 c2 b1,3");
    EXPECT_EQ(reasonsOf(schedule),
              (std::vector<Reason>{Reason::WholeFrontier, Reason::WholeFrontier, Reason::OnlyCandidate}));
}

TEST(SufficientRule, WhereNoneIsWholeTheLargestShareIsSaidToBeNoMore) {
    const OpGraph graph = lettered("b c b(1) b(1) c(0)");
    const Schedule schedule = scheduleOf(graph, "sufficient");
    // One of three `b` is ready and one of two `c`.
    EXPECT_EQ(weighedAt(graph, schedule, 0), "b:1@0=0.333 c:1@0=0.5");
    EXPECT_EQ(batchesOf(graph, schedule), "c1 b0,2,3 c4");
    EXPECT_EQ(reasonsOf(schedule),
              (std::vector<Reason>{Reason::HighestShare, Reason::OnlyCandidate, Reason::OnlyCandidate}));
}

TEST(SufficientRule, ANodeBehindAnotherOfItsSignatureIsNoPartOfTheFrontier) {
    const OpGraph graph = lettered("a b c(1) b(2) b(3)");
    const Schedule schedule = scheduleOf(graph, "sufficient");
    // `b3` waits for `b1` through `c2`, and `b4` for `b3`: the frontier of `b` is `b1` alone, a share of 1.
    EXPECT_EQ(weighedAt(graph, schedule, 0), "a:1@0=1 b:1@0=1");
    EXPECT_EQ(batchesOf(graph, schedule), "a0 b1 c2 b3 b4");
}

TEST(SufficientRule, TiesGoToTheFirstSeen) {
    EXPECT_EQ(batchesOf(lettered("b a a b"), "sufficient"), "b0,3 a1,2");
}

TEST(SufficientRule, OfUnbatchableOpsOneRuns) {
    // `x` has share 1, then one of one: it was seen first; and one of two `a` is half its frontier.
    EXPECT_EQ(batchesOf(lettered("x a a(0) x"), "sufficient"), "x0 x3 a1,2");
}

// ---- optimal ---------------------------------------------------------------------------------------------------

TEST(OptimalRule, FewestBatchesToGo) {
    const OpGraph graph = lettered(kTwoHeights);
    const Schedule schedule = scheduleOf(graph, "optimal");
    // After `a0`: a2, b1+3, c4 are three; b1 first leaves four.
    EXPECT_EQ(weighedAt(graph, schedule, 1), "a:1@1=3 b:1@1=4");
    EXPECT_EQ(batchesOf(graph, schedule), "a0 a2 b1,3 c4");
    EXPECT_EQ(reasonsOf(schedule), (std::vector<Reason>{Reason::OnlyCandidate, Reason::OwnRule, Reason::OnlyCandidate,
                                                        Reason::OnlyCandidate}));
    const OpGraph later = lettered("a b(0) c b(2)");
    EXPECT_EQ(batchesOf(later, "optimal"), "a0 c2 b1,3") << "`b`, seen before `c`, costs one more";
}

TEST(OptimalRule, TiesGoToTheFirstSeen) {
    const OpGraph graph = lettered("b a a b");
    const Schedule schedule = scheduleOf(graph, "optimal");
    EXPECT_EQ(batchesOf(graph, schedule), "b0,3 a1,2");
    EXPECT_EQ(weighedAt(graph, schedule, 0), "b:2@0=2 a:2@0=2");
}

TEST(OptimalRule, UnbatchableNodesAreABatchEach) {
    const OpGraph graph = lettered("x x a x");
    const Schedule schedule = scheduleOf(graph, "optimal");
    EXPECT_EQ(weighedAt(graph, schedule, 0), "x:3@0=4 a:1@0=4");
    EXPECT_EQ(batchesOf(graph, schedule), "x0 x1 x3 a2");
}

TEST(OptimalRule, WaitsForTheRoundThatIsOpen) {
    // Together the two `a` would be one batch; the sync point parts them, whatever is saved.
    EXPECT_EQ(batchesOf(lettered("a b | a b"), "optimal"), "a0 b1 a2 b3");
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
    EXPECT_EQ(reasonsOf(schedule)[1], Reason::WholeFrontier);
}

TEST(LearnedRule, NamesTellSignaturesWhateverTheirOrderInTheTable) {
    const OpGraph graph = lettered("a b(0) c b(2)");
    LearnedTable table{.net = "lettered", .signatures = signatureNames(graph)};
    std::reverse(table.signatures.begin(), table.signatures.end()); // c, b, a
    table.states = {{.ready = {0, 1}, .values = {-3.0, -0.1}, .visits = {1, 1}}};
    // In the state {b, c} the table values `b` highest; by its shares alone `c` would run.
    const Schedule schedule = *makeSchedule(graph, LearnedPolicy(table), {});
    EXPECT_EQ(batchesOf(graph, schedule), "a0 b1 c2 b3");
    EXPECT_EQ(reasonsOf(schedule)[1], Reason::Learned);
}

TEST(LearnedRule, ASignatureWithoutNameMakesTheStateUnknown) {
    const OpGraph graph = lettered("a b(0) c b(2)");
    LearnedTable table{.net = "lettered", .signatures = signatureNames(graph)};
    table.signatures[2] = "other()";
    // Were `c` taken for entry 0, the state would be {0, 1}, in which `b` is worth more.
    table.states = {{.ready = {0, 1}, .values = {-3.0, -0.1}, .visits = {1, 1}}};
    EXPECT_EQ(batchesOf(graph, *makeSchedule(graph, LearnedPolicy(table), {})), "a0 c2 b1,3");
}

TEST(LearnedRule, UnbatchableOpsRunFirstTheFirstSeenOfThem) {
    // As under agenda: `x` one by one, then `y`, then the rest.
    EXPECT_EQ(batchesOf(lettered(kUnbatchable), "learned"), "x3 x5 y4 a0 b1 x2");
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
