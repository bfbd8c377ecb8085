// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/node_search.h"

#include "core/base/text.h"
#include "core/schedule/metrics.h"
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
#include <iterator>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

namespace {

constexpr std::string_view kNoStepsYet = "there are no steps yet: scheduling has not finished";
constexpr std::string_view kNoValuesYet =
    "there are no values yet: the run has not finished (on the command line: add --check)";

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

using Mask = std::vector<std::uint8_t>; ///< by NodeId: 1 if the node matches

Error notYet(std::string_view text) {
    return {ErrorCode::Config, std::string(text)};
}

template <typename Fits>
Mask nodesThat(const OpGraph& graph, Fits fits) {
    Mask mask(graph.size());
    for (std::size_t index = 0; index < mask.size(); ++index) {
        mask[index] = fits(NodeId(index)) ? 1 : 0;
    }
    return mask;
}

/// The nodes of the batches for which `fits` is true.
template <typename Fits>
Mask nodesOfBatchesThat(const Snapshot& snapshot, Fits fits) {
    std::vector<std::uint8_t> batches;
    for (std::size_t batch = 0; batch < snapshot.schedule->batchCount(); ++batch) {
        batches.push_back(fits(BatchId(batch)) ? 1 : 0);
    }
    return nodesThat(*snapshot.graph,
                     [&](NodeId node) { return batches[snapshot.schedule->places[node].batch.index()] != 0; });
}

bool isInRange(const FilterTerm& term, std::uint64_t number) {
    return term.least <= number && number <= term.most;
}

/// The nodes of the op with this name or, if there is none, of all ops whose names contain it.
Result<Mask> nodesOfOp(const OpGraph& graph, const std::string& text) {
    const std::string wanted = lowerCase(text);
    std::vector<std::string> names;
    std::transform(graph.ops.ops.begin(), graph.ops.ops.end(), std::back_inserter(names),
                   [](const Op& op) { return lowerCase(op.name); });
    const bool isName = std::find(names.begin(), names.end(), wanted) != names.end();
    const auto fits = [&](const std::string& name) {
        return isName ? name == wanted : name.find(wanted) != std::string::npos;
    };
    if (std::none_of(names.begin(), names.end(), fits)) {
        return Error{ErrorCode::Config,
                     fmt::format("there is no op \"{}\"; expected one of {}", text, fmt::join(names, ", "))};
    }
    std::vector<std::uint8_t> ops;
    std::transform(names.begin(), names.end(), std::back_inserter(ops), fits);
    return nodesThat(graph, [&](NodeId node) { return ops[graph.nodeOps[node].index()] != 0; });
}

/// Tests each word of the vocabulary once, instead of the word of each node.
Mask nodesWithWord(const Snapshot& snapshot, const FilterTerm& term) {
    constexpr std::size_t kFirstLetter = ' ' + 1;
    constexpr std::size_t kLastLetter = 0x7E;
    const std::string wanted = lowerCase(term.text);
    const auto fits = [&](std::string_view word) {
        const std::string lower = lowerCase(word);
        return term.kind == Kind::Word ? lower == wanted : lower.find(wanted) != std::string::npos;
    };
    const SymbolTable& vocabulary = snapshot.treebank->words;
    std::vector<std::uint8_t> words;
    for (std::size_t word = 0; word < vocabulary.size(); ++word) {
        words.push_back(fits(vocabulary.text(SymbolId(word))) ? 1 : 0);
    }
    std::vector<std::uint8_t> letters(kLastLetter + 1);
    for (std::size_t letter = kFirstLetter; letter < letters.size(); ++letter) {
        letters[letter] = fits(std::string(1, static_cast<char>(letter))) ? 1 : 0;
    }
    const OpGraph& graph = *snapshot.graph;
    const std::vector<WordSlot> slots = wordSlots(graph.ops);
    return nodesThat(graph, [&](NodeId node) {
        const WordSlot& word = slots[graph.nodeOps[node].index()];
        if (word.slot == WordSlot::kNone) {
            return false;
        }
        const std::uint32_t number = graph.slotOf(node, word.slot).front().payload;
        const std::vector<std::uint8_t>& symbols = word.meaning == RowMeaning::Words ? words : letters;
        return number < symbols.size() && symbols[number] != 0;
    });
}

/// Compares the largest magnitude of the node's finite results with the limit; NotFinite: any result is not finite.
bool hasValue(const FilterTerm& term, double largest, bool isFinite) {
    switch (term.sign) {
    case FilterTerm::Sign::NotFinite: return !isFinite;
    case FilterTerm::Sign::Below: return largest < term.limit;
    case FilterTerm::Sign::AtMost: return largest <= term.limit;
    case FilterTerm::Sign::Above: return largest > term.limit;
    case FilterTerm::Sign::AtLeast: return largest >= term.limit;
    }
    return false;
}

Result<Mask> nodesWithValue(const Snapshot& snapshot, const FilterTerm& term, const RunControl& control) {
    constexpr std::size_t kPollEvery = 4096;
    const OpGraph& graph = *snapshot.graph;
    Mask mask(graph.size());
    std::vector<double> row;
    for (std::size_t index = 0; index < mask.size(); ++index) {
        if (index % kPollEvery == 0 && control.stopRequested()) {
            return cancelledError();
        }
        double largest = 0.0;
        bool isFinite = true;
        for (std::uint32_t output = 0; output < graph.opOf(NodeId(index)).outputs(); ++output) {
            snapshot.recorded->read({NodeId(index), output}, row);
            for (const double number : row) {
                const double magnitude = std::abs(number);
                isFinite = isFinite && std::isfinite(number);
                largest = magnitude > largest && std::isfinite(number) ? magnitude : largest;
            }
        }
        mask[index] = hasValue(term, largest, isFinite) ? 1 : 0;
    }
    return mask;
}

/// Selects the nodes that differ, or with "no" those that do not.
Result<Mask> nodesThatDiffer(const Snapshot& snapshot, const std::string& text) {
    const RunReport* const report = snapshot.report.get();
    if (report == nullptr || !report->equality) {
        return notYet("the run has not been compared with regular yet (on the command line: add --check)");
    }
    if (text == "gradients" && !report->gradients) {
        return notYet("there are no gradients: the run does not train");
    }
    const std::vector<NodeId> nodes = text == "values"      ? report->equality->differing
                                      : text == "gradients" ? report->gradients->values.differing
                                                            : differingNodes(snapshot).nodes;
    Mask mask(snapshot.graph->size(), text == "no" ? 1 : 0);
    for (const NodeId node : nodes) {
        mask[node.index()] ^= 1;
    }
    return mask;
}

/// The error if the snapshot lacks what the term needs; empty otherwise.
std::string_view missingFor(const Snapshot& snapshot, Kind kind) {
    const bool isOfBatch =
        kind == Kind::Step || kind == Kind::Batch || kind == Kind::Sync || kind == Kind::Copied || kind == Kind::Time;
    if (isOfBatch && !snapshot.schedule) {
        return kNoStepsYet;
    }
    const bool isRecorded = snapshot.trace && !snapshot.trace->events.empty();
    const bool isMissing = (kind == Kind::Value && !snapshot.recorded) || (kind == Kind::Time && !isRecorded) ||
                           (kind == Kind::Copied && viewsOf(snapshot) == nullptr);
    return isMissing ? kNoValuesYet : std::string_view();
}

Result<Mask> nodesFor(const Snapshot& snapshot, const FilterTerm& term, const RunControl& control) {
    if (control.stopRequested()) {
        return cancelledError();
    }
    if (const std::string_view missing = missingFor(snapshot, term.kind); !missing.empty()) {
        return notYet(missing);
    }
    const OpGraph& graph = *snapshot.graph;
    switch (term.kind) {
    case Kind::Op: return nodesOfOp(graph, term.text);
    case Kind::Level: return nodesThat(graph, [&](NodeId node) { return isInRange(term, graph.levels[node]); });
    case Kind::Number:
        return nodesThat(graph, [&](NodeId node) {
            const TreeId tree = graph.origins[node].tree;
            return tree.valid() && isInRange(term, tree.value);
        });
    case Kind::Node: return nodesThat(graph, [&](NodeId node) { return isInRange(term, node.value); });
    case Kind::Step: return nodesOfBatchesThat(snapshot, [&](BatchId batch) { return isInRange(term, batch.value); });
    case Kind::Batch:
        return nodesOfBatchesThat(snapshot,
                                  [&](BatchId batch) { return isInRange(term, snapshot.schedule->batchSize(batch)); });
    case Kind::Copied:
        return nodesOfBatchesThat(snapshot,
                                  [&](BatchId batch) { return isInRange(term, viewOf(snapshot, batch)->bytesCopied); });
    case Kind::Sync:
        return nodesOfBatchesThat(
            snapshot, [&](BatchId batch) { return readsValuesFirst(*snapshot.schedule, batch) == term.isYes; });
    case Kind::Time: {
        const auto durations = snapshot.trace->batchDurations(snapshot.schedule->batchCount());
        return nodesOfBatchesThat(snapshot, [&](BatchId batch) {
            const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(durations[batch.index()]);
            return isInRange(term, static_cast<std::uint64_t>(std::max<std::int64_t>(micros.count(), 0)));
        });
    }
    case Kind::Value: return nodesWithValue(snapshot, term, control);
    case Kind::Differs: return nodesThatDiffer(snapshot, term.text);
    default: return nodesWithWord(snapshot, term);
    }
}

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
    std::vector<Mask> stack;
    for (const TreeFilter::Step& step : query.steps) {
        if (step.action == TreeFilter::Action::Term) {
            Result<Mask> nodes = nodesFor(snapshot, query.terms[step.term], control);
            TRY(nodes);
            stack.push_back(std::move(*nodes));
            continue;
        }
        if (step.action == TreeFilter::Action::Not) {
            std::transform(stack.back().begin(), stack.back().end(), stack.back().begin(), std::logical_not<>());
            continue;
        }
        const Mask right = std::move(stack.back());
        stack.pop_back();
        Mask& left = stack.back();
        if (step.action == TreeFilter::Action::And) {
            std::transform(left.begin(), left.end(), right.begin(), left.begin(), std::bit_and<>());
        } else {
            std::transform(left.begin(), left.end(), right.begin(), left.begin(), std::bit_or<>());
        }
    }
    std::vector<NodeId> found;
    for (std::size_t index = 0; index < snapshot.graph->size(); ++index) {
        if (query.takesAll() || stack.back()[index] != 0) {
            found.emplace_back(index);
        }
    }
    return found;
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

namespace {

/// The indices of the marked batches, ascending.
std::vector<BatchId> markedBatches(const std::vector<bool>& marks) {
    std::vector<BatchId> batches;
    for (std::size_t batch = 0; batch < marks.size(); ++batch) {
        if (marks[batch]) {
            batches.emplace_back(batch);
        }
    }
    return batches;
}

Result<BreakpointHits::One> hitsOf(const Snapshot& snapshot, const Breakpoint& breakpoint, const RunControl& control) {
    BreakpointHits::One one;
    const Result<TreeFilter> query = parseNodeQuery(breakpoint.query);
    if (!query) {
        one.fault = query.error();
        return one;
    }
    const Result<std::vector<NodeId>> nodes = findNodes(snapshot, *query, control);
    if (!nodes && nodes.error().code == ErrorCode::Cancelled) {
        return nodes.error();
    }
    if (!nodes) {
        one.fault = nodes.error();
        return one;
    }
    std::vector<bool> marks(snapshot.schedule->batchCount());
    for (const NodeId node : *nodes) {
        marks[snapshot.schedule->places[node].batch.index()] = true;
    }
    one.nodes = nodes->size();
    one.batches = markedBatches(marks);
    return one;
}

} // namespace

BatchId BreakpointHits::next(BatchId from) const {
    if (batches.empty()) {
        return {};
    }
    const auto after = from.valid() ? std::upper_bound(batches.begin(), batches.end(), from) : batches.begin();
    return after == batches.end() ? batches.front() : *after;
}

BatchId BreakpointHits::previous(BatchId from) const {
    if (batches.empty()) {
        return {};
    }
    const auto at = from.valid() ? std::lower_bound(batches.begin(), batches.end(), from) : batches.end();
    return at == batches.begin() ? batches.back() : *std::prev(at);
}

Result<BreakpointHits> findHits(const Snapshot& snapshot, std::span<const Breakpoint> breakpoints,
                                const RunControl& control) {
    BreakpointHits hits;
    std::vector<bool> marks(snapshot.schedule->batchCount());
    for (const Breakpoint& breakpoint : breakpoints) {
        Result<BreakpointHits::One> one = hitsOf(snapshot, breakpoint, control);
        TRY(one);
        for (const BatchId batch : breakpoint.isOn ? one->batches : std::vector<BatchId>()) {
            marks[batch.index()] = true;
        }
        hits.each.push_back(std::move(*one));
    }
    hits.batches = markedBatches(marks);
    return hits;
}

} // namespace batchscope
