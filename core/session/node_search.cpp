// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/node_search.h"

#include "core/base/text.h"
#include "core/session/execution_text.h"
#include "core/session/node_values.h"
#include "core/tree/tree_symbols.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

namespace {

constexpr std::string_view kNoStepsYet = "there are no steps yet: scheduling has not finished";
constexpr std::string_view kNoValuesYet =
    "there are no values yet: the run has not finished (on the command line: add --check)";
constexpr std::string_view kSearchStopped = "the search was stopped";

using Kind = FilterTerm::Kind;

constexpr auto kKeys = std::to_array<FilterKey>({
    {Kind::Op, "op", "op:children", "the node's op"},
    {Kind::Word, "word", "word:\"not\"", "the node looks up this whole word"},
    {Kind::Level, "level", "level:3..5", "level in the graph, from 0"},
    {Kind::Step, "step", "step<=10", "batch that runs it, counted from 0 here: step:0 is batch 1"},
    {Kind::Batch, "batch", "batch>64", "number of nodes in its batch; which batch it is, step says"},
    {Kind::Number, "tree", "tree:12", "tree it comes from, counted from 0 here: tree:0 is tree 1"},
    {Kind::Node, "node", "node:60", "node number, from 0"},
    {Kind::Value, "value", "value>2.5", "largest magnitude of its results; value:nan where one is not finite"},
    {Kind::Time, "time", "time>=50", "whole microseconds of its batch in the recorded run"},
    {Kind::Copied, "copied", "copied>0", "bytes of operands copied for its batch"},
    {Kind::Sync, "sync", "sync:yes", "values are read right before its batch (a sync point)"},
    {Kind::Differs, "differs", "differs:yes",
     "a value or gradient differs from that of regular; differs:values, differs:gradients: one of them"},
});

constexpr std::size_t kBlock = 4096;
using Mask = std::array<std::uint8_t, kBlock>;
using Symbols = std::vector<std::uint8_t>; ///< by SymbolId or by byte: 1 where it fits

constexpr std::size_t kBytes = 256;

/// A term, with what can be decided before any node is looked at.
struct Prepared {
    FilterTerm term;
    std::vector<std::uint8_t> ops;          ///< Op: by OpId
    Symbols words;                          ///< Word, Text: by SymbolId
    Symbols letters;                        ///< Word, Text: by byte
    std::vector<std::uint8_t> batches = {}; ///< Time, Copied, Sync: by BatchId
    std::vector<NodeId> differing = {};     ///< Differs: ascending
};

bool matchesWord(const FilterTerm& term, std::string_view wanted, std::string_view word) {
    const std::string lower = lowerCase(word);
    return term.kind == Kind::Word ? lower == wanted : lower.find(wanted) != std::string::npos;
}

/// Of the results of a node.
struct Numbers {
    double largest = 0.0; ///< absolute, of the finite ones
    bool isFinite = true; ///< all of them

    void take(std::span<const double> row) {
        constexpr std::size_t kLanes = 4; // which do not wait for one another
        std::array<double, kLanes> most{};
        double zero = 0.0; // NaN once a number is not finite
        const std::size_t whole = row.size() - row.size() % kLanes;
        for (std::size_t at = 0; at < whole; at += kLanes) {
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                const double number = row[at + lane];
                zero += number * 0.0;
                most[lane] = std::abs(number) > most[lane] ? std::abs(number) : most[lane];
            }
        }
        for (const double number : row.subspan(whole)) {
            zero += number * 0.0;
            most.front() = std::abs(number) > most.front() ? std::abs(number) : most.front();
        }
        if (zero == 0.0) {
            largest = std::max(largest, *std::max_element(most.begin(), most.end()));
            return;
        }
        isFinite = false;
        for (const double number : row) {
            largest = std::isfinite(number) ? std::max(largest, std::abs(number)) : largest;
        }
    }
};

/// One query against one snapshot.
class Scan {
public:
    Scan(const Snapshot& snapshot, const TreeFilter& query)
        : m_snapshot(snapshot), m_graph(*snapshot.graph), m_query(query), m_slots(wordSlots(m_graph.ops)) {}

    Status prepare(const RunControl& control) {
        for (const FilterTerm& term : m_query.terms) {
            Result<Prepared> prepared = preparedFor(term);
            TRY(prepared);
            m_terms.push_back(std::move(*prepared));
        }
        if (std::any_of(m_query.terms.begin(), m_query.terms.end(),
                        [](const FilterTerm& term) { return term.kind == Kind::Value; })) {
            return readNumbers(control);
        }
        return Ok{};
    }

    Result<std::vector<NodeId>> run(const RunControl& control) {
        std::vector<NodeId> found;
        std::vector<Mask> stack(m_query.terms.size() + 1);
        for (std::size_t first = 0; first < m_graph.size(); first += kBlock) {
            if (control.stopRequested()) {
                return Error{ErrorCode::Cancelled, std::string(kSearchStopped)};
            }
            const std::size_t count = std::min(kBlock, m_graph.size() - first);
            const Mask& mask = evaluate(stack, first, count);
            for (std::size_t index = 0; index < count; ++index) {
                if (mask[index] != 0) {
                    found.emplace_back(first + index);
                }
            }
        }
        return found;
    }

private:
    [[nodiscard]] Result<Prepared> preparedFor(const FilterTerm& term) const {
        Prepared prepared{term, {}, {}, {}};
        if ((term.kind == Kind::Step || term.kind == Kind::Batch) && !m_snapshot.schedule) {
            return Error{ErrorCode::Config, std::string(kNoStepsYet)};
        }
        if ((term.kind == Kind::Sync || term.kind == Kind::Copied) && !m_snapshot.schedule) {
            return Error{ErrorCode::Config, std::string(kNoStepsYet)};
        }
        const bool isRecorded = m_snapshot.trace && !m_snapshot.trace->events.empty();
        if ((term.kind == Kind::Value && !m_snapshot.recorded) || (term.kind == Kind::Time && !isRecorded)) {
            return Error{ErrorCode::Config, std::string(kNoValuesYet)};
        }
        if (term.kind == Kind::Copied && viewsOf(m_snapshot) == nullptr) {
            return Error{ErrorCode::Config, std::string(kNoValuesYet)};
        }
        if (term.kind == Kind::Time || term.kind == Kind::Copied || term.kind == Kind::Sync) {
            fillBatches(prepared);
        }
        if (term.kind == Kind::Differs) {
            return withDiffering(std::move(prepared));
        }
        if (term.kind == Kind::Op) {
            return withOps(std::move(prepared));
        }
        if (term.kind == Kind::Word || term.kind == Kind::Text) {
            fillWords(prepared);
        }
        return prepared;
    }

    /// "no" takes the others of these.
    [[nodiscard]] Result<Prepared> withDiffering(Prepared prepared) const {
        const RunReport* const report = m_snapshot.report.get();
        if (report == nullptr || !report->equality) {
            return Error{ErrorCode::Config,
                         "the run has not been compared with regular yet (on the command line: add --check)"};
        }
        if (prepared.term.text == "gradients" && !report->gradients) {
            return Error{ErrorCode::Config, "there are no gradients: the run does not train"};
        }
        prepared.differing = prepared.term.text == "values"      ? report->equality->differing
                             : prepared.term.text == "gradients" ? report->gradients->values.differing
                                                                 : differingNodes(m_snapshot).nodes;
        return prepared;
    }

    void fillBatches(Prepared& prepared) const {
        const std::size_t count = m_snapshot.schedule->batchCount();
        const FilterTerm& term = prepared.term;
        prepared.batches.assign(count, term.kind == Kind::Sync && !term.isYes ? 1 : 0);
        if (term.kind == Kind::Sync) {
            for (const BatchId batch : m_snapshot.schedule->syncPoints) {
                prepared.batches[batch.index()] = term.isYes ? 1 : 0;
            }
            return;
        }
        if (term.kind == Kind::Copied) {
            for (std::size_t batch = 0; batch < count; ++batch) {
                const std::uint64_t bytes = viewOf(m_snapshot, BatchId(batch))->bytesCopied;
                prepared.batches[batch] = term.least <= bytes && bytes <= term.most ? 1 : 0;
            }
            return;
        }
        const auto durations = m_snapshot.trace->batchDurations(count);
        for (std::size_t batch = 0; batch < count; ++batch) {
            const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(durations[batch]).count();
            const auto micros = static_cast<std::uint64_t>(std::max<std::int64_t>(whole, 0));
            prepared.batches[batch] = term.least <= micros && micros <= term.most ? 1 : 0;
        }
    }

    /// Each value is read once, whatever the terms ask of it: that is what such a query takes its time for.
    Status readNumbers(const RunControl& control) {
        m_numbers.resize(m_graph.size());
        std::vector<double> row;
        for (std::size_t index = 0; index < m_graph.size(); ++index) {
            if (index % kBlock == 0 && control.stopRequested()) {
                return Error{ErrorCode::Cancelled, std::string(kSearchStopped)};
            }
            const NodeId node(index);
            for (std::uint32_t output = 0; output < m_graph.opOf(node).outputs(); ++output) {
                m_snapshot.recorded->read({node, output}, row);
                m_numbers[node].take(row);
            }
        }
        return Ok{};
    }

    /// Whether the results of the node have such a number.
    [[nodiscard]] bool hasValue(const FilterTerm& term, NodeId node) const {
        const auto& [largest, isFinite] = m_numbers[node];
        switch (term.sign) {
        case FilterTerm::Sign::NotFinite: return !isFinite;
        case FilterTerm::Sign::Below: return largest < term.limit;
        case FilterTerm::Sign::AtMost: return largest <= term.limit;
        case FilterTerm::Sign::Above: return largest > term.limit;
        case FilterTerm::Sign::AtLeast: return largest >= term.limit;
        }
        return false;
    }

    /// The op of that name; without one, all ops whose names contain it.
    [[nodiscard]] Result<Prepared> withOps(Prepared prepared) const {
        const auto& ops = m_graph.ops.ops;
        const std::string wanted = lowerCase(prepared.term.text);
        prepared.ops.resize(ops.size());
        std::string names;
        std::size_t exact = 0;
        std::size_t partly = 0;
        for (std::size_t index = 0; index < ops.size(); ++index) {
            const std::string name = lowerCase(ops[OpId(index)].name);
            exact += name == wanted ? 1 : 0;
            partly += name.find(wanted) != std::string::npos ? 1 : 0;
            names += (index == 0 ? "" : ", ") + ops[OpId(index)].name;
        }
        if (partly == 0) {
            return Error{ErrorCode::Config,
                         fmt::format("there is no op \"{}\"; expected one of {}", prepared.term.text, names)};
        }
        for (std::size_t index = 0; index < ops.size(); ++index) {
            const std::string name = lowerCase(ops[OpId(index)].name);
            const bool fits = exact > 0 ? name == wanted : name.find(wanted) != std::string::npos;
            prepared.ops[index] = fits ? 1 : 0;
        }
        return prepared;
    }

    /// Each word of the vocabulary is looked at once, not each node's.
    void fillWords(Prepared& prepared) const {
        const std::string wanted = lowerCase(prepared.term.text);
        const SymbolTable& words = m_snapshot.treebank->words;
        prepared.words.resize(words.size());
        for (std::size_t index = 0; index < words.size(); ++index) {
            prepared.words[index] = matchesWord(prepared.term, wanted, words.text(SymbolId(index))) ? 1 : 0;
        }
        prepared.letters.resize(kBytes);
        for (std::size_t byte = ' ' + 1; byte < 0x7F; ++byte) {
            const char letter = static_cast<char>(byte);
            prepared.letters[byte] = matchesWord(prepared.term, wanted, std::string_view(&letter, 1)) ? 1 : 0;
        }
    }

    const Mask& evaluate(std::vector<Mask>& stack, std::size_t first, std::size_t count) const {
        std::size_t depth = 0;
        for (const TreeFilter::Step& step : m_query.steps) {
            if (step.action == TreeFilter::Action::Term) {
                fill(stack[depth++], m_terms[step.term], first, count);
                continue;
            }
            Mask& last = stack[depth - 1];
            if (step.action == TreeFilter::Action::Not) {
                std::transform(last.begin(), last.end(), last.begin(),
                               [](std::uint8_t bit) { return static_cast<std::uint8_t>(bit ^ 1U); });
                continue;
            }
            Mask& left = stack[depth - 2];
            if (step.action == TreeFilter::Action::And) {
                std::transform(left.begin(), left.end(), last.begin(), left.begin(), std::bit_and<>());
            } else {
                std::transform(left.begin(), left.end(), last.begin(), left.begin(), std::bit_or<>());
            }
            --depth;
        }
        if (m_query.takesAll()) {
            stack.front().fill(1);
        }
        return stack.front();
    }

    template <typename Fits>
    static void fillBy(Mask& mask, std::size_t first, std::size_t count, Fits fits) {
        for (std::size_t index = 0; index < count; ++index) {
            mask[index] = fits(NodeId(first + index)) ? 1 : 0;
        }
    }

    void fill(Mask& mask, const Prepared& prepared, std::size_t first, std::size_t count) const {
        const FilterTerm& term = prepared.term;
        const auto inRange = [&term](std::uint64_t number) { return term.least <= number && number <= term.most; };
        switch (term.kind) {
        case Kind::Op:
            fillBy(mask, first, count, [&](NodeId node) { return prepared.ops[m_graph.nodeOps[node].index()] != 0; });
            break;
        case Kind::Level: fillBy(mask, first, count, [&](NodeId node) { return inRange(m_graph.levels[node]); }); break;
        case Kind::Number:
            fillBy(mask, first, count, [&](NodeId node) {
                const TreeId tree = m_graph.origins[node].tree;
                return tree.valid() && inRange(tree.value);
            });
            break;
        case Kind::Node: fillBy(mask, first, count, [&](NodeId node) { return inRange(node.value); }); break;
        case Kind::Step:
            fillBy(mask, first, count,
                   [&](NodeId node) { return inRange(m_snapshot.schedule->places[node].batch.value); });
            break;
        case Kind::Batch:
            fillBy(mask, first, count, [&](NodeId node) {
                return inRange(m_snapshot.schedule->batchSize(m_snapshot.schedule->places[node].batch));
            });
            break;
        case Kind::Value: fillBy(mask, first, count, [&](NodeId node) { return hasValue(term, node); }); break;
        case Kind::Time:
        case Kind::Copied:
        case Kind::Sync:
            fillBy(mask, first, count,
                   [&](NodeId node) { return prepared.batches[m_snapshot.schedule->places[node].batch.index()] != 0; });
            break;
        case Kind::Differs:
            fillBy(mask, first, count, [&](NodeId node) {
                const auto& nodes = prepared.differing;
                return std::binary_search(nodes.begin(), nodes.end(), node) != (term.text == "no");
            });
            break;
        default: fillBy(mask, first, count, [&](NodeId node) { return hasWord(prepared, node); }); break;
        }
    }

    [[nodiscard]] bool hasWord(const Prepared& prepared, NodeId node) const {
        const WordSlot& word = m_slots[m_graph.nodeOps[node].index()];
        if (word.slot == WordSlot::kNone) {
            return false;
        }
        const std::uint32_t number = m_graph.slotOf(node, word.slot).front().payload;
        const Symbols& symbols = word.meaning == RowMeaning::Words ? prepared.words : prepared.letters;
        return number < symbols.size() && symbols[number] != 0;
    }

    const Snapshot& m_snapshot;
    const OpGraph& m_graph;
    const TreeFilter& m_query;
    std::vector<WordSlot> m_slots;
    std::vector<Prepared> m_terms;
    IdVector<NodeId, Numbers> m_numbers; // by node; empty where no term asks for values
};

} // namespace

std::span<const FilterKey> nodeQueryKeys() {
    return kKeys;
}

Result<TreeFilter> parseNodeQuery(std::string_view text) {
    return parseFilter(text, kKeys);
}

Result<std::vector<NodeId>> findNodes(const Snapshot& snapshot, const TreeFilter& query, const RunControl& control) {
    if (!snapshot.graph || !snapshot.treebank) {
        return Error{ErrorCode::Config, std::string(kNoGraphYet)};
    }
    Scan scan(snapshot, query);
    TRY(scan.prepare(control));
    return scan.run(control);
}

std::string queryFor(std::span<const NodeId> nodes) {
    std::vector<std::string> terms;
    for (const NodeId node : nodes) {
        terms.push_back("node:" + std::to_string(node.value));
    }
    return fmt::format("{}", fmt::join(terms, " OR "));
}

std::string queryLike(const Snapshot& snapshot, const Focus& focus) {
    if (!focus.node.valid()) {
        return focus.batch.valid()  ? fmt::format("step:{}", focus.batch.value)
               : focus.tree.valid() ? fmt::format("tree:{}", focus.tree.value)
                                    : std::string();
    }
    std::string query = "op:" + filterValue(snapshot.graph->opOf(focus.node).name);
    if (const std::string_view word = captionOf(snapshot, focus.node); !word.empty()) {
        query += ' ';
        query += "word:" + filterValue(word);
    }
    return query;
}

namespace {

constexpr std::size_t kByteLetters = 256; // of a byte

/// Ranks of texts in order, so that each is compared once and not for each node: rank by place in `texts`.
std::vector<std::uint32_t> ranksOf(const std::vector<std::string>& texts) {
    std::vector<std::uint32_t> order(texts.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return texts[a] < texts[b]; });
    std::vector<std::uint32_t> ranks(texts.size());
    std::uint32_t rank = 0;
    for (std::size_t place = 0; place < order.size(); ++place) {
        rank += place > 0 && texts[order[place]] != texts[order[place - 1]] ? 1 : 0;
        ranks[order[place]] = rank;
    }
    return ranks;
}

/// Numbers by which nodes are sorted.
class SortKeys {
public:
    SortKeys(const Snapshot& snapshot, NodeKey key)
        : m_snapshot(snapshot), m_graph(*snapshot.graph), m_key(key), m_slots(wordSlots(m_graph.ops)) {
        std::vector<std::string> texts;
        if (key == NodeKey::Op) {
            for (std::size_t op = 0; op < m_graph.ops.ops.size(); ++op) {
                texts.push_back(lowerCase(m_graph.ops.ops[OpId(op)].name));
            }
        } else if (key == NodeKey::Word) {
            const SymbolTable& words = snapshot.treebank->words;
            texts.reserve(words.size() + kByteLetters);
            for (std::size_t word = 0; word < words.size(); ++word) {
                texts.push_back(lowerCase(words.text(SymbolId(word))));
            }
            for (std::size_t byte = 0; byte < kByteLetters; ++byte) {
                texts.emplace_back(1, static_cast<char>(byte));
            }
        }
        m_ranks = ranksOf(texts);
    }

    [[nodiscard]] std::uint32_t operator()(NodeId node) const {
        switch (m_key) {
        case NodeKey::Node: return node.value;
        case NodeKey::Op: return m_ranks[m_graph.nodeOps[node].index()];
        case NodeKey::Word: return wordRank(node);
        case NodeKey::Tree: return m_graph.origins[node].tree.value;
        case NodeKey::Level: return m_graph.levels[node];
        case NodeKey::Step: return m_snapshot.schedule ? m_snapshot.schedule->places[node].batch.value : 0;
        case NodeKey::Row: return m_snapshot.schedule ? m_snapshot.schedule->places[node].row : 0;
        }
        return 0;
    }

private:
    /// Nodes without a word stand behind all others.
    [[nodiscard]] std::uint32_t wordRank(NodeId node) const {
        const WordSlot& word = m_slots[m_graph.nodeOps[node].index()];
        constexpr auto kLast = std::numeric_limits<std::uint32_t>::max();
        if (word.slot == WordSlot::kNone) {
            return kLast;
        }
        const std::size_t letters = m_ranks.size() - kByteLetters;
        const std::size_t number = m_graph.slotOf(node, word.slot).front().payload;
        const std::size_t place = word.meaning == RowMeaning::Words ? number : letters + number;
        return place < m_ranks.size() ? m_ranks[place] : kLast;
    }

    const Snapshot& m_snapshot;
    const OpGraph& m_graph;
    NodeKey m_key;
    std::vector<WordSlot> m_slots;
    std::vector<std::uint32_t> m_ranks;
};

} // namespace

Result<std::vector<NodeId>> orderedNodes(const Snapshot& snapshot, std::vector<NodeId> nodes, NodeKey key,
                                         NodeDirection direction, const RunControl& control) {
    if (!snapshot.graph || !snapshot.treebank) {
        return Error{ErrorCode::Config, std::string(kNoGraphYet)};
    }
    const SortKeys keys(snapshot, key);
    const bool down = direction == NodeDirection::Descending;
    std::vector<std::uint64_t> order; // the key above, the id below: equal keys stay by id
    order.reserve(nodes.size());
    for (const NodeId node : nodes) {
        const std::uint32_t number = keys(node);
        order.push_back(static_cast<std::uint64_t>(down ? ~number : number) << 32U | node.value);
    }
    if (control.stopRequested()) {
        return Error{ErrorCode::Cancelled, "sorting was stopped"};
    }
    std::sort(order.begin(), order.end());
    std::transform(order.begin(), order.end(), nodes.begin(),
                   [](std::uint64_t both) { return NodeId(static_cast<std::size_t>(both & 0xFFFFFFFFU)); });
    return nodes;
}

RowMeaning rowMeaningOf(const OpSet& ops, const Op& op, std::size_t slot) {
    const auto& values = op.body.values;
    const auto lookup = std::find_if(values.begin(), values.end(), [slot](const BodyValue& value) {
        return value.primitive == Primitive::Lookup && static_cast<std::size_t>(value.argument) == slot;
    });
    return lookup == values.end() ? RowMeaning::None : ops.params[lookup->weight].meaning;
}

std::vector<WordSlot> wordSlots(const OpSet& ops) {
    std::vector<WordSlot> slots(ops.ops.size());
    for (std::size_t index = 0; index < slots.size(); ++index) {
        const Op& op = ops.ops[OpId(index)];
        for (std::size_t slot = 0; slot < op.fixedSlots(); ++slot) {
            const bool integer = op.arguments[slot].kind == ArgumentClass::Integer;
            const RowMeaning meaning = integer ? rowMeaningOf(ops, op, slot) : RowMeaning::None;
            if (meaning != RowMeaning::None) {
                slots[index] = {slot, meaning};
                break;
            }
        }
    }
    return slots;
}

} // namespace batchscope
