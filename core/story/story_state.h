// SPDX-License-Identifier: GPL-3.0-or-later
//
// One moment of the animation as plain numbers. Everything that is drawn, hit-tested, exported or tested at a moment
// reads this and nothing else, so the views cannot differ.
#pragma once

#include "core/base/id.h"
#include "core/layout/geometry.h"

#include <cstdint>
#include <vector>

namespace batchscope {

/// S0 … S7. Group, Stack, Gather and Run occur once for each batch.
enum class StoryStage : std::uint8_t {
    Source,     ///< S0: the trees as they were read
    Signatures, ///< S1: nodes take the colors of their signatures
    Lanes,      ///< S2: trees go beside the lanes, nodes from there to their level; or nodes at once, without room
    Group,      ///< S3: the batch's nodes come together in their lanes, in slot order; the rest dims
    Stack,      ///< S4: the run closes to one tensor block, which goes to its place
    Gather,     ///< S5: arrows bring the operands' rows
    Run,        ///< S6: the block is computed
    Folded,     ///< S7: the folded graph next to the source
};

/// Whether the stage belongs to the making of one batch.
[[nodiscard]] constexpr bool isBatchStage(StoryStage stage) {
    return stage >= StoryStage::Group && stage <= StoryStage::Run;
}
/// Whether blocks of finished batches may be seen.
[[nodiscard]] constexpr bool hasBlocks(StoryStage stage) {
    return stage >= StoryStage::Group;
}

/// How the making of a batch is shown.
enum class StepView : std::uint8_t {
    Full,    ///< lanes, and blocks beside them, next to the trees
    CloseUp, ///< the trees alone, with the batch's nodes marked, and room for its rows; where the trees stay in sight
};

/// What a node is doing at a moment.
enum class NodeRole : std::uint8_t {
    Waiting, ///< not run yet
    Active,  ///< in the batch that is being made
    Done,    ///< a row of a finished batch
};

/// Many nodes that move together, shown as one thing with their number.
struct Ribbon {
    Box box;
    std::uint32_t nodes = 0;
    SignatureId signature; ///< of most of them
    TreeId tree;           ///< invalid where they are of several
};

/// The source trees once more, small, beside the lanes and then beside the folded graph.
struct SourceTwin {
    float shown = 0.0F; ///< 0 not there … 1 there
    Point offset;       ///< a place p of Storyboard::twinNodes is at offset + scale · p
    float scale = 1.0F;

    /// Where a place among those nodes is shown.
    [[nodiscard]] Point outside(Point place) const { return {offset.x + scale * place.x, offset.y + scale * place.y}; }
    /// The place among those nodes that is shown there.
    [[nodiscard]] Point inside(Point world) const {
        return {(world.x - offset.x) / scale, (world.y - offset.y) / scale};
    }
};

struct StoryState {
    StoryStage stage = StoryStage::Source; ///< the stage that is in progress or at rest
    BatchId active; ///< the batch that is being made, or that was made last at a stop; invalid outside batch stages
    float signatures = 0.0F;  ///< 0 colors of ops … 1 colors of signatures
    float pulse = 0.0F;       ///< S1: how far the signatures' pulses have gone, 0 … 1; 0 and 1 are rest
    float laned = 0.0F;       ///< 0 trees … 1 lanes; captions and tree boxes fade
    float nodeScale = 1.0F;   ///< of the size of nodes; less while they are in trees that go beside the lanes
    float grouped = 0.0F;     ///< active batch: 0 as in the lanes … 1 together
    float closed = 0.0F;      ///< active batch: 0 loose nodes … 1 one block
    float moved = 0.0F;       ///< active batch: 0 in its lane … 1 at its place
    float gathered = 0.0F;    ///< active batch: how far the arrows have come
    float filled = 0.0F;      ///< active batch: 0 empty … 1 computed
    float folded = 0.0F;      ///< 0 lanes next to blocks … 1 source next to blocks
    float closeUp = 0.0F;     ///< 0 as in StepView::Full; lanes and blocks fade; 1 nodes are in their trees
    float bundled = 0.0F;     ///< 0 nodes … 1 ribbons in their place
    std::size_t finished = 0; ///< batches whose block is complete
    Box block;                ///< what the active batch's tiles fill now; empty while they are not together
    SourceTwin twin;
    Box view;                    ///< what the camera should show
    std::vector<Point> nodes;    ///< centers, by NodeId
    std::vector<NodeRole> roles; ///< by NodeId
    std::vector<Ribbon> ribbons; ///< while bundled > 0
    std::vector<Box> trees;      ///< where the tree boxes are while they move with their trees, else empty
};

} // namespace batchscope
