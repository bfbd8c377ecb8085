// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/piece_cuts.h"

#include <algorithm>
#include <compare>
#include <vector>

namespace batchscope {

namespace {

/// Columns [begin, end) of a value; `shift` turns them into columns of the piece's value.
struct Window {
    BodyId value;
    std::int32_t begin = 0;
    std::int32_t end = 0;
    std::int32_t shift = 0;
    auto operator<=>(const Window&) const = default;
};

/// Two sides of a concatenation, with a cut between them.
void openSides(const OpBody& body, const Window& at, std::vector<Window>& open, std::set<std::int32_t>& ends) {
    const BodyValue& node = body.values[at.value];
    const std::int32_t middle = body.values[node.left].width;
    if (at.begin < middle && middle < at.end) {
        ends.insert(middle + at.shift);
    }
    if (at.begin < middle) {
        open.push_back({node.left, at.begin, std::min(at.end, middle), at.shift});
    }
    if (at.end > middle) {
        open.push_back({node.right, std::max(at.begin, middle) - middle, at.end - middle, at.shift + middle});
    }
}

} // namespace

std::set<std::int32_t> pieceEnds(const OpBody& body, const BodyStages& stages, BodyId value) {
    std::set<std::int32_t> ends = {body.values[value].width};
    std::vector<Window> open = {{value, 0, body.values[value].width, 0}};
    std::set<Window> seen; // paths to one value may be many
    while (!open.empty()) {
        const Window at = open.back();
        open.pop_back();
        const bool isRead =
            at.value != value && stages.ownRows[at.value] != 0 && stages.readableAt(at.value) <= stages.levels[value];
        if (isRead || !seen.insert(at).second) {
            continue;
        }
        const BodyValue& node = body.values[at.value];
        if (node.primitive == Primitive::Slice) {
            open.push_back({node.left, at.begin + node.begin, at.end + node.begin, at.shift - node.begin});
        } else if (node.primitive == Primitive::Concat) {
            openSides(body, at, open, ends);
        } else if (isElementwise(node.primitive)) {
            open.push_back({node.left, at.begin, at.end, at.shift});
            if (node.right.valid()) {
                open.push_back({node.right, at.begin, at.end, at.shift});
            }
        }
    }
    return ends;
}

} // namespace batchscope
