// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/go_to.h"

#include "core/base/text.h"
#include "core/tree/tree_symbols.h"
#include "core/words/search_words.h"

#include <fmt/format.h>

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
    std::vector<std::string> parts = split(lowerCase(text), ' ');
    std::erase_if(parts, [](const std::string& part) { return part.empty(); });
    Named named;
    named.kind = parts.size() == 2 ? parts.front() : "node";
    const std::string number = parts.empty() ? std::string() : parts.back();
    const auto [end, code] = std::from_chars(number.data(), number.data() + number.size(), named.number);
    const bool known = named.kind == "node" || named.kind == "tree" || named.kind == "batch" || named.kind == "level";
    if (parts.empty() || parts.size() > 2 || !known || code != std::errc() || end != number.data() + number.size()) {
        return Error{ErrorCode::Parse, "expected a place such as tree 12, batch 5, level 3 or node 60"};
    }
    return named;
}

/// Those from `first` to `last` of its kind are there; none where `last` is less.
Error outside(const Named& named, std::size_t first, std::size_t last) {
    return Error{ErrorCode::Config,
                 last < first
                     ? fmt::format("there is no {} {}; there are none yet", named.kind, named.number)
                     : fmt::format("there is no {} {}; expected {} to {}", named.kind, named.number, first, last)};
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

std::string placeText(std::string_view kind, std::size_t number) {
    return fmt::format("{} {}", kind, number);
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
    if (named->kind == "batch") {
        const std::size_t batches = snapshot.schedule ? snapshot.schedule->batchCount() : 0;
        if (named->number == 0 || named->number > batches) {
            return outside(*named, 1, batches);
        }
        focus.batch = BatchId(named->number - 1);
    } else if (named->kind == "tree") {
        const NodeId node = firstNode(graph, [&](NodeId candidate) {
            const TreeId tree = graph.origins[candidate].tree;
            return tree.valid() && tree.index() + 1 == named->number;
        });
        if (!node.valid()) {
            return Error{ErrorCode::Config, fmt::format("tree {} is not in the graph", named->number)};
        }
        focus.tree = graph.origins[node].tree;
    } else if (named->kind == "level") {
        focus.node = firstNode(graph, [&](NodeId node) { return graph.levels[node] == named->number; });
        if (!focus.node.valid()) {
            return outside(*named, 0, graph.levelCount() - 1);
        }
    } else {
        if (named->number >= graph.size()) {
            return outside(*named, 0, graph.size() - 1);
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
        return placeText("batch", focus.batch.index() + 1);
    }
    return focus.tree.valid() ? placeText("tree", focus.tree.index() + 1) : std::string();
}

} // namespace batchscope
