// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/tidy_tree.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace batchscope {

namespace {

/// The outline of a subtree, deepest row first, so that a parent's row is appended. True values are stored + shift.
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

/// How far the right subtree has to move so that it stands clear of the left one.
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

/// The outline of both; costs the depth of the shallower one.
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

    /// Sets the offsets of siblings, the first at 0, and takes their outlines; rows above a sibling, down from
    /// `topRow`, are its edge.
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

} // namespace batchscope
