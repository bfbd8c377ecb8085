// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/kept_place.h"

#include "core/base/text.h"
#include "core/session/node_search.h"
#include "core/tree/tree_symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace batchscope {

namespace {

/// True if the numbers of tree nodes denote the same places in the same files.
bool hasSameTreeNodes(const SessionConfig& before, const SessionConfig& after) {
    return before.files == after.files && before.read == after.read && before.graph.shape() == after.graph.shape();
}

/// True if both configs make the same nodes of an unchanged file. Widths do not matter.
bool choosesTheSame(const SessionConfig& before, const SessionConfig& after) {
    GraphOptions options = before.graph;
    options.dim = after.graph.dim;
    options.dtype = after.graph.dtype;
    return before.files == after.files && before.read == after.read && options == after.graph;
}

/// The selected nodes or their counterparts, otherwise the batch if it is the same one, otherwise the tree if it is
/// shown.
Focus focusIn(const Snapshot& snapshot, const KeptPlace& before) {
    const OpGraph& graph = *snapshot.graph;
    const auto found = [&](NodeId node) {
        return snapshot.graph == before.graph                     ? node
               : hasSameTreeNodes(before.config, snapshot.config) ? counterpart(*before.graph, graph, node)
                                                                  : NodeId();
    };
    if (const NodeId node = found(before.focus.node); node.valid()) {
        return {node, snapshot.schedule->places[node].batch, graph.origins[node].tree, found(before.focus.second)};
    }
    const BatchId batch = before.focus.batch;
    const bool hasBatch = batch.valid() && batch.index() < snapshot.schedule->batchCount() &&
                          choosesTheSame(before.config, snapshot.config) &&
                          snapshot.config.policy == before.config.policy;
    if (hasBatch && !before.focus.node.valid()) {
        return {{}, batch, {}};
    }
    const TreeId tree = before.focus.tree;
    const bool isShown = tree.valid() && std::any_of(graph.origins.begin(), graph.origins.end(),
                                                     [tree](const Origin& origin) { return origin.tree == tree; });
    return {{}, {}, isShown ? tree : TreeId()};
}

} // namespace

FoundPlace placeIn(const Snapshot& snapshot, const KeptPlace& before) {
    if (!before.schedule) {
        return {};
    }
    if (snapshot.schedule == before.schedule) { // only the layout has changed
        return {std::min(before.time, snapshot.storyboard->end()), before.focus};
    }
    if (before.config.files != snapshot.config.files) {
        return {};
    }
    const bool isSame = snapshot.graph == before.graph || choosesTheSame(before.config, snapshot.config);
    const Keep keep = isSame && snapshot.config.policy == before.config.policy ? Keep::Step : Keep::Share;
    return {correspondingTime(*snapshot.storyboard, before.schedule->batchCount(), before.time, keep),
            focusIn(snapshot, before)};
}

namespace {

/// The node whose op has taken another form, such as one op for any number of children instead of one for each number:
/// the only node at that place whose op does not exist in `before`.
NodeId counterpartInOtherForm(const OpGraph& before, const OpGraph& after, const Origin& origin) {
    NodeId found;
    for (std::size_t index = 0; index < after.size(); ++index) {
        const NodeId node(index);
        const bool isThere = after.origins[node].tree == origin.tree && after.origins[node].treeNode == origin.treeNode;
        const auto isSame = [&](const Op& op) { return op.name == after.opOf(node).name; };
        if (!isThere || std::any_of(before.ops.ops.begin(), before.ops.ops.end(), isSame)) {
            continue;
        }
        if (found.valid()) {
            return {};
        }
        found = node;
    }
    return found;
}

std::uint64_t keyOf(TreeId tree, TreeNodeId treeNode) {
    constexpr unsigned kBits = 32;
    return (std::uint64_t{tree.value} << kBits) | treeNode.value;
}

/// The bookmark of a node, without files.
Bookmark placeOf(const OpGraph& graph, NodeId node, Bookmark::Of of) {
    const Origin& origin = graph.origins[node];
    Bookmark bookmark{of, origin.tree, origin.treeNode, graph.opOf(node).name, 0, {}, {}};
    for (std::size_t index = 0; index < node.index(); ++index) {
        const NodeId other(index);
        const Origin& place = graph.origins[other];
        if (place.tree == origin.tree && place.treeNode == origin.treeNode &&
            graph.nodeOps[other] == graph.nodeOps[node]) {
            ++bookmark.nth;
        }
    }
    return bookmark;
}

/// The nodes of the bookmarks made on these files; invalid for all other bookmarks.
std::vector<NodeId> nodesAt(const OpGraph& graph, std::span<const Bookmark> bookmarks,
                            const std::vector<std::string>& files) {
    struct Wanted {
        std::size_t bookmark;
        std::size_t left; // matching nodes that still come before it
    };
    std::vector<NodeId> nodes(bookmarks.size());
    std::unordered_map<std::uint64_t, std::vector<Wanted>> wanted;
    for (std::size_t place = 0; place < bookmarks.size(); ++place) {
        if (bookmarks[place].files == files) {
            wanted[keyOf(bookmarks[place].tree, bookmarks[place].treeNode)].push_back({place, bookmarks[place].nth});
        }
    }
    for (std::size_t index = 0; index < graph.size() && !wanted.empty(); ++index) {
        const NodeId node(index);
        const auto here = wanted.find(keyOf(graph.origins[node].tree, graph.origins[node].treeNode));
        if (here == wanted.end()) {
            continue;
        }
        for (Wanted& each : here->second) {
            const bool isIts = !nodes[each.bookmark].valid() && bookmarks[each.bookmark].op == graph.opOf(node).name;
            if (isIts && each.left == 0) {
                nodes[each.bookmark] = node;
            } else if (isIts) {
                --each.left;
            }
        }
    }
    return nodes;
}

} // namespace

NodeId counterpart(const OpGraph& before, const OpGraph& after, NodeId node) {
    if (!node.valid() || node.index() >= before.size() || !before.origins[node].treeNode.valid()) {
        return {};
    }
    const Bookmark place = placeOf(before, node, Bookmark::Of::Node);
    const NodeId same = nodesAt(after, std::span(&place, 1), {}).front();
    return same.valid() ? same : counterpartInOtherForm(before, after, before.origins[node]);
}

Bookmark bookmarkOf(const Snapshot& snapshot, NodeId node, Bookmark::Of of) {
    Bookmark bookmark = placeOf(*snapshot.graph, node, of);
    bookmark.files = snapshot.config.files;
    return bookmark;
}

std::vector<NodeId> nodesOf(const Snapshot& snapshot, std::span<const Bookmark> bookmarks) {
    return snapshot.graph ? nodesAt(*snapshot.graph, bookmarks, snapshot.config.files)
                          : std::vector<NodeId>(bookmarks.size());
}

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

/// The error for a number outside `first` to `last`; if `last` < `first`, there are none of this kind yet.
Error outOfRangeError(const Named& named, std::size_t first, std::size_t last) {
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
        return Error{ErrorCode::Config, std::string(kNoGraphYet)};
    }
    const OpGraph& graph = *snapshot.graph;
    Focus focus;
    if (named->kind == "batch") {
        const std::size_t batches = snapshot.schedule ? snapshot.schedule->batchCount() : 0;
        if (named->number == 0 || named->number > batches) {
            return outOfRangeError(*named, 1, batches);
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
            return outOfRangeError(*named, 0, graph.levelCount() - 1);
        }
    } else {
        if (named->number >= graph.size()) {
            return outOfRangeError(*named, 0, graph.size() - 1);
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
