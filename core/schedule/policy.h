// SPDX-License-Identifier: GPL-3.0-or-later
//
// A policy chooses which ready nodes run next, and does nothing else; the Scheduler is the only loop. A new policy is a
// function and a row of the table in policies.cpp; tests define policies as classes.
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

/// The nodes to run next: one node, a list of nodes, or all ready nodes of a signature (on one level only, if set).
struct Pick {
    NodeId node;                        ///< if valid: exactly this node, alone
    std::vector<NodeId> nodes;          ///< otherwise, if not empty: exactly these nodes, ascending, as one batch
    SignatureId signature;              ///< otherwise: all ready nodes of this signature
    std::optional<std::uint32_t> level; ///< if set, only those of them on this level
    Reason reason = Reason::OnlyCandidate;
    std::vector<Candidate> candidates; ///< the compared candidates with scores, for the record
};

/// How a policy that groups by level counts levels.
enum class LevelOrder : std::uint8_t {
    FromInputs,  ///< as soon as possible: OpGraph::levels
    FromOutputs, ///< as late as possible: a node is placed right below its lowest consumer
};

/// How a policy groups nodes into batches.
enum class Grouping : std::uint8_t {
    Signature,
    LevelAndSignature, ///< nodes of one level only; `complete-groups` does so if it can
    None,              ///< every batch is one node
};

struct PolicyTraits {
    const char* name = "";
    const char* title = ""; ///< display name: "By level"
    const char* description = "";
    const char* scoreName = "";         ///< meaning of Candidate::score under this policy
    const char* line = "";              ///< its rule as a line of pseudo-code
    const char* tip = "";               ///< its rule as a sentence
    const char* ownReason = "";         ///< why it chose a batch whose reason is Reason::OwnRule
    Interface from = Interface::Expert; ///< first interface of the window that lists it
    Grouping grouping = Grouping::Signature;
    LevelOrder levelOrder = LevelOrder::FromInputs;
    /// True if choose() always picks what weighByLevel (policies.h) picks, on that level. The schedule is then a sort,
    /// made without a Frontier if possible; see scheduler.cpp.
    bool runsLowestLevelFirst = false;
    std::size_t mostNodes = std::numeric_limits<std::size_t>::max();  ///< larger graphs are refused
    std::size_t quickNodes = std::numeric_limits<std::size_t>::max(); ///< "all" omits the policy for larger graphs
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
    /// True if "all" includes this policy for a graph that it accepts; false if scheduling would take long.
    [[nodiscard]] bool joinsAll(const OpGraph& graph) const { return graph.size() <= m_traits.quickNodes; }

    /// Config error if the policy cannot be used for this graph, for example because it is too large.
    [[nodiscard]] virtual Status accepts(const OpGraph& graph) const;
    /// Called once, before the first choice. A policy that must study the graph first returns the policy to use
    /// instead; others return null. `this` must outlive the result, the graph need not. Cancelled when stopped.
    [[nodiscard]] virtual Result<std::unique_ptr<Policy>> prepared(const OpGraph& graph,
                                                                   const RunControl& control) const;
    /// For a policy from prepared(): a copy that applies what it has learned to another graph; null if none is needed.
    [[nodiscard]] virtual std::unique_ptr<Policy> readAgainst(const OpGraph& graph) const;
    /// Starts one schedule; the result may remember what it chose. The default calls choose().
    [[nodiscard]] virtual Chooser begin(const OpGraph& graph) const;
    /// Chooses the next batch. Called until every node has run; a pick that cannot run ends scheduling with an Error.
    [[nodiscard]] virtual Pick choose(const Frontier& frontier) const = 0;

protected:
    PolicyTraits m_traits;
};

/// All policies, in the order in which they are listed; they live as long as the program.
[[nodiscard]] std::span<const Policy* const> policies();
/// The policy of that name, or a Config error that lists the names.
[[nodiscard]] Result<const Policy*> findPolicy(std::string_view name);
/// The display name of a policy; `name` itself if there is no such policy.
[[nodiscard]] std::string_view policyTitle(std::string_view name);
/// The traits of the policy of that name; general ones if there is no such policy.
[[nodiscard]] const PolicyTraits& policyTraits(std::string_view name);
/// Parses comma-separated names like findPolicy(), or "all": policies that accept the graph and are quick on it.
[[nodiscard]] Result<std::vector<const Policy*>> parsePolicies(std::string_view names, const OpGraph& graph);

} // namespace batchscope
