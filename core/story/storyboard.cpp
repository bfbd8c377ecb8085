// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/storyboard.h"

#include "core/base/check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace batchscope {

namespace {

/// A time this close to a border belongs to the stage that ends there, since a glide ends with a rounding error.
constexpr double kOnBorder = 1e-6;
constexpr float kGapToFolded = 4.0F;
constexpr float kMargin = 1.0F;
constexpr double kCamera = 0.35;   // share of the first batch's Group: the view opens to the blocks before any motion
constexpr double kClosing = 0.3;   // share of Stack at which the run has closed and starts to move
constexpr double kAlong = 0.45;    // share of entering the lanes at which nodes are in their column
constexpr double kAlongRow = 0.65; // share of Group at which nodes have slid along their row

Box withMargin(const Box& box) {
    return {box.x - kMargin, box.y - kMargin, box.width + 2.0F * kMargin, box.height + 2.0F * kMargin};
}

/// The offset that moves the folded layout right of the lanes, aligned at the bottom.
Point foldedOffset(const LaneLayout& lanes, const FoldedLayout& folded) {
    return {lanes.bounds.right() + kGapToFolded - folded.bounds.x, lanes.bounds.bottom() - folded.bounds.bottom()};
}

Point moved(Point point, Point offset) {
    return {point.x + offset.x, point.y + offset.y};
}

Box moved(const Box& box, Point offset) {
    return {box.x + offset.x, box.y + offset.y, box.width, box.height};
}

float part(double share, double from, double to) {
    return eased((share - from) / (to - from));
}

/// The source, scaled down (never up) to fit `height` and `width`, left of `right` and vertically centered on it.
SourceTwin twinLeftOf(const Box& right, const Box& source, float height, float width) {
    SourceTwin twin;
    twin.scale =
        std::clamp(std::min(height / std::max(source.height, 1.0F), width / std::max(source.width, 1.0F)), 1e-3F, 1.0F);
    const float middle = right.y + right.height / 2.0F;
    twin.offset = {right.x - kGapToFolded - twin.scale * source.right(),
                   middle - twin.scale * (source.y + source.height / 2.0F)};
    return twin;
}

SourceTwin twinBetween(const SourceTwin& from, const SourceTwin& to, float share) {
    SourceTwin twin;
    twin.offset = mixed(from.offset, to.offset, share);
    twin.scale = from.scale + (to.scale - from.scale) * share;
    return twin;
}

Box boxOf(const SourceTwin& twin, const Box& source) {
    return {twin.offset.x + twin.scale * source.x, twin.offset.y + twin.scale * source.y, twin.scale * source.width,
            twin.scale * source.height};
}

template <typename Thing>
void moveAll(std::vector<Thing>& things, Point offset) {
    for (Thing& thing : things) {
        thing = moved(thing, offset);
    }
}

} // namespace

Storyboard::Storyboard(const OpGraph& graph, const ForestLayout& forest, const LaneLayout& lanes,
                       const FoldedLayout& folded, const Schedule& schedule, float aspect)
    : m_source(forest.nodes), m_lanes(lanes.nodes), m_folded(folded.nodes), m_batchOf(schedule.places.size()),
      m_levels(graph.levels.begin(), graph.levels.end()), m_laneOrder(lanes.order), m_laneOffsets(lanes.offsets),
      m_batchOrder(schedule.nodes), m_batchOffsets(schedule.batchOffsets.begin(), schedule.batchOffsets.end()),
      m_groups(ribbonGroups(graph, lanes.order)),
      m_signatures(schedule.batchSignatures.begin(), schedule.batchSignatures.end()), m_treeBoxes(forest.trees),
      m_laneBoxes(lanes.lanes), m_batchBoxes(folded.batches), m_columns(lanes.columns), m_arcWidth(folded.arcWidth) {
    BATCHSCOPE_CHECK(m_source.size() == m_lanes.size() && m_lanes.size() == m_folded.size());
    for (std::size_t index = 0; index < m_batchOf.size(); ++index) {
        m_batchOf[index] = schedule.places[NodeId(index)].batch.value;
    }
    const Point offset = foldedOffset(lanes, folded);
    moveAll(m_folded, offset);
    moveAll(m_batchBoxes, offset);
    // The trees are centered on the future lanes, because many trees enter them without first moving aside.
    const Point center{lanes.bounds.x + (lanes.bounds.width - forest.bounds.width) / 2.0F - forest.bounds.x,
                       lanes.bounds.y + (lanes.bounds.height - forest.bounds.height) / 2.0F - forest.bounds.y};
    moveAll(m_source, center);
    moveAll(m_treeBoxes, center);
    const Box source = moved(forest.bounds, center);
    const Box blocks = moved(folded.bounds, offset);
    m_sourceView = withMargin(source);
    m_laneView = withMargin(lanes.bounds);
    m_bothView = withMargin(united(lanes.bounds, blocks));
    m_keepsSource = m_source.size() <= kMostKept;
    if (!m_keepsSource) {
        placeTwins(source, lanes.bounds, blocks, aspect);
        return;
    }
    // A compromise between the narrow column beside lanes and blocks and the wide room beside the lanes alone.
    const Box column = roomForTwin(united(lanes.bounds, blocks), aspect);
    const Box wide = roomForTwin(lanes.bounds, aspect);
    const float shape = std::sqrt(column.width / column.height * wide.width / wide.height);
    ForestLayout small = repacked(graph, forest, shape);
    m_twinNodes = std::move(small.nodes);
    m_twinTrees = std::move(small.trees);
    placeTwins(small.bounds, lanes.bounds, blocks, aspect);
}

/// The room left of lanes and blocks: the spare width of the window, at least a column, with the height of the window.
Box Storyboard::roomForTwin(const Box& both, float aspect) {
    constexpr float kLeastRoom = 0.45F; // share of the width of lanes and blocks
    const float spare = aspect * both.height - both.width - kGapToFolded;
    const float width = std::max(spare, kLeastRoom * both.width);
    const float height = std::max(both.height, (width + kGapToFolded + both.width) / aspect);
    return {0.0F, 0.0F, width, height};
}

/// Trees take more room than blocks, so they are scaled down beside them to keep the blocks visible.
void Storyboard::placeTwins(const Box& source, const Box& lanes, const Box& blocks, float aspect) {
    constexpr float kOfWidth = 1.3F; // minimum width, relative to the blocks
    const float beside = aspect * blocks.height - blocks.width - kGapToFolded;
    m_besideBlocks = twinLeftOf(blocks, source, blocks.height, std::max(beside, kOfWidth * blocks.width));
    m_foldedView = withMargin(united(boxOf(m_besideBlocks, source), blocks));
    if (!m_keepsSource) {
        return;
    }
    const Box both = united(lanes, blocks);
    const Box room = roomForTwin(both, aspect);
    m_besideBoth = twinLeftOf(both, source, room.height, room.width);
    const Box small = boxOf(m_besideBoth, source);
    m_bothView = withMargin(united(small, both));
    const float spareOfLanes = aspect * lanes.height - lanes.width - kGapToFolded;
    m_besideLanes = twinLeftOf(lanes, source, lanes.height, std::max(spareOfLanes, small.width));
    const Box trees = boxOf(m_besideLanes, source);
    m_laneView = withMargin(united(trees, lanes));
    constexpr float kOfClose = 0.46F; // share of the width for the trees; the rest is for the rows of the batch
    m_closeView = withMargin(trees);
    m_closeView.width = std::max(m_closeView.width / kOfClose, aspect * m_closeView.height);
}

StoryState Storyboard::state(double t, StepView view) const {
    StoryState state;
    this->state(t, state, view);
    return state;
}

void Storyboard::state(double t, StoryState& into, StepView view) const {
    const double clamped = std::clamp(t, 0.0, end());
    constexpr auto kLanesStop = static_cast<double>(kFirstBatchStop);
    if (clamped <= 1.0 + kOnBorder) {
        signing(clamped, into);
    } else if (clamped <= kLanesStop + kOnBorder) {
        entering(clamped - 1.0, into);
    } else if (clamped <= end() - 1.0 + kOnBorder) {
        const double since = clamped - kLanesStop;
        const auto batch = std::min(static_cast<std::size_t>(std::ceil(since - kOnBorder)) - 1, batchCount() - 1);
        making(batch, since - static_cast<double>(batch), view, into);
    } else {
        leaving(clamped - (end() - 1.0), view, into);
    }
}

std::span<const NodeId> Storyboard::lane(std::size_t level) const {
    return std::span(m_laneOrder).subspan(m_laneOffsets[level], m_laneOffsets[level + 1] - m_laneOffsets[level]);
}

std::span<const NodeId> Storyboard::batchNodes(std::size_t batch) const {
    return std::span(m_batchOrder).subspan(m_batchOffsets[batch], m_batchOffsets[batch + 1] - m_batchOffsets[batch]);
}

/// Resets the state but reuses its memory.
void Storyboard::begin(StoryState& state, StoryStage stage) const {
    StoryState fresh;
    fresh.nodes = std::move(state.nodes);
    fresh.roles = std::move(state.roles);
    fresh.ribbons = std::move(state.ribbons);
    fresh.ribbons.clear();
    fresh.trees = std::move(state.trees);
    fresh.trees.clear();
    fresh.stage = stage;
    fresh.signatures = stage == StoryStage::Source ? 0.0F : 1.0F;
    fresh.laned = stage <= StoryStage::Signatures ? 0.0F : 1.0F;
    state = std::move(fresh);
}

void Storyboard::signing(double share, StoryState& state) const {
    begin(state, share > kOnBorder ? StoryStage::Signatures : StoryStage::Source);
    state.signatures = eased(share * 2.0);
    state.pulse = static_cast<float>(share);
    state.view = m_sourceView;
    state.roles.assign(m_source.size(), NodeRole::Waiting);
    state.nodes = m_source;
}

void Storyboard::entering(double share, StoryState& state) const {
    begin(state, StoryStage::Lanes);
    state.roles.assign(m_source.size(), NodeRole::Waiting);
    state.nodes.resize(m_source.size());
    m_keepsSource ? enteringFromTrees(share, state) : enteringAtOnce(share, state);
    state.bundled = m_groups.empty() ? 0.0F : bundledAt(share);
    if (state.bundled > 0.0F) {
        for (const RibbonGroup& group : m_groups) {
            state.ribbons.push_back(ribbonOf(group, state.nodes));
        }
    }
}

void Storyboard::enteringFromTrees(double share, StoryState& state) const {
    const float beside = part(share, 0.0, kBeside);
    const float away = part(share, kBeside, 1.0);
    state.laned = away;
    state.view = mixed(m_sourceView, m_laneView, beside);
    state.twin = m_besideLanes;
    state.twin.shown = beside >= 1.0F ? 1.0F : 0.0F;
    const float inTree = 1.0F + (state.twin.scale - 1.0F) * beside;
    state.nodeScale = inTree + (1.0F - inTree) * away;
    for (std::size_t index = 0; index < m_source.size(); ++index) {
        const Point place = mixed(m_source[index], state.twin.outside(m_twinNodes[index]), beside);
        state.nodes[index] = mixed(place, m_lanes[index], away);
    }
    for (std::size_t tree = 0; beside < 1.0F && tree < m_treeBoxes.size(); ++tree) {
        state.trees.push_back(mixed(m_treeBoxes[tree], boxOf(state.twin, m_twinTrees[tree]), beside));
    }
}

/// Moves each node along one axis after the other, so that the eye can follow: to its column, then to its level.
void Storyboard::enteringAtOnce(double share, StoryState& state) const {
    const float along = part(share, 0.0, kAlong);
    const float down = part(share, kAlong, 1.0);
    state.laned = eased(share);
    const Box both = united(m_sourceView, m_laneView); // keeps moving nodes in view
    state.view = mixed(mixed(m_sourceView, both, along), m_laneView, down);
    for (std::size_t index = 0; index < m_source.size(); ++index) {
        state.nodes[index] = {mixed(m_source[index], m_lanes[index], along).x,
                              mixed(m_source[index], m_lanes[index], down).y};
    }
    state.twin = m_besideLanes;
    state.twin.shown = 0.0F;
}

void Storyboard::placeFinished(std::size_t batch, StoryState& state) const {
    state.nodes.resize(m_source.size());
    state.roles.resize(m_source.size());
    for (std::size_t index = 0; index < m_source.size(); ++index) {
        const bool done = m_batchOf[index] < batch;
        state.nodes[index] = done ? m_folded[index] : m_lanes[index];
        state.roles[index] = done ? NodeRole::Done : NodeRole::Waiting;
    }
    for (const NodeId node : batchNodes(batch)) {
        state.roles[node.index()] = NodeRole::Active;
    }
}

/// True if the batch's nodes first gather in the lane. A batch that is a small part of a lane does not push other nodes
/// aside; its nodes leave from where they are.
bool Storyboard::comesTogether(std::size_t batch, std::size_t level, std::size_t own) const {
    const auto nodes = lane(level);
    const auto waiting = static_cast<std::size_t>(
        std::count_if(nodes.begin(), nodes.end(), [&](NodeId node) { return m_batchOf[node.index()] >= batch; }));
    return 2 * own >= waiting;
}

/// In each lane, the batch's nodes move to the front, in slot order, and other waiting nodes make room; then the run
/// moves to its block, and the other nodes move back.
void Storyboard::moveActive(std::size_t batch, double grouping, StoryState& state) const {
    const auto nodes = batchNodes(batch);
    std::vector<NodeId> byLevel(nodes.begin(), nodes.end());
    const auto lower = [&](NodeId left, NodeId right) { return m_levels[left.index()] < m_levels[right.index()]; };
    if (!std::is_sorted(byLevel.begin(), byLevel.end(), lower)) { // most batches have nodes of one level
        std::stable_sort(byLevel.begin(), byLevel.end(), lower);
    }
    const float along = part(grouping, 0.0, kAlongRow);
    const float across = part(grouping, kAlongRow, 1.0);
    const auto towards = [&](NodeId node, Point cell, float back) {
        const Point home = m_lanes[node.index()];
        const Point together{home.x + (cell.x - home.x) * along, home.y + (cell.y - home.y) * across};
        state.nodes[node.index()] = mixed(together, home, back);
    };
    for (std::size_t first = 0; first < byLevel.size();) {
        const std::size_t level = m_levels[byLevel[first].index()];
        std::size_t last = first;
        while (last < byLevel.size() && m_levels[byLevel[last].index()] == level) {
            ++last;
        }
        if (grouping > 0.0 && comesTogether(batch, level, last - first)) {
            const Point corner{m_laneBoxes[level].x, m_laneBoxes[level].y};
            std::size_t slot = 0;
            for (std::size_t index = first; index < last; ++index) {
                towards(byLevel[index], cellCenter(corner, slot++, m_columns), 0.0F);
            }
            for (const NodeId node : lane(level)) {
                if (m_batchOf[node.index()] > batch) {
                    towards(node, cellCenter(corner, slot++, m_columns), state.moved);
                }
            }
            if (last - first == nodes.size()) {
                const Box& place = m_batchBoxes[batch];
                state.block = mixed(Box{corner.x, corner.y, place.width, place.height}, place, state.moved);
            }
        }
        first = last;
    }
    for (const NodeId node : nodes) {
        state.nodes[node.index()] = mixed(state.nodes[node.index()], m_folded[node.index()], state.moved);
    }
}

/// Shows one ribbon for each lane of the batch.
void Storyboard::bundle(std::size_t batch, double grouping, StoryState& state) const {
    const auto nodes = batchNodes(batch);
    state.bundled = movesAsRibbons(nodes.size()) ? bundledAt(grouping) : 0.0F;
    if (state.bundled <= 0.0F) {
        return;
    }
    std::vector<RibbonGroup> groups(m_laneBoxes.size());
    for (const NodeId node : nodes) {
        groups[m_levels[node.index()]].nodes.push_back(node);
    }
    for (RibbonGroup& group : groups) {
        if (!group.nodes.empty()) {
            group.signature = m_signatures[batch];
            state.ribbons.push_back(ribbonOf(group, state.nodes));
        }
    }
}

void Storyboard::making(std::size_t batch, double share, StepView view, StoryState& state) const {
    const StoryStage stage = share <= kGrouped + kOnBorder    ? StoryStage::Group
                             : share <= kStacked + kOnBorder  ? StoryStage::Stack
                             : share <= kGathered + kOnBorder ? StoryStage::Gather
                                                              : StoryStage::Run;
    begin(state, stage);
    const double opened = batch == 0 ? kCamera * kGrouped : 0.0;
    const double grouping = std::clamp((share - opened) / (kGrouped - opened), 0.0, 1.0);
    const double closedBy = kGrouped + (kStacked - kGrouped) * kClosing;
    state.active = BatchId(batch);
    state.grouped = eased(grouping);
    state.closed = part(share, kGrouped, closedBy);
    state.moved = part(share, closedBy, kStacked);
    state.gathered = part(share, kStacked, kGathered);
    state.filled = part(share, kGathered, 1.0);
    state.finished = share >= 1.0 - kOnBorder ? batch + 1 : batch;
    const float open = batch == 0 ? part(share, 0.0, opened) : 1.0F;
    state.view = mixed(m_laneView, m_bothView, open);
    state.twin = twinBetween(m_besideLanes, m_besideBoth, open);
    state.twin.shown = m_keepsSource ? 1.0F : 0.0F;
    placeFinished(batch, state);
    if (view == StepView::CloseUp && m_keepsSource) {
        comeClose(open, state);
        return;
    }
    moveActive(batch, grouping, state);
    if (state.block.width <= 0.0F && state.moved >= 1.0F) {
        state.block = m_batchBoxes[batch]; // its rows came from several lanes
    }
    bundle(batch, grouping, state);
}

void Storyboard::comeClose(float open, StoryState& state) const {
    state.view = mixed(m_laneView, m_closeView, open);
    state.twin = m_besideLanes;
    state.twin.shown = 1.0F;
    state.closeUp = open;
    if (open >= 1.0F) {
        putIntoTrees(state);
    }
}

/// Switches to twin coordinates, in which nodes have their usual size. The view is scaled with them, so the picture
/// stays the same.
void Storyboard::putIntoTrees(StoryState& state) const {
    const Point corner = m_besideLanes.inside({m_closeView.x, m_closeView.y});
    const float scale = m_besideLanes.scale;
    state.view = {corner.x, corner.y, m_closeView.width / scale, m_closeView.height / scale};
    state.nodes = m_twinNodes;
    state.trees = m_twinTrees;
    state.laned = 0.0F;
    state.twin = {};
}

void Storyboard::leaving(double share, StepView view, StoryState& state) const {
    begin(state, StoryStage::Folded);
    state.folded = eased(share);
    state.finished = batchCount();
    state.view = mixed(m_bothView, m_foldedView, state.folded);
    state.twin = m_keepsSource ? twinBetween(m_besideBoth, m_besideBlocks, state.folded) : m_besideBlocks;
    state.twin.shown = m_keepsSource ? 1.0F : state.folded;
    state.nodes = m_folded;
    state.roles.assign(m_folded.size(), NodeRole::Done);
    if (view == StepView::CloseUp && m_keepsSource) {
        state.view = mixed(m_closeView, m_foldedView, state.folded);
        state.twin = twinBetween(m_besideLanes, m_besideBlocks, state.folded);
        state.twin.shown = 1.0F;
        constexpr float kMost = 0.999F; // at 1, nodes would be in their trees
        state.closeUp = std::min(1.0F - state.folded, kMost);
    }
}

float laneAspect(const OpGraph& graph, float aspect) {
    return aspect / (graph.size() <= Storyboard::kMostKept ? 3.0F : 2.0F);
}

Storyboard storyboardOf(const OpGraph& graph, const ForestLayout& forest, const LaneLayout& lanes,
                        const Schedule& schedule, float aspect) {
    return {graph, forest, lanes, layoutFolded(schedule, lanes.columns, laneAspect(graph, aspect)), schedule, aspect};
}

namespace {

constexpr double kFade = 0.16; // share of a movement

/// Chunk sizes that keep the number of ribbons within kMostMovers.
struct Chunks {
    std::size_t levels = 1; ///< levels per chunk
    std::size_t trees = 1;
};

Chunks chunksFor(const OpGraph& graph, std::span<const NodeId> order) {
    Chunks chunks;
    const auto groups = [&] {
        std::set<std::pair<std::size_t, std::size_t>> seen;
        for (const NodeId node : order) {
            seen.emplace(graph.levels[node] / chunks.levels, graph.origins[node].tree.value / chunks.trees);
        }
        return seen.size();
    };
    constexpr std::size_t kMostLevels = 40;
    chunks.levels = 1 + graph.levelCount() / kMostLevels;
    while (groups() > kMostMovers) {
        chunks.trees *= 2;
    }
    return chunks;
}

SignatureId commonest(const OpGraph& graph, const std::vector<NodeId>& nodes) {
    std::map<std::uint32_t, std::size_t> counts;
    for (const NodeId node : nodes) {
        ++counts[graph.nodeSignatures[node].value];
    }
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& left, const auto& right) { return left.second < right.second; });
    return SignatureId(std::size_t{most->first});
}

} // namespace

std::vector<RibbonGroup> ribbonGroups(const OpGraph& graph, std::span<const NodeId> order) {
    if (!movesAsRibbons(order.size())) {
        return {};
    }
    const Chunks chunks = chunksFor(graph, order);
    std::map<std::pair<std::size_t, std::size_t>, RibbonGroup> groups;
    for (const NodeId node : order) {
        const TreeId tree = graph.origins[node].tree;
        groups[{graph.levels[node] / chunks.levels, tree.value / chunks.trees}].nodes.push_back(node);
    }
    std::vector<RibbonGroup> result;
    result.reserve(groups.size());
    for (auto& [place, group] : groups) {
        const TreeId tree = graph.origins[group.nodes.front()].tree;
        const bool alone = std::all_of(group.nodes.begin(), group.nodes.end(),
                                       [&](NodeId node) { return graph.origins[node].tree == tree; });
        group.tree = alone ? tree : TreeId();
        group.signature = commonest(graph, group.nodes);
        result.push_back(std::move(group));
    }
    return result;
}

Ribbon ribbonOf(const RibbonGroup& group, std::span<const Point> places) {
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    float left = kInfinite;
    float right = -kInfinite;
    double height = 0.0;
    for (const NodeId node : group.nodes) {
        const Point place = places[node.index()];
        left = std::min(left, place.x);
        right = std::max(right, place.x);
        height += static_cast<double>(place.y);
    }
    const auto count = static_cast<float>(group.nodes.size());
    const float width = std::min(right - left + 1.0F, count);
    const float tall = std::ceil(count / width - 1e-4F);
    const auto middle = static_cast<float>(height / static_cast<double>(group.nodes.size()));
    return {{(left + right - width) / 2.0F, middle - tall / 2.0F, width, tall},
            static_cast<std::uint32_t>(group.nodes.size()),
            group.signature,
            group.tree};
}

float bundledAt(double share) {
    return eased(std::min(share, 1.0 - share) / kFade);
}

} // namespace batchscope
