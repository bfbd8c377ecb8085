// SPDX-License-Identifier: GPL-3.0-or-later
//
// A policy chooses which ready nodes run next, and does nothing else; the Scheduler is the only loop. The interface is
// small and const, so that tests can bring their own policies, and a new one is a function and a row of policies.cpp,
// and one golden.
#pragma once

#include "core/base/interface.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/schedule/frontier.h"

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

/// How a policy takes from what is ready, as the pseudo-code shows it.
struct Choosing {
    const char* line; ///< of the pseudo-code
    const char* tip;  ///< the same as a sentence
};

class Policy {
public:
    Policy() = default;
    Policy(const Policy&) = delete;
    Policy& operator=(const Policy&) = delete;
    virtual ~Policy() = default;

    [[nodiscard]] virtual const char* name() const = 0;
    /// For people: "By level".
    [[nodiscard]] virtual const char* title() const { return name(); }
    [[nodiscard]] virtual const char* description() const = 0;
    /// From which interface of the window on lists offer it.
    [[nodiscard]] virtual Interface offeredIn() const { return Interface::Expert; }
    /// What Candidate::score means under this policy.
    [[nodiscard]] virtual const char* scoreName() const = 0;
    [[nodiscard]] virtual Choosing choosing() const;
    /// Why a batch was chosen whose reason is Reason::OwnRule.
    [[nodiscard]] virtual const char* ownReason() const;
    [[nodiscard]] virtual LevelOrder levelOrder() const { return LevelOrder::FromInputs; }
    [[nodiscard]] virtual BatchRule batchRule() const { return BatchRule::Grouped; }
    /// A Config error when the policy cannot serve this graph, for example because it is too large.
    [[nodiscard]] virtual Status accepts(const OpGraph& graph) const;
    /// Whether "all" names it too, for a graph that it accepts; not when making a schedule would take long.
    [[nodiscard]] virtual bool joinsAll(const OpGraph& graph) const;
    /// Whether a batch holds nodes of one level only. `complete-groups` does where it can.
    [[nodiscard]] virtual bool groupsByLevel() const { return false; }
    /// Whether choose() always picks what weighByLevel (policies.h) does, on that level: the schedule is then a sort,
    /// and is made without a Frontier where that is possible; see scheduler.h.
    [[nodiscard]] virtual bool runsLowestLevelFirst() const { return false; }
    /// A policy that must study the graph first gives here the one that then chooses; null when this one can. Called
    /// once, before the first choice; `this` must outlive what it gives, the graph need not. Cancelled when stopped.
    [[nodiscard]] virtual Result<std::unique_ptr<Policy>> prepared(const OpGraph& graph,
                                                                   const RunControl& control) const;
    /// Of what prepared() gave: the same with what it has learned, for another graph; null where it serves any graph.
    [[nodiscard]] virtual std::unique_ptr<Policy> readAgainst(const OpGraph& graph) const;
    /// Whether it prefers candidates of high score; else those of low score.
    [[nodiscard]] virtual bool prefersHighScores() const { return false; }
    /// Whether prepared() gives another policy, so that this one cannot go on with a schedule that it has made.
    [[nodiscard]] virtual bool studiesGraph() const { return false; }
    /// Called until every node has run. A pick without ready nodes ends scheduling with an Error.
    [[nodiscard]] virtual Pick choose(const Frontier& frontier) const = 0;
};

/// All policies, in the order in which they are listed; they live as long as the program.
[[nodiscard]] std::span<const Policy* const> policies();
/// The policy of that name, or a Config error that lists the names.
[[nodiscard]] Result<const Policy*> findPolicy(std::string_view name);
/// As people see it; the name itself where no policy has that name.
[[nodiscard]] std::string_view policyTitle(std::string_view name);
/// What Policy::choosing and Policy::ownReason say; in general words where no policy has that name.
[[nodiscard]] Choosing choosingOf(std::string_view policy);
[[nodiscard]] const char* ownReasonOf(std::string_view policy);
/// Comma-separated names, or "all": every policy that accepts the graph and is quick on it (Policy::joinsAll).
[[nodiscard]] Result<std::vector<const Policy*>> parsePolicies(std::string_view names, const OpGraph& graph);

} // namespace batchscope
