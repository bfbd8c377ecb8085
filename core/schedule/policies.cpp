// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rules by which ready nodes are chosen, and their table: a new policy is a function and a row.
#include "core/schedule/policies.h"

#include "core/base/choice.h"
#include "core/base/text.h"
#include "core/schedule/policy_learned.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace batchscope {

LevelChoice weighByLevel(std::span<Candidate> candidates) {
    for (Candidate& candidate : candidates) {
        candidate.score = candidate.lowestLevel;
    }
    const auto best =
        std::min_element(candidates.begin(), candidates.end(), [](const Candidate& left, const Candidate& right) {
            return left.lowestLevel < right.lowestLevel;
        });
    const auto tied = std::count_if(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
        return candidate.lowestLevel == best->lowestLevel;
    });
    return {static_cast<std::size_t>(best - candidates.begin()), candidates.size() == 1 ? Reason::OnlyCandidate
                                                                 : tied > 1             ? Reason::TieFirstSeen
                                                                                        : Reason::LowestLevel};
}

/// ED-Batch's sufficient condition (ICML 2023): the signature with the largest ready share of its own frontier; a share
/// of 1 cannot be wrong. See frontier.h.
Pick chooseSufficient(const Frontier& frontier) {
    Pick pick;
    pick.candidates = frontier.candidates();
    if (pick.candidates.empty()) {
        return pick;
    }
    for (Candidate& candidate : pick.candidates) {
        candidate.score =
            static_cast<double>(candidate.ready) / static_cast<double>(frontier.typeFrontier(candidate.signature));
    }
    const auto best =
        std::max_element(pick.candidates.begin(), pick.candidates.end(),
                         [](const Candidate& left, const Candidate& right) { return left.score < right.score; });
    pick.signature = best->signature;
    pick.reason = pick.candidates.size() == 1 ? Reason::OnlyCandidate
                  : best->score >= 1.0        ? Reason::WholeFrontier
                                              : Reason::HighestShare;
    return pick;
}

namespace {

/// Runs every node alone, in creation order: the baseline, like TorchFold's Unfold.
Pick chooseRegular(const Frontier& frontier) {
    Pick pick;
    pick.node = frontier.nextCreated(); // its arguments have smaller ids, so they have run
    pick.reason = Reason::CreationOrder;
    return pick;
}

/// Groups by (level, signature) in level order, like TorchFold, TensorFlow Fold and DyNet's strategy 2. With levels
/// counted from the outputs, this is `alap`.
Pick chooseDepth(const Frontier& frontier) {
    Pick pick;
    pick.candidates = frontier.candidates();
    if (pick.candidates.empty()) {
        return pick;
    }
    const LevelChoice choice = weighByLevel(pick.candidates);
    pick.signature = pick.candidates[choice.best].signature;
    pick.level = pick.candidates[choice.best].lowestLevel;
    pick.reason = choice.reason;
    return pick;
}

/// Sort key: lowest score first; at ties ops without a product, then the signature that appeared first.
auto key(const OpGraph& graph, const Candidate& candidate) {
    return std::tuple(candidate.score, graph.opOf(candidate.signature).body.hasProduct(), candidate.signature);
}

Reason reasonFor(const OpGraph& graph, const Candidate& best, std::span<const Candidate> all) {
    Reason reason = all.size() == 1 ? Reason::OnlyCandidate : Reason::LowestScore;
    for (const Candidate& other : all) {
        if (other.signature != best.signature && other.score == best.score) {
            const bool sameCost = std::get<1>(key(graph, other)) == std::get<1>(key(graph, best));
            reason = sameCost ? Reason::TieFirstSeen : Reason::TieCheapOp;
        }
    }
    return reason;
}

/// Shared by the three agendas: scores candidates with `score`; picks an unbatchable one first, else the lowest key.
template <typename Score>
Pick chooseByScore(const Frontier& frontier, Score score) {
    const OpGraph& graph = frontier.graph();
    Pick pick;
    pick.candidates = frontier.candidates();
    if (pick.candidates.empty()) {
        return pick;
    }
    for (Candidate& candidate : pick.candidates) {
        candidate.score = score(candidate.signature);
    }
    const auto unbatchable =
        std::find_if(pick.candidates.begin(), pick.candidates.end(), [&](const Candidate& candidate) {
            return graph.opOf(candidate.signature).batchable == Batchable::No;
        });
    if (unbatchable != pick.candidates.end()) {
        pick.signature = unbatchable->signature;
        pick.reason = Reason::Unbatchable;
        return pick;
    }
    const auto best = std::min_element(
        pick.candidates.begin(), pick.candidates.end(),
        [&](const Candidate& left, const Candidate& right) { return key(graph, left) < key(graph, right); });
    pick.signature = best->signature;
    pick.reason = reasonFor(graph, *best, pick.candidates);
    return pick;
}

/// DyNet's strategy 1 (Neubig et al. 2017): unbatchable ready nodes first, alone; then all ready nodes of the signature
/// with the lowest mean level (over its nodes of the round, computed once); ties: ops without product, then first seen.
Pick chooseAgenda(const Frontier& frontier) {
    return chooseByScore(frontier, [&](SignatureId signature) { return frontier.meanLevel(signature); });
}

/// ED-Batch's baseline: `agenda` with the mean level over only those nodes of the signature that have not run.
Pick chooseAgendaRemaining(const Frontier& frontier) {
    return chooseByScore(frontier, [&](SignatureId signature) { return frontier.meanRemainingLevel(signature); });
}

/// DyNet's strategy 3: `agenda` over (level, signature) groups that are completely ready; else plain `agenda`.
Pick chooseCompleteGroups(const Frontier& frontier) {
    Pick pick = chooseAgenda(frontier);
    if (pick.reason == Reason::Unbatchable) {
        return pick;
    }
    const Candidate* best = nullptr;
    for (const Candidate& candidate : pick.candidates) {
        const bool complete = frontier.lowestCompleteLevel(candidate.signature).has_value();
        if (complete && (best == nullptr || key(frontier.graph(), candidate) < key(frontier.graph(), *best))) {
            best = &candidate;
        }
    }
    if (best != nullptr) {
        pick.signature = best->signature;
        pick.level = frontier.lowestCompleteLevel(best->signature);
        pick.reason = pick.candidates.size() == 1 ? Reason::OnlyCandidate : Reason::CompleteGroup;
    }
    return pick;
}

/// Chooses the signature with the most ready nodes.
Pick chooseLargest(const Frontier& frontier) {
    Pick pick;
    pick.candidates = frontier.candidates();
    if (pick.candidates.empty()) {
        return pick;
    }
    for (Candidate& candidate : pick.candidates) {
        candidate.score = candidate.ready;
    }
    const auto best =
        std::max_element(pick.candidates.begin(), pick.candidates.end(),
                         [](const Candidate& left, const Candidate& right) { return left.ready < right.ready; });
    pick.signature = best->signature;
    const auto tied = std::count_if(pick.candidates.begin(), pick.candidates.end(),
                                    [&](const Candidate& candidate) { return candidate.ready == best->ready; });
    pick.reason = pick.candidates.size() == 1 ? Reason::OnlyCandidate
                  : tied > 1                  ? Reason::TieFirstSeen
                                              : Reason::OwnRule;
    return pick;
}

/// A set of at most kOptimalNodes nodes, as bits.
using NodeSet = std::uint32_t;

/// Finds the fewest batches that finish the graph after a set of nodes has run. A batch takes all ready nodes of its
/// signature: running more of them at once never leaves more to do, so no better order is missed.
class Search {
public:
    explicit Search(const OpGraph& graph) : m_graph(graph), m_needs(graph.size(), 0) {
        for (std::size_t index = 0; index < graph.size(); ++index) {
            for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
                m_needs[index] |= argument.isValue() ? NodeSet{1} << argument.payload : NodeSet{0};
            }
            for (std::size_t other = 0; other < graph.size(); ++other) {
                const bool before = graph.roundOf(NodeId(other)) < graph.roundOf(NodeId(index));
                m_needs[index] |= before ? NodeSet{1} << other : NodeSet{0};
            }
        }
    }

    /// The nodes that run if this signature is chosen: all its ready nodes, or the first of them for an unbatchable op.
    [[nodiscard]] NodeSet batchOf(SignatureId signature, NodeSet ran) const {
        const bool alone = m_graph.opOf(signature).batchable == Batchable::No;
        NodeSet batch = 0;
        for (std::size_t index = 0; index < m_graph.size(); ++index) {
            const NodeSet self = NodeSet{1} << index;
            const bool ready = (ran & self) == 0 && (m_needs[index] & ~ran) == 0;
            if (ready && m_graph.nodeSignatures[NodeId(index)] == signature && !(alone && batch != 0)) {
                batch |= self;
            }
        }
        return batch;
    }

    // The recursion is at most kOptimalNodes deep.
    [[nodiscard]] std::uint32_t fewest(NodeSet ran) { // NOLINT(misc-no-recursion)
        if (ran == (NodeSet{1} << m_graph.size()) - 1) {
            return 0;
        }
        if (const auto known = m_memo.find(ran); known != m_memo.end()) {
            return known->second;
        }
        std::uint32_t best = std::numeric_limits<std::uint32_t>::max();
        for (std::size_t index = 0; index < m_graph.signatures.size(); ++index) {
            if (const NodeSet batch = batchOf(SignatureId(index), ran); batch != 0) {
                best = std::min(best, 1 + fewest(ran | batch));
            }
        }
        m_memo.emplace(ran, best);
        return best;
    }

private:
    const OpGraph& m_graph;
    std::vector<NodeSet> m_needs;
    std::unordered_map<NodeSet, std::uint32_t> m_memo;
};

/// Searches all orders, with a memo, for the fewest possible batches. For graphs of up to kOptimalNodes nodes.
Pick chooseOptimal(const Frontier& frontier) {
    const OpGraph& graph = frontier.graph();
    Pick pick;
    pick.candidates = frontier.candidates();
    NodeSet ran = 0;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        ran |= frontier.hasRun(NodeId(index)) ? NodeSet{1} << index : NodeSet{0};
    }
    Search search(graph);
    double best = std::numeric_limits<double>::infinity();
    for (Candidate& candidate : pick.candidates) {
        candidate.score = 1.0 + search.fewest(ran | search.batchOf(candidate.signature, ran));
        if (candidate.score < best) {
            best = candidate.score;
            pick.signature = candidate.signature;
        }
    }
    pick.reason = pick.candidates.size() == 1 ? Reason::OnlyCandidate : Reason::OwnRule;
    return pick;
}

/// A policy that needs only the frontier.
class RulePolicy final : public Policy {
public:
    using Rule = Pick(const Frontier& frontier);
    RulePolicy(const PolicyTraits& traits, Rule* rule) : Policy(traits), m_rule(rule) {}

    [[nodiscard]] Pick choose(const Frontier& frontier) const override { return m_rule(frontier); }

private:
    Rule* m_rule;
};

/// In the order in which policies are listed.
const std::array<RulePolicy, 9> kRulePolicies = {
    {{{
          .name = "regular",
          .title = "One by one",
          .description = "every node alone, in creation order: the baseline",
          .scoreName = "creation order",
          .line = "node = first of todo",
          .tip = "One node alone, in creation order.",
          .from = Interface::Learn,
          .grouping = Grouping::None,
      },
      chooseRegular},
     {{
          .name = "depth",
          .title = "By level",
          .description = "by level, then signature (TorchFold, TensorFlow Fold, DyNet 2)",
          .scoreName = "lowest level",
          .line = "batch = lowest level",
          .tip = "All ready nodes of one signature on the lowest level that still has work.",
          .from = Interface::Learn,
          .grouping = Grouping::LevelAndSignature,
          .runsLowestLevelFirst = true,
      },
      chooseDepth},
     {{
          .name = "alap",
          .title = "By level from the outputs",
          .description = "like depth, with levels counted back from the outputs",
          .scoreName = "lowest level",
          .line = "batch = lowest level",
          .tip = "All ready nodes of one signature on the lowest level that still has work; levels are counted back "
                 "from the "
                 "outputs.",
          .grouping = Grouping::LevelAndSignature,
          .levelOrder = LevelOrder::FromOutputs,
          .runsLowestLevelFirst = true,
      },
      chooseDepth},
     {{
          .name = "agenda",
          .title = "Lowest mean level",
          .description = "all ready nodes of the signature with the lowest mean level (DyNet 1)",
          .scoreName = "mean level",
          .line = "batch = lowest mean level",
          .tip = "All ready nodes of the signature with the lowest mean level; the mean is over all of its nodes, "
                 "ready "
                 "or not.",
          .from = Interface::Learn,
      },
      chooseAgenda},
     {{
          .name = "agenda-remaining",
          .title = "Lowest mean level of the rest",
          .description = "like agenda, with the mean over nodes that have not run yet (ED-Batch's baseline)",
          .scoreName = "mean level of the rest",
          .line = "batch = lowest remaining mean",
          .tip = "All ready nodes of the signature whose remaining nodes have the lowest mean level.",
      },
      chooseAgendaRemaining},
     {{
          .name = "complete-groups",
          .title = "Complete levels",
          .description = "like agenda, but only for levels that are completely ready (DyNet 3)",
          .scoreName = "mean level",
          .line = "batch = lowest complete group",
          .tip = "Of all completely ready groups (nodes of one level and signature), the one whose signature has the "
                 "lowest "
                 "mean level.",
          .grouping = Grouping::LevelAndSignature,
      },
      chooseCompleteGroups},
     {{
          .name = "largest",
          .title = "Most ready nodes",
          .description = "the signature with the most ready nodes",
          .scoreName = "ready",
          .line = "batch = most ready",
          .tip = "All ready nodes of the signature that has the most of them.",
          .ownReason = "it has the most ready nodes",
          .from = Interface::Learn,
      },
      chooseLargest},
     {{
          .name = "sufficient",
          .title = "Largest ready share",
          .description = "the signature with the largest ready share of its own frontier (ED-Batch)",
          .scoreName = "share",
          .line = "batch = largest share ready",
          .tip = "All ready nodes of the signature with the largest ready share of its own frontier: its remaining "
                 "nodes "
                 "that wait for no other node of the same signature.",
      },
      chooseSufficient},
     {{
          .name = "optimal",
          .title = "Best of all orders",
          .description = "exhaustive search, for graphs of at most 16 nodes",
          .scoreName = "batches to go",
          .line = "batch = best of all orders",
          .tip = "The signature that leaves the fewest batches to run, found by trying all orders.",
          .ownReason = "a search over all orders found none with fewer batches",
          .from = Interface::Learn,
          .mostNodes = kOptimalNodes,
      },
      chooseOptimal}}};

/// The traits for an unknown policy name.
constexpr PolicyTraits kAnyPolicy = {
    .line = "batch = choose(ready)",
    .tip = "The policy's choice among the ready nodes.",
    .ownReason = "the policy chose it",
};

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

Chooser Policy::begin(const OpGraph& /*graph*/) const {
    return [this](const Frontier& frontier) { return choose(frontier); };
}

std::unique_ptr<Policy> Policy::readAgainst(const OpGraph& /*graph*/) const {
    return nullptr;
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
