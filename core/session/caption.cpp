// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/caption.h"

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/schedule/explain.h"
#include "core/schedule/metrics.h"
#include "core/schedule/policy.h"
#include "core/session/execution_text.h"
#include "core/story/cursor.h"
#include "core/trace/speed_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

constexpr std::size_t kMostWords = 40; // of Caption::because

/// Collects sentences, the most important first, and leaves out those that no longer fit into kMostWords.
class Sentences {
public:
    void add(std::string_view sentence) {
        const auto words = static_cast<std::size_t>(std::count(sentence.begin(), sentence.end(), ' ')) + 1;
        if (!sentence.empty() && m_words + words <= kMostWords) {
            m_text += m_text.empty() ? "" : " ";
            m_text += sentence;
            m_words += words;
        }
    }
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    std::string m_text;
    std::size_t m_words = 0;
};

/// The meaning of the op's integer argument if the op looks up a row of a table.
RowMeaning meaningOf(const OpGraph& graph, const Op& op) {
    for (const BodyValue& value : op.body.values) {
        if (value.primitive == Primitive::Lookup) {
            return graph.ops.params[value.weight].meaning;
        }
    }
    return RowMeaning::None;
}

/// True for dependency trees, in which each node is a word: a leaf or a head.
bool areDependencies(const Snapshot& snapshot, NodeId node) {
    const Origin& origin = snapshot.graph->origins[node];
    return snapshot.treebank && snapshot.treebank->program.empty() && origin.tree.valid() &&
           shownTree(snapshot, origin.tree).isDependency();
}

/// The noun for what the op's nodes are in the trees, judged by one node: words, phrases, scores. Empty for other ops.
std::optional<words::Noun> nounOfOp(const Snapshot& snapshot, NodeId node) {
    const OpGraph& graph = *snapshot.graph;
    const Op& op = graph.opOf(node);
    const auto takes = [&op](ArgumentClass kind) {
        return std::any_of(op.arguments.begin(), op.arguments.end(),
                           [kind](const ArgumentType& type) { return type.kind == kind; });
    };
    const std::string_view name = std::string_view(op.name).substr(0, op.name.find_last_not_of("0123456789") + 1);
    if (!takes(ArgumentClass::Row) && takes(ArgumentClass::Integer)) {
        switch (meaningOf(graph, op)) {
        case RowMeaning::Words:
            return areDependencies(snapshot, node) ? words::Noun{"leaf", "leaves"} : words::Noun{"word", "words"};
        case RowMeaning::Bytes: return words::Noun{"letter", "letters"};
        case RowMeaning::None: break;
        }
    }
    if (name == "logits" || name == "score") {
        return words::Noun{"score", "scores"};
    }
    if (name == "children" || name == "compose" || name == "head" || name == "reduce") {
        return areDependencies(snapshot, node) ? words::Noun{"head", "heads"} : words::Noun{"phrase", "phrases"};
    }
    return std::nullopt;
}

/// True if each node has exactly two different nodes as arguments.
bool areOfTwoParts(const OpGraph& graph, std::span<const NodeId> nodes) {
    return std::all_of(nodes.begin(), nodes.end(), [&graph](NodeId each) {
        std::vector<NodeId> parts;
        for (const Argument& argument : graph.argumentsOf(each)) {
            if (argument.isValue() && std::find(parts.begin(), parts.end(), argument.node()) == parts.end()) {
                parts.push_back(argument.node());
                if (parts.size() > 2) {
                    return false; // there may be many arguments
                }
            }
        }
        return parts.size() == 2;
    });
}

/// Names nodes of one op by the noun that the trees have for them, or else as calls of the op.
std::string nounOf(const Snapshot& snapshot, std::span<const NodeId> nodes) {
    const std::size_t count = nodes.size();
    const std::optional<words::Noun> noun = nounOfOp(snapshot, nodes.front());
    if (!noun) {
        return fmt::format("{} “{}” {}", withThousands(count), snapshot.graph->opOf(nodes.front()).name,
                           count == 1 ? "call" : "calls");
    }
    const bool isPhrase = noun->one == "phrase";
    return counted(count, *noun) + (isPhrase && areOfTwoParts(*snapshot.graph, nodes) ? " of two parts" : "");
}

/// How many times fewer: "8", "2.5", "130".
std::string fewerText(std::size_t nodes, std::size_t batches) {
    constexpr double kTwoDigits = 99.5;
    const double ratio = static_cast<double>(nodes) / static_cast<double>(batches);
    return ratio < kTwoDigits ? fmt::format("{:.2g}", ratio) : withThousands(static_cast<std::size_t>(ratio + 0.5));
}

std::optional<SpeedRatio> speedUpOf(const Snapshot& snapshot) {
    return snapshot.report && snapshot.report->speed ? snapshot.report->speed->batching() : std::nullopt;
}

/// The captions of moments that concern the whole graph.
class GraphCaption {
public:
    explicit GraphCaption(const Snapshot& snapshot)
        : m_snapshot(snapshot), m_graph(*snapshot.graph), m_schedule(*snapshot.schedule),
          m_policy(policyTitle(m_schedule.policy)), m_isOneByOne(m_schedule.rule == BatchRule::OneByOne) {}

    [[nodiscard]] Caption source() const {
        if (m_graph.size() <= 1) {
            return {"One node: there is nothing to batch.", {}};
        }
        Sentences why;
        why.add("Starting a call has a price, however little it computes.");
        if (m_snapshot.report && m_snapshot.report->isMeasured()) {
            why.add(fmt::format("Node by node, they take {} in all.",
                                formatSeconds(m_snapshot.report->regular.execution())));
        }
        return {fmt::format("{}: {}, one for each node.", counted(m_graph.trees, nounOfTrees(m_snapshot)),
                            counted(m_graph.size(), words::kCall)),
                why.take()};
    }

    [[nodiscard]] Caption signatures() const {
        const SignatureId signature = commonestSignature(m_graph);
        if (!signature.valid()) {
            return {"No two nodes do the same work.", "Each node has an op, weights or shapes of its own."};
        }
        const auto alone = std::count_if(m_graph.nodeSignatures.begin(), m_graph.nodeSignatures.end(),
                                         [this](auto each) { return m_graph.opOf(each).batchable == Batchable::No; });
        Sentences why;
        why.add("A signature is the op, its weights and the shapes it takes. Rows of one signature can be stacked, as "
                "long as none waits for another.");
        if (areDependencies(m_snapshot, NodeId(std::size_t{0}))) {
            why.add("A leaf is a word without dependents; a head has some.");
        }
        if (alone > 0) {
            why.add(fmt::format("{} must run alone.", counted(static_cast<std::size_t>(alone), words::kNode)));
        }
        std::vector<NodeId> nodes;
        for (std::size_t index = 0; index < m_graph.size(); ++index) {
            if (m_graph.nodeSignatures[NodeId(index)] == signature) {
                nodes.emplace_back(index);
            }
        }
        return {nounOf(m_snapshot, nodes) + " do the same work, on different numbers.", why.take()};
    }

    [[nodiscard]] Caption lanes() const {
        const std::size_t levels = m_graph.levelCount();
        if (levels <= 1) {
            return {"No node waits for another.", {}};
        }
        Sentences why;
        why.add(fmt::format("Nodes of one level never need each other. The longest path visits {} levels, so at least "
                            "as many batches follow each other.",
                            withThousands(levels)));
        if (m_snapshot.metrics && m_snapshot.metrics->lowerBound > levels) {
            why.add(fmt::format("At least {} are needed.", withThousands(m_snapshot.metrics->lowerBound)));
        }
        if (m_isOneByOne) {
            why.add(fmt::format("“{}” never batches.", m_policy));
        }
        return {fmt::format("A node waits for what it reads: {} levels.", withThousands(levels)), why.take()};
    }

    [[nodiscard]] Caption folded() const { return m_schedule.batchCount() == m_graph.size() ? eachAlone() : saved(); }

private:
    [[nodiscard]] Caption eachAlone() const {
        Sentences why;
        if (m_isOneByOne) {
            why.add(fmt::format("“{}” never batches.", m_policy));
        }
        if (m_snapshot.metrics && m_snapshot.metrics->lowerBound < m_graph.size()) {
            why.add(fmt::format("Another policy may need no more than {}.",
                                counted(m_snapshot.metrics->lowerBound, words::kCall)));
        } else if (m_snapshot.metrics) {
            why.add("No two nodes can share a call, whatever the policy.");
        }
        return {fmt::format("{}, {}: {}.", counted(m_graph.size(), words::kNode), counted(m_graph.size(), words::kCall),
                            m_isOneByOne ? "one by one" : "nothing was shared"),
                why.take()};
    }

    [[nodiscard]] Caption saved() const {
        const std::size_t batches = m_schedule.batchCount();
        const std::optional<SpeedRatio> speedUp = speedUpOf(m_snapshot);
        Sentences why;
        if (speedUp) {
            why.add(fmt::format("Measured: {}.", speedUpText(*m_snapshot.report->speed)));
            constexpr double kWorthTelling = 1.5;
            if (static_cast<double>(m_graph.size()) > kWorthTelling * static_cast<double>(batches)) {
                const bool isSame = m_snapshot.report->speed->executor == ExecutorKind::LibTorch;
                why.add(fmt::format("There are {} times fewer calls, but {} arithmetic.",
                                    fewerText(m_graph.size(), batches), isSame ? "the same" : "most of the"));
            }
        } else {
            why.add(fmt::format("The price of starting a call is paid {} times instead of {}.", withThousands(batches),
                                withThousands(m_graph.size())));
        }
        std::size_t single = 0;
        for (std::size_t batch = 0; batch < batches; ++batch) {
            single += m_schedule.batchSize(BatchId(batch)) == 1 ? 1 : 0;
        }
        if (single > batches / 2) {
            why.add(fmt::format("{} of the batches hold a single node.", withThousands(single)));
        }
        if (m_snapshot.metrics) {
            const std::size_t bound = m_snapshot.metrics->lowerBound;
            why.add(batches == bound ? std::string("No policy needs fewer.")
                                     : fmt::format("No policy can use fewer than {}.", withThousands(bound)));
        }
        if (m_snapshot.trace && !m_snapshot.trace->backward.empty()) {
            why.add("The backward pass runs the same batches in reverse.");
        }
        const std::string calls =
            fmt::format("{} became {}", counted(m_graph.size(), words::kCall), withThousands(batches));
        return {speedUp ? fmt::format("{}: {}.", calls, resultText(*speedUp)) : calls + '.', why.take()};
    }

    const Snapshot& m_snapshot;
    const OpGraph& m_graph;
    const Schedule& m_schedule;
    std::string m_policy;
    bool m_isOneByOne;
};

/// The caption of one batch in all of its stages; the picture shows the current stage.
class BatchCaption {
public:
    BatchCaption(const Snapshot& snapshot, BatchId batch)
        : m_snapshot(snapshot), m_graph(*snapshot.graph), m_schedule(*snapshot.schedule), m_batch(batch),
          m_view(*viewOf(snapshot, batch)), m_op(m_graph.opOf(m_schedule.batchSignatures[batch])),
          m_size(m_schedule.batchSize(batch)) {}

    [[nodiscard]] Caption caption() const {
        Sentences why;
        if (const std::string read = valuesReadText(m_graph, m_schedule, m_batch); !read.empty()) {
            why.add("Values were read first, and decided that these calls are made.");
        }
        if (m_view.elided != ElisionReason::No) {
            why.add(elsewhereText(m_snapshot, m_batch));
        } else {
            m_size > 1 ? together(why) : alone(why);
            rows(why);
        }
        othersReady(why);
        times(why);
        return {headline(), why.take()};
    }

private:
    [[nodiscard]] std::string headline() const {
        const std::string nodes = nounOf(m_snapshot, m_schedule.batch(m_batch));
        if (m_view.elided != ElisionReason::No) {
            return nodes + ": nothing to compute.";
        }
        return m_size > 1 ? fmt::format("{}, one call instead of {}.", nodes, withThousands(m_size))
                          : nodes + ", one call: nothing is saved here.";
    }

    void together(Sentences& why) const {
        why.add("One signature, and none waits for another, so one call serves all rows.");
    }

    void alone(Sentences& why) const {
        if (m_op.batchable == Batchable::No) {
            why.add(fmt::format("“{}” must run alone.", m_op.name));
        } else if (m_schedule.rule == BatchRule::OneByOne) {
            why.add(fmt::format("“{}” never batches.", policyTitle(m_schedule.policy)));
        } else if (readyNodes() == 1) {
            why.add("No other node of its signature is ready.");
        }
    }

    /// Explains how the rows of earlier batches are read.
    void rows(Sentences& why) const {
        std::size_t copied = 0;
        bool isInPlace = false;
        bool isIndexed = false;
        bool isProduct = false;
        bool isLookup = false;
        for (const OperandView& operand : operandsOf(m_snapshot, m_batch)) {
            isLookup = isLookup || operand.isLookup || operand.use == OperandUse::Integers;
            if (operand.isLookup) {
                continue;
            }
            const bool isRow = m_op.arguments[operand.slot].kind == ArgumentClass::Row;
            copied += operand.use == OperandUse::Copied && isRow ? operand.rows : 0;
            isInPlace = isInPlace || operand.use == OperandUse::InPlace || operand.use == OperandUse::HandedOn;
            isIndexed = isIndexed || operand.use == OperandUse::Indexed;
            isProduct = isProduct || (operand.use == OperandUse::Products && operand.launchedLast.valid() &&
                                      operand.launchedLast < m_batch && !operand.earlierFromTable);
        }
        if (copied > 1) {
            why.add(fmt::format("{} lie apart, so they are copied together first.", counted(copied, words::kRow)));
        } else if (isProduct) {
            why.add("Products of the rows were computed with an earlier batch.");
        } else if (isIndexed) {
            why.add("Its kernel reads the rows by index, without a copy.");
        } else if (isInPlace && m_size > 1) {
            why.add("The rows lie together in the order needed, so nothing is copied.");
        } else if (isLookup && m_size > 1) {
            why.add("One look-up fetches all rows.");
        }
    }

    void othersReady(Sentences& why) const {
        if (const std::size_t ready = readyNodes(); ready > m_size) {
            why.add(fmt::format("“{}” leaves {} more for later.", policyTitle(m_schedule.policy),
                                withThousands(ready - m_size)));
        }
    }

    /// Adds the time of the batch and, if measured, that of the same nodes one by one.
    void times(Sentences& why) const {
        if (!m_snapshot.trace || m_view.elided != ElisionReason::No) {
            return;
        }
        const std::string time = measuredText(m_snapshot.trace->timeOf(m_batch).total);
        const std::chrono::nanoseconds single = oneByOne();
        why.add(single.count() > 0 ? fmt::format("It takes {}; one by one: {}.", time, measuredText(single))
                                   : fmt::format("It takes {}.", time));
        std::chrono::nanoseconds backward{0};
        for (const Event& event : m_snapshot.trace->backward) {
            backward += event.batch == m_batch ? event.duration : std::chrono::nanoseconds(0);
        }
        if (backward.count() > 0) {
            why.add(fmt::format("Backward: {}.", measuredText(backward)));
        }
    }

    [[nodiscard]] std::chrono::nanoseconds oneByOne() const {
        std::chrono::nanoseconds total{0};
        if (m_size == 1 || m_snapshot.regularRun == nullptr || !m_snapshot.report || !m_snapshot.report->isMeasured()) {
            return total;
        }
        const Schedule& schedule = m_snapshot.regularRun->schedule;
        const auto durations = m_snapshot.regularRun->trace.batchDurations(schedule.batchCount());
        for (const NodeId node : m_schedule.batch(m_batch)) {
            total += durations[schedule.places[node].batch.index()];
        }
        return total;
    }

    /// The number of ready nodes of the batch's signature, including the batch, when it was chosen; the size of the
    /// batch if that was not recorded.
    [[nodiscard]] std::size_t readyNodes() const {
        for (const Candidate& candidate : m_schedule.decision(m_batch).candidates) {
            if (candidate.signature == m_schedule.batchSignatures[m_batch]) {
                return candidate.ready;
            }
        }
        return m_size;
    }

    const Snapshot& m_snapshot;
    const OpGraph& m_graph;
    const Schedule& m_schedule;
    BatchId m_batch;
    const BatchView& m_view;
    const Op& m_op;
    std::size_t m_size;
};

} // namespace

Caption captionAt(const Snapshot& snapshot, double t) {
    if (!snapshot.graph || !snapshot.schedule || !snapshot.storyboard || viewsOf(snapshot) == nullptr) {
        return {};
    }
    const Storyboard& story = *snapshot.storyboard;
    const GraphCaption graph(snapshot);
    switch (stageAt(story, t)) {
    case StoryStage::Source: return graph.source();
    case StoryStage::Signatures: return graph.signatures();
    case StoryStage::Lanes: return graph.lanes();
    case StoryStage::Folded: return graph.folded();
    default: return BatchCaption(snapshot, batchAt(story, t)).caption();
    }
}

SignatureId commonestSignature(const OpGraph& graph) {
    std::vector<std::size_t> counts(graph.signatures.size(), 0);
    for (const SignatureId signature : graph.nodeSignatures) {
        ++counts[signature.index()];
    }
    const auto most = std::max_element(counts.begin(), counts.end());
    return most == counts.end() || *most <= 1 ? SignatureId()
                                              : SignatureId(static_cast<std::size_t>(most - counts.begin()));
}

Caption captionInPassing(const Snapshot& snapshot) {
    if (!snapshot.schedule || snapshot.schedule->batchCount() < 2) {
        return {};
    }
    const std::size_t nodes = snapshot.graph->size() - snapshot.schedule->batchSize(BatchId(std::size_t{0}));
    const std::size_t batches = snapshot.schedule->batchCount() - 1;
    const std::string others =
        nodes == 1 ? "The other node" : fmt::format("The other {}", counted(nodes, words::kNode));
    return {nodes == 1 ? others + ": one call."
            : nodes == batches
                ? others + ": a call for each."
                : fmt::format("{}: {} instead of {}.", others, counted(batches, words::kCall), withThousands(nodes)),
            {}};
}

std::vector<std::string> opTitles(const Snapshot& snapshot) {
    const OpGraph& graph = *snapshot.graph;
    std::vector<std::string> titles(graph.ops.ops.size());
    for (std::size_t index = graph.size(); index-- > 0;) {
        const auto op = graph.nodeOps[NodeId(index)];
        if (std::string& title = titles[op.index()]; title.empty()) {
            const std::optional<words::Noun> noun = nounOfOp(snapshot, NodeId(index));
            title = noun ? std::string(noun->many) : graph.ops.ops[op].name;
        }
    }
    std::vector<std::string> names = titles;
    for (std::size_t op = 0; op < titles.size(); ++op) {
        if (std::count(titles.begin(), titles.end(), titles[op]) > 1) {
            names[op] = graph.ops.ops[OpId(op)].name;
        }
    }
    return names;
}

Caption captionWhilePlaying(const Snapshot& snapshot, double t) {
    return snapshot.storyboard && isAfterFirstBatch(*snapshot.storyboard, t) ? captionInPassing(snapshot)
                                                                             : captionAt(snapshot, t);
}

} // namespace batchscope
