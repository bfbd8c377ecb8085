// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/go_to.h"

#include "core/base/text.h"
#include "core/tree/tree_symbols.h"
#include "core/words/search_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

namespace batchscope {

namespace {

struct Named {
    std::string kind;
    std::size_t number = 0;
};

Result<Named> read(std::string_view text) {
    std::string plain = lowerCase(text);
    std::replace(plain.begin(), plain.end(), ':', ' ');
    std::vector<std::string> parts = split(plain, ' ');
    std::erase_if(parts, [](const std::string& part) { return part.empty(); });
    Named named;
    named.kind = parts.size() == 2 ? parts.front() : "node";
    const std::string number = parts.empty() ? std::string() : parts.back();
    const auto [end, code] = std::from_chars(number.data(), number.data() + number.size(), named.number);
    const bool known = named.kind == "node" || named.kind == "tree" || named.kind == "step" || named.kind == "level";
    if (parts.empty() || parts.size() > 2 || !known || code != std::errc() || end != number.data() + number.size()) {
        return Error{ErrorCode::Parse, std::string(words::kPlaceExpected)};
    }
    return named;
}

/// `count` of its kind are there.
Error outside(const Named& named, std::size_t count) {
    return Error{ErrorCode::Config, words::noSuchPlace(named.kind, named.number, count)};
}

template <typename Fits>
NodeId firstNode(const OpGraph& graph, Fits fits) {
    for (std::size_t index = 0; index < graph.size(); ++index) {
        if (fits(NodeId(index))) {
            return NodeId(index);
        }
    }
    return {};
}

std::string placeText(std::string_view kind, std::size_t index) {
    return fmt::format("{} {}", kind, index);
}

} // namespace

Result<Focus> placeNamed(const Snapshot& snapshot, std::string_view text) {
    const Result<Named> named = read(text);
    TRY(named);
    if (!snapshot.graph || snapshot.graph->size() == 0) {
        return Error{ErrorCode::Config, std::string(words::kNoGraphYet)};
    }
    const OpGraph& graph = *snapshot.graph;
    Focus focus;
    if (named->kind == "step") {
        const std::size_t steps = snapshot.schedule ? snapshot.schedule->batchCount() : 0;
        if (named->number >= steps) {
            return outside(*named, steps);
        }
        focus.batch = BatchId(named->number);
    } else if (named->kind == "tree") {
        const NodeId node = firstNode(graph, [&](NodeId candidate) {
            const TreeId tree = graph.origins[candidate].tree;
            return tree.valid() && tree.index() == named->number;
        });
        if (!node.valid()) {
            return Error{ErrorCode::Config, words::treeNotInGraph(named->number)};
        }
        focus.tree = graph.origins[node].tree;
    } else if (named->kind == "level") {
        focus.node = firstNode(graph, [&](NodeId node) { return graph.levels[node] == named->number; });
        if (!focus.node.valid()) {
            return outside(*named, graph.levelCount());
        }
    } else {
        if (named->number >= graph.size()) {
            return outside(*named, graph.size());
        }
        focus.node = NodeId(named->number);
    }
    return focus;
}

std::string nameOfPlace(const Focus& focus) {
    if (focus.node.valid()) {
        return placeText("node", focus.node.index());
    }
    if (focus.batch.valid()) {
        return placeText("step", focus.batch.index());
    }
    return focus.tree.valid() ? placeText("tree", focus.tree.index()) : std::string();
}

} // namespace batchscope
