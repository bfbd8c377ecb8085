// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/choice.h"
#include "core/base/text.h"
#include "core/schedule/policies.h"
#include "core/schedule/policy_learned.h"
#include "core/words/policy_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <vector>

namespace batchscope {

namespace {

/// Where no policy is known.
constexpr words::PolicyWords kAnyPolicy = {
    .line = "batch = choose(ready)",
    .tip = "The policy's choice among the ready nodes.",
    .ownReason = "the policy chose it",
};

class RulePolicy final : public Policy {
public:
    explicit RulePolicy(const PolicyRule& rule) : m_rule(rule) {}

    [[nodiscard]] const char* name() const override { return m_rule.name; }
    [[nodiscard]] const char* title() const override { return m_rule.text.title; }
    [[nodiscard]] const char* description() const override { return m_rule.text.description; }
    [[nodiscard]] Interface offeredIn() const override { return m_rule.from; }
    [[nodiscard]] const char* scoreName() const override { return m_rule.text.scoreName; }
    [[nodiscard]] Choosing choosing() const override { return {m_rule.text.line, m_rule.text.tip}; }
    [[nodiscard]] const char* ownReason() const override { return m_rule.text.ownReason; }
    [[nodiscard]] LevelOrder levelOrder() const override { return m_rule.levelOrder; }
    [[nodiscard]] BatchRule batchRule() const override {
        return m_rule.grouping == Grouping::None ? BatchRule::OneByOne : BatchRule::Grouped;
    }
    [[nodiscard]] bool prefersHighScores() const override { return m_rule.highestWins; }
    [[nodiscard]] bool groupsByLevel() const override { return m_rule.grouping == Grouping::LevelAndSignature; }
    [[nodiscard]] bool runsLowestLevelFirst() const override { return m_rule.sweep == Sweep::LowestLevelFirst; }
    [[nodiscard]] Status accepts(const OpGraph& graph) const override {
        if (graph.size() > m_rule.mostNodes) {
            return Error{
                ErrorCode::Config,
                fmt::format("policy '{}' takes graphs of at most {} nodes, but this one has {}; choose fewer trees",
                            m_rule.name, m_rule.mostNodes, graph.size())};
        }
        return Ok{};
    }
    [[nodiscard]] Pick choose(const Frontier& frontier) const override { return m_rule.choose(frontier); }

private:
    const PolicyRule& m_rule;
};

// A deque never moves them.
const std::deque<RulePolicy> kRulePolicies = [] {
    std::deque<RulePolicy> made;
    for (const PolicyRule* rule : kPolicyRules) {
        made.emplace_back(*rule);
    }
    return made;
}();
const LearnedPolicy kLearnedPolicy;

const std::vector<const Policy*> kPolicies = [] {
    std::vector<const Policy*> pointers;
    pointers.reserve(kRulePolicies.size());
    for (const RulePolicy& policy : kRulePolicies) {
        pointers.push_back(&policy);
    }
    pointers.push_back(&kLearnedPolicy);
    return pointers;
}();

constexpr Choosing kAnyChoosing = {kAnyPolicy.line, kAnyPolicy.tip};

} // namespace

Status Policy::accepts(const OpGraph& /*graph*/) const {
    return Ok{};
}

Choosing Policy::choosing() const {
    return kAnyChoosing;
}

const char* Policy::ownReason() const {
    return kAnyPolicy.ownReason;
}

bool Policy::joinsAll(const OpGraph& /*graph*/) const {
    return true;
}

std::unique_ptr<Policy> Policy::readAgainst(const OpGraph& /*graph*/) const {
    return nullptr;
}

Result<std::unique_ptr<Policy>> Policy::prepared(const OpGraph& /*graph*/, const RunControl& /*control*/) const {
    return std::unique_ptr<Policy>();
}

std::span<const Policy* const> policies() {
    return kPolicies;
}

Result<const Policy*> findPolicy(std::string_view name) {
    std::vector<std::string_view> names;
    names.reserve(kPolicies.size());
    for (const Policy* policy : kPolicies) {
        names.emplace_back(policy->name());
    }
    const Result<std::size_t> index = indexOfName(name, names, "policy");
    TRY(index);
    return kPolicies[*index];
}

std::string_view policyTitle(std::string_view name) {
    const Result<const Policy*> found = findPolicy(name);
    return found ? (*found)->title() : name;
}

Choosing choosingOf(std::string_view policy) {
    const Result<const Policy*> found = findPolicy(policy);
    return found ? (*found)->choosing() : kAnyChoosing;
}

const char* ownReasonOf(std::string_view policy) {
    const Result<const Policy*> found = findPolicy(policy);
    return found ? (*found)->ownReason() : kAnyPolicy.ownReason;
}

Result<std::vector<const Policy*>> parsePolicies(std::string_view names, const OpGraph& graph) {
    if (names == "all") {
        std::vector<const Policy*> serving;
        std::copy_if(kPolicies.begin(), kPolicies.end(), std::back_inserter(serving), [&](const Policy* policy) {
            return policy->accepts(graph).hasValue() && policy->joinsAll(graph);
        });
        return serving;
    }
    std::vector<const Policy*> result;
    for (const std::string& name : split(names, ',')) {
        const Result<const Policy*> policy = findPolicy(name);
        TRY(policy);
        result.push_back(*policy);
    }
    return result;
}

} // namespace batchscope
