// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/explain.h"

#include "core/base/check.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/schedule/metrics.h"
#include "core/schedule/policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

/// Joins names: "score 18, score 40 and 61 more".
std::string namesAndMore(const std::vector<std::string>& names, std::size_t more) {
    const std::string named = fmt::format("{}", fmt::join(names, ", "));
    return more == 0 ? named : fmt::format("{} and {} more", named, more);
}

/// True if the batch leaves out ready nodes of its signature.
bool leavesSome(const Schedule& schedule, BatchId batch) {
    const auto candidates = schedule.decision(batch).candidates;
    return std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
        return candidate.signature == schedule.batchSignatures[batch] && candidate.ready > schedule.batchSize(batch);
    });
}

/// Says why a batch leaves out nodes of its signature although no other signature is ready.
const char* leavingText(const OpGraph& graph, const Schedule& schedule, BatchId batch) {
    if (graph.opOf(schedule.batchSignatures[batch]).batchable == Batchable::No) {
        return "only its signature is ready, but its op cannot be batched, so its other nodes wait for a later step";
    }
    const Result<const Policy*> policy = findPolicy(schedule.policy);
    return policy && (*policy)->traits().grouping == Grouping::LevelAndSignature
               ? "only its signature is ready, and the policy takes one level at a time, so its other nodes wait for a "
                 "later step"
               : "only its signature is ready, and its other nodes wait for a later step";
}

} // namespace

const char* reasonText(const OpGraph& graph, const Schedule& schedule, BatchId batch) {
    switch (schedule.reasons[batch]) {
    case Reason::CreationOrder: return "it is the next node in creation order and runs alone";
    case Reason::LowestLevel: return "it has the lowest level that still has work";
    case Reason::LowestScore: return "it has the lowest score of all ready signatures";
    case Reason::TieCheapOp:
        return "several have the best score, and of these an op without a matrix product goes first";
    case Reason::TieFirstSeen:
        return "several have the best score, and of these the signature that appeared first goes first";
    case Reason::Unbatchable: return "its op cannot be batched, so it runs alone as soon as it is ready";
    case Reason::OnlyCandidate:
        return leavesSome(schedule, batch) ? leavingText(graph, schedule, batch) : "nothing else is ready";
    case Reason::CompleteGroup:
        return "all its nodes of one level are ready, and it has the lowest score of all such groups";
    case Reason::WholeFrontier: return "all of its own frontier is ready, so running it now cannot add a batch";
    case Reason::HighestShare: return "the largest share of its own frontier is ready";
    case Reason::Learned: return "the learned table gives it the highest value of all ready signatures";
    case Reason::AsGiven: return "the given schedule has it next";
    case Reason::OwnRule: return policyTraits(schedule.policy).ownReason;
    }
    return "";
}

std::string decisionText(const OpGraph& graph, const Schedule& schedule, BatchId batch) {
    const Decision decision = schedule.decision(batch);
    std::string runs = fmt::format("{} ×{} runs now: {}.", graph.opOf(schedule.batchSignatures[batch]).name,
                                   withThousands(schedule.batchSize(batch)), reasonText(graph, schedule, batch));
    const bool isAlone = decision.reason == Reason::OnlyCandidate && !leavesSome(schedule, batch);
    if (isAlone || decision.candidates.empty()) {
        return runs;
    }
    std::vector<std::string> ready;
    for (const Candidate& candidate : decision.candidates) {
        ready.push_back(fmt::format("{} ×{} ({} {:.4g})", graph.opOf(candidate.signature).name,
                                    withThousands(candidate.ready), schedule.scoreName, candidate.score));
    }
    return fmt::format("{} Ready: {}.", runs, fmt::join(ready, ", "));
}

std::string valuesReadText(const OpGraph& graph, const Schedule& schedule, BatchId batch) {
    constexpr std::size_t kNamed = 3;
    const std::vector<NodeId> nodes = nodesReadFirst(graph, schedule, batch);
    std::vector<std::string> named;
    named.reserve(kNamed);
    for (std::size_t index = 0; index < std::min(nodes.size(), kNamed); ++index) {
        named.push_back(fmt::format("{} {}", graph.opOf(nodes[index]).name, nodes[index].value));
    }
    return namesAndMore(named, nodes.size() - named.size());
}

namespace {

constexpr std::size_t kWholePath = 8; // nodes; longer paths show only their ends
constexpr std::size_t kPathEnd = 3;

/// Formats a path as `3 → 7 → 9`, with a count in place of a long middle.
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

/// True if the op is unbatchable only because a batch would mix its rows and change values.
bool mixesRows(const Op& op) {
    return op.batchable == Batchable::No && op.call != nullptr && !op.call->hazard().empty();
}

/// Says why each node of the op runs alone; empty if the op can be batched.
std::string whyAlone(const Op& op) {
    if (op.batchable == Batchable::Yes) {
        return {};
    }
    return mixesRows(op) ? fmt::format("The op {} runs one node at a time, because {}.", op.name, op.call->hazard())
                         : fmt::format("The op {} is marked as unbatchable: each of its nodes runs alone.", op.name);
}

/// Builds the explanation of one pair.
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
            if (sameSignature()) { // otherwise no policy could have batched them
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
    reason.text =
        fmt::format("They run together: rows {} and {} of {} ×{}, in batch {} of {}.", ordinal(reason.a),
                    ordinal(reason.b), m_graph.opOf(m_result.a).name, withThousands(m_schedule.batchSize(batch)),
                    ordinal(batch.index()), withThousands(m_schedule.batchCount()));
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
    reason.text = fmt::format("Every policy batches only nodes of one signature, and theirs differ in: {}.",
                              fmt::join(fields, "; "));
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
    reason.text = fmt::format("One depends on the other: {} needs the result of {}{} ({}). A batch computes all its "
                              "rows at once, so no policy "
                              "can put them in one batch.",
                              textOf(needing), textOf(needed),
                              path.size() == 2 ? "" : fmt::format(", {} edges away", withThousands(path.size() - 1)),
                              pathText(path));
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

/// The level of all nodes of the batch, counted as the policy does; nullopt if they differ or none is recorded.
std::optional<std::uint32_t> PairExplainer::levelOfBatch(const Policy& policy, BatchId batch) const {
    if (policy.traits().levelOrder == LevelOrder::FromOutputs) {
        // The graph does not store levels from the outputs, but the decision recorded the level it took.
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
    const Result<const Policy*> policy = findPolicy(m_schedule.policy); // tests' policies are not in the table
    if (!policy || (*policy)->traits().grouping != Grouping::LevelAndSignature) {
        return;
    }
    const auto a = levelOfBatch(**policy, batchOf(m_result.a));
    const auto b = levelOfBatch(**policy, batchOf(m_result.b));
    if (!a || !b || *a == *b) {
        return;
    }
    const bool alone = m_result.reasons.empty(); // no stricter reason keeps them apart
    PairReason& reason = add(PairReasonKind::Level);
    reason.a = *a;
    reason.b = *b;
    reason.text =
        fmt::format("The policy “{}” groups nodes by level{}, and these two are on levels {} and {}.{}",
                    policyTitle(m_schedule.policy),
                    (*policy)->traits().levelOrder == LevelOrder::FromOutputs ? " (counted from the outputs)" : "", *a,
                    *b, alone ? " Only a policy that does not group by level could batch them together." : "");
}

/// Says why the later node did not run with the first: it was not ready, or it was left out.
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
    return fmt::format("When batch {} ran, node {} was not ready: it waited for {}.", batch, later.value,
                       fmt::join(arguments, ", and for "));
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
        if (waits && std::find(seen.begin(), seen.end(), argument.node()) == seen.end()) { // h and c: same node
            seen.push_back(argument.node());
            reason.awaited.push_back({static_cast<std::uint32_t>(index), argument.node(), batchOf(argument.node())});
        }
    }
    const std::string firstBatch = ordinal(batchOf(first).index());
    const std::string laterBatch = ordinal(batchOf(later).index());
    reason.text =
        fmt::format("The policy “{}” ran them in different batches: node {} in batch {} and node {} in batch "
                    "{}. {} Batch {}: {} Batch {}: {}",
                    policyTitle(m_schedule.policy), first.value, firstBatch, later.value, laterBatch,
                    waitingText(first, later, reason), firstBatch, decisionText(m_graph, m_schedule, batchOf(first)),
                    laterBatch, decisionText(m_graph, m_schedule, batchOf(later)));
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
    const std::string& op = graph.opOf(node).name;
    return origin.tree.valid() ? fmt::format("node {} ({}, tree {})", node.value, op, ordinal(origin.tree.index()))
                               : fmt::format("node {} ({})", node.value, op);
}

std::vector<NodeId> dependencyPath(const OpGraph& graph, NodeId from, NodeId to) {
    if (from >= to) {
        return {};
    }
    std::vector<NodeId> user(to.index() - from.index()); // by id - from: the node's user on a shortest path to `to`
    std::vector<NodeId> queue = {to};
    for (std::size_t at = 0; at < queue.size() && !user.front().valid(); ++at) {
        for (const Argument& argument : graph.argumentsOf(queue[at])) {
            // Nodes with a smaller id, or a level not above that of `from`, cannot need it.
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

namespace {

constexpr const char* kNone = "none";

template <typename Each, typename TextOf>
std::string joined(const Each& each, const TextOf& textOf) {
    std::vector<std::string> texts;
    std::transform(each.begin(), each.end(), std::back_inserter(texts), textOf);
    return texts.empty() ? kNone : fmt::format("{}", fmt::join(texts, ", "));
}

std::string attributesText(const Op& op) {
    return joined(op.attributes,
                  [](const Attribute& attribute) { return fmt::format("{} {}", attribute.name, attribute.value); });
}

std::string argumentText(const ArgumentType& argument) {
    if (argument.kind == ArgumentClass::Integer) {
        return argumentClassName(argument.kind);
    }
    return fmt::format("{}[{}] {}{}", argumentClassName(argument.kind), argument.width,
                       argument.dtype == DType::Float32 ? "float32" : "float64",
                       argument.arity == Arity::Any ? " ×any" : "");
}

} // namespace

std::vector<FieldDifference> signatureDifferences(const OpGraph& graph, SignatureId a, SignatureId b) {
    const Signature& left = graph.signatures[a];
    const Signature& right = graph.signatures[b];
    const Op& leftOp = graph.opOf(a);
    const Op& rightOp = graph.opOf(b);
    std::vector<FieldDifference> fields;
    /// Adds a field that differs, with ids if the names alone are equal.
    const auto addNamed = [&](const char* field, bool differ, const auto& textOf) {
        if (differ) {
            const bool namesTell = textOf(left, false) != textOf(right, false);
            fields.push_back({field, textOf(left, !namesTell), textOf(right, !namesTell)});
        }
    };
    const auto add = [&](std::string field, std::string one, std::string other) {
        if (one != other) {
            fields.push_back({std::move(field), std::move(one), std::move(other)});
        }
    };
    const auto numbered = [](const std::string& name, std::uint32_t id, bool withIds) {
        return withIds ? fmt::format("{} (#{})", name, id) : name;
    };
    const bool attributesTell = leftOp.name == rightOp.name && leftOp.attributes != rightOp.attributes;
    addNamed("op", left.op != right.op && !attributesTell, [&](const Signature& signature, bool withIds) {
        return numbered(graph.ops.ops[signature.op].name, signature.op.value, withIds);
    });
    add("attributes", attributesText(leftOp), attributesText(rightOp));
    addNamed("parameters", left.parameters != right.parameters, [&](const Signature& signature, bool withIds) {
        return joined(signature.parameters,
                      [&](ParamId id) { return numbered(graph.ops.params[id].name, id.value, withIds); });
    });
    for (std::size_t slot = 0; slot < std::max(left.arguments.size(), right.arguments.size()); ++slot) {
        const auto text = [slot](const Signature& signature) {
            return slot < signature.arguments.size() ? argumentText(signature.arguments[slot]) : kNone;
        };
        add(fmt::format("argument {}", slot), text(left), text(right));
    }
    const auto sharedText = [&](const Signature& signature) {
        return joined(signature.shared, [&](const Value& value) {
            return fmt::format("output {} of {}", value.output, nodeText(graph, value.node));
        });
    };
    add("shared values", sharedText(left), sharedText(right));
    add("device", left.device == Device::Cpu ? "cpu" : "cuda", right.device == Device::Cpu ? "cpu" : "cuda");
    return fields;
}

} // namespace batchscope
