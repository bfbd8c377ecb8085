// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the lists of policies, nets, formats, passes and primitives promise to those that show them: every row tells all
// of itself, and no two have one name.
#include "core/base/text.h"
#include "core/formats/format_registry.h"
#include "core/graph/op_body.h"
#include "core/nets/net.h"
#include "core/plan/pass.h"
#include "core/schedule/explain.h"
#include "core/schedule/policy.h"
#include "tests/support/forests.h"
#include "tests/support/function_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

namespace {

/// Small letters, digits and hyphens, as a command line has it; each once.
class Names {
public:
    void add(std::string_view name) {
        EXPECT_TRUE(m_seen.insert(std::string(name)).second) << name << " is there twice";
        EXPECT_FALSE(name.empty());
        EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string_view::npos) << name;
    }

private:
    std::set<std::string> m_seen;
};

TEST(Registries, EveryPolicyTellsHowItChooses) {
    const std::string_view unknown = policyTraits("no such policy").line;
    Names names;
    for (const Policy* policy : policies()) {
        names.add(policy->name());
        EXPECT_EQ(*findPolicy(policy->name()), policy);
        EXPECT_FALSE(std::string_view(policy->description()).empty()) << policy->name();
        EXPECT_FALSE(std::string_view(policy->traits().scoreName).empty()) << policy->name();
        EXPECT_NE(policy->traits().line, unknown) << policy->name();
        EXPECT_EQ(&policyTraits(policy->name()), &policy->traits());
        EXPECT_FALSE(std::string_view(policy->traits().tip).empty()) << policy->name();
    }
}

TEST(Registries, EveryReasonOfEveryPolicyHasWords) {
    const OpGraph graph =
        testing::graphOf(testing::bankOf("(1 (2 a) (0 (1 b) (1 c)))\n(1 (2 a) (1 b))\n(1 (2 c) (1 b))\n"), {.dim = 4});
    for (const Policy* policy : policies()) {
        const Schedule schedule = testing::scheduleOf(graph, policy->name());
        for (std::size_t batch = 0; batch < schedule.batchCount(); ++batch) {
            EXPECT_FALSE(std::string_view(reasonText(graph, schedule, BatchId(batch))).empty()) << policy->name();
        }
    }
    const Schedule largest = testing::scheduleOf(graph, "largest");
    ASSERT_NE(std::find(largest.reasons.begin(), largest.reasons.end(), Reason::OwnRule), largest.reasons.end());
    Schedule unknown = largest;
    unknown.policy = "no such policy";
    const BatchId own(static_cast<std::size_t>(
        std::find(largest.reasons.begin(), largest.reasons.end(), Reason::OwnRule) - largest.reasons.begin()));
    EXPECT_STREQ(reasonText(graph, largest, own), policyTraits("largest").ownReason);
    EXPECT_STRNE(reasonText(graph, unknown, own), reasonText(graph, largest, own)) << "no row says it";
}

TEST(Registries, EveryKindOfTreesHasOneUsualNet) {
    Names names;
    for (const Net& net : nets()) {
        names.add(net.name);
        EXPECT_EQ(*findNet(net.name), &net);
        EXPECT_FALSE(std::string_view(net.description).empty()) << net.name;
        EXPECT_FALSE(std::string_view(net.input).empty()) << net.name;
    }
    for (const TreeKind kind : {TreeKind::Brackets, TreeKind::Dependencies, TreeKind::Sentences, TreeKind::Vectors}) {
        EXPECT_EQ(
            std::count_if(nets().begin(), nets().end(), [kind](const Net& net) { return net.suits.usualFor == kind; }),
            1)
            << static_cast<int>(kind);
    }
}

TEST(Registries, EveryFormatIsReadInOneWay) {
    Names names;
    for (const Format& format : formats()) {
        names.add(format.name);
        EXPECT_FALSE(std::string_view(format.description).empty()) << format.name;
        EXPECT_NE(format.accepts, nullptr) << format.name;
        EXPECT_FALSE(std::string_view(format.files).empty()) << format.name;
        EXPECT_NE(format.records != nullptr, format.whole != nullptr) << format.name;
    }
    const std::vector<std::string> patterns = filePatterns();
    EXPECT_EQ(std::set<std::string>(patterns.begin(), patterns.end()).size(), patterns.size());
    EXPECT_NE(std::find(patterns.begin(), patterns.end(), "*.conllu"), patterns.end());
}

TEST(Registries, EveryFunctionHasAnOracle) {
    std::set<std::string> names;
    for (const PrimitiveEntry& entry : kPrimitives) {
        EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
        EXPECT_FALSE(std::string_view(entry.sign).empty()) << entry.name;
        EXPECT_EQ(isFunction(entry.primitive), testing::functionOracle(entry.name) != nullptr) << entry.name;
    }
}

} // namespace

} // namespace batchscope
