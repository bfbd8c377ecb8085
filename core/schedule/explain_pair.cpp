// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/explain_pair.h"

#include "core/base/check.h"
#include "core/base/counted.h"
#include "core/schedule/explain.h"
#include "core/schedule/policy.h"
#include "core/words/reason_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace batchscope {

namespace {

struct RowsOfOneBatch {
    std::string_view rowA;
    std::string_view rowB;
    std::string_view op;
    std::string_view size;
    std::string_view batch;
    std::string_view batches; ///< of the schedule
};

struct DifferentLevels {
    std::string_view policy;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    bool fromOutputs = false; ///< how they are counted
    bool onlyReason = false;  ///< nothing else keeps the nodes apart
};

struct DifferentBatches {
    std::string_view policy;
    std::uint32_t first = 0; ///< node
    std::string_view firstBatch;
    std::uint32_t later = 0; ///< node
    std::string_view laterBatch;
    std::string_view waiting; ///< why the later one did not run with the first
    std::string_view firstDecision;
    std::string_view laterDecision;
};

std::string nodeOfOp(std::uint32_t node, std::string_view op, std::string_view tree) {
    return tree.empty() ? fmt::format("node {} ({})", node, op) : fmt::format("node {} ({}, tree {})", node, op, tree);
}

std::string runTogether(const RowsOfOneBatch& rows) {
    return fmt::format("They run together: rows {} and {} of {} ×{}, in batch {} of {}.", rows.rowA, rows.rowB, rows.op,
                       rows.size, rows.batch, rows.batches);
}

/// `edges` is empty where the one is an argument of the other.
std::string oneNeedsTheOther(std::string_view needing, std::string_view needed, std::string_view edges,
                             std::string_view path) {
    const std::string distance = edges.empty() ? "" : fmt::format(", {} edges away", edges);
    return fmt::format("One depends on the other: {} needs the result of {}{} ({}). A batch computes all its rows at "
                       "once, so no policy can put them in one batch.",
                       needing, needed, distance, path);
}

std::string levelsDiffer(const DifferentLevels& levels) {
    return fmt::format("The policy “{}” groups nodes by level{}, and these two are on levels {} and {}.{}",
                       levels.policy, levels.fromOutputs ? " (counted from the outputs)" : "", levels.a, levels.b,
                       levels.onlyReason ? " Only a policy that does not group by level could batch them together."
                                         : "");
}

std::string batchesDiffer(const DifferentBatches& batches) {
    return fmt::format("The policy “{}” ran them in different batches: node {} in batch {} and node {} in batch {}. {} "
                       "Batch {}: {} Batch {}: {}",
                       batches.policy, batches.first, batches.firstBatch, batches.later, batches.laterBatch,
                       batches.waiting, batches.firstBatch, batches.firstDecision, batches.laterBatch,
                       batches.laterDecision);
}

constexpr std::size_t kWholePath = 8; // nodes; of a longer path the ends are shown
constexpr std::size_t kPathEnd = 3;

/// `3 → 7 → 9`, with a count in place of a long middle.
std::string pathText(const std::vector<NodeId>& path) {
    std::string text;
    for (std::size_t index = 0; index < path.size(); ++index) {
        if (path.size() > kWholePath && index == kPathEnd) {
            const std::size_t left = path.size() - 2 * kPathEnd;
            text += " → " + fmt::format("… {} more …", withThousands(left));
            index += left;
        }
        text += (text.empty() ? "" : " → ") + std::to_string(path[index].value);
    }
    return text;
}

void appendSentence(std::string& text, std::string_view sentence) {
    if (!text.empty() && !sentence.empty()) {
        text += ' ';
    }
    text += sentence;
}

/// Batches of such an op would change values; nothing else keeps its nodes apart.
bool mixesRows(const Op& op) {
    return op.batchable == Batchable::No && op.call != nullptr && !op.call->hazard().empty();
}

/// Why each node of the op runs alone; empty for an op that batches.
std::string whyAlone(const Op& op) {
    if (op.batchable == Batchable::Yes) {
        return {};
    }
    return mixesRows(op) ? fmt::format("The op {} runs one node at a time, because {}.", op.name, op.call->hazard())
                         : fmt::format("The op {} is marked as unbatchable: each of its nodes runs alone.", op.name);
}

/// One question being answered.
class PairExplainer {
public:
    PairExplainer(const OpGraph& graph, const Schedule& schedule, NodeId a, NodeId b)
        : m_graph(graph),
          m_schedule(schedule), m_result{a, b, schedule.places[a].batch == schedule.places[b].batch, {}} {}

    PairExplanation run() {
        if (m_result.a == m_result.b) {
            add(PairReasonKind::SameNode).text =
                fmt::format("Both numbers refer to the same node: {}.", textOf(m_result.a));
        } else if (m_result.together) {
            explainTogether();
        } else {
            explainSignature();
            explainUnbatchable();
            explainDependency();
            explainRound();
            if (sameSignature()) { // otherwise no choice of the policy could have helped
                explainLevel();
                explainStep();
            }
        }
        return std::move(m_result);
    }

private:
    PairReason& add(PairReasonKind kind) {
        m_result.reasons.emplace_back();
        m_result.reasons.back().kind = kind;
        return m_result.reasons.back();
    }
    [[nodiscard]] SignatureId signatureOf(NodeId node) const { return m_graph.nodeSignatures[node]; }
    [[nodiscard]] bool sameSignature() const { return signatureOf(m_result.a) == signatureOf(m_result.b); }
    [[nodiscard]] BatchId batchOf(NodeId node) const { return m_schedule.places[node].batch; }
    [[nodiscard]] std::string textOf(NodeId node) const { return nodeText(m_graph, node); }

    void explainTogether();
    void explainSignature();
    void explainUnbatchable();
    void explainDependency();
    void explainRound();
    void explainLevel();
    void explainStep();
    [[nodiscard]] std::optional<std::uint32_t> levelOfBatch(const Policy& policy, BatchId batch) const;
    [[nodiscard]] std::string waitingText(NodeId first, NodeId later, const PairReason& reason) const;

    const OpGraph& m_graph;
    const Schedule& m_schedule;
    PairExplanation m_result;
};

void PairExplainer::explainTogether() {
    PairReason& reason = add(PairReasonKind::Together);
    reason.a = m_schedule.places[m_result.a].row;
    reason.b = m_schedule.places[m_result.b].row;
    const BatchId batch = batchOf(m_result.a);
    reason.text = runTogether({.rowA = ordinal(reason.a),
                               .rowB = ordinal(reason.b),
                               .op = m_graph.opOf(m_result.a).name,
                               .size = withThousands(m_schedule.batchSize(batch)),
                               .batch = ordinal(batch.index()),
                               .batches = withThousands(m_schedule.batchCount())});
}

void PairExplainer::explainSignature() {
    if (sameSignature()) {
        return;
    }
    PairReason& reason = add(PairReasonKind::Signature);
    reason.fields = signatureDifferences(m_graph, signatureOf(m_result.a), signatureOf(m_result.b));
    std::vector<std::string> fields;
    fields.reserve(reason.fields.size());
    for (const FieldDifference& field : reason.fields) {
        fields.push_back(fmt::format("{} ({} and {})", field.field, field.a, field.b));
    }
    reason.text = words::signaturesDiffer(fields);
}

void PairExplainer::explainUnbatchable() {
    const Op& a = m_graph.opOf(m_result.a);
    const Op& b = m_graph.opOf(m_result.b);
    std::string text = whyAlone(a);
    if (a.name != b.name) {
        appendSentence(text, whyAlone(b));
    }
    if (text.empty()) {
        return;
    }
    const auto isMethod = [](const Op& op) { return mixesRows(op) && op.call->unknown().empty(); };
    if (isMethod(a) || isMethod(b)) {
        appendSentence(text, "Choose --unsafe batch (Options, Unsafe methods) to batch such nodes all the same.");
    }
    add(PairReasonKind::Unbatchable).text = std::move(text);
}

void PairExplainer::explainDependency() {
    const NodeId needed = std::min(m_result.a, m_result.b); // arguments have smaller ids
    const NodeId needing = std::max(m_result.a, m_result.b);
    std::vector<NodeId> path = dependencyPath(m_graph, needed, needing);
    if (path.empty()) {
        return;
    }
    PairReason& reason = add(PairReasonKind::Dependency);
    const std::string edges = path.size() == 2 ? "" : withThousands(path.size() - 1);
    reason.text = oneNeedsTheOther(textOf(needing), textOf(needed), edges, pathText(path));
    reason.path = std::move(path);
}

void PairExplainer::explainRound() {
    const std::uint32_t a = m_graph.roundOf(m_result.a);
    const std::uint32_t b = m_graph.roundOf(m_result.b);
    if (a == b) {
        return;
    }
    PairReason& reason = add(PairReasonKind::Round);
    reason.a = a;
    reason.b = b;
    reason.text = fmt::format("A value was read between their calls (a sync point), so one belongs to round {} and the "
                              "other to round {}. A round starts only when all nodes of the previous round have run.",
                              a, b);
}

/// The level that all nodes of the batch stand on, counted as the policy counts; none when the batch mixes levels.
std::optional<std::uint32_t> PairExplainer::levelOfBatch(const Policy& policy, BatchId batch) const {
    if (policy.traits().levelOrder == LevelOrder::FromOutputs) {
        // Levels from the outputs are no part of the graph, but the decision that took a level noted it.
        const auto candidates = m_schedule.decision(batch).candidates;
        const auto own = std::find_if(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
            return candidate.signature == m_schedule.batchSignatures[batch];
        });
        return own == candidates.end() ? std::nullopt : std::optional(own->lowestLevel);
    }
    const auto nodes = m_schedule.batch(batch);
    const std::uint32_t level = m_graph.levels[nodes.front()];
    const bool one =
        std::all_of(nodes.begin(), nodes.end(), [&](NodeId node) { return m_graph.levels[node] == level; });
    return one ? std::optional(level) : std::nullopt;
}

void PairExplainer::explainLevel() {
    const Result<const Policy*> policy = findPolicy(m_schedule.policy); // a test's own policy is not in the table
    if (!policy || (*policy)->traits().grouping != Grouping::LevelAndSignature) {
        return;
    }
    const auto a = levelOfBatch(**policy, batchOf(m_result.a));
    const auto b = levelOfBatch(**policy, batchOf(m_result.b));
    if (!a || !b || *a == *b) {
        return;
    }
    const bool alone = m_result.reasons.empty(); // nothing harder keeps them apart
    PairReason& reason = add(PairReasonKind::Level);
    reason.a = *a;
    reason.b = *b;
    reason.text = levelsDiffer({.policy = policyTitle(m_schedule.policy),
                                .a = *a,
                                .b = *b,
                                .fromOutputs = (*policy)->traits().levelOrder == LevelOrder::FromOutputs,
                                .onlyReason = alone});
}

/// Why the later node did not run with the first: it was not ready, or it was left out.
std::string PairExplainer::waitingText(NodeId first, NodeId later, const PairReason& reason) const {
    const BatchId step = batchOf(first);
    const std::string batch = ordinal(step.index());
    if (m_graph.roundOf(first) != m_graph.roundOf(later)) {
        return fmt::format("When batch {} ran, node {} did not exist yet: it was created in a later round.", batch,
                           later.value);
    }
    if (reason.awaited.empty()) {
        const bool single =
            m_graph.opOf(first).batchable == Batchable::No || m_schedule.reasons[step] == Reason::CreationOrder;
        return single ? fmt::format("When batch {} ran, node {} was also ready, but that batch runs one node alone.",
                                    batch, later.value)
                      : fmt::format("When batch {} ran, node {} was also ready, but that batch took only some of the "
                                    "ready nodes of its signature.",
                                    batch, later.value);
    }
    std::vector<std::string> arguments;
    arguments.reserve(reason.awaited.size());
    for (const AwaitedArgument& awaited : reason.awaited) {
        arguments.push_back(fmt::format("its argument {}, {}, which ran in batch {}", awaited.argument,
                                        textOf(awaited.node), ordinal(awaited.batch.index())));
    }
    return words::wasNotReady(batch, later.value, arguments);
}

void PairExplainer::explainStep() {
    const bool inOrder = batchOf(m_result.a) < batchOf(m_result.b);
    const NodeId first = inOrder ? m_result.a : m_result.b;
    const NodeId later = inOrder ? m_result.b : m_result.a;
    PairReason& reason = add(PairReasonKind::OtherStep);
    reason.a = batchOf(m_result.a).value;
    reason.b = batchOf(m_result.b).value;
    const auto arguments = m_graph.argumentsOf(later);
    std::vector<NodeId> seen;
    for (std::size_t index = 0; index < arguments.size(); ++index) {
        const Argument& argument = arguments[index];
        const bool waits = argument.isValue() && batchOf(argument.node()) >= batchOf(first);
        if (waits && std::find(seen.begin(), seen.end(), argument.node()) == seen.end()) { // h and c are of one node
            seen.push_back(argument.node());
            reason.awaited.push_back({static_cast<std::uint32_t>(index), argument.node(), batchOf(argument.node())});
        }
    }
    reason.text = batchesDiffer({.policy = policyTitle(m_schedule.policy),
                                 .first = first.value,
                                 .firstBatch = ordinal(batchOf(first).index()),
                                 .later = later.value,
                                 .laterBatch = ordinal(batchOf(later).index()),
                                 .waiting = waitingText(first, later, reason),
                                 .firstDecision = decisionText(m_graph, m_schedule, batchOf(first)),
                                 .laterDecision = decisionText(m_graph, m_schedule, batchOf(later))});
}

} // namespace

const char* pairReasonName(PairReasonKind kind) {
    switch (kind) {
    case PairReasonKind::SameNode: return "same-node";
    case PairReasonKind::Together: return "together";
    case PairReasonKind::Signature: return "signature";
    case PairReasonKind::Unbatchable: return "unbatchable";
    case PairReasonKind::Dependency: return "dependency";
    case PairReasonKind::Round: return "round";
    case PairReasonKind::Level: return "level";
    case PairReasonKind::OtherStep: return "step";
    }
    return "";
}

std::string PairExplanation::text() const {
    std::string out;
    for (const PairReason& reason : reasons) {
        out += (out.empty() ? "" : "\n") + reason.text;
    }
    return out;
}

std::string nodeText(const OpGraph& graph, NodeId node) {
    const Origin& origin = graph.origins[node];
    return nodeOfOp(node.value, graph.opOf(node).name,
                    origin.tree.valid() ? ordinal(origin.tree.index()) : std::string());
}

std::vector<NodeId> dependencyPath(const OpGraph& graph, NodeId from, NodeId to) {
    if (from >= to) {
        return {};
    }
    std::vector<NodeId> user(to.index() - from.index()); // by distance from `from`: who was reached through it
    std::vector<NodeId> queue = {to};
    for (std::size_t at = 0; at < queue.size() && !user.front().valid(); ++at) {
        for (const Argument& argument : graph.argumentsOf(queue[at])) {
            // What stands below `from`, by id or by level, cannot need it.
            const bool between =
                argument.isValue() && (argument.node() == from ||
                                       (argument.node() > from && graph.levels[argument.node()] > graph.levels[from]));
            if (between && !user[argument.node().index() - from.index()].valid()) {
                user[argument.node().index() - from.index()] = queue[at];
                queue.push_back(argument.node());
            }
        }
    }
    if (!user.front().valid()) {
        return {};
    }
    std::vector<NodeId> path = {from};
    while (path.back() != to) {
        path.push_back(user[path.back().index() - from.index()]);
    }
    return path;
}

PairExplanation explainPair(const OpGraph& graph, const Schedule& schedule, NodeId a, NodeId b) {
    BATCHSCOPE_CHECK(a.index() < graph.size() && b.index() < graph.size() && schedule.places.size() == graph.size());
    return PairExplainer(graph, schedule, a, b).run();
}

} // namespace batchscope
