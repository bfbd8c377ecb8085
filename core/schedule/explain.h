// SPDX-License-Identifier: GPL-3.0-or-later
//
// Describes recorded decisions in plain words, with the same text in the window and on the command line.
#pragma once

#include "core/schedule/schedule.h"

#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

/// Says why this batch was chosen, as a clause without numbers.
[[nodiscard]] const char* reasonText(const OpGraph& graph, const Schedule& schedule, BatchId batch);

/// Says why this batch ran at its step, with the candidates it was compared with, for example "leaf ×7 runs now: it has
/// the lowest level that still has work. Ready: leaf ×7 (level 0)."
[[nodiscard]] std::string decisionText(const OpGraph& graph, const Schedule& schedule, BatchId batch);

/// The values that are read before this step, for example "score 18, score 40, score 62 and 61 more"; empty if none
/// are.
[[nodiscard]] std::string valuesReadText(const OpGraph& graph, const Schedule& schedule, BatchId batch);

// Answers "why did these two nodes not run together?" from the graph and the schedule: every reason that applies, the
// decisive one first, each in words and with the data needed to show it (fields, path, steps).

/// In the order in which explanations list them. The first two mean that the nodes do run together; each of the others
/// alone keeps them apart, the stricter ones first. Level and OtherStep are given only if the signatures are equal.
enum class PairReasonKind : std::uint8_t {
    SameNode,    ///< both ids name the same node
    Together,    ///< they are rows of one batch
    Signature,   ///< their signatures differ
    Unbatchable, ///< the op of one of them cannot be batched
    Dependency,  ///< one needs the other's output, directly or indirectly
    Round,       ///< a value was read between their calls; see OpGraph::rounds
    Level,       ///< the policy groups by level, and their levels differ
    OtherStep,   ///< the policy chose them at different steps
};

/// Returns "same-node", "together", "signature", "unbatchable", "dependency", "round", "level" or "step".
[[nodiscard]] const char* pairReasonName(PairReasonKind kind);

/// A field in which the two signatures differ, with both of its values.
struct FieldDifference {
    std::string field;
    std::string a;
    std::string b;
    bool operator==(const FieldDifference&) const = default;
};

/// An argument that the later node had to wait for.
struct AwaitedArgument {
    std::uint32_t argument = 0; ///< index of the argument, from 0
    NodeId node;                ///< the node whose output it is
    BatchId batch;              ///< the batch in which that node ran
};

struct PairReason {
    PairReasonKind kind = PairReasonKind::SameNode;
    std::string text;                    ///< whole sentences
    std::vector<FieldDifference> fields; ///< Signature: the result of signatureDifferences()
    std::vector<NodeId> path; ///< Dependency: a shortest path, from the needed node to the node that needs it
    std::vector<AwaitedArgument> awaited; ///< OtherStep: what the later node waited for at the earlier step
    std::uint32_t a = 0; ///< row (Together), round (Round), level (Level) or step (OtherStep) of node `a`
    std::uint32_t b = 0;
};

struct PairExplanation {
    NodeId a;
    NodeId b;
    bool together = false;           ///< both run in one batch
    std::vector<PairReason> reasons; ///< never empty

    /// The texts of all reasons, one per line.
    [[nodiscard]] std::string text() const;
};

/// `node 17 (children, tree 2)`; the tree is omitted if the node has none.
[[nodiscard]] std::string nodeText(const OpGraph& graph, NodeId node);

/// All fields in which the signatures differ, in the order of Signature's members; empty if they are equal.
[[nodiscard]] std::vector<FieldDifference> signatureDifferences(const OpGraph& graph, SignatureId a, SignatureId b);

/// A shortest chain of nodes from `from` to `to`, each an argument of the next; empty if `to` does not need `from`.
/// O(nodes and arguments between them).
[[nodiscard]] std::vector<NodeId> dependencyPath(const OpGraph& graph, NodeId from, NodeId to);

/// Explains why `a` and `b` run together or not. The schedule must be one of this graph and contain both nodes. In
/// texts, trees, batches and rows count from 1; all numbers of PairReason count from 0.
[[nodiscard]] PairExplanation explainPair(const OpGraph& graph, const Schedule& schedule, NodeId a, NodeId b);

} // namespace batchscope
