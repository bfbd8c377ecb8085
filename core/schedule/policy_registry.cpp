// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/choice.h"
#include "core/base/text.h"
#include "core/schedule/policies.h"
#include "core/schedule/policy_learned.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <limits>
#include <vector>

namespace batchscope {

namespace {

/// What the batches of a rule are made of.
enum class Grouping : std::uint8_t { Signature, LevelAndSignature };

/// A policy made of a rule and what is told of it.
struct Rule {
    const char* name;
    const char* description;
    const char* scoreName;
    Pick (*choose)(const Frontier&);
    Grouping grouping = Grouping::Signature;
    LevelOrder levelOrder = LevelOrder::FromInputs;
    std::size_t mostNodes = std::numeric_limits<std::size_t>::max();
};

class RulePolicy final : public Policy {
public:
    explicit RulePolicy(const Rule& rule) : m_rule(rule) {}

    [[nodiscard]] const char* name() const override { return m_rule.name; }
    [[nodiscard]] const char* description() const override { return m_rule.description; }
    [[nodiscard]] const char* scoreName() const override { return m_rule.scoreName; }
    [[nodiscard]] LevelOrder levelOrder() const override { return m_rule.levelOrder; }
    [[nodiscard]] bool groupsByLevel() const override { return m_rule.grouping == Grouping::LevelAndSignature; }
    [[nodiscard]] bool runsLowestLevelFirst() const override { return m_rule.choose == chooseDepth; }
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
    Rule m_rule;
};

const std::array kRules = {
    Rule{"regular", "every node alone, in creation order: the baseline", "creation order", chooseRegular},
    Rule{"depth", "by level, then signature (TorchFold, TensorFlow Fold, DyNet 2)", "level", chooseDepth,
         Grouping::LevelAndSignature},
    Rule{"alap", "like depth, with levels counted back from the outputs", "level", chooseDepth,
         Grouping::LevelAndSignature, LevelOrder::FromOutputs},
    Rule{"agenda", "all ready nodes of the signature with the lowest mean level (DyNet 1)", "mean level", chooseAgenda},
    Rule{"agenda-remaining", "like agenda, with the mean over nodes that have not run yet (ED-Batch's baseline)",
         "mean level of the rest", chooseAgendaRemaining},
    Rule{"complete-groups", "like agenda, but only for levels that are completely ready (DyNet 3)", "mean level",
         chooseCompleteGroups, Grouping::LevelAndSignature},
    Rule{"largest", "the signature with the most ready nodes", "ready", chooseLargest},
    Rule{"sufficient", "the signature with the largest ready share of its own frontier (ED-Batch)", "share",
         chooseSufficient},
    Rule{"optimal", "exhaustive search, for graphs of at most 16 nodes", "batches to go", chooseOptimal,
         Grouping::Signature, LevelOrder::FromInputs, kOptimalNodes},
};

const std::deque<RulePolicy> kRulePolicies(kRules.begin(), kRules.end()); // a deque never moves them
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

Status Policy::accepts(const OpGraph& /*graph*/) const {
    return Ok{};
}

bool Policy::joinsAll(const OpGraph& /*graph*/) const {
    return true;
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
    if (!index) {
        return index.error();
    }
    return kPolicies[*index];
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
        if (!policy) {
            return policy.error();
        }
        result.push_back(*policy);
    }
    return result;
}

} // namespace batchscope
