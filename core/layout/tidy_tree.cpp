// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/tidy_tree.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>

namespace batchscope {

namespace {

/// The outline of a subtree, deepest row first, so that a parent's row is appended. True values: stored value + shift.
struct Contour {
    std::vector<float> lefts;
    std::vector<float> rights;
    float shift = 0.0F;
    float firstLeaf = 0.0F;
    float lastLeaf = 0.0F;

    [[nodiscard]] std::size_t depth() const { return lefts.size(); }
    void push(float left, float right) {
        lefts.push_back(left - shift);
        rights.push_back(right - shift);
    }
    void move(float by) {
        shift += by;
        firstLeaf += by;
        lastLeaf += by;
    }
};

/// How far the right subtree must move to be clear of the left one.
float separation(const Contour& left, const Contour& right, float gap, float leafStep) {
    float apart = left.lastLeaf - right.firstLeaf + leafStep;
    const std::size_t common = std::min(left.depth(), right.depth());
    for (std::size_t row = 1; row <= common; ++row) {
        const float need =
            left.rights[left.depth() - row] + left.shift + gap - (right.lefts[right.depth() - row] + right.shift);
        apart = std::max(apart, need);
    }
    return apart;
}

/// The outline of both subtrees; costs the depth of the shallower one.
Contour joined(Contour left, Contour right) {
    const std::size_t common = std::min(left.depth(), right.depth());
    const float firstLeaf = std::min(left.firstLeaf, right.firstLeaf);
    const float lastLeaf = std::max(left.lastLeaf, right.lastLeaf);
    const bool leftIsDeeper = left.depth() >= right.depth();
    for (std::size_t row = 1; row <= common; ++row) {
        const std::size_t atLeft = left.depth() - row;
        const std::size_t atRight = right.depth() - row;
        if (leftIsDeeper) {
            left.rights[atLeft] = right.rights[atRight] + right.shift - left.shift;
        } else {
            right.lefts[atRight] = left.lefts[atLeft] + left.shift - right.shift;
        }
    }
    Contour result = leftIsDeeper ? std::move(left) : std::move(right);
    result.firstLeaf = firstLeaf;
    result.lastLeaf = lastLeaf;
    return result;
}

class Layouter {
public:
    Layouter(const TidyInput& input, float gap, float leafStep)
        : m_input(input), m_gap(gap), m_leafStep(leafStep), m_offsets(input.parents.size(), 0.0F),
          m_contours(input.parents.size()) {}

    TidyTree run() {
        const std::size_t count = m_input.parents.size();
        std::vector<std::uint32_t> roots;
        for (std::size_t node = 0; node < count; ++node) {
            placeChildren(static_cast<std::uint32_t>(node));
            if (m_input.parents[node] == TidyInput::kNoParent) {
                roots.push_back(static_cast<std::uint32_t>(node));
            }
        }
        TidyTree tree;
        if (roots.empty()) {
            return tree;
        }
        const Contour outline = placeBeside(roots, 0);
        float least = outline.lefts.front();
        float greatest = outline.rights.front();
        for (std::size_t row = 0; row < outline.depth(); ++row) {
            least = std::min(least, outline.lefts[row]);
            greatest = std::max(greatest, outline.rights[row]);
        }
        tree.width = greatest - least;
        tree.x.resize(count);
        for (std::size_t node = count; node-- > 0;) {
            const std::uint32_t parent = m_input.parents[node];
            if (parent == TidyInput::kHidden) {
                continue;
            }
            const float base = parent == TidyInput::kNoParent ? -(least + outline.shift) : tree.x[parent];
            tree.x[node] = base + m_offsets[node];
        }
        return tree;
    }

private:
    void placeChildren(std::uint32_t node) {
        const auto children =
            std::span(m_input.children)
                .subspan(m_input.childOffsets[node], m_input.childOffsets[node + 1] - m_input.childOffsets[node]);
        Contour& outline = m_contours[node];
        if (!children.empty()) {
            outline = placeBeside(children, m_input.rows[node] + 1);
            const float middle = (m_offsets[children.front()] + m_offsets[children.back()]) / 2.0F;
            outline.move(-middle);
            for (const std::uint32_t child : children) {
                m_offsets[child] -= middle;
            }
        }
        outline.push(-m_input.lefts[node], m_input.rights[node]);
    }

    /// Sets the offsets of siblings, the first at 0, and consumes their outlines; the rows from `topRow` down to a
    /// sibling hold its edge.
    Contour placeBeside(std::span<const std::uint32_t> siblings, std::uint32_t topRow) {
        Contour outline;
        for (std::size_t index = 0; index < siblings.size(); ++index) {
            const std::uint32_t node = siblings[index];
            Contour next = std::move(m_contours[node]);
            for (std::uint32_t row = m_input.rows[node]; row > topRow; --row) {
                next.push(-m_gap, m_gap);
            }
            if (index == 0) {
                outline = std::move(next);
                continue;
            }
            const float apart = separation(outline, next, m_gap, m_leafStep);
            next.move(apart);
            m_offsets[node] = apart;
            outline = joined(std::move(outline), std::move(next));
        }
        return outline;
    }

    const TidyInput& m_input;
    float m_gap;
    float m_leafStep;
    std::vector<float> m_offsets; // from the parent, or from the first root
    std::vector<Contour> m_contours;
};

} // namespace

TidyTree layoutTidyTree(const TidyInput& input, float gap, float leafStep) {
    return Layouter(input, gap, leafStep).run();
}

namespace {

constexpr std::size_t kLeastNodes = 3;    // nodes of a block, on average
constexpr float kLayerShare = 0.8F;       // share of a row's height; leaves room for a caption between two layers
constexpr std::uint32_t kRowsBetween = 2; // from the lowest layer of a block to the top of the next; one stays free

/// The nodes of one tree node, as a block.
struct Cluster {
    std::vector<std::vector<NodeId>> layers; ///< from the bottom
    std::vector<std::size_t> users;          ///< other clusters that take its values; may repeat
    std::size_t arguments = 0;               ///< edges from other clusters, for sorting
    std::uint32_t top = 0;                   ///< row of its highest layer, from the top of the picture
    std::size_t parent = 0;                  ///< the lowest of the users; itself if there is none
    std::size_t firstPlace = 0;              ///< index of its lowest layer in the tidy tree

    [[nodiscard]] std::uint32_t bottom() const { return top + static_cast<std::uint32_t>(layers.size()) - 1; }
};

class Clusters {
public:
    Clusters(const OpGraph& graph, NodeSpan span) : m_graph(graph), m_span(span) {
        std::unordered_map<std::uint32_t, std::size_t> numbers; // by tree node
        std::vector<std::size_t> layers(span.end - span.begin, 0);
        for (std::size_t index = span.begin; index < span.end; ++index) {
            const NodeId node(index);
            const std::size_t own = numbers.emplace(graph.origins[node].treeNode.value, numbers.size()).first->second;
            m_clusters.resize(numbers.size());
            m_clusterOf.push_back(own);
            std::size_t layer = 0;
            forEachArgument(node, [&](std::size_t argument) {
                const std::size_t other = m_clusterOf[argument];
                if (other == own) {
                    layer = std::max(layer, layers[argument] + 1);
                } else {
                    m_clusters[other].users.push_back(own);
                    ++m_clusters[own].arguments;
                }
            });
            layers[index - span.begin] = layer;
            auto& ofCluster = m_clusters[own].layers;
            ofCluster.resize(std::max(ofCluster.size(), layer + 1));
            ofCluster[layer].push_back(node);
        }
    }

    [[nodiscard]] bool areLarge() const { return m_clusterOf.size() >= kLeastNodes * m_clusters.size(); }

    /// Sorts producers before users; false if there is a cycle.
    bool sort() {
        for (std::size_t cluster = 0; cluster < m_clusters.size(); ++cluster) {
            if (m_clusters[cluster].arguments == 0) {
                m_order.push_back(cluster);
            }
        }
        for (std::size_t next = 0; next < m_order.size(); ++next) {
            for (const std::size_t user : m_clusters[m_order[next]].users) {
                if (--m_clusters[user].arguments == 0) {
                    m_order.push_back(user);
                }
            }
        }
        return m_order.size() == m_clusters.size();
    }

    Box place(std::span<const float> captionWidths, float rowHeight, std::vector<Point>& places) {
        findRows();
        const TidyTree tidy = layoutTidyTree(tidyInput(captionWidths), kTidyGap, kTidyLeafStep);
        std::uint32_t lowest = 0;
        for (const Cluster& cluster : m_clusters) {
            lowest = std::max(lowest, cluster.bottom());
            for (std::size_t layer = 0; layer < cluster.layers.size(); ++layer) {
                const float y = static_cast<float>(cluster.bottom() - layer) * rowHeight + 0.5F;
                float x = tidy.x[cluster.firstPlace + layer] - widthOf(cluster.layers[layer], captionWidths) / 2.0F;
                for (const NodeId node : cluster.layers[layer]) {
                    const float width = std::max(captionWidths[node.index()], 1.0F) + kTidyGap;
                    places[node.index()] = {x + width / 2.0F, y};
                    x += width;
                }
            }
        }
        return {0.0F, 0.0F, tidy.width, static_cast<float>(lowest) * rowHeight + 1.0F};
    }

private:
    /// Calls visit(index in the span) once for each argument that is a node of the span.
    template <typename Visit>
    void forEachArgument(NodeId node, Visit visit) const {
        for (const Argument& argument : m_graph.argumentsOf(node)) {
            if (argument.isValue() && argument.node().index() >= m_span.begin) {
                visit(argument.node().index() - m_span.begin);
            }
        }
    }

    static float widthOf(const std::vector<NodeId>& nodes, std::span<const float> captionWidths) {
        float width = 0.0F;
        for (const NodeId node : nodes) {
            width += std::max(captionWidths[node.index()], 1.0F) + kTidyGap;
        }
        return width;
    }

    void findRows() {
        for (std::size_t place = m_order.size(); place-- > 0;) {
            const auto cluster = m_order[place];
            Cluster& own = m_clusters[cluster];
            own.parent = cluster;
            for (const std::size_t user : own.users) {
                const std::uint32_t top = m_clusters[user].bottom() + kRowsBetween;
                if (top > own.top) {
                    own.top = top;
                    own.parent = user;
                }
            }
        }
    }

    /// Each layer is a node of the tidy tree, below the layer above it; blocks of arguments hang on the lowest one.
    TidyInput tidyInput(std::span<const float> captionWidths) {
        TidyInput input;
        std::vector<std::vector<std::uint32_t>> children(m_clusters.size()); // top layers of blocks, by cluster
        input.childOffsets.push_back(0);
        for (const std::size_t index : m_order) {
            Cluster& cluster = m_clusters[index];
            cluster.firstPlace = input.rows.size();
            for (std::size_t layer = 0; layer < cluster.layers.size(); ++layer) {
                const auto place = static_cast<std::uint32_t>(input.rows.size());
                const float half = widthOf(cluster.layers[layer], captionWidths) / 2.0F;
                input.rows.push_back(cluster.bottom() - static_cast<std::uint32_t>(layer));
                input.lefts.push_back(half);
                input.rights.push_back(half);
                input.parents.push_back(place + 1); // the layer above; corrected below for the highest layer
                if (layer > 0) {
                    input.children.push_back(place - 1);
                } else {
                    auto& below = children[index];
                    std::sort(below.begin(), below.end(), [this](std::uint32_t left, std::uint32_t right) {
                        return m_topOwner.at(left) < m_topOwner.at(right);
                    });
                    for (const std::uint32_t child : below) {
                        input.parents[child] = place;
                    }
                    input.children.insert(input.children.end(), below.begin(), below.end());
                }
                input.childOffsets.push_back(static_cast<std::uint32_t>(input.children.size()));
            }
            const auto top = static_cast<std::uint32_t>(input.rows.size() - 1);
            input.parents[top] = TidyInput::kNoParent;
            m_topOwner.emplace(top, index);
            if (cluster.parent != index) {
                children[cluster.parent].push_back(top);
            }
        }
        return input;
    }

    const OpGraph& m_graph;
    NodeSpan m_span;
    std::vector<Cluster> m_clusters;                           // in order of their first nodes
    std::vector<std::size_t> m_clusterOf;                      // by index in the span
    std::vector<std::size_t> m_order;                          // producers before users
    std::unordered_map<std::uint32_t, std::size_t> m_topOwner; // by top layer in the tidy tree: its cluster
};

} // namespace

std::optional<Box> placeClusters(const OpGraph& graph, NodeSpan span, std::span<const float> captionWidths,
                                 float rowHeight, std::vector<Point>& places) {
    if (span.begin == span.end) {
        return std::nullopt;
    }
    Clusters clusters(graph, span);
    if (!clusters.areLarge() || !clusters.sort()) {
        return std::nullopt;
    }
    return clusters.place(captionWidths, rowHeight * kLayerShare, places);
}

} // namespace batchscope
