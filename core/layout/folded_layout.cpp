// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/folded_layout.h"

#include "core/base/check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace batchscope {

namespace {

constexpr float kBlockGap = 0.6F;
constexpr float kColumnGap = 1.0F;

/// Labels have a size on the screen, not in the world. As shares of the picture's height, at some 700 pixels:
constexpr float kBlockLabelShare = 0.15F;
constexpr float kArcShare = 0.07F;
constexpr float kGapShare = 0.005F;
constexpr float kPitchShare = 0.019F; // what one block takes at least, so that its label fits
constexpr float kLeastBlockLabelWidth = 6.0F;
constexpr float kLeastArcWidth = 2.0F;

/// With more blocks than this nothing can be read anyway; room for labels would only make the blocks smaller.
constexpr std::size_t kMostLabels = 160;

/// Several columns must make the picture larger by this factor.
constexpr float kWorthColumns = 1.6F;

struct Shape {
    std::size_t tilesPerRow = 1;
    float columnHeight = 1.0F;
    float labelWidth = kLeastBlockLabelWidth;
    float arcWidth = kLeastArcWidth;
    float gap = kBlockGap;
    float leastPitch = 1.0F + kBlockGap;
};

Shape shapeFor(std::size_t tilesPerRow, float columnHeight, std::size_t blocks) {
    Shape shape;
    shape.tilesPerRow = tilesPerRow;
    shape.columnHeight = columnHeight;
    if (blocks <= kMostLabels) {
        shape.labelWidth = std::max(kLeastBlockLabelWidth, columnHeight * kBlockLabelShare);
        shape.arcWidth = std::max(kLeastArcWidth, columnHeight * kArcShare);
        shape.gap = std::max(kBlockGap, columnHeight * kGapShare);
        shape.leastPitch = std::max(1.0F + kBlockGap, columnHeight * kPitchShare);
    }
    return shape;
}

/// Places blocks upwards, column after column. y is 0 at the bottom and negative above; returns the bounds.
Box place(const Schedule& schedule, const Shape& shape, std::vector<Box>& boxes) {
    boxes.clear();
    Box bounds;
    float left = 0.0F;
    float y = 0.0F;
    float widest = 0.0F;
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const std::size_t size = schedule.batchSize(BatchId(step));
        const float height = static_cast<float>(rowsFor(size, shape.tilesPerRow));
        const float pitch = std::max(height + shape.gap, shape.leastPitch);
        if (y < 0.0F && -y + pitch > shape.columnHeight) {
            left += shape.arcWidth + widest + shape.labelWidth + kColumnGap;
            y = 0.0F;
            widest = 0.0F;
        }
        const auto width = static_cast<float>(std::min(size, shape.tilesPerRow));
        boxes.push_back({left + shape.arcWidth, y - (pitch + height) / 2.0F, width, height});
        bounds = united(bounds, {left, y - pitch, shape.arcWidth + width + shape.labelWidth, pitch});
        y -= pitch;
        widest = std::max(widest, width);
    }
    return bounds;
}

/// Tries some numbers of columns and keeps the one that appears largest in a window of this aspect.
Shape bestShape(const Schedule& schedule, std::size_t tilesPerRow, float aspect) {
    float total = 0.0F;
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        total += static_cast<float>(rowsFor(schedule.batchSize(BatchId(step)), tilesPerRow)) + kBlockGap;
    }
    std::vector<Box> boxes;
    const auto scaleOf = [&](const Shape& shape) {
        const Box bounds = place(schedule, shape, boxes);
        return std::min(aspect / std::max(bounds.width, 1.0F), 1.0F / std::max(bounds.height, 1.0F));
    };
    Shape best = shapeFor(tilesPerRow, total, schedule.batchCount());
    best.columnHeight = std::numeric_limits<float>::infinity();
    float bestScale = scaleOf(best) * kWorthColumns; // one column reads best: upwards is later
    for (float columns = 2.0F; columns <= 64.0F; columns = std::ceil(columns * 1.3F)) {
        const Shape shape = shapeFor(tilesPerRow, total / columns + 1.0F, schedule.batchCount());
        if (const float scale = scaleOf(shape); scale > bestScale) {
            bestScale = scale;
            best = shape;
        }
    }
    return best;
}

} // namespace

FoldedLayout layoutFolded(const Schedule& schedule, std::size_t tilesPerRow, float aspect) {
    BATCHSCOPE_CHECK(tilesPerRow > 0);
    FoldedLayout layout;
    layout.nodes.resize(schedule.nodes.size());
    const Shape shape = bestShape(schedule, tilesPerRow, aspect);
    layout.arcWidth = shape.arcWidth;
    layout.labelWidth = shape.labelWidth;
    layout.bounds = place(schedule, shape, layout.batches);
    const float top = layout.bounds.y;
    layout.bounds.y = 0.0F;
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        Box& box = layout.batches[step];
        box.y -= top;
        const auto nodes = schedule.batch(BatchId(step));
        for (std::size_t row = 0; row < nodes.size(); ++row) {
            layout.nodes[nodes[row].index()] = cellCentre({box.x, box.y}, row, shape.tilesPerRow);
        }
    }
    return layout;
}

namespace {

constexpr float kLaneGap = 0.7F;

/// Labels have a size on the screen, not in the world: at least this, or this share of the picture's height.
constexpr float kLeastLaneLabelWidth = 6.5F;
constexpr float kLaneLabelShare = 0.2F;

/// Trees that keep to their own columns are worth a picture that is smaller by this factor.
constexpr double kWorthOfBands = 1.3;

float labelWidth(float height) {
    return std::max(kLeastLaneLabelWidth, height * kLaneLabelShare);
}

/// Nodes of one tree on one level: [first, last) of LaneLayout::order.
struct Slice {
    std::size_t level = 0;
    std::size_t tree = 0;
    std::size_t first = 0;
    std::size_t last = 0;
    [[nodiscard]] std::size_t size() const { return last - first; }
};

/// Nodes that belong to no tree stand before all trees.
std::size_t treeNumber(const OpGraph& graph, NodeId node) {
    const TreeId tree = graph.origins[node].tree;
    return tree.valid() ? tree.index() + 1 : 0;
}

/// By level, and within one by tree. Nodes come tree after tree as a rule, so counting does most of it.
void sortNodes(const OpGraph& graph, LaneLayout& layout) {
    const std::size_t levels = graph.levelCount();
    layout.offsets.assign(levels + 1, 0);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        ++layout.offsets[graph.levels[NodeId(index)] + 1];
    }
    std::partial_sum(layout.offsets.begin(), layout.offsets.end(), layout.offsets.begin());
    layout.order.resize(graph.size());
    std::vector<std::size_t> next(layout.offsets.begin(), layout.offsets.end() - 1);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        layout.order[next[graph.levels[NodeId(index)]]++] = NodeId(index);
    }
    const auto byTree = [&graph](NodeId left, NodeId right) {
        return treeNumber(graph, left) < treeNumber(graph, right);
    };
    for (std::size_t level = 0; level < levels; ++level) {
        const auto lane = std::span(layout.order).subspan(layout.offsets[level], next[level] - layout.offsets[level]);
        if (!std::is_sorted(lane.begin(), lane.end(), byTree)) {
            std::stable_sort(lane.begin(), lane.end(), byTree);
        }
    }
}

/// Cuts the order into slices, and puts the nodes of each from left to right.
std::vector<Slice> slicesOf(const OpGraph& graph, std::span<const Point> source, std::vector<NodeId>& order) {
    std::vector<Slice> slices;
    for (std::size_t index = 0; index < order.size(); ++index) {
        const std::size_t level = graph.levels[order[index]];
        const std::size_t tree = treeNumber(graph, order[index]);
        if (slices.empty() || slices.back().level != level || slices.back().tree != tree) {
            slices.push_back({level, tree, index, index});
        }
        ++slices.back().last;
    }
    for (const Slice& slice : slices) {
        std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(slice.first),
                         order.begin() + static_cast<std::ptrdiff_t>(slice.last),
                         [&](NodeId left, NodeId right) { return source[left.index()].x < source[right.index()].x; });
    }
    return slices;
}

/// Columns of each tree, by number.
struct Bands {
    std::vector<std::size_t> widths; ///< 0: the tree has no nodes; empty: no bands, lanes are filled in order
    std::vector<std::size_t> begins;
};

/// Shares of `columns` in proportion to the trees' widest levels, at least one each.
Bands bandsFor(const std::vector<std::size_t>& widest, std::size_t columns) {
    const auto trees =
        static_cast<std::size_t>(std::count_if(widest.begin(), widest.end(), [](std::size_t w) { return w > 0; }));
    Bands bands;
    if (trees > columns) {
        return bands;
    }
    const std::size_t total = std::accumulate(widest.begin(), widest.end(), std::size_t{0});
    std::size_t begin = 0;
    std::size_t treesBefore = 0;
    std::size_t nodesBefore = 0;
    for (const std::size_t nodes : widest) {
        treesBefore += nodes > 0 ? 1 : 0;
        nodesBefore += nodes;
        const std::size_t end = treesBefore + nodesBefore * (columns - trees) / std::max<std::size_t>(total, 1);
        bands.begins.push_back(begin);
        bands.widths.push_back(end - begin);
        begin = end;
    }
    return bands;
}

class LaneBuilder {
public:
    LaneBuilder(const OpGraph& graph, std::span<const Point> source) {
        sortNodes(graph, m_layout);
        m_slices = slicesOf(graph, source, m_layout.order);
        for (const Slice& slice : m_slices) {
            m_widest.resize(std::max(m_widest.size(), slice.tree + 1), 0);
            m_widest[slice.tree] = std::max(m_widest[slice.tree], slice.size());
        }
    }

    LaneLayout build(float aspect) {
        chooseColumns(aspect);
        const Bands bands = m_layout.banded ? bandsFor(m_widest, m_layout.columns) : Bands();
        const std::vector<std::size_t> rows = rowsByLane(bands, m_layout.columns);
        placeLanes(rows);
        m_layout.nodes.resize(m_layout.order.size());
        for (const Slice& slice : m_slices) {
            bands.widths.empty() ? placeInOrder(slice) : placeInBand(slice, bands, rows[slice.level]);
        }
        return std::move(m_layout);
    }

private:
    [[nodiscard]] std::size_t laneCount() const { return m_layout.offsets.size() - 1; }
    [[nodiscard]] std::size_t laneSize(std::size_t level) const {
        return m_layout.offsets[level + 1] - m_layout.offsets[level];
    }

    [[nodiscard]] std::vector<std::size_t> rowsByLane(const Bands& bands, std::size_t columns) const {
        std::vector<std::size_t> rows(laneCount(), 1);
        for (std::size_t level = 0; level < rows.size(); ++level) {
            rows[level] = rowsFor(laneSize(level), columns);
        }
        if (!bands.widths.empty()) {
            for (const Slice& slice : m_slices) {
                rows[slice.level] = std::max(rows[slice.level], rowsFor(slice.size(), bands.widths[slice.tree]));
            }
        }
        return rows;
    }

    /// How large a picture of these rows and columns appears in a window of this aspect.
    [[nodiscard]] static double scaleOf(const std::vector<std::size_t>& rows, std::size_t columns, float aspect) {
        double height = 0.0;
        for (const std::size_t count : rows) {
            height += static_cast<double>(count) + static_cast<double>(kLaneGap);
        }
        const double width = static_cast<double>(columns) + static_cast<double>(labelWidth(static_cast<float>(height)));
        return std::min(static_cast<double>(aspect) / width, 1.0 / std::max(height, 1.0));
    }

    /// Columns, with or without bands, at which all lanes together come nearest to the aspect.
    void chooseColumns(float aspect) {
        std::size_t widest = 1;
        for (std::size_t level = 0; level < laneCount(); ++level) {
            widest = std::max(widest, laneSize(level));
        }
        const std::size_t abreast = std::max(widest, std::accumulate(m_widest.begin(), m_widest.end(), std::size_t{0}));
        double bestScale = 0.0;
        for (double candidate = 4.0; candidate < 2.0 * static_cast<double>(abreast) + 4.0; candidate *= 1.15) {
            const auto columns = std::min(static_cast<std::size_t>(candidate), abreast);
            const Bands bands = bandsFor(m_widest, columns);
            for (const bool banded : {true, false}) {
                if (banded && bands.widths.empty()) {
                    continue;
                }
                const double scale = scaleOf(rowsByLane(banded ? bands : Bands(), columns), columns, aspect) *
                                     (banded ? kWorthOfBands : 1.0);
                if (scale > bestScale) {
                    bestScale = scale;
                    m_layout.columns = columns;
                    m_layout.banded = banded;
                }
            }
        }
    }

    void placeLanes(const std::vector<std::size_t>& rows) {
        float total = 0.0F;
        for (const std::size_t count : rows) {
            total += static_cast<float>(count) + kLaneGap;
        }
        const auto width = static_cast<float>(m_layout.columns);
        float bottom = total;
        for (const std::size_t count : rows) {
            const auto height = static_cast<float>(count);
            m_layout.lanes.push_back({0.0F, bottom - height, width, height});
            bottom -= height + kLaneGap;
        }
        m_layout.labelWidth = labelWidth(total);
        m_layout.bounds = {-m_layout.labelWidth, 0.0F, width + m_layout.labelWidth, total};
    }

    void placeInOrder(const Slice& slice) {
        const Box& lane = m_layout.lanes[slice.level];
        for (std::size_t index = slice.first; index < slice.last; ++index) {
            m_layout.nodes[m_layout.order[index].index()] =
                cellCentre({lane.x, lane.y}, index - m_layout.offsets[slice.level], m_layout.columns);
        }
    }

    /// Column by column, so that nodes keep their order from left to right, evenly over the band.
    void placeInBand(const Slice& slice, const Bands& bands, std::size_t laneRows) {
        const std::size_t width = bands.widths[slice.tree];
        const std::size_t rows = rowsFor(slice.size(), width);
        const std::size_t columns = rowsFor(slice.size(), rows);
        const Box& lane = m_layout.lanes[slice.level];
        const float pitch = static_cast<float>(width) / static_cast<float>(columns);
        const float left = lane.x + static_cast<float>(bands.begins[slice.tree]);
        const float top = lane.y + static_cast<float>(laneRows - rows) / 2.0F;
        for (std::size_t index = slice.first; index < slice.last; ++index) {
            const std::size_t slot = index - slice.first;
            const std::size_t column = slot / rows;
            m_layout.nodes[m_layout.order[index].index()] = {left + (static_cast<float>(column) + 0.5F) * pitch,
                                                             top + static_cast<float>(slot % rows) + 0.5F};
        }
    }

    LaneLayout m_layout;
    std::vector<Slice> m_slices;
    std::vector<std::size_t> m_widest; ///< by tree number: nodes of its widest level
};

} // namespace

LaneLayout layoutLanes(const OpGraph& graph, std::span<const Point> source, float aspect) {
    BATCHSCOPE_CHECK(source.size() == graph.size());
    return LaneBuilder(graph, source).build(aspect);
}

} // namespace batchscope
