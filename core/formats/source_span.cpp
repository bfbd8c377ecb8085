// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/source_span.h"

#include "core/formats/characters.h"

#include <algorithm>

namespace batchscope {

namespace {

/// For each byte that is an opening bracket, the byte after its closing one; 0 elsewhere and for unclosed brackets.
std::vector<std::uint32_t> closings(std::string_view text) {
    std::vector<std::uint32_t> ends(text.size(), 0);
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '(') {
            open.push_back(at);
        } else if (text[at] == ')' && !open.empty()) {
            ends[open.back()] = static_cast<std::uint32_t>(at + 1);
            open.pop_back();
        }
    }
    return ends;
}

std::size_t tokenEnd(std::string_view text, std::size_t at) {
    while (at < text.size() && !isSpace(text[at]) && text[at] != '(' && text[at] != ')') {
        ++at;
    }
    return at;
}

std::size_t lineEnd(std::string_view text, std::size_t at) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    return end > at && text[end - 1] == '\r' ? end - 1 : end;
}

/// The span from the first child to the last.
TextSpan hullOf(const Tree& tree, TreeNodeId node, const std::vector<TextSpan>& spans) {
    TextSpan hull;
    for (const TreeNodeId child : tree.children(node)) {
        const TextSpan& span = spans[child.index()];
        if (!span.empty()) {
            hull = hull.empty() ? span : TextSpan{std::min(hull.begin, span.begin), std::max(hull.end, span.end)};
        }
    }
    return hull;
}

/// True for a line of trees_json.cpp, in which brackets inside strings belong to words.
bool isJsonTree(std::string_view record) {
    return record.starts_with("[\"") || record.starts_with("[null") || record.starts_with(R"({"words")");
}

} // namespace

SpannedText sourceSpans(std::string record, const Tree& tree, std::uint64_t recordBegin) {
    if (isJsonTree(record)) {
        return {.text = std::move(record), .spans = std::vector<TextSpan>(tree.size())};
    }
    SpannedText result;
    result.text = std::move(record);
    result.nesting = tree.isDependency() ? SpannedText::Nesting::Own : SpannedText::Nesting::Nested;
    result.spans.resize(tree.size());
    const std::string_view text = result.text;
    const std::vector<std::uint32_t> ends = tree.isDependency() ? std::vector<std::uint32_t>() : closings(text);
    for (std::size_t index = 0; index < tree.size(); ++index) {
        const std::uint64_t at = tree.positions[index].byte - recordBegin; // wraps around if it is before the record
        TextSpan& span = result.spans[index];
        const bool isInside = at < text.size();
        if (isInside && tree.isDependency()) {
            span = {at, lineEnd(text, at)};
        } else if (isInside && ends[at] > 0) {
            span = {at, ends[at]};
        } else if (isInside && tree.isLeaf(TreeNodeId(index))) {
            span = {at, tokenEnd(text, at)};
        } else {
            span = hullOf(tree, TreeNodeId(index), result.spans);
        }
    }
    return result;
}

SpannedText sentenceSpans(const Tree& tree, const SymbolTable& words) {
    SpannedText result;
    result.nesting = SpannedText::Nesting::Own;
    result.spans.resize(tree.size());
    for (const TreeNodeId node : wordsInOrder(tree)) {
        result.text += result.text.empty() ? "" : " ";
        const std::size_t begin = result.text.size();
        result.text += words.text(tree.words[node.index()]);
        result.spans[node.index()] = {begin, result.text.size()};
    }
    return result;
}

SpannedText bracketSpans(const Tree& tree, const SymbolTable& words, const SymbolTable& labels) {
    SpannedText spanned;
    spanned.text = toBrackets(tree, words, labels, spanned.spans);
    return spanned;
}

std::vector<TextSpan> spansOf(const SpannedText& text, const Tree& tree, TreeNodeId node) {
    if (text.nesting == SpannedText::Nesting::Nested) {
        const TextSpan& span = text.spans[node.index()];
        return span.empty() ? std::vector<TextSpan>() : std::vector<TextSpan>{span};
    }
    std::vector<TextSpan> spans;
    std::vector<TreeNodeId> pending = {node}; // in a binarized tree, the descendants need not be adjacent
    while (!pending.empty()) {
        const TreeNodeId next = pending.back();
        pending.pop_back();
        if (!text.spans[next.index()].empty()) {
            spans.push_back(text.spans[next.index()]);
        }
        const auto children = tree.children(next);
        pending.insert(pending.end(), children.begin(), children.end());
    }
    std::sort(spans.begin(), spans.end(),
              [](const TextSpan& left, const TextSpan& right) { return left.begin < right.begin; });
    std::vector<TextSpan> joined;
    for (const TextSpan& span : spans) {
        const bool touches =
            !joined.empty() && std::all_of(text.text.begin() + static_cast<std::ptrdiff_t>(joined.back().end),
                                           text.text.begin() + static_cast<std::ptrdiff_t>(span.begin), isSpace);
        if (touches) {
            joined.back().end = span.end;
        } else {
            joined.push_back(span);
        }
    }
    return joined;
}

} // namespace batchscope
