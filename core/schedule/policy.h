// SPDX-License-Identifier: GPL-3.0-or-later
//
// A policy chooses which ready nodes run next, and does nothing else; the Scheduler is the only loop. A new policy is a
// function and a row of the table in policies.cpp; tests bring their own policies as classes.
#pragma once

#include "core/base/interface.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/schedule/frontier.h"

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace batchscope {

/// What runs next: one node, given nodes together, or all ready nodes of a signature (on one level only, when given).
struct Pick {
    NodeId node;                        ///< valid: exactly this node, alone
    std::vector<NodeId> nodes;          ///< otherwise, not empty: exactly these, ascending, as one batch
    SignatureId signature;              ///< otherwise: all ready nodes of this signature
    std::optional<std::uint32_t> level; ///< … on this level only
    Reason reason = Reason::OnlyCandidate;
    std::vector<Candidate> candidates; ///< what was weighed, with scores, for the record
};

/// How levels are counted where a policy groups by level.
enum class LevelOrder : std::uint8_t {
    FromInputs,  ///< as soon as possible: OpGraph::levels
    FromOutputs, ///< as late as possible: a node is placed right below its lowest consumer
};

/// What the batches of a policy are made of.
enum class Grouping : std::uint8_t {
    Signature,
    LevelAndSignature, ///< nodes of one level only; `complete-groups` keeps to it where it can
    None,              ///< every batch is one node
};

struct PolicyTraits {
    const char* name = "";
    const char* title = ""; ///< what people call it: "By level"
    const char* description = "";
    const char* scoreName = "";         ///< what Candidate::score means under this policy
    const char* line = "";              ///< how it chooses, as a line of pseudo-code
    const char* tip = "";               ///< the same as a sentence
    const char* ownReason = "";         ///< why a batch was chosen whose reason is Reason::OwnRule
    Interface from = Interface::Expert; ///< from which interface of the window on lists offer it
    Grouping grouping = Grouping::Signature;
    LevelOrder levelOrder = LevelOrder::FromInputs;
    /// Whether choose() always picks what weighByLevel (policies.h) does, on that level: the schedule is then a sort,
    /// and is made without a Frontier where that is possible; see scheduler.h.
    bool runsLowestLevelFirst = false;
    std::size_t mostNodes = std::numeric_limits<std::size_t>::max();  ///< larger graphs are refused
    std::size_t quickNodes = std::numeric_limits<std::size_t>::max(); ///< "all" leaves it out for larger graphs
};

using Chooser = std::function<Pick(const Frontier& frontier)>;

class Policy {
public:
    explicit Policy(const PolicyTraits& traits) : m_traits(traits) {}
    Policy(const Policy&) = delete;
    Policy& operator=(const Policy&) = delete;
    virtual ~Policy() = default;

    [[nodiscard]] const PolicyTraits& traits() const { return m_traits; }
    [[nodiscard]] const char* name() const { return m_traits.name; }
    [[nodiscard]] const char* title() const { return m_traits.title; }
    [[nodiscard]] const char* description() const { return m_traits.description; }
    [[nodiscard]] BatchRule batchRule() const;
    /// Whether "all" names it too, for a graph that it accepts; not when making a schedule would take long.
    [[nodiscard]] bool joinsAll(const OpGraph& graph) const { return graph.size() <= m_traits.quickNodes; }

    /// A Config error when the policy cannot serve this graph, for example because it is too large.
    [[nodiscard]] virtual Status accepts(const OpGraph& graph) const;
    /// A policy that must study the graph first gives here the one that then chooses; null when this one can. Called
    /// once, before the first choice; `this` must outlive what it gives, the graph need not. Cancelled when stopped.
    [[nodiscard]] virtual Result<std::unique_ptr<Policy>> prepared(const OpGraph& graph,
                                                                   const RunControl& control) const;
    /// Of what prepared() gave: the same with what it has learned, for another graph; null where it serves any graph.
    [[nodiscard]] virtual std::unique_ptr<Policy> readAgainst(const OpGraph& graph) const;
    /// Chooses for one schedule from its beginning, and may remember what it chose; choose() unless overridden.
    [[nodiscard]] virtual Chooser begin(const OpGraph& graph) const;
    /// Called until every node has run. A pick without ready nodes ends scheduling with an Error.
    [[nodiscard]] virtual Pick choose(const Frontier& frontier) const = 0;

protected:
    PolicyTraits m_traits;
};

/// All policies, in the order in which they are listed; they live as long as the program.
[[nodiscard]] std::span<const Policy* const> policies();
/// The policy of that name, or a Config error that lists the names.
[[nodiscard]] Result<const Policy*> findPolicy(std::string_view name);
/// As people see it; the name itself where no policy has that name.
[[nodiscard]] std::string_view policyTitle(std::string_view name);
/// The traits of the policy of that name; a general description if there is no such policy.
[[nodiscard]] const PolicyTraits& policyTraits(std::string_view name);
/// Comma-separated names, or "all": every policy that accepts the graph and is quick on it (Policy::joinsAll).
[[nodiscard]] Result<std::vector<const Policy*>> parsePolicies(std::string_view names, const OpGraph& graph);

} // namespace batchscope
