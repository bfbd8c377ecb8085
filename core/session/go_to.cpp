// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/go_to.h"

#include "core/base/text.h"
#include "core/tree/tree_symbols.h"

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
        return Error{ErrorCode::Parse, "expected a place such as tree 12, step 5, level 3 or node 60"};
    }
    return named;
}

Error outside(const Named& named, std::size_t first, std::size_t last) {
    return Error{ErrorCode::Config,
                 fmt::format("there is no {} {}; expected {} to {}", named.kind, named.number, first, last)};
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

} // namespace

Result<Focus> placeNamed(const Snapshot& snapshot, std::string_view text) {
    const Result<Named> named = read(text);
    if (!named) {
        return named.error();
    }
    if (!snapshot.graph || snapshot.graph->size() == 0) {
        return Error{ErrorCode::Config, "there is no graph yet"};
    }
    const OpGraph& graph = *snapshot.graph;
    Focus focus;
    if (named->kind == "step") {
        const std::size_t steps = snapshot.schedule ? snapshot.schedule->batchCount() : 0;
        if (named->number < 1 || named->number > steps) {
            return outside(*named, 1, steps);
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
        if (named->number < 1 || named->number > graph.size()) {
            return outside(*named, 1, graph.size());
        }
        focus.node = NodeId(named->number - 1);
    }
    return focus;
}

std::string nameOfPlace(const Focus& focus) {
    if (focus.node.valid()) {
        return fmt::format("node {}", focus.node.index() + 1);
    }
    if (focus.batch.valid()) {
        return fmt::format("step {}", focus.batch.index() + 1);
    }
    return focus.tree.valid() ? fmt::format("tree {}", focus.tree.index() + 1) : std::string();
}

} // namespace batchscope
