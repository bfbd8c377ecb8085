// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/choice.h"
#include "core/base/text.h"
#include "core/schedule/policies.h"
#include "core/schedule/policy_learned.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <vector>

namespace batchscope {

namespace {

/// Where no policy is known.
constexpr PolicyTraits kAnyPolicy = {
    .line = "batch = choose(ready)",
    .tip = "The policy's choice among the ready nodes.",
    .ownReason = "the policy chose it",
};

class RulePolicy final : public Policy {
public:
    explicit RulePolicy(const PolicyRule& rule) : Policy(rule.traits), m_rule(rule) {}

    [[nodiscard]] Chooser begin(const OpGraph& graph) const override {
        return m_rule.begin != nullptr ? m_rule.begin(graph) : m_rule.choose;
    }
    [[nodiscard]] Pick choose(const Frontier& frontier) const override { return begin(frontier.graph())(frontier); }

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

} // namespace

BatchRule Policy::batchRule() const {
    return m_traits.grouping == Grouping::None ? BatchRule::OneByOne : BatchRule::Grouped;
}

Status Policy::accepts(const OpGraph& graph) const {
    if (graph.size() > m_traits.mostNodes) {
        return Error{
            ErrorCode::Config,
            fmt::format("policy '{}' takes graphs of at most {} nodes, but this one has {}; choose fewer trees", name(),
                        m_traits.mostNodes, graph.size())};
    }
    return Ok{};
}

Result<std::unique_ptr<Policy>> Policy::prepared(const OpGraph& /*graph*/, const RunControl& /*control*/) const {
    return std::unique_ptr<Policy>();
}

std::unique_ptr<Policy> Policy::readAgainst(const OpGraph& /*graph*/) const {
    return nullptr;
}

Chooser Policy::begin(const OpGraph& /*graph*/) const {
    return [this](const Frontier& frontier) { return choose(frontier); };
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

const PolicyTraits& policyTraits(std::string_view name) {
    const Result<const Policy*> found = findPolicy(name);
    return found ? (*found)->traits() : kAnyPolicy;
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
