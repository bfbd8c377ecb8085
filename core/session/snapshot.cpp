// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/snapshot.h"

#include "core/base/clock.h"
#include "core/session/node_search.h"
#include "core/shapes/shape.h"

#include <array>
#include <iterator>
#include <optional>

namespace batchscope {

namespace {

constexpr std::uint32_t kLastControl = 0x20; // and the space, which shows nothing

constexpr std::uint32_t kEdgeOfWord = 256; // after all bytes: what nets put before and behind a word's letters
constexpr std::string_view kEdgeText = "<*>";

/// By byte, itself: what a view of one letter can point to.
constexpr std::array<char, 0x7F> kLetters = [] {
    std::array<char, 0x7F> letters{};
    for (std::size_t byte = 0; byte < letters.size(); ++byte) {
        letters[byte] = static_cast<char>(byte);
    }
    return letters;
}();

/// The label of the tree node that a call stands for, where it is one of the treebank's.
std::string_view labelOf(const Snapshot& snapshot, const Origin& origin) {
    const Treebank& bank = *snapshot.treebank;
    if (!origin.tree.valid() || !origin.treeNode.valid() || !bank.trees.contains(origin.tree) ||
        origin.treeNode.index() >= bank.trees[origin.tree].nodes) {
        return {};
    }
    const TreeHandle tree = bank.tree(origin.tree);
    return tree ? bank.labels.text(tree->labels[origin.treeNode.index()]) : std::string_view();
}

} // namespace

GraphOptions builtOptions(const Treebank& bank, GraphOptions options) {
    if (!bank.program.empty()) {
        options.trees = {};
        options.picked.clear();
    }
    return options;
}

Parts changedParts(const Snapshot& before, const Snapshot& after) {
    Parts parts;
    const auto note = [&parts](Part part, bool changed) { parts = changed ? parts | part : parts; };
    note(Part::Treebank, before.treebank != after.treebank);
    note(Part::Graph, before.graph != after.graph);
    note(Part::Schedule, before.storyboard != after.storyboard);
    note(Part::Passes, before.passes != after.passes);
    note(Part::Trace, before.trace != after.trace || before.planned != after.planned);
    note(Part::Report, before.report != after.report);
    return parts;
}

StoryClock clockOf(const Snapshot& snapshot) {
    const std::size_t batches = snapshot.storyboard->batchCount();
    std::vector<double> seconds;
    if (snapshot.trace) {
        const auto durations = snapshot.trace->batchDurations(batches);
        std::transform(durations.begin(), durations.end(), std::back_inserter(seconds),
                       [](std::chrono::nanoseconds time) { return inSeconds(time); });
    }
    return {batches, snapshot.graph->signatures.size(), seconds};
}

Tree shownTree(const Snapshot& snapshot, TreeId tree) {
    const Treebank& bank = *snapshot.treebank;
    return shaped(*bank.tree(tree), snapshot.config.graph.shape());
}

namespace {

/// The word that a user's module reads by this number, where its methods are called or its file brings a vocabulary.
std::string_view wordOfModule(const Snapshot& snapshot, std::uint32_t number) {
    const UserNet* const net = snapshot.config.graph.user.net.get();
    if (net == nullptr || !snapshot.treebank->program.empty()) { // a program brings its own net
        return {};
    }
    const std::vector<std::string>& vocabulary = net->vocabulary();
    if (!vocabulary.empty()) {
        return number < vocabulary.size() ? std::string_view(vocabulary[number]) : std::string_view();
    }
    const SymbolTable& words = snapshot.treebank->words;
    return number < words.size() ? words.text(SymbolId(std::size_t{number})) : std::string_view();
}

} // namespace

std::string_view integerText(const Snapshot& snapshot, NodeId node, std::size_t slot) {
    const OpGraph& graph = *snapshot.graph;
    const Op& op = graph.opOf(node);
    if (slot >= op.fixedSlots() || op.arguments[slot].kind != ArgumentClass::Integer) {
        return {};
    }
    const std::uint32_t number = graph.slotOf(node, slot).front().payload;
    switch (rowMeaningOf(graph.ops, op, slot)) {
    case RowMeaning::Words:
        return number < snapshot.treebank->words.size() ? snapshot.treebank->words.text(SymbolId(std::size_t{number}))
                                                        : std::string_view();
    case RowMeaning::Bytes:
        if (number == kEdgeOfWord) {
            return kEdgeText;
        }
        return number > kLastControl && number < kLetters.size() ? std::string_view(&kLetters[number], 1)
                                                                 : std::string_view();
    case RowMeaning::None: return wordOfModule(snapshot, number);
    }
    return {};
}

std::string_view captionOf(const Snapshot& snapshot, NodeId node) {
    const OpGraph& graph = *snapshot.graph;
    const Op& op = graph.opOf(node);
    for (std::size_t slot = 0; slot < op.fixedSlots(); ++slot) {
        if (op.arguments[slot].kind == ArgumentClass::Constant) {
            return labelOf(snapshot, graph.origins[node]);
        }
        if (const std::string_view text = integerText(snapshot, node, slot); !text.empty() && text != kEdgeText) {
            return text;
        }
    }
    return {};
}

} // namespace batchscope
