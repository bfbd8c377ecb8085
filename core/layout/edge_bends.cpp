// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/edge_bends.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace batchscope {

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
