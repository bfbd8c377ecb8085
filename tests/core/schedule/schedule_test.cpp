// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/explain.h"
#include "core/schedule/validate.h"
#include "core/treebank/generate.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t kZero = 0;

TEST(Schedule, TextOfTwoTreesUnderThePoliciesOfTheLiteratureIsGolden) {
    const Treebank bank = testing::bankOf(testing::kTwoTrees);
    const OpGraph graph = testing::graphOf(bank);
    std::string text;
    for (const char* policy : {"regular", "depth", "alap", "agenda", "agenda-remaining", "complete-groups", "largest",
                               "sufficient", "optimal", "learned"}) {
        text += scheduleText(graph, testing::scheduleOf(graph, policy)) + "\n";
    }
    EXPECT_EQ(text, testing::goldenText("two_trees.txt"));
}

TEST(Schedule, SaysWhetherNodesRunOneByOne) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {});
    for (const Policy* policy : policies()) {
        SCOPED_TRACE(policy->name());
        if (policy->accepts(graph)) {
            const bool isRegular = policy->name() == std::string_view("regular");
            const Schedule schedule = *makeSchedule(graph, *policy, {});
            EXPECT_EQ(schedule.rule, isRegular ? BatchRule::OneByOne : BatchRule::Grouped);
            EXPECT_EQ(schedule.batchCount() == graph.size(), isRegular);
        }
    }
}

class StubPolicy final : public Policy {
public:
    explicit StubPolicy(Pick pick) : Policy({.name = "stub"}), m_pick(std::move(pick)) {}
    [[nodiscard]] Pick choose(const Frontier& /*frontier*/) const override { return m_pick; }

private:
    Pick m_pick;
};

TEST(Scheduler, APolicyThatPicksNothingReadyIsAnErrorNotAHang) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    Pick unready;
    unready.node = NodeId(graph.size() - 1);
    Pick repeated;
    repeated.node = NodeId(kZero);
    Pick unknown;
    unknown.signature = SignatureId(std::size_t{77});
    Pick wrongLevel;
    wrongLevel.signature = SignatureId(kZero);
    wrongLevel.level = 9;
    for (const Pick& pick : {Pick(), unready, repeated, unknown, wrongLevel}) {
        const Result<Schedule> schedule = makeSchedule(graph, StubPolicy(pick), {});
        ASSERT_FALSE(schedule.hasValue());
        EXPECT_EQ(schedule.error().code, ErrorCode::Schedule);
        EXPECT_THAT(schedule.error().message, HasSubstr("policy 'stub' chose no ready node in step"));
    }
}

TEST(Policies, UnknownNamesListTheKnownOnes) {
    EXPECT_THAT(findPolicy("magic").error().message,
                HasSubstr("unknown policy 'magic'; expected regular, depth, alap, agenda"));
    EXPECT_THAT(findPolicy("depht").error().message,
                HasSubstr("unknown policy 'depht'; did you mean 'depth'? Expected regular, depth, alap"));
    const OpGraph small = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    EXPECT_EQ(parsePolicies("all", small)->size(), policies().size());
    EXPECT_EQ(parsePolicies("depth,agenda", small)->size(), 2U);
    EXPECT_FALSE(parsePolicies("depth,", small).hasValue());
    const OpGraph large = testing::graphOf(*generateTreebank({}));
    EXPECT_EQ(parsePolicies("all", large)->size(), policies().size() - 1) << "optimal is for small graphs";
    EXPECT_THAT(makeSchedule(large, **findPolicy("optimal"), {}).error().message, HasSubstr("at most 16 nodes"));
}

} // namespace
} // namespace batchscope
