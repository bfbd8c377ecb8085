// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/tree_labels.h"

#include "core/base/json_pull.h"
#include "core/treebank/token_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace batchscope {

namespace {

bool isClass(std::string_view label) {
    return std::all_of(label.begin(), label.end(), [](char each) { return each >= '0' && each <= '9'; });
}

std::string textOf(const SymbolTable& labels, SymbolId label) {
    return label.valid() ? std::string(labels.text(label)) : std::string();
}

/// The labels of a chain from the top, without the lowest label of a leaf, which is the part of speech of its word.
std::string constituentOf(const Tree& tree, TreeNodeId node, const SymbolTable& labels) {
    const std::span<const ChainLink> chain = tree.chain(node);
    if (chain.empty()) {
        return textOf(labels, tree.labels[node.index()]);
    }
    std::string joined;
    for (const ChainLink& link : chain.first(chain.size() - (tree.isLeaf(node) ? 1 : 0))) {
        joined += (joined.empty() ? "" : "+") + textOf(labels, link.label);
    }
    return joined;
}

NodeLabel labelOfConstituent(const Tree& tree, TreeNodeId node, const SymbolTable& labels) {
    NodeLabel result;
    if (tree.mark(node) != NodeMark::None) {
        return result;
    }
    result.label = constituentOf(tree, node, labels);
    if (!tree.isLeaf(node)) {
        return result;
    }
    const std::span<const ChainLink> chain = tree.chain(node);
    if (!chain.empty()) {
        result.tag = textOf(labels, chain.back().label);
    } else if (!isClass(result.label)) {
        std::swap(result.tag, result.label);
    }
    return result;
}

} // namespace

std::string wordsBelow(const Treebank& bank, const Tree& tree, TreeNodeId node, std::size_t most) {
    std::vector<std::size_t> places;
    std::vector<TreeNodeId> ahead{node}; // from left to right; for a constituent, the first words are enough
    while (!ahead.empty() && (tree.isDependency() || places.size() <= most)) {
        const TreeNodeId next = ahead.back();
        ahead.pop_back();
        if (tree.words[next.index()].valid()) {
            places.push_back(next.index());
        }
        const auto children = tree.children(next);
        ahead.insert(ahead.end(), children.rbegin(), children.rend());
    }
    if (tree.isDependency()) {
        std::sort(places.begin(), places.end(),
                  [&tree](std::size_t left, std::size_t right) { return tree.tokens[left] < tree.tokens[right]; });
    }
    std::string words;
    for (std::size_t place = 0; place < std::min(places.size(), most); ++place) {
        words.append(words.empty() ? "" : " ").append(bank.words.text(tree.words[places[place]]));
    }
    return places.size() > most ? words + " …" : words;
}

TreeLabels treeLabels(const Snapshot& snapshot, TreeId id) {
    const Treebank& bank = *snapshot.treebank;
    if (!bank.program.empty() || !bank.trees.contains(id)) {
        return {};
    }
    const TreeHandle read = bank.tree(id);
    if (!read) {
        return {};
    }
    const Tree tree = shownTree(snapshot, id);
    const std::optional<TokenColumns> columns = TokenColumns::of(bank, id);
    TreeLabels result(tree.size());
    for (std::size_t index = 0; index < tree.size(); ++index) {
        const TreeNodeId node(index);
        NodeLabel& label = result[index];
        if (tree.isDependency()) {
            label.relation = textOf(bank.labels, tree.labels[index]);
        } else if (read->isDependency()) { // binarized: the relation of a token labels its phrase
            label.label = tree.mark(node) == NodeMark::None ? textOf(bank.labels, tree.labels[index]) : std::string();
        } else {
            label = labelOfConstituent(tree, node, bank.labels);
        }
        if (columns && tree.words[index].valid()) {
            label.tag = columns->at(tree.positions[index].line, TokenColumns::Upos);
        }
    }
    return result;
}

namespace {

/// The name in the JSON object at the beginning of the text.
std::string nameOfCall(std::string_view text) {
    JsonPull json(text);
    json.next();
    for (JsonPiece piece = json.next(); piece == JsonPiece::Key; piece = json.next()) {
        const bool isName = json.text() == "name";
        const JsonPiece value = json.next();
        if (isName && value == JsonPiece::String) {
            return unescapedJson(json.text(), Encoding::Utf8);
        }
        json.skip(value);
    }
    return {};
}

} // namespace

std::optional<ProgramCall> programCallOf(const Treebank& bank, const OpGraph& graph, NodeId node) {
    if (!graph.callNumbers.contains(node) || graph.callNumbers[node] >= bank.calls.size()) {
        return std::nullopt;
    }
    const SourcePosition& position = bank.calls[graph.callNumbers[node]];
    return ProgramCall{nameOfCall(std::string_view(bank.program).substr(position.byte)),
                       fmt::format("{}:{}:{}", bank.files.front(), position.line, position.column)};
}

} // namespace batchscope
