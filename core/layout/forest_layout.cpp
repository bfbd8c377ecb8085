// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/forest_layout.h"

#include "core/layout/sequence_layout.h"
#include "core/layout/tidy_tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>

namespace batchscope {

namespace {

constexpr float kRowHeight = 1.85F;
constexpr float kCaptionHeight = 0.9F;  // the words below the lowest leaves
constexpr float kBaselineHeight = 1.6F; // the words of a dependency tree and their parts of speech
constexpr float kTreeGap = 3.0F;
constexpr Point kSideOutput{0.8F, -0.6F}; // offset from the value that is read out
constexpr float kSideStep = 1.0F;         // from one side output to the next of the same value

/// Rows counted from the top: 0 without consumers, else 1 + the largest row of its consumers.
std::vector<std::uint32_t> rowsFromTop(const OpGraph& graph) {
    std::vector<std::uint32_t> rows(graph.size(), 0);
    for (std::size_t index = graph.size(); index-- > 0;) {
        for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
            if (argument.isValue()) {
                std::uint32_t& row = rows[argument.node().index()];
                row = std::max(row, rows[index] + 1);
            }
        }
    }
    return rows;
}

/// Finds nodes that only read out a value of their tree that is also used elsewhere (logits at every node); they are
/// placed beside that value. Returns, by NodeId, the number of steps to its right, from 1; 0 for other nodes. Merged
/// leaves are read out more than once.
std::vector<std::uint32_t> sideOutputs(const OpGraph& graph) {
    std::vector<std::uint32_t> uses(graph.size(), 0);
    for (const Argument& argument : graph.arguments) {
        if (argument.isValue()) {
            ++uses[argument.node().index()];
        }
    }
    std::vector<std::uint32_t> taken(graph.size(), 0);
    std::vector<std::uint32_t> result(graph.size(), 0);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const auto arguments = graph.argumentsOf(NodeId(index));
        if (uses[index] > 0 || arguments.size() != 1 || !arguments[0].isValue()) {
            continue;
        }
        const NodeId value = arguments[0].node();
        if (uses[value.index()] > 1 && graph.origins[value].tree == graph.origins[NodeId(index)].tree) {
            result[index] = ++taken[value.index()];
        }
    }
    return result;
}

Point besideValue(Point value, std::uint32_t step) {
    return {value.x + kSideOutput.x + kSideStep * static_cast<float>(step - 1), value.y + kSideOutput.y};
}

struct Facts {
    const OpGraph& graph;
    std::span<const float> captionWidths;
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> beside; // see sideOutputs()
    const WordOrder* order = nullptr;
};

/// Index of an argument within the tree; the span's size for an integer or a node of another tree.
std::size_t localChild(const Argument& argument, NodeSpan span) {
    const std::size_t none = span.end - span.begin;
    if (!argument.isValue() || argument.node().index() < span.begin || argument.node().index() >= span.end) {
        return none;
    }
    return argument.node().index() - span.begin;
}

/// One tree as plain numbers. A value with several consumers is a child of the lowest one, so right below it.
TidyInput tidyInput(const Facts& facts, NodeSpan span) {
    const std::size_t count = span.end - span.begin;
    TidyInput input;
    input.parents.assign(count, TidyInput::kNoParent);
    input.lefts.assign(count, 0.5F);
    input.rights.assign(count, 0.5F);
    for (std::size_t node = 0; node < count; ++node) {
        const NodeId id(span.begin + node);
        input.rows.push_back(facts.rows[id.index()]);
        const float half = std::max(facts.captionWidths[id.index()], 1.0F) / 2.0F;
        input.lefts[node] = half;
        input.rights[node] = std::max(half, input.rights[node]);
        const std::uint32_t beside = facts.beside[id.index()];
        for (const Argument& argument : facts.graph.argumentsOf(id)) {
            const std::size_t child = localChild(argument, span);
            if (child < count && beside > 0) {
                input.rights[child] = std::max(input.rights[child], 0.5F + besideValue({}, beside).x);
            } else if (child < count && (input.parents[child] == TidyInput::kNoParent ||
                                         input.rows[input.parents[child]] < input.rows[node])) {
                input.parents[child] = static_cast<std::uint32_t>(node);
            }
        }
        if (beside > 0) {
            input.parents[node] = TidyInput::kHidden;
        }
    }
    input.childOffsets.push_back(0);
    for (std::size_t node = 0; node < count; ++node) {
        const std::size_t first = input.children.size();
        for (const Argument& argument : facts.graph.argumentsOf(NodeId(span.begin + node))) {
            const std::size_t child = localChild(argument, span);
            const auto known = input.children.begin() + static_cast<std::ptrdiff_t>(first);
            if (child < count && input.parents[child] == node &&
                std::find(known, input.children.end(), child) == input.children.end()) {
                input.children.push_back(static_cast<std::uint32_t>(child));
            }
        }
        input.childOffsets.push_back(static_cast<std::uint32_t>(input.children.size()));
    }
    return input;
}

/// True if nodes with arguments have words, as in dependency trees.
bool isOfTokens(const Facts& facts, NodeSpan span) {
    for (std::size_t index = span.begin; index < span.end; ++index) {
        const auto arguments = facts.graph.argumentsOf(NodeId(index));
        const bool isInner = std::any_of(arguments.begin(), arguments.end(),
                                         [](const Argument& argument) { return argument.isValue(); });
        if (isInner && facts.order->places[index] != WordOrder::kNoWord) {
            return true;
        }
    }
    return false;
}

/// Places the words of a tree side by side and returns their right end; nullopt if the tree has no words.
std::optional<float> placeWords(const Facts& facts, NodeSpan span, std::vector<Point>& places) {
    std::vector<std::size_t> words;
    for (std::size_t index = span.begin; index < span.end; ++index) {
        if (facts.order->places[index] != WordOrder::kNoWord) {
            words.push_back(index);
        }
    }
    if (words.empty()) {
        return std::nullopt;
    }
    std::stable_sort(words.begin(), words.end(), [&](std::size_t left, std::size_t right) {
        return facts.order->places[left] < facts.order->places[right];
    });
    float end = 0.0F;
    for (const std::size_t word : words) {
        const float width = std::max({facts.captionWidths[word], kTidyLeafStep - kTidyGap, 1.0F});
        places[word].x = end + width / 2.0F;
        end += width + kTidyGap;
    }
    return end - kTidyGap;
}

/// Places nodes without words over the middle of their leftmost and rightmost arguments.
void placeOverArguments(const Facts& facts, NodeSpan span, std::vector<Point>& places) {
    for (std::size_t index = span.begin; index < span.end; ++index) {
        if (facts.order->places[index] != WordOrder::kNoWord) {
            continue;
        }
        float least = std::numeric_limits<float>::max();
        float most = 0.0F;
        for (const Argument& argument : facts.graph.argumentsOf(NodeId(index))) {
            if (localChild(argument, span) < span.end - span.begin) {
                least = std::min(least, places[argument.node().index()].x);
                most = std::max(most, places[argument.node().index()].x);
            }
        }
        places[index].x = most > 0.0F ? (least + most) / 2.0F : 0.5F;
    }
}

/// The height of the highest arc between words.
float arcHeight(const Facts& facts, NodeSpan span, const std::vector<Point>& places) {
    constexpr float kOfOffset = 0.75F; // for a cubic curve with both control points at one height
    float highest = 0.0F;
    for (std::size_t index = span.begin; index < span.end; ++index) {
        for (const Argument& argument : facts.graph.argumentsOf(NodeId(index))) {
            const bool isArc =
                facts.order->places[index] != WordOrder::kNoWord && localChild(argument, span) < span.end - span.begin;
            if (isArc) {
                const Point offset = arcOffset(places[argument.node().index()], places[index]);
                highest = std::max(highest, -kOfOffset * offset.y);
            }
        }
    }
    return highest;
}

/// Places one tree over its words; nullopt if it has none.
std::optional<Box> placeOverWords(const Facts& facts, NodeSpan span, std::vector<Point>& places,
                                  std::vector<float>& drops) {
    const std::optional<float> width = placeWords(facts, span, places);
    if (!width) {
        return std::nullopt;
    }
    placeOverArguments(facts, span, places);
    constexpr float kLabel = 0.8F; // a line over a node or an arc
    const bool hasTokens = isOfTokens(facts, span);
    const bool hasArcs = hasTokens && facts.order->style == WordOrder::Style::Arcs;
    const float rowHeight = hasTokens ? kRowHeight + kLabel / 2.0F : kRowHeight;
    std::uint32_t lowest = 0;
    for (std::size_t index = span.begin; index < span.end; ++index) {
        lowest = std::max(lowest, facts.beside[index] == 0 ? facts.rows[index] : 0);
    }
    const float top = 0.5F + kRowHeight; // below the scores
    const float line = hasArcs ? top + arcHeight(facts, span, places) + kLabel : static_cast<float>(lowest) * rowHeight;
    for (std::size_t index = span.begin; index < span.end; ++index) {
        const bool hasWord = facts.order->places[index] != WordOrder::kNoWord;
        const float row = static_cast<float>(facts.rows[index]) * rowHeight;
        places[index].y = 0.5F + (hasArcs ? (hasWord ? line : 0.0F) : hasWord && !hasTokens ? line : row);
        drops[index] = hasWord ? line + 0.5F - places[index].y : 0.0F;
    }
    for (std::size_t index = span.begin; index < span.end; ++index) {
        if (facts.beside[index] != 0) {
            const NodeId value = facts.graph.argumentsOf(NodeId(index))[0].node();
            places[index] = besideValue(places[value.index()], facts.beside[index]);
        }
    }
    return Box{0.0F, 0.0F, *width, line + 1.0F + (hasTokens ? kBaselineHeight : kCaptionHeight)};
}

/// Places one tree with its top left corner at 0, 0 and returns its box.
Box placeTree(const Facts& facts, NodeSpan span, std::vector<Point>& places, std::vector<float>& drops) {
    for (const auto placed : {placeSequence, placeClusters}) {
        if (std::optional<Box> box = placed(facts.graph, span, facts.captionWidths, kRowHeight, places)) {
            box->height += kCaptionHeight;
            return *box;
        }
    }
    if (facts.order != nullptr) {
        if (const std::optional<Box> box = placeOverWords(facts, span, places, drops)) {
            return *box;
        }
    }
    const TidyTree tidy = layoutTidyTree(tidyInput(facts, span), kTidyGap, kTidyLeafStep);
    std::uint32_t lowest = 0;
    for (std::size_t index = span.begin; index < span.end; ++index) {
        if (facts.beside[index] != 0) {
            const NodeId value = facts.graph.argumentsOf(NodeId(index))[0].node();
            places[index] = besideValue(places[value.index()], facts.beside[index]);
            continue;
        }
        lowest = std::max(lowest, facts.rows[index]);
        places[index] = {tidy.x[index - span.begin], static_cast<float>(facts.rows[index]) * kRowHeight + 0.5F};
    }
    return {0.0F, 0.0F, std::max(tidy.width, 1.0F), static_cast<float>(lowest) * kRowHeight + 1.0F + kCaptionHeight};
}

/// The nodes of each tree, in order of appearance in the graph.
std::vector<NodeSpan> treeSpans(const OpGraph& graph) {
    std::vector<NodeSpan> spans;
    TreeId present;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const TreeId tree = graph.origins[NodeId(index)].tree;
        if (spans.empty() || tree != present) {
            spans.push_back({index, index});
            present = tree;
        }
        spans.back().end = index + 1;
    }
    return spans;
}

/// Places the trees of treeSpans next to each other. In `nodes` and `trees`, each tree is placed alone, with its top
/// left corner at 0, 0.
ForestLayout packedForest(const OpGraph& graph, std::vector<Point> nodes, std::vector<Box> trees, float aspect) {
    ForestLayout layout;
    layout.nodes = std::move(nodes);
    layout.trees = packed(std::move(trees), aspect, kTreeGap);
    const std::vector<NodeSpan> spans = treeSpans(graph);
    for (std::size_t tree = 0; tree < spans.size(); ++tree) {
        const Box& box = layout.trees[tree];
        layout.treeIds.push_back(graph.origins[NodeId(spans[tree].begin)].tree);
        for (std::size_t index = spans[tree].begin; index < spans[tree].end; ++index) {
            layout.nodes[index].x += box.x;
            layout.nodes[index].y += box.y;
        }
        layout.bounds = united(layout.bounds, box);
    }
    return layout;
}

} // namespace

Box boundsOfFirst(const ForestLayout& forest, std::size_t count, float aspect) {
    const auto end = forest.trees.begin() + static_cast<std::ptrdiff_t>(std::min(count, forest.trees.size()));
    Box bounds;
    for (const Box& box : packed({forest.trees.begin(), end}, aspect, kTreeGap)) {
        bounds = united(bounds, box);
    }
    return bounds;
}

ForestLayout repacked(const OpGraph& graph, const ForestLayout& forest, float aspect) {
    std::vector<Point> nodes = forest.nodes;
    std::vector<Box> trees = forest.trees;
    const std::vector<NodeSpan> spans = treeSpans(graph);
    for (std::size_t tree = 0; tree < spans.size(); ++tree) {
        for (std::size_t index = spans[tree].begin; index < spans[tree].end; ++index) {
            nodes[index].x -= trees[tree].x;
            nodes[index].y -= trees[tree].y;
        }
        trees[tree].x = 0.0F;
        trees[tree].y = 0.0F;
    }
    return packedForest(graph, std::move(nodes), std::move(trees), aspect);
}

namespace {

ForestLayout placed(const Facts& facts, float aspect) {
    std::vector<Point> nodes(facts.graph.size());
    std::vector<float> drops(facts.order != nullptr ? facts.graph.size() : 0);
    std::vector<Box> trees;
    for (const NodeSpan span : treeSpans(facts.graph)) {
        trees.push_back(placeTree(facts, span, nodes, drops));
    }
    ForestLayout layout = packedForest(facts.graph, std::move(nodes), std::move(trees), aspect);
    layout.wordDrops = std::move(drops);
    return layout;
}

} // namespace

ForestLayout layoutForest(const OpGraph& graph, std::span<const float> captionWidths, float aspect) {
    return placed({graph, captionWidths, rowsFromTop(graph), sideOutputs(graph)}, aspect);
}

ForestLayout layoutForest(const OpGraph& graph, std::span<const float> captionWidths, float aspect,
                          const WordOrder& order) {
    return placed({graph, captionWidths, rowsFromTop(graph), sideOutputs(graph), &order}, aspect);
}

Point arcOffset(Point from, Point to) {
    constexpr float kLeast = 1.2F;
    constexpr float kOfLength = 0.2F;
    return {0.0F, -(kLeast + kOfLength * std::abs(to.x - from.x))};
}

namespace {

constexpr float kNodeRadius = 0.5F; // radius of the largest node shape
constexpr float kClear = kNodeRadius + 0.1F;

/// Neighbors of one row, and nodes of adjacent rows, have nothing between them.
constexpr float kShort = 2.2F;
constexpr float kPassesRow = 2.5F; // units down, from one row past the next
constexpr float kAlongRow = 0.3F;
constexpr int kLeastSamples = 12;

/// The offsets that are tried, as shares of an edge's length.
constexpr std::array<float, 12> kShares = {0.03F, 0.06F, 0.1F, 0.15F, 0.22F, 0.28F,
                                           0.35F, 0.5F,  0.7F, 0.95F, 1.3F,  1.7F};
constexpr float kLeastOffset = 1.0F;
constexpr float kMostOffset = 9.0F;  // a wider curve would seem to belong to another tree
constexpr float kWorthLittle = 5.0F; // a wider curve only if it clears all nodes

/// Finds nodes by the unit cell of their center.
class Cells {
public:
    explicit Cells(std::span<const Point> places) : m_places(places) {
        m_cells.reserve(places.size());
        for (std::size_t node = 0; node < places.size(); ++node) {
            m_cells.emplace(keyOf(cellOf(places[node].x), cellOf(places[node].y)), static_cast<std::uint32_t>(node));
        }
    }

    /// How deep the point is inside the clearance of the nearest other node; 0 if it is outside of all.
    [[nodiscard]] float coverAt(Point point, NodeId from, NodeId to, std::size_t& looked) const {
        float nearest = kClear;
        const std::int32_t column = cellOf(point.x);
        const std::int32_t row = cellOf(point.y);
        for (std::int32_t dy = -1; dy <= 1; ++dy) {
            for (std::int32_t dx = -1; dx <= 1; ++dx) {
                const auto [begin, end] = m_cells.equal_range(keyOf(column + dx, row + dy));
                ++looked;
                for (auto entry = begin; entry != end; ++entry) {
                    if (entry->second != from.index() && entry->second != to.index()) {
                        const Point other = m_places[entry->second];
                        nearest = std::min(nearest, std::hypot(other.x - point.x, other.y - point.y));
                    }
                }
            }
        }
        return kClear - nearest;
    }

private:
    static std::int32_t cellOf(float coordinate) { return static_cast<std::int32_t>(std::floor(coordinate)); }
    static std::uint64_t keyOf(std::int32_t column, std::int32_t row) {
        return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(column)) << 32U) |
               static_cast<std::uint32_t>(row);
    }

    std::span<const Point> m_places;
    std::unordered_multimap<std::uint64_t, std::uint32_t> m_cells;
};

class Bender {
public:
    explicit Bender(std::span<const Point> places) : m_places(places), m_cells(places) {}

    void bend(NodeId to, NodeId from, std::vector<EdgeBend>& bends) {
        const Point start = m_places[from.index()];
        const Point end = m_places[to.index()];
        const float length = std::hypot(end.x - start.x, end.y - start.y);
        if (length > kLongestBent || m_looked > kMostLooked) {
            return;
        }
        float least = coverOf(from, to, {});
        if (least <= kClear - kNodeRadius) { // it passes between nodes
            return;
        }
        Point best;
        const Point across{-(end.y - start.y) / length, (end.x - start.x) / length};
        for (const float share : kShares) {
            const float wide = std::clamp(share * length, kLeastOffset * (1.0F + share), kMostOffset);
            for (const float side : {1.0F, -1.0F}) {
                const Point offset{across.x * wide * side, across.y * wide * side};
                const float cover = coverOf(from, to, offset);
                if (cover < least && wide <= kWorthLittle) {
                    least = cover;
                    best = offset;
                }
                if (cover <= 0.0F) {
                    bends.push_back({to, from, offset});
                    return;
                }
            }
        }
        if (!(best == Point{})) {
            bends.push_back({to, from, best});
        }
    }

private:
    /// How deep the curve runs into other nodes at its deepest point.
    float coverOf(NodeId from, NodeId to, Point offset) {
        const Point start = m_places[from.index()];
        const Point end = m_places[to.index()];
        const float length = std::hypot(end.x - start.x, end.y - start.y);
        const int samples = std::max(kLeastSamples, static_cast<int>(length * 3.0F));
        float deepest = 0.0F;
        for (int sample = 1; sample < samples; ++sample) {
            const Point point = bentPoint(start, end, offset, static_cast<float>(sample) / static_cast<float>(samples));
            deepest = std::max(deepest, m_cells.coverAt(point, from, to, m_looked));
        }
        return deepest;
    }

    std::span<const Point> m_places;
    Cells m_cells;
    std::size_t m_looked = 0;
};

/// False for edges from row to row, which have nothing to pass.
bool mayPassNodes(Point from, Point to) {
    const float down = std::abs(to.y - from.y);
    return down > kPassesRow || (down < kAlongRow && std::abs(to.x - from.x) > kShort);
}

} // namespace

std::vector<EdgeBend> edgeBends(const OpGraph& graph, std::span<const Point> places) {
    std::vector<std::pair<NodeId, NodeId>> edges; // consumer, producer
    if (graph.size() > kMostBentNodes) {
        return {};
    }
    for (std::size_t index = 0; index < graph.size(); ++index) {
        for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
            if (argument.isValue() && mayPassNodes(places[argument.node().index()], places[index])) {
                edges.emplace_back(NodeId(index), argument.node());
            }
        }
    }
    std::vector<EdgeBend> bends;
    if (edges.empty()) {
        return bends;
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    Bender bender(places);
    for (const auto& [to, from] : edges) {
        bender.bend(to, from, bends);
    }
    return bends;
}

std::span<const EdgeBend> bendsInto(std::span<const EdgeBend> bends, NodeId to) {
    const auto first =
        std::partition_point(bends.begin(), bends.end(), [to](const EdgeBend& bend) { return bend.to < to; });
    const auto last = std::find_if(first, bends.end(), [to](const EdgeBend& bend) { return bend.to != to; });
    return {first, last};
}

Point bentPoint(Point from, Point to, Point offset, float share) {
    const Point along = mixed(from, to, share * share * (3.0F - 2.0F * share));
    const float bulge = 3.0F * share * (1.0F - share);
    return {along.x + bulge * offset.x, along.y + bulge * offset.y};
}

} // namespace batchscope
