// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/source_layout.h"

#include "core/base/text.h"
#include "core/session/tree_labels.h"

#include <algorithm>

namespace batchscope {

namespace {

constexpr float kWordCharacter = 0.52F;
constexpr float kLabelCharacter = 0.42F; // labels are smaller
constexpr float kPadding = 0.4F;
constexpr float kWidest = 8.5F;

/// Above and below its word, a token of a dependency tree has its relation and its part of speech.
void widenForLabels(const Snapshot& snapshot, std::vector<float>& widths) {
    const OpGraph& graph = *snapshot.graph;
    TreeLabels labels;
    TreeId tree;
    for (std::size_t index = 0; index < widths.size(); ++index) {
        const Origin& origin = graph.origins[NodeId(index)];
        if (origin.tree != tree) {
            tree = origin.tree;
            labels = treeLabels(snapshot, tree);
        }
        if (origin.treeNode.valid() && origin.treeNode.index() < labels.size() && widths[index] > 1.0F) {
            const NodeLabel& label = labels[origin.treeNode.index()];
            const auto characters = static_cast<float>(std::max(codePoints(label.relation), codePoints(label.tag)));
            widths[index] = std::clamp(characters * kLabelCharacter + kPadding, widths[index], kWidest);
        }
    }
}

bool isOfDependencies(const Snapshot& snapshot) {
    const Treebank& bank = *snapshot.treebank;
    if (bank.trees.empty() || snapshot.graph->size() == 0 || !snapshot.config.graph.shape().isAsRead()) {
        return false;
    }
    const TreeId first = snapshot.graph->origins[NodeId(std::size_t{0})].tree;
    return bank.trees.contains(first) && bank.tree(first)->isDependency();
}

} // namespace

std::vector<float> captionWidths(const Snapshot& snapshot) {
    std::vector<float> widths(snapshot.graph->size(), 1.0F);
    for (std::size_t index = 0; index < widths.size(); ++index) {
        const auto characters = static_cast<float>(codePoints(captionOf(snapshot, NodeId(index))));
        widths[index] = std::clamp(characters * kWordCharacter + kPadding, 1.0F, kWidest);
    }
    if (widths.size() <= kMostTracedNodes && isOfDependencies(snapshot)) {
        widenForLabels(snapshot, widths);
    }
    return widths;
}

namespace {

/// By TreeNodeId: which word of the sentence the node has; kNoWord where it has none.
std::vector<std::uint32_t> wordPlaces(const Snapshot& snapshot, TreeId id) {
    const Treebank& bank = *snapshot.treebank;
    if (!bank.program.empty() || !bank.trees.contains(id)) {
        return {};
    }
    const Tree tree = shownTree(snapshot, id);
    if (tree.isDependency()) {
        return tree.tokens;
    }
    std::vector<std::uint32_t> places(tree.size(), WordOrder::kNoWord);
    std::uint32_t next = 0;
    for (const TreeNodeId leaf : leavesBelow(tree, tree.root())) {
        places[leaf.index()] = next++;
    }
    return places;
}

WordOrder wordOrder(const Snapshot& snapshot) {
    const OpGraph& graph = *snapshot.graph;
    WordOrder order;
    order.style = snapshot.config.layout == SourceLayout::Arcs ? WordOrder::Style::Arcs : WordOrder::Style::Baseline;
    order.places.assign(graph.size(), WordOrder::kNoWord);
    std::vector<std::uint32_t> places;
    TreeId tree;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const Origin& origin = graph.origins[NodeId(index)];
        if (origin.tree != tree) {
            tree = origin.tree;
            places = wordPlaces(snapshot, tree);
        }
        if (origin.treeNode.valid() && origin.treeNode.index() < places.size() &&
            !captionOf(snapshot, NodeId(index)).empty()) {
            order.places[index] = places[origin.treeNode.index()];
        }
    }
    return order;
}

} // namespace

std::shared_ptr<const ForestLayout> forestOf(const Snapshot& snapshot) {
    const std::vector<float> widths = captionWidths(snapshot);
    const bool isTidy = snapshot.config.layout == SourceLayout::Native &&
                        (widths.size() > kMostTracedNodes || !isOfDependencies(snapshot));
    return std::make_shared<const ForestLayout>(
        isTidy ? layoutForest(*snapshot.graph, widths, snapshot.config.aspect)
               : layoutForest(*snapshot.graph, widths, snapshot.config.aspect, wordOrder(snapshot)));
}

std::size_t treesWithRoom(const Snapshot& snapshot, PictureRoom room, const RunControl& control) {
    constexpr float kMargin = 2.0F; // of the picture around the trees, both sides
    const GraphOptions& options = snapshot.config.graph;
    const std::size_t asked = std::min(options.trees.end, treesToChoose(*snapshot.treebank, options)) -
                              std::min(options.trees.begin, treesToChoose(*snapshot.treebank, options));
    if (!snapshot.treebank->program.empty() || isModuleFile(options.model)) {
        return asked;
    }
    Result<OpGraph> graph = buildGraph(*snapshot.treebank, options, control);
    if (!graph) {
        return asked;
    }
    Snapshot placed = snapshot;
    placed.graph = std::make_shared<const OpGraph>(std::move(*graph));
    const auto forest = forestOf(placed);
    std::size_t count = std::min(asked, forest->trees.size());
    const auto fits = [&](const Box& bounds) {
        return bounds.width + kMargin <= room.width && bounds.height + kMargin <= room.height;
    };
    while (count > 1 && !fits(boundsOfFirst(*forest, count, snapshot.config.aspect))) {
        --count;
    }
    return count;
}

std::shared_ptr<const LaneLayout> lanesOf(const Snapshot& snapshot) {
    return std::make_shared<const LaneLayout>(
        layoutLanes(*snapshot.graph, snapshot.forest->nodes, laneAspect(*snapshot.graph, snapshot.config.aspect)));
}

std::shared_ptr<const Storyboard> storyboardOf(const Snapshot& snapshot) {
    return std::make_shared<const Storyboard>(
        storyboardOf(*snapshot.graph, *snapshot.forest, *snapshot.lanes, *snapshot.schedule, snapshot.config.aspect));
}

Snapshot placedAnew(Snapshot snapshot) {
    snapshot.forest = forestOf(snapshot);
    snapshot.forestBy = snapshot.config.layout;
    snapshot.lanes = lanesOf(snapshot); // nodes stand in the order that they have in their trees
    if (snapshot.storyboard) {
        snapshot.storyboard = storyboardOf(snapshot);
    }
    return snapshot;
}

} // namespace batchscope
